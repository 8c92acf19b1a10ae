// One experiment: how far it is, what can be done with it, and every arm with its outcomes against the baseline.
import { useState } from "react";
import { useCall, useMutationCall } from "../data/hooks.ts";
import { client } from "../data/client.ts";
import { links } from "../data/links.ts";
import { useProgress } from "../data/progress.ts";
import { RpcCallError } from "../data/rpc-call-error.ts";
import type { ExperimentArm, ExperimentDocument } from "../../src-shared/rpc/experiments.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { downloadText } from "../ui/download.ts";
import { m } from "../ui/messages/messages.ts";
import { EmptyState, ErrorState, errorText, Notice, Spinner } from "../ui/states.tsx";
import { useTitle } from "../ui/title.ts";
import { showToast } from "../ui/toast.tsx";
import { WorkButtons, WorkProgress, WorkState } from "../ui/work.tsx";
import { ApplyDialog } from "./apply-dialog.tsx";
import { AbResult } from "./ab-result.tsx";
import { ArmRow } from "./arm-row.tsx";
import "./experiments.css";

const t = m.experiments;

export function ExperimentPage({ id }: { id: string }) {
  const loaded = useCall("experiments.get", { id });
  useProgress("experiment.progress", id, ["experiments.list", "experiments.get", "ab.get"]);
  useTitle(loaded.data?.title ?? t.title);
  const back = <LinkButton href={links.experiments()}>{t.toList}</LinkButton>;
  if (loaded.error && !loaded.data) {
    return loaded.error instanceof RpcCallError && loaded.error.code === "not_found" ? (
      <EmptyState icon="search" title={t.notFound} actions={back} />
    ) : (
      <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} actions={back} />
    );
  }
  if (!loaded.data) return <Spinner />;
  return <Loaded experiment={loaded.data} />;
}

function Loaded({ experiment }: { experiment: ExperimentDocument }) {
  const { run, turn, note, state, done, of, samples_are: samplesAre } = experiment;
  return (
    <div className="experiments">
      <header className="experiments__head">
        <h1>{experiment.title}</h1>
        <WorkState state={state} />
        {run === null ? null : (
          <a href={links.run(run, { turn, tab: "why" })}>{turn === null ? run : t.frozen(turn)}</a>
        )}
        {samplesAre === "requests" ? null : <a href={links.runs({ experiment: experiment.id })}>{t.samplesOf}</a>}
        <span className="experiments__actions">
          <Actions experiment={experiment} />
          <a href={links.experiments()}>{t.toList}</a>
        </span>
      </header>
      <WorkProgress done={done} of={of} text={t.progressOf(done, of)} />
      {note === null ? null : <Notice tone="bad">{note}</Notice>}
      {state === "running" && done === of && samplesAre === "runs" ? <Notice tone="info">{t.lastPart}</Notice> : null}
      {done < of ? <p className="secondary">{t.preliminary}</p> : null}
      {samplesAre === "requests" ? <AbResult id={experiment.id} /> : <Arms experiment={experiment} />}
    </div>
  );
}

/** The arms of an experiment whose samples are runs. */
function Arms({ experiment }: { experiment: ExperimentDocument }) {
  const { run, allow } = experiment;
  const [applied, setApplied] = useState<ExperimentArm | null>(null);
  return (
    <>
      <div className="experiments__scroll">
        <table className="arms">
          <thead>
            <tr>
              <th scope="col">{t.change}</th>
              <th scope="col">{t.strip}</th>
              {run === null ? null : (
                <th scope="col" title={t.goingOnHelp}>
                  {t.goingOn}
                </th>
              )}
              <th scope="col" title={t.succeededHelp}>
                {t.succeeded}
              </th>
              <th scope="col" title={t.verdictHelp}>
                {t.verdict}
              </th>
              <th scope="col" title={t.endingsHelp}>
                {t.endings}
              </th>
            </tr>
          </thead>
          <tbody>
            {ranked(experiment.arms).map((arm) => (
              <ArmRow key={arm.name} arm={arm} experiment={experiment} onApply={setApplied} />
            ))}
          </tbody>
        </table>
      </div>
      {applied === null ? null : <ApplyDialog experiment={experiment} arm={applied} onClose={() => setApplied(null)} />}
      {run === null ? <p className="secondary">{t.onTask}</p> : null}
      {allow.length === 0 ? null : <p className="secondary">{t.allowed(allow.join(", "))}</p>}
      <Legend />
      <p className="secondary">{t.verdictHelp}</p>
      <p className="secondary">
        {run === null && experiment.seed === "unknown" ? "" : t.seeds[experiment.seed]}{" "}
        {experiment.seed_dropped === 0 ? "" : t.seedDropped(experiment.seed_dropped)}
      </p>
    </>
  );
}

const ORDER = { helps: 0, "no evidence": 1, hurts: 2 } as const;

/** The baseline first, then what helps, each by its p and, where those are equal, by how often the task was done. */
function ranked(arms: readonly ExperimentArm[]): ExperimentArm[] {
  const place = ({ compared }: ExperimentArm) => (compared === null ? -1 : ORDER[compared.verdict]);
  return arms.toSorted(
    (one, other) =>
      place(one) - place(other) ||
      (one.compared?.p_adjusted ?? 0) - (other.compared?.p_adjusted ?? 0) ||
      other.succeeded.rate - one.succeeded.rate,
  );
}

function Actions({ experiment }: { experiment: ExperimentDocument }) {
  const { id, state } = experiment;
  const options = {
    invalidates: ["experiments.get", "experiments.list"] as const,
    onError: (error: Error) => showToast("error", errorText(error)),
  };
  const pause = useMutationCall("experiments.pause", options);
  const resume = useMutationCall("experiments.resume", options);
  const cancel = useMutationCall("experiments.cancel", options);
  const save = async (format: "html" | "markdown") => {
    try {
      const { name, text } = await client().call("experiments.report", { id, format });
      downloadText(name, text, format === "html" ? "text/html" : "text/markdown");
    } catch (error) {
      showToast("error", errorText(error));
    }
  };
  if (state === "done") {
    return experiment.samples_are === "requests" ? null : (
      <>
        <span className="secondary">{t.report}</span>
        <Button small onClick={() => void save("html")}>
          {t.html}
        </Button>
        <Button small onClick={() => void save("markdown")}>
          {t.markdown}
        </Button>
      </>
    );
  }
  return (
    <WorkButtons
      state={state}
      pause={{ run: () => pause.mutate({ id }), isPending: pause.isPending }}
      resume={{ run: () => resume.mutate({ id }), isPending: resume.isPending }}
      cancel={{ run: () => cancel.mutate({ id }), isPending: cancel.isPending }}
    />
  );
}

function Legend() {
  return (
    <p className="legend">
      <span className="secondary">{t.legend}</span>
      {(["success", "going_on", "stopped", "error"] as const).map((outcome) => (
        <span key={outcome} className="legend__entry">
          <span className={`strip-cell strip-cell--${outcome}`} aria-hidden="true" />
          {t.outcomes[outcome]}
        </span>
      ))}
    </p>
  );
}
