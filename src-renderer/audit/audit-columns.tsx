// The audit table's columns.
import type { AuditEntry } from "../../src-shared/rpc/audit.ts";
import { links } from "../data/links.ts";
import { Badge } from "../ui/badge.tsx";
import { formatDateTime, formatWhen } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import type { TableColumn } from "../ui/virtual-table.tsx";

const t = m.audit;

const GOOD = new Set(["approve", "resolve"]);
const BAD = new Set(["deny", "stop", "refuse", "escalate"]);

export function DecisionBadge({ decision }: { decision: string }) {
  const tone = GOOD.has(decision) ? "good" : BAD.has(decision) ? "stop" : "neutral";
  return <Badge tone={tone}>{t.decision(decision)}</Badge>;
}

export type AuditColumn = "at" | "tool" | "decision" | "by" | "host" | "reason" | "run" | "turn";

export const auditColumns: readonly TableColumn<AuditEntry, AuditColumn>[] = [
  {
    id: "at",
    header: t.columns.at,
    width: 104,
    sortable: true,
    descendingFirst: true,
    cell: (entry) => (
      <time className="numeric" dateTime={entry.at} title={formatDateTime(entry.at)}>
        {formatWhen(entry.at, Date.now())}
      </time>
    ),
  },
  {
    id: "tool",
    header: t.columns.tool,
    width: 120,
    grow: 1.2,
    cell: (entry) => <code className="truncate">{entry.tool ?? t.noTool}</code>,
  },
  {
    id: "decision",
    header: t.columns.decision,
    width: 124,
    cell: (entry) => <DecisionBadge decision={entry.decision} />,
  },
  {
    id: "by",
    header: t.columns.by,
    width: 70,
    grow: 0.6,
    cell: (entry) => <span className="truncate">{entry.by}</span>,
  },
  { id: "host", header: t.columns.host, width: 70, cell: (entry) => entry.host },
  {
    id: "reason",
    header: t.columns.reason,
    width: 108,
    grow: 1.6,
    cell: (entry) => (
      <span className="truncate" title={entry.reason}>
        {m.decided.reason(entry.reason)}
      </span>
    ),
  },
  {
    id: "run",
    header: t.columns.run,
    width: 100,
    grow: 1.2,
    cell: (entry) => (
      <a className="truncate" tabIndex={-1} title={entry.run_title} href={links.run(entry.run, { turn: entry.turn })}>
        {entry.run_title}
      </a>
    ),
  },
  { id: "turn", header: t.columns.turn, width: 52, align: "right", cell: (entry) => entry.turn ?? m.common.notKnown },
];
