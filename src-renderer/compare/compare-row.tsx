// One row of the comparison: the turn of each run on two lines, and chips for what differs.
import type { CSSProperties } from "react";
import { useLiveRun } from "../data/use-run.ts";
import { turnRow, type TurnRow } from "../derive/turn-rows.ts";
import { classNames } from "../ui/class-names.ts";
import { formatDuration } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import type { Compared, RunRecord } from "./compare-view.tsx";

const t = m.compare;

export interface CompareRowProps {
  index: number;
  row: Compared["rows"][number];
  runs: readonly string[];
  records: readonly (RunRecord | null)[];
  columns: CSSProperties;
  chosen: boolean;
  divergence: boolean;
  onChoose(): void;
}

export function CompareRow({ index, row, runs, records, columns, chosen, divergence, onChoose }: CompareRowProps) {
  return (
    <div
      id={`compare-row-${index}`}
      role="option"
      aria-selected={chosen}
      className={classNames(
        "compare-row",
        chosen && "compare-row--chosen",
        row.same && "compare-row--same",
        divergence && "compare-row--divergence",
      )}
      style={columns}
      onClick={onChoose}
    >
      <span className="compare-row__number numeric muted">{index + 1}</span>
      {runs.map((run, at) => (
        <Cell key={run} run={run} turn={row.turns[at] ?? null} record={records[at] ?? null} />
      ))}
      <span className="compare-row__chips">
        {divergence ? <span className="chip chip--divergence">{t.firstDivergence}</span> : null}
        {row.same ? (
          <span className="muted">{t.same}</span>
        ) : (
          row.differs.map((facet) => (
            <span key={facet} className="chip" title={t.facetHelp[facet]}>
              {t.facets[facet]}
            </span>
          ))
        )}
      </span>
    </div>
  );
}

function Cell({ run, turn, record }: { run: string; turn: number | null; record: RunRecord | null }) {
  if (turn === null) return <div className="compare-cell compare-cell--none muted">{t.noTurn}</div>;
  const found = record?.turns.find((candidate) => candidate.turn === turn);
  if (!found) return <div className="compare-cell muted numeric">{turn}</div>;
  const view = turnRow(found);
  const [first, ...others] = view.calls;
  return (
    <div className={classNames("compare-cell", view.errors > 0 && "compare-cell--bad")}>
      <div className="compare-cell__first truncate">
        <span className="compare-cell__turn numeric">{turn}</span>
        {first ? (
          <>
            <code className="compare-cell__tool">{first.name}</code> <code className="secondary">{first.line}</code>
            {others.length === 0 ? "" : ` +${others.length}`}
          </>
        ) : view.says === "" && !view.ended ? (
          <LiveText run={run} turn={turn} />
        ) : (
          <span>{view.says === "" ? t.noText : view.says}</span>
        )}
      </div>
      <div className="compare-cell__second truncate muted">{secondLine(view)}</div>
    </div>
  );
}

function secondLine(view: TurnRow): string {
  const { finish } = view;
  const reason = finish && `${finish.sent ?? "–"}${finish.sent === finish.judged ? "" : ` → ${finish.judged ?? "–"}`}`;
  const time = view.latencyMs === null ? null : formatDuration(view.latencyMs);
  const flags = view.flags.map((flag) => m.vocabulary.turnFlags[flag]);
  return [time, reason, ...flags, view.calls.length === 0 ? null : view.says]
    .filter((part) => part !== null && part !== "")
    .join(" · ");
}

function LiveText({ run, turn }: { run: string; turn: number }) {
  const text = useLiveRun(run).live.get(turn);
  return (
    <span className="compare-cell__live">
      {(text?.content || text?.reasoning || text?.call || t.running).slice(-160)}
    </span>
  );
}
