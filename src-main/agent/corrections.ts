// Counts the corrected retries of a run: a call answered `invalid_arguments` may be corrected once, by the next call of that tool that is about
// the same thing, in a later turn (calls of the same turn were proposed before the feedback).
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import {
  changesOfMeaning,
  type CorrectionRules,
  isAnotherRequest,
  type MeaningChange,
  type RejectedCall,
} from "./correction.ts";

/** How a proposed call stands to the rejected ones before it. */
export type Correction =
  /** It corrects none. */
  | { kind: "none" }
  /** It is the one corrected retry of the call with this id. */
  | { kind: "corrects"; callId: string }
  /** It would be the corrected retry, and means something else. */
  | { kind: "changes_meaning"; callId: string; changes: MeaningChange[] }
  /** The one corrected retry has been made: there is no further one. */
  | { kind: "spent"; callId: string };

export interface NewlyRejected extends RejectedCall {
  turn: number;
  callId: string;
}

export interface Corrections {
  /** Judges a call whose arguments the schema accepts. What it decides is counted: ask once for each call. */
  judge(tool: string, turn: number, args: JsonObject, rules: CorrectionRules): Correction;
  /** Counts an answer `invalid_arguments`: the call's first, its second (the retry was no better), or one after that. */
  rejected(tool: string, call: NewlyRejected, rules: CorrectionRules): "first" | "second" | "further";
  /** A call came to something else than `invalid_arguments`: what it corrected is done with. */
  settled(tool: string, callId: string | null): void;
}

/** `retrying`: the corrected retry is under way; `spent`: it was no better. */
type Known = NewlyRejected & { state: "open" | "retrying" | "spent" };

export function createCorrections(): Corrections {
  const byTool = new Map<string, Known[]>();
  const earlier = (tool: string, turn: number): Known[] => (byTool.get(tool) ?? []).filter((call) => call.turn < turn);

  return {
    judge(tool, turn, args, rules) {
      const known = earlier(tool, turn).map((call) => ({ call, changes: changesOfMeaning(call, args, rules) }));
      const same = known.find(({ changes }) => changes.length === 0)?.call;
      if (same) {
        if (same.state !== "open") return same.state === "spent" ? { kind: "spent", callId: same.callId } : none;
        same.state = "retrying";
        return { kind: "corrects", callId: same.callId };
      }
      const [nearest] = known
        .filter(({ call }) => call.state === "open")
        .toSorted((a, b) => a.changes.length - b.changes.length);
      if (!nearest || isAnotherRequest(nearest.changes, rules.request)) return none;
      nearest.call.state = "spent";
      return { kind: "changes_meaning", callId: nearest.call.callId, changes: nearest.changes };
    },

    rejected(tool, call, rules) {
      const known = earlier(tool, call.turn).map((other) => ({
        other,
        changes: call.args === null ? [] : changesOfMeaning(other, call.args, rules),
      }));
      const same = known.find(({ changes }) => changes.length === 0);
      const met =
        same ?? known.find(({ other, changes }) => other.state === "open" && !isAnotherRequest(changes, rules.request));
      if (!met) {
        byTool.set(tool, [...(byTool.get(tool) ?? []), { ...call, state: "open" }]);
        return "first";
      }
      const isFurther = met.other.state === "spent";
      met.other.state = "spent";
      met.other.args ??= call.args;
      return isFurther ? "further" : "second";
    },

    settled(tool, callId) {
      // What could not be read is not held against the calls after one that could.
      const left = (byTool.get(tool) ?? []).filter((call) => call.args !== null && call.callId !== callId);
      byTool.set(tool, left);
    },
  };
}

const none: Correction = { kind: "none" };
