// Counts of what is marked in the run; a chip goes to the next one of its kind.
import { useMemo } from "react";
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";
import type { RunTab } from "../data/links.ts";
import type { MarkKind } from "../derive/event-rows.ts";
import { countMarks, eventMarks, MARK_KINDS, nextWhere, turnMarks } from "../derive/marks.ts";
import { m } from "../ui/messages/messages.ts";
import { changeState } from "./inspector-state.ts";
import "./mark-chips.css";

const t = m.inspector;

export interface MarkChipsProps {
  turns: readonly TurnRecord[];
  events: readonly StoredEvent[];
  chosen: number;
  tab: RunTab;
  seq: number | null;
  ended: boolean;
  onChoose(turn: number): void;
}

export function MarkChips({ turns, events, chosen, tab, seq, ended, onChoose }: MarkChipsProps) {
  const marks = useMemo(() => eventMarks(events), [events]);
  const byTurn = useMemo(
    () => turns.map((turn, index) => turnMarks(turn, ended && index === turns.length - 1)),
    [turns, ended],
  );
  const counts = useMemo(() => countMarks(marks), [marks]);
  const next = (kind: MarkKind) => {
    if (tab === "events" || kind === "stop") {
      const from = marks.findLastIndex((mark) => mark.seq <= (seq ?? 0));
      const at = nextWhere(marks, from, (mark) => mark.kind === kind);
      const mark = at === null ? undefined : marks[at];
      if (mark) changeState({ tab: "events", seq: mark.seq, ...(mark.turn === null ? {} : { turn: mark.turn }) });
      return;
    }
    const at = nextWhere(byTurn, chosen, (kinds) => kinds.includes(kind));
    const turn = at === null ? undefined : turns[at];
    if (turn) onChoose(turn.turn);
  };
  return (
    <div className="mark-chips" role="group" aria-label={t.marksLabel}>
      {MARK_KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
        <button
          key={kind}
          type="button"
          className={`mark-chip mark-chip--${kind}`}
          title={t.nextMark(t.markNames[kind])}
          onClick={() => next(kind)}
        >
          {t.marks[kind](counts[kind])}
        </button>
      ))}
    </div>
  );
}
