// A frozen turn: a recorded turn's exact request, and what is known of how it came about. Read from the trace; nothing is sent.
import { UserError } from "../../../src-shared/prelude/result.ts";
import { toStored, type TraceEvent } from "../../../src-shared/trace/event.ts";
import type { ResponseFinished } from "../../../src-shared/trace/events/response-finished.ts";
import type { RunStarted } from "../../../src-shared/trace/events/run-started.ts";
import { isDue } from "../../../src-shared/trace/ledger.ts";
import { messageText, type ChatMessage } from "../../../src-shared/trace/message.ts";
import type { Ending } from "../../../src-shared/trace/vocabulary.ts";
import { deriveEntries, type LedgerEntry } from "../../ledger/ledger.ts";
import { stepsFromEvents } from "../../ledger/steps.ts";
import { lineage, lineageEvents, type TraceReader } from "../history.ts";

/** A tool's result that stands in the context. */
export interface FrozenResult {
  /** Position of its message. */
  index: number;
  callId: string;
  tool: string;
  raw: string;
  /** What the model was shown. */
  shown: string;
  compactor: string;
  failed: boolean;
}

export interface FrozenTurn {
  run: string;
  turn: number;
  started: RunStarted;
  messages: readonly ChatMessage[];
  /** Names of the tools offered. */
  tools: readonly string[];
  results: readonly FrozenResult[];
  /** What the model thought in earlier turns, by position of its message. */
  reasoning: ReadonlyMap<number, string>;
  /** Tools that have succeeded before this turn. */
  succeeded: ReadonlySet<string>;
  /** Writes that were asked for or promised and are outstanding when this turn has been answered. */
  outstanding: readonly LedgerEntry[];
  /** What was answered; null where nothing came. */
  response: ResponseFinished | null;
  /** How the run ended; null where it is not known. */
  ending: Ending | null;
}

/**
 * Freezes a turn; without a number the stopping turn: the last one that was answered without a call, else the last.
 * @throws UserError when the run has no such turn
 */
export function freezeTurn(reader: TraceReader, run: string, turn: number | null): FrozenTurn {
  const generations = lineage(reader, run);
  const all = lineageEvents(generations);
  const last = generations.at(-1);
  if (!last) throw new Error(`Run ${run} has no generation.`);
  const at = turn ?? stoppingTurn(all, run);
  const sent = all.findLast((event) => event.kind === "turn.started" && event.turn === at);
  if (sent?.kind !== "turn.started") {
    const highest = Math.max(0, ...all.map((event) => event.turn ?? 0));
    throw new UserError("not_found", `Run ${run} has no turn ${at}; it has turns 1 to ${highest}.`);
  }
  const messages = reader.messages(sent.data.context);
  const before = all.filter((event) => event.turn !== null && event.turn < at);
  const upTo = all.filter((event) => event.turn === null || event.turn <= at);
  const ids = new Map(reader.messageIds(sent.data.context).map((id, index): [string, number] => [id, index]));
  const answered = all.findLast((event) => event.kind === "response.finished" && event.turn === at);
  const ended = last.events.findLast((event) => event.kind === "run.ended");
  const steps = stepsFromEvents(upTo.map(toStored), (hash) => reader.blobText(hash));
  const tools = last.started.tools.map(({ name, effect }) => ({ name, effect }));
  return {
    run,
    turn: at,
    started: last.started,
    messages,
    tools: sent.data.tool_names,
    results: resultsIn(before, ids, messages, reader),
    reasoning: reasoningIn(before, ids),
    succeeded: new Set(steps.flatMap((step) => (step.kind === "call" && step.succeeded === true ? [step.tool] : []))),
    outstanding: deriveEntries(steps, { tools }).filter(({ item }) => item.kind === "write" && isDue(item)),
    response: answered?.kind === "response.finished" ? answered.data : null,
    ending: ended?.kind === "run.ended" ? ended.data.ending : null,
  };
}

function stoppingTurn(events: readonly TraceEvent[], run: string): number {
  const answers = events.filter((event) => event.kind === "response.finished");
  const stop = answers.findLast((event) => event.data.calls.length === 0 && event.data.error === null);
  const turn = stop?.turn ?? Math.max(0, ...events.map((event) => event.turn ?? 0));
  if (turn === 0) throw new UserError("not_found", `Run ${run} has no turn to freeze: it sent no request.`);
  return turn;
}

/** By the message's id; a result that a fork edited has another id, and is known by its call. */
function resultsIn(
  before: readonly TraceEvent[],
  indexOf: ReadonlyMap<string, number>,
  messages: readonly ChatMessage[],
  reader: TraceReader,
): FrozenResult[] {
  const found = before.flatMap((event) => {
    if (event.kind !== "tool.finished" || event.data.message === null) return [];
    const { call_id: callId, tool, compactor, error } = event.data;
    const index =
      indexOf.get(event.data.message) ??
      messages.findLastIndex((message) => message.role === "tool" && message.tool_call_id === callId);
    const message = messages[index];
    if (!message) return [];
    const raw = reader.blobText(event.data.raw.hash);
    return { index, callId, tool, raw, shown: messageText(message), compactor, failed: error !== null };
  });
  // A later attempt's result stands in the place of an earlier one's.
  return [...new Map(found.map((result) => [result.index, result])).values()];
}

function reasoningIn(before: readonly TraceEvent[], indexOf: ReadonlyMap<string, number>): Map<number, string> {
  const found = new Map<number, string>();
  for (const event of before) {
    if (event.kind !== "response.finished" || event.data.message === null || !event.data.reasoning) continue;
    const index = indexOf.get(event.data.message);
    if (index !== undefined) found.set(index, event.data.reasoning);
  }
  return found;
}

/** The outstanding actions in the words of the request or promise. */
export function outstandingActions(frozen: Pick<FrozenTurn, "outstanding">): string[] {
  return frozen.outstanding.map(({ item }) => item.action);
}
