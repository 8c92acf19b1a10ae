// Model or server? The facts of a recorded turn, handed to the judge.
import type { TurnVerdict } from "../../src-shared/rpc/experiments.ts";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { EventData, TraceEvent } from "../../src-shared/trace/event.ts";
import { lineage, lineageEvents } from "../debug/history.ts";
import { profileId } from "../model/profile.ts";
import { verdictOf, type VerdictTurn } from "../model/verdict.ts";
import type { Store } from "../store/store.ts";
import { profileStore } from "./endpoint-book.ts";
import type { TraceReads } from "./reads.ts";
import { traceReader } from "./trace-reader.ts";

/** Characters of JSON that a token takes, roughly (the same rule of thumb as for messages of plain English). */
const CHARS_PER_TOKEN = 4;

/**
 * Null for a turn that made calls or has not been answered.
 * @throws UserError `not_found` for a turn that the run does not have
 */
export function turnVerdict(parts: { store: Store; reads: TraceReads }, run: RunId, turn: number): TurnVerdict | null {
  const { store, reads } = parts;
  const events = lineageEvents(lineage(traceReader(store), run));
  const started = lastOf(events, turn, "turn.started");
  if (!started) throw new UserError("not_found", `Run ${run} has no turn ${turn}.`);
  if (!lastOf(events, turn, "response.finished")) return null;
  const turns: VerdictTurn[] = reads.turns(run).map((record) => ({
    ...record,
    stop_logprobs: lastOf(events, record.turn, "response.finished")?.stop_logprobs ?? null,
  }));
  const judged = turns.find((record) => record.turn === turn);
  if (!judged) return null;
  const summary = store.getRun(run)?.summary;
  const known = profileStore(store).load(profileId(summary?.endpoint ?? "", summary?.model ?? ""));
  const { max_tokens: maxTokens, tool_choice: toolChoice } = started.parameters;
  return verdictOf({
    turn: judged,
    earlier: turns.filter((record) => record.turn < turn),
    messages: store.messages(started.context),
    offered: started.tool_names,
    offeredBefore: [
      ...new Set(
        events.flatMap((event) =>
          event.kind === "turn.started" && event.turn !== null && event.turn < turn ? event.data.tool_names : [],
        ),
      ),
    ],
    toolsTokens: Math.round((started.tools?.chars ?? 0) / CHARS_PER_TOKEN),
    maxTokens: typeof maxTokens === "number" ? maxTokens : null,
    server: known.server,
    window: known.context_window,
    toolChoice: typeof toolChoice === "string" ? toolChoice : null,
  });
}

function lastOf<K extends TraceEvent["kind"]>(
  events: readonly TraceEvent[],
  turn: number,
  kind: K,
): EventData<K> | null {
  const found = events.findLast((event) => event.turn === turn && event.kind === kind);
  return found ? (found.data as EventData<K>) : null;
}
