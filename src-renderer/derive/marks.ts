// The marks of a run: errors, approvals, compactions, reminders and the stop, with counts and the next one from a place.
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";
import type { MarkKind } from "./event-rows.ts";
import { markOf } from "./event-rows.ts";
import { turnErrors, wasApproved, wasCompacted } from "./turn-rows.ts";

export interface Mark {
  kind: MarkKind;
  seq: number;
  turn: number | null;
}

export const MARK_KINDS: readonly MarkKind[] = ["error", "approval", "compaction", "reminder", "stop"];

/** Marks in order of `seq`, of those events that are at hand. */
export function eventMarks(events: Iterable<StoredEvent>): Mark[] {
  const marks: Mark[] = [];
  for (const event of events) {
    const kind = markOf(event);
    if (kind) marks.push({ kind, seq: event.seq, turn: event.turn });
  }
  return marks;
}

/** Which marks a turn carries, from its record alone; the last turn of a run that has ended carries the stop. */
export function turnMarks(turn: TurnRecord, isStop: boolean): MarkKind[] {
  const marks: MarkKind[] = [];
  if (turnErrors(turn) > 0) marks.push("error");
  if (turn.calls.some(wasApproved)) marks.push("approval");
  if (turn.calls.some(wasCompacted)) marks.push("compaction");
  if (turn.reminded) marks.push("reminder");
  if (isStop) marks.push("stop");
  return marks;
}

export function countMarks(marks: Iterable<{ kind: MarkKind }>): Record<MarkKind, number> {
  const counts: Record<MarkKind, number> = { error: 0, approval: 0, compaction: 0, reminder: 0, stop: 0 };
  for (const mark of marks) counts[mark.kind]++;
  return counts;
}

/** The next item after `from` (before it, when `backwards`) that the test takes, going round at the end; null when there is none. */
export function nextWhere<T>(
  items: readonly T[],
  from: number,
  test: (item: T) => boolean,
  backwards = false,
): number | null {
  const step = backwards ? -1 : 1;
  for (let i = 1; i <= items.length; i++) {
    const at = (((from + step * i) % items.length) + items.length) % items.length;
    const item = items[at];
    if (item !== undefined && test(item)) return at;
  }
  return null;
}
