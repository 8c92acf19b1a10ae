// The head of one column: which run, how it ended, what it differs by from its parent.
import { useLiveRun, useRun } from "../data/use-run.ts";
import { links } from "../data/links.ts";
import { patchTitle } from "./patch-title.ts";
import { EndingBadge, SimulatedMark } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { Spinner } from "../ui/states.tsx";
import type { RunRecord } from "./compare-view.tsx";

const t = m.compare;

export interface RunHeadProps {
  run: string;
  record: RunRecord | null;
  base: boolean;
  onRemove?: () => void;
}

/** Watches its run while mounted and has its record loaded again as it goes on, so that the rows go along. */
export function RunHead({ run, record, base, onRemove }: RunHeadProps) {
  useLiveRun(run);
  useRun(run);
  if (!record) return <Spinner inline />;
  const { summary, started } = record;
  return (
    <section className="run-head" aria-label={summary.title}>
      <div className="run-head__line">
        <a className="run-head__title truncate" href={links.run(run)} title={summary.title}>
          {summary.title}
        </a>
        {base ? <span className="muted">{t.base}</span> : null}
        {onRemove ? <IconButton icon="close" label={t.removeRun} onClick={onRemove} /> : null}
      </div>
      <div className="run-head__line">
        <EndingBadge ending={summary.ending} early_stop={summary.early_stop} passed={summary.passed} />
        <span className="secondary truncate">
          {summary.variant ?? ""} {summary.simulated ? <SimulatedMark /> : (summary.model ?? "")}
        </span>
      </div>
      {started.edits.length === 0 ? (
        summary.fork_turn !== null && (
          <div className="run-head__edits muted truncate">{t.forkAt(summary.fork_turn)}</div>
        )
      ) : (
        <div className="run-head__edits truncate" title={started.edits.map(patchTitle).join("\n")}>
          {t.edits(started.edits.length)}: {started.edits.map(patchTitle).join(", ")}
        </div>
      )}
    </section>
  );
}
