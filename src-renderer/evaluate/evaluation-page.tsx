// One evaluation: how far it is, its matrix as it fills, what got worse, thresholds, and its metrics as charts or a table.
import { useState } from "react";
import type { EvaluationDocument } from "../../src-shared/rpc/evaluations.ts";
import { client } from "../data/client.ts";
import { useCall, useMutationCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { useParamsState } from "../data/location.ts";
import { useProgress } from "../data/progress.ts";
import { RpcCallError } from "../data/rpc-call-error.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { useCommands } from "../ui/commands.ts";
import { downloadText } from "../ui/download.ts";
import { m } from "../ui/messages/messages.ts";
import { EmptyState, ErrorState, errorText, Notice, Spinner } from "../ui/states.tsx";
import { useTitle } from "../ui/title.ts";
import { showToast } from "../ui/toast.tsx";
import { WorkButtons, WorkProgress, WorkState } from "../ui/work.tsx";
import { Charts } from "./charts.tsx";
import "./evaluate.css";
import { Matrix } from "./matrix.tsx";
import { RegressionsPanel } from "./regressions-panel.tsx";

const t = m.evaluate;

export function EvaluationPage({ id }: { id: string }) {
  const [params] = useParamsState();
  const against = params.get("against");
  const query = { id, against, against_variant: params.get("against_variant") };
  const loaded = useCall("evaluations.get", query, { keepPrevious: true });
  useProgress("evaluation.progress", id, ["evaluations.list", "evaluations.get"]);
  useTitle(loaded.data ? t.of(loaded.data.suite) : t.title);
  const back = <LinkButton href={links.evaluations()}>{t.toList}</LinkButton>;
  if (loaded.error && !loaded.data) {
    return loaded.error instanceof RpcCallError && loaded.error.code === "not_found" && against === null ? (
      <EmptyState icon="search" title={t.notFound} actions={back} />
    ) : (
      <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} actions={back} />
    );
  }
  if (!loaded.data) return <Spinner />;
  const evaluation = loaded.data;
  return (
    <div className="evaluate">
      <header className="evaluate__head">
        <h1>{t.of(evaluation.suite)}</h1>
        <WorkState state={evaluation.state} />
        {evaluation.is_baseline ? <Badge>{t.isBaseline}</Badge> : null}
        <span className="secondary">{t.endpoint(evaluation.endpoint, evaluation.model)}</span>
        <a href={links.runs({ experiment: evaluation.id })}>{t.runsOf}</a>
        <span className="evaluate__actions">
          <Actions evaluation={evaluation} query={query} />
        </span>
      </header>
      <WorkProgress done={evaluation.done} of={evaluation.of} text={t.runs(evaluation.done, evaluation.of)} />
      {evaluation.note === null ? null : <Notice tone="bad">{evaluation.note}</Notice>}
      {loaded.error ? <Notice tone="bad">{errorText(loaded.error)}</Notice> : null}
      <Matrix evaluation={evaluation} />
      <RegressionsPanel evaluation={evaluation} against={against} />
      <Thresholds evaluation={evaluation} />
      <Charts evaluation={evaluation} />
      <p>{back}</p>
    </div>
  );
}

function Actions({
  evaluation,
  query,
}: {
  evaluation: EvaluationDocument;
  query: { id: string; against: string | null; against_variant: string | null };
}) {
  const { id, state, suite, is_baseline: isBaseline } = evaluation;
  const options = {
    invalidates: ["evaluations.get", "evaluations.list"] as const,
    onError: (error: Error) => showToast("error", errorText(error)),
  };
  const pause = useMutationCall("evaluations.pause", options);
  const resume = useMutationCall("evaluations.resume", options);
  const cancel = useMutationCall("evaluations.cancel", options);
  const setBaseline = useMutationCall("evaluations.set_baseline", options);
  const toggleBaseline = () => setBaseline.mutate({ suite, baseline: isBaseline ? null : { kind: "evaluation", id } });
  useCommands([
    {
      id: "evaluation.pause",
      title: m.work.pause,
      group: t.title,
      enabled: state === "running",
      run: () => pause.mutate({ id }),
    },
    {
      id: "evaluation.resume",
      title: m.work.resume,
      group: t.title,
      enabled: state !== "running" && state !== "done",
      run: () => resume.mutate({ id }),
    },
    {
      id: "evaluation.baseline",
      title: isBaseline ? t.dropBaseline : t.markBaseline,
      group: t.title,
      enabled: state === "done",
      run: toggleBaseline,
    },
  ]);
  if (state === "done") {
    return (
      <>
        <Button small disabled={setBaseline.isPending} onClick={toggleBaseline}>
          {isBaseline ? t.dropBaseline : t.markBaseline}
        </Button>
        <Reports query={query} />
        <LinkButton href={links.newEvaluation(againParams(evaluation))}>{t.again}</LinkButton>
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

function againParams({ suite, variants, endpoint, model, repeats, seed, approve }: EvaluationDocument) {
  return {
    suite,
    variants: variants.join(","),
    endpoint,
    model,
    repeats,
    seed,
    approve: approve ?? "default",
  };
}

function Reports({ query }: { query: { id: string; against: string | null; against_variant: string | null } }) {
  const [busy, setBusy] = useState(false);
  const types = { junit: "application/xml", markdown: "text/markdown", json: "application/json" } as const;
  const save = async (format: keyof typeof types) => {
    setBusy(true);
    try {
      const { name, text } = await client().call("evaluations.report", { ...query, format });
      downloadText(name, text, types[format]);
    } catch (error) {
      showToast("error", errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {(["junit", "markdown", "json"] as const).map((format) => (
        <Button key={format} small kind="quiet" disabled={busy} onClick={() => void save(format)}>
          {t.formats[format]}
        </Button>
      ))}
    </>
  );
}

function Thresholds({ evaluation: { thresholds } }: { evaluation: EvaluationDocument }) {
  if (thresholds.length === 0) return null;
  return (
    <section className="evaluate__section" aria-labelledby="thresholds-title">
      <h2 id="thresholds-title">{t.thresholds.title}</h2>
      <ul className="evaluate__lines">
        {thresholds.map((entry) => (
          <li key={`${entry.variant} ${entry.metric} ${entry.limit}`}>
            <Badge tone={entry.met ? "good" : "bad"} icon={entry.met ? "check" : "warning"}>
              {entry.met ? t.thresholds.met : t.thresholds.missed}
            </Badge>{" "}
            {t.thresholds.line(
              entry.variant,
              entry.metric,
              entry.value === null ? m.common.notKnown : String(Math.round(entry.value * 1000) / 1000),
              entry.limit,
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
