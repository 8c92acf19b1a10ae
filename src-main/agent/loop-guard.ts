// Notices when the same call comes again and again: three times in a row the model is told once, five times the run stops.
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { nearlyEqualCalls } from "./near-equality.ts";

export const NOTICE_AT = 3;
export const STOP_AT = 5;

export type Seen = { kind: "fine" } | { kind: "notice"; times: number } | { kind: "stop"; times: number };

export interface LoopGuard {
  /** Counts a call; `notice` comes once for each series of repeats. */
  saw(tool: string, args: JsonValue | null): Seen;
  /** A notice that waits for the end of the turn. */
  pending: { tool: string; times: number; turn: number } | null;
}

export function createLoopGuard(): LoopGuard {
  let last: { tool: string; args: JsonValue } | null = null;
  let times = 0;
  return {
    pending: null,
    saw(tool, args) {
      const call = { tool, args };
      times = last !== null && nearlyEqualCalls(last, call) ? times + 1 : 1;
      last = call;
      if (times >= STOP_AT) return { kind: "stop", times };
      return times === NOTICE_AT ? { kind: "notice", times } : { kind: "fine" };
    },
  };
}
