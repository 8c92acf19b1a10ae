// The executor's states along a run, one mark for each: where it planned, called and observed, and how it ended.
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import { ExecutorState } from "../../src-shared/trace/vocabulary.ts";
import { numberAt, objectOf, textAt } from "./read-data.ts";

export interface StateMark {
  /** The event that led there. */
  seq: number;
  /** The turn it belongs to; a `plan` belongs to the turn that it asks for. Null before the first. */
  turn: number | null;
  state: ExecutorState;
  reason: string;
  tool: string | null;
  outcome: string | null;
  attempt: number | null;
  latencyMs: number | null;
  /** An attempt that came to nothing good. */
  failed: boolean;
}

const FINE = new Set(["ok", "empty"]);

/** In order. A run begins, and after an interruption begins again, with `plan`. */
export function stateMarks(events: readonly StoredEvent[]): StateMark[] {
  const marks: StateMark[] = [];
  let begins: "started" | "resumed" | null = "started";
  for (const event of events) {
    if (event.kind === "run.resumed") begins = "resumed";
    if (event.kind === "turn.started" && begins !== null) {
      marks.push(markOf(event, "plan", begins));
      begins = null;
    }
    if (event.kind !== "transition") continue;
    const data = objectOf(event.data);
    const to = ExecutorState.safeParse(data["to"]);
    if (!to.success) continue;
    // A run that goes on in the middle of a turn has no turn that starts.
    begins = null;
    const mark = markOf(event, to.data, textAt(data, "reason") ?? "");
    marks.push({
      ...mark,
      turn: to.data === "plan" && event.turn !== null ? event.turn + 1 : (event.turn ?? marks.at(-1)?.turn ?? null),
      tool: textAt(data, "tool"),
      outcome: textAt(data, "outcome"),
      attempt: numberAt(data, "attempt"),
      latencyMs: numberAt(data, "latency_ms"),
      failed: to.data === "observe" && !FINE.has(textAt(data, "outcome") ?? "ok"),
    });
  }
  return marks;
}

function markOf(event: StoredEvent, state: ExecutorState, reason: string): StateMark {
  const nothing = { tool: null, outcome: null, attempt: null, latencyMs: null, failed: false };
  return { seq: event.seq, turn: event.turn, state, reason, ...nothing };
}

export interface MarkWindow {
  first: number;
  marks: readonly StateMark[];
}

/** The marks around one of them, at most `most`: a long run is shown in pieces. */
export function windowAround(marks: readonly StateMark[], at: number, most: number): MarkWindow {
  if (marks.length <= most) return { first: 0, marks };
  const first = Math.max(0, Math.min(marks.length - most, at - Math.floor(most / 2)));
  return { first, marks: marks.slice(first, first + most) };
}

/** Index of the mark of an event, else of a turn's first; −1 where there is none. */
export function markAt(marks: readonly StateMark[], turn: number | null, seq: number | null): number {
  const exact = seq === null ? -1 : marks.findIndex((mark) => mark.seq === seq);
  return exact >= 0 ? exact : marks.findIndex((mark) => mark.turn === turn);
}
