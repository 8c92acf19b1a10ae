// The rules on input that stand in the trace: one corrected retry for each rejected call, no search after two that brought nothing new, and no
// tool that the turn did not offer.
import { MOST_BARREN } from "../../../agent/search-evidence.ts";
import { examination, type Check } from "../check.ts";

export const correctedOnce: Check = {
  name: "corrected_once",
  rule: "A call that was answered invalid_arguments is corrected once at most, in a later turn.",
  examine({ calls, started: { parent } }) {
    const found = examination();
    const corrected = new Map<string, number>();
    for (const call of calls) {
      for (const { seq, data } of call.decisions) {
        if (data.corrects === undefined) continue;
        found.fact();
        // Ids of calls are unique within a turn: the rejected one is the last of that id before.
        const rejected = calls.findLast((other) => other.callId === data.corrects && other.turn < call.turn);
        // What a fork corrects may stand in the prefix that it shares.
        if (!rejected && parent !== null) continue;
        const answer = rejected?.attempts.at(-1)?.finished;
        if (!rejected || answer?.data.outcome !== "invalid_arguments") {
          found.broken(`${call.tool} is said to correct a call that was not rejected.`, seq);
          continue;
        }
        const key = `${rejected.turn} ${rejected.callId}`;
        const before = corrected.get(key);
        if (before !== undefined) found.broken(`A rejected call of ${call.tool} was corrected twice.`, before, seq);
        corrected.set(key, seq);
      }
    }
    return found;
  },
};

export const searchesEnd: Check = {
  name: "searches_end",
  rule: "After two searches in a row that brought nothing new no further one runs.",
  examine({ calls }) {
    const found = examination();
    for (const { tool, attempts } of calls) {
      for (const { finished } of attempts) {
        const brought = finished?.data.brought;
        if (!finished || brought === undefined) continue;
        found.fact();
        if (brought.barren_in_a_row > MOST_BARREN)
          found.broken(`${tool} is search ${brought.barren_in_a_row} in a row that brought nothing new.`, finished.seq);
      }
    }
    return found;
  },
};

export const offeredToolsOnly: Check = {
  name: "offered_tools_only",
  rule: "Only tools that the turn's request offered run.",
  examine({ events }) {
    const found = examination();
    const offered = new Map<number, ReadonlySet<string>>();
    for (const event of events) {
      if (event.turn === null) continue;
      if (event.kind === "turn.started") offered.set(event.turn, new Set(event.data.tool_names));
      if (event.kind !== "tool.started") continue;
      found.fact();
      if (offered.get(event.turn)?.has(event.data.tool) === false)
        found.broken(`${event.data.tool} ran in a turn that did not offer it.`, event.seq);
    }
    return found;
  },
};
