// Model or server? The facts of a recorded turn, handed to the judge.
import type { TurnVerdict } from "../../src-shared/rpc/experiments.ts";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { EventData, TraceEvent } from "../../src-shared/trace/event.ts";
import type { StopLogprobs } from "../../src-shared/trace/events/response-finished.ts";
import { foldParsedTurns } from "../../src-shared/trace/fold-turns.ts";
import { lineage, lineageEvents } from "../debug/history.ts";
import { profileId, type ProfileStore } from "../model/profile.ts";
import { estimateTokens } from "../model/tokens.ts";
import { noWholeCall, verdictOf, type VerdictFacts, type VerdictTurn } from "../model/verdict.ts";
import type { Store } from "../store/store.ts";
import { profileStore } from "./endpoint-book.ts";
import { traceReader } from "./trace-reader.ts";

export interface VerdictParts {
  store: Store;
}

/**
 * Null for a turn that made calls or has not been answered.
 * @throws UserError `not_found` for a turn that the run does not have
 */
export function turnVerdict({ store }: VerdictParts, run: RunId, turn: number): TurnVerdict | null {
  const read = readRun(store, run);
  if (!lastOf(read.events, turn, "turn.started")) throw noTurn(run, turn);
  return verdictAt(store, read, turn);
}

/** The verdicts of all turns without a call, by turn. `events`: of the run's lineage, in order. */
export function turnVerdicts(store: Store, run: RunId, events: readonly TraceEvent[]): Map<number, TurnVerdict> {
  const read = { run, events, turns: foldVerdictTurns(events) };
  const found = new Map<number, TurnVerdict>();
  for (const { turn, calls } of read.turns) {
    const verdict = noWholeCall(calls) ? verdictAt(store, read, turn) : null;
    if (verdict) found.set(turn, verdict);
  }
  return found;
}

/** What is known of a turn's request, for judging another answer to it. @throws UserError `not_found` */
export function verdictFacts({ store }: VerdictParts, run: RunId, turn: number): Omit<VerdictFacts, "turn"> {
  return factsAround(store, readRun(store, run), turn);
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

interface ReadRun {
  run: RunId;
  events: readonly TraceEvent[];
  turns: readonly VerdictTurn[];
}

function readRun(store: Store, run: RunId): ReadRun {
  const events = lineageEvents(lineage(traceReader(store), run));
  return { run, events, turns: foldVerdictTurns(events) };
}

function foldVerdictTurns(events: readonly TraceEvent[]): VerdictTurn[] {
  const margins = new Map<number, StopLogprobs | null>();
  for (const event of events) {
    if (event.kind === "response.finished" && event.turn !== null) margins.set(event.turn, event.data.stop_logprobs);
  }
  return foldParsedTurns(events).map((turn) => ({ ...turn, stop_logprobs: margins.get(turn.turn) ?? null }));
}

function verdictAt(store: Store, read: ReadRun, turn: number): TurnVerdict | null {
  const judged = read.turns.find((record) => record.turn === turn);
  if (!judged || !lastOf(read.events, turn, "response.finished") || !lastOf(read.events, turn, "turn.started"))
    return null;
  return verdictOf({ ...factsAround(store, read, turn), turn: judged });
}

function factsAround(store: Store, { run, events, turns }: ReadRun, turn: number): Omit<VerdictFacts, "turn"> {
  const started = lastOf(events, turn, "turn.started");
  if (!started) throw noTurn(run, turn);
  // What an adaptation changed for this server is what the server got.
  const sent = lastOf(events, turn, "request.sent")?.context ?? started.context;
  const summary = store.getRun(run)?.summary;
  const { max_tokens: maxTokens, tool_choice: toolChoice } = started.parameters;
  return {
    earlier: turns.filter((record) => record.turn < turn),
    messages: store.messages(sent),
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
