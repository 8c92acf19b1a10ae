// A bundle: one frozen turn in one file, with only the messages and tools it needs, the results that were recorded, the environment and
// the variant. Opened elsewhere it becomes a run whose turn can be forked. Secrets are taken out on the way.
import { z } from "zod";
import type { MessageId } from "../../src-shared/prelude/ids.ts";
import { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { TraceEvent } from "../../src-shared/trace/event.ts";
import { ResponseFinished } from "../../src-shared/trace/events/response-finished.ts";
import { RunEnded } from "../../src-shared/trace/events/run-ended.ts";
import { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import { ToolError } from "../../src-shared/trace/events/tool.ts";
import { ChatMessage } from "../../src-shared/trace/message.ts";
import { Outcome } from "../../src-shared/trace/vocabulary.ts";
import { environmentBefore, lineage, lineageEvents, type TraceReader } from "./history.ts";
import { redactValue } from "./redact-value.ts";

export const BUNDLE_VERSION = 1;

export const BundleResult = z.object({
  call_id: z.string(),
  tool: z.string(),
  arguments: JsonValue,
  outcome: Outcome,
  raw: z.string(),
  shown: z.string(),
  compactor: z.string(),
  kept: z.array(z.string()).nullable(),
  error: ToolError.nullable(),
  /** Position of its message among `messages`; null for a result that came after the frozen turn. */
  message: z.number().int().nonnegative().nullable(),
});
export type BundleResult = z.infer<typeof BundleResult>;

const Response = ResponseFinished.omit({ message: true });

export const BundleTurn = z.object({
  turn: z.number().int().positive(),
  /** Position of the assistant's message among `messages`; null for the frozen turn and those after it. */
  message: z.number().int().nonnegative().nullable(),
  response: Response.nullable(),
  results: z.array(BundleResult),
});
export type BundleTurn = z.infer<typeof BundleTurn>;

export const Bundle = z.object({
  loopscope_bundle: z.literal(BUNDLE_VERSION),
  run: z.string(),
  /** The frozen turn: what `fork BUNDLE --turn` takes. */
  turn: z.number().int().positive(),
  started: RunStarted.omit({ environment: true, parent: true }),
  /** By pack: at the very beginning, and before the frozen turn. */
  environment: z.object({ first: JsonValue, before: JsonValue }),
  /** The frozen turn's request. */
  messages: z.array(ChatMessage).min(1),
  parameters: JsonObject,
  turns: z.array(BundleTurn),
  ended: RunEnded.nullable(),
});
export type Bundle = z.infer<typeof Bundle>;

export interface BundleOptions {
  /** Positions of the messages to keep, and names of the tools; null keeps all. */
  messages: readonly number[] | null;
  tools: readonly string[] | null;
  /** Secret values that must not stand anywhere in it. */
  secrets: readonly string[];
}

/** @throws UserError `not_found` when the run has no such turn */
export function makeBundle(reader: TraceReader, run: string, turn: number, options: BundleOptions): Bundle {
  const generations = lineage(reader, run);
  const events = lineageEvents(generations);
  const first = generations[0]?.started;
  const last = generations.at(-1);
  const sent = events.findLast((event) => event.kind === "turn.started" && event.turn === turn);
  if (!first || !last || sent?.kind !== "turn.started") {
    throw new UserError("not_found", `Run ${run} has no turn ${turn} to make a bundle of.`);
  }
  const all = reader.messages(sent.data.context);
  const kept = options.messages ?? [...all.keys()];
  const ids = reader.messageIds(sent.data.context);
  const positions = new Map(kept.map((index, at): [MessageId | undefined, number] => [ids[index], at]));
  const { environment: _environment, parent: _parent, ...started } = last.started;
  const offered = sent.data.tool_names.filter((name) => options.tools?.includes(name) ?? true);
  const ended = last.events.findLast((event) => event.kind === "run.ended");
  const bundle: Bundle = {
    loopscope_bundle: BUNDLE_VERSION,
    run,
    turn,
    started: {
      ...started,
      source: "import:bundle",
      edits: [],
      user: "",
      host: "import",
      tools: started.tools.filter((tool) => offered.includes(tool.name)),
      variant: { ...started.variant, tools: offered },
    },
    environment: {
      first: parse(first.environment === null ? null : reader.blobText(first.environment.hash)),
      before: parse(environmentBefore(generations, turn, reader)),
    },
    messages: kept.flatMap((index) => all[index] ?? []),
    parameters: sent.data.parameters,
    turns: turnsOf(events, turn, positions, all, kept, reader),
    ended: ended?.kind === "run.ended" ? ended.data : null,
  };
  return Bundle.parse(redactValue(bundle, options.secrets));
}

/** Turns before the frozen one whose answer is kept, and all from it on. */
function turnsOf(
  events: readonly TraceEvent[],
  frozen: number,
  positions: ReadonlyMap<MessageId | undefined, number>,
  all: readonly ChatMessage[],
  kept: readonly number[],
  reader: TraceReader,
): BundleTurn[] {
  const numbers = [...new Set(events.flatMap((event) => event.turn ?? []))].toSorted((a, b) => a - b);
  return numbers.flatMap((turn) => {
    const own = events.filter((event) => event.turn === turn);
    const answer = own.findLast((event) => event.kind === "response.finished");
    const { message: id = null, ...response } = answer?.kind === "response.finished" ? answer.data : { message: null };
    const message = id === null ? null : (positions.get(id) ?? null);
    if (turn < frozen && message === null) return [];
    const results = resultsOf(own, positions, all, kept, reader);
    return {
      turn,
      message: turn < frozen ? message : null,
      response: "content" in response ? response : null,
      results: turn < frozen ? results.filter((result) => result.message !== null) : results,
    };
  });
}

function resultsOf(
  own: readonly TraceEvent[],
  positions: ReadonlyMap<MessageId | undefined, number>,
  all: readonly ChatMessage[],
  kept: readonly number[],
  reader: TraceReader,
): BundleResult[] {
  const asked = new Map(
    own.flatMap((event) => (event.kind === "tool.started" ? [[event.data.call_id, event.data.arguments]] : [])),
  );
  return own.flatMap((event) => {
    if (event.kind !== "tool.finished" || event.data.message === null) return [];
    const { call_id: id, tool, outcome, compactor, kept: paths, error } = event.data;
    // A result that a fork edited has another id in the context, and is known by its call.
    const edited = kept.findLastIndex((index) => all[index]?.role === "tool" && all[index]?.tool_call_id === id);
    return {
      call_id: id,
      tool,
      arguments: asked.get(id) ?? {},
      outcome,
      raw: reader.blobText(event.data.raw.hash),
      shown: reader.blobText(event.data.shown.hash),
      compactor,
      kept: paths,
      error,
      message: positions.get(event.data.message) ?? (edited < 0 ? null : edited),
    };
  });
}

function parse(text: string | null): JsonValue {
  return text === null ? {} : (JSON.parse(text) as JsonValue);
}
