// The run table's columns.
import type { RunSort } from "../../src-shared/rpc/types.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import { links } from "../data/links.ts";
import { EndingBadge, SimulatedMark } from "../ui/badge.tsx";
import { endingTone } from "../ui/ending-tone.ts";
import { Icon } from "../ui/icon.tsx";
import { formatCompact, formatDateTime, formatDuration, formatWhen } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import type { TableColumn } from "../ui/virtual-table.tsx";

const missing = <span className="muted">{m.common.notKnown}</span>;

/** Tones in which `early_stop` already shows. */
function saysEarly(run: RunSummary): boolean {
  return endingTone(run) === "stop";
}

function EndingCell({ run }: { run: RunSummary }) {
  return (
    <>
      <EndingBadge ending={run.ending} early_stop={run.early_stop} passed={run.passed} />
      {run.early_stop === true && !saysEarly(run) ? (
        <span className="runs__early" title={m.runs.earlyMark}>
          <Icon name="half" />
          <span className="visually-hidden">{m.runs.earlyMark}</span>
        </span>
      ) : null}
    </>
  );
}

function TitleCell({ run }: { run: RunSummary }) {
  return (
    <>
      {run.parent_run === null ? null : (
        <span className="runs__fork" title={m.runs.forkOf(run.parent_run, run.fork_turn)}>
          <Icon name="fork" size={14} />
        </span>
      )}
      {run.source === "loop" || run.source === "fork" ? null : (
        <span className="runs__fork" title={m.runs.source(run.source)}>
          <Icon name="external" size={14} />
        </span>
      )}
      <a className="runs__title truncate" href={links.run(run.id)} tabIndex={-1} title={run.title}>
        {run.task === null ? null : <span className="runs__task">{run.task}</span>}
        {run.task === run.title ? null : run.title}
      </a>
    </>
  );
}

function ChecksCell({ run }: { run: RunSummary }) {
  if (run.passed === null) return missing;
  if (!run.passed) return <span className="runs__failed">{m.runs.failed}</span>;
  return <span className={endingTone(run) === "good" ? "runs__passed" : undefined}>{m.runs.passed}</span>;
}

export const runColumns: readonly TableColumn<RunSummary, RunSort>[] = [
  {
    id: "ending",
    header: m.runs.columns.ending,
    width: 164,
    grow: 0.4,
    sortable: true,
    cell: (run) => <EndingCell run={run} />,
  },
  {
    id: "title",
    header: m.runs.columns.title,
    width: 120,
    grow: 3,
    sortable: true,
    cell: (run) => <TitleCell run={run} />,
  },
  {
    id: "variant",
    header: m.runs.columns.variant,
    width: 98,
    grow: 1.6,
    sortable: true,
    cell: (run) => (run.variant === null ? missing : <span className="truncate">{run.variant}</span>),
  },
  {
    id: "model",
    header: m.runs.columns.model,
    width: 140,
    grow: 2,
    sortable: true,
    cell: (run) => (
      <>
        <span className="truncate" title={run.model ?? undefined}>
          {run.model ?? missing}
        </span>
        {run.simulated ? <SimulatedMark /> : null}
      </>
    ),
  },
  {
    id: "passed",
    header: m.runs.columns.passed,
    width: 72,
    grow: 0.2,
    sortable: true,
    cell: (run) => <ChecksCell run={run} />,
  },
  {
    id: "turns",
    header: m.runs.columns.turns,
    width: 58,
    align: "right",
    sortable: true,
    descendingFirst: true,
    cell: (run) => formatCompact(run.turns),
  },
  {
    id: "tool_attempts",
    header: m.runs.columns.tools,
    width: 54,
    align: "right",
    sortable: true,
    descendingFirst: true,
    cell: (run) => formatCompact(run.tool_attempts),
  },
  {
    id: "prompt_tokens",
    header: m.runs.columns.tokens,
    hint: m.runs.tokensHint,
    width: 100,
    grow: 0.3,
    align: "right",
    sortable: true,
    descendingFirst: true,
    cell: (run) =>
      run.prompt_tokens === null && run.completion_tokens === null
        ? missing
        : m.runs.tokens(
            run.prompt_tokens === null ? m.common.notKnown : formatCompact(run.prompt_tokens),
            run.completion_tokens === null ? m.common.notKnown : formatCompact(run.completion_tokens),
          ),
  },
  {
    id: "duration_ms",
    header: m.runs.columns.duration,
    width: 74,
    align: "right",
    sortable: true,
    descendingFirst: true,
    cell: (run) => (run.duration_ms === null || run.ending === null ? missing : formatDuration(run.duration_ms)),
  },
  {
    id: "started_at",
    header: m.runs.columns.started,
    width: 92,
    grow: 0.2,
    align: "right",
    sortable: true,
    descendingFirst: true,
    cell: (run) => (
      <time dateTime={run.started_at} title={formatDateTime(run.started_at)}>
        {formatWhen(run.started_at, Date.now())}
      </time>
    ),
  },
];
