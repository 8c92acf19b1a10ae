// Model or server? The facts of a recorded turn, handed to the judge.
import type { TurnVerdict } from "../../src-shared/rpc/experiments.ts";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { EventData, TraceEvent } from "../../src-shared/trace/event.ts";
import { lineage, lineageEvents } from "../debug/history.ts";
import { profileId, type ProfileStore } from "../model/profile.ts";
import { estimateTokens } from "../model/tokens.ts";
import { verdictOf, type VerdictFacts, type VerdictTurn } from "../model/verdict.ts";
import type { Store } from "../store/store.ts";
import { profileStore } from "./endpoint-book.ts";
import type { TraceReads } from "./reads.ts";
import { traceReader } from "./trace-reader.ts";

export interface VerdictParts {
  store: Store;
  reads: Pick<TraceReads, "turns">;
}

/**
 * Null for a turn that made calls or has not been answered.
 * @throws UserError `not_found` for a turn that the run does not have
 */
export function turnVerdict(parts: VerdictParts, run: RunId, turn: number): TurnVerdict | null {
  const { events, turns } = readTurns(parts, run);
  if (!lastOf(events, turn, "response.finished")) {
    if (!lastOf(events, turn, "turn.started")) throw noTurn(run, turn);
    return null;
  }
  const judged = turns.find((record) => record.turn === turn);
  return judged ? verdictOf({ ...factsAround(parts, run, turn, events, turns), turn: judged }) : null;
}

/** What is known of a turn's request, for judging another answer to it. @throws UserError `not_found` */
export function verdictFacts(parts: VerdictParts, run: RunId, turn: number): Omit<VerdictFacts, "turn"> {
  const { events, turns } = readTurns(parts, run);
  return factsAround(parts, run, turn, events, turns);
}

/** What the endpoint's profile says of the server, for the judge. */
export function serverFacts(
  profiles: ProfileStore,
  url: string,
  model: string,
): Pick<VerdictFacts, "server" | "window" | "hidesTools"> {
  const known = profiles.load(profileId(url, model));
  return { server: known.server, window: known.context_window, hidesTools: known.hides_tools_after_first_turn };
}

function readTurns({ store, reads }: VerdictParts, run: RunId): { events: TraceEvent[]; turns: VerdictTurn[] } {
  const events = lineageEvents(lineage(traceReader(store), run));
  const turns = reads.turns(run).map((record) => ({
    ...record,
    stop_logprobs: lastOf(events, record.turn, "response.finished")?.stop_logprobs ?? null,
  }));
  return { events, turns };
}

function factsAround(
  { store }: VerdictParts,
  run: RunId,
  turn: number,
  events: readonly TraceEvent[],
  turns: readonly VerdictTurn[],
): Omit<VerdictFacts, "turn"> {
  const started = lastOf(events, turn, "turn.started");
  if (!started) throw noTurn(run, turn);
  const summary = store.getRun(run)?.summary;
  const { max_tokens: maxTokens, tool_choice: toolChoice } = started.parameters;
  return {
    earlier: turns.filter((record) => record.turn < turn),
    messages: store.messages(started.context),
    offered: started.tool_names,
    // A turn of a run with a planner offers what its plan says: that it offers less than another is no fault.
    offeredBefore:
      started.role !== undefined
        ? []
        : [
            ...new Set(
              events.flatMap((event) =>
                event.kind === "turn.started" && event.turn !== null && event.turn < turn ? event.data.tool_names : [],
              ),
            ),
          ],
    toolsTokens: started.tools === null ? 0 : estimateTokens(store.blobText(started.tools.hash).text),
    maxTokens: typeof maxTokens === "number" ? maxTokens : null,
    toolChoice: typeof toolChoice === "string" ? toolChoice : null,
    ...serverFacts(profileStore(store), summary?.endpoint ?? "", summary?.model ?? ""),
  };
}

function noTurn(run: RunId, turn: number): UserError {
  return new UserError("not_found", `Run ${run} has no turn ${turn}.`);
}

function lastOf<K extends TraceEvent["kind"]>(
  events: readonly TraceEvent[],
  turn: number,
  kind: K,
): EventData<K> | null {
  const found = events.findLast((event) => event.turn === turn && event.kind === kind);
  return found ? (found.data as EventData<K>) : null;
}
