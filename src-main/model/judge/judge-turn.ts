// An assembled turn → what goes on record: effective finish reason, flags, parsed and text calls, and the message for
// history. Pure: the same wire gives the same judgement.
import type { JsonObject } from "../../../src-shared/prelude/json.ts";
import type {
  ModelError,
  ParsedCall,
  ResponseFinished,
  TextCall,
} from "../../../src-shared/trace/events/response-finished.ts";
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { TurnFlag } from "../../../src-shared/trace/vocabulary.ts";
import { splitHarmony } from "../assemble/harmony-channels.ts";
import { splitThinking } from "../assemble/reasoning.ts";
import type { AssembledTurn } from "../assemble/turn-assembler.ts";
import { findTextCalls } from "../text-calls/find-text-calls.ts";
import { estimateTokens } from "../tokens.ts";
import type { ModelRequest } from "../types.ts";
import { judgeCalls } from "./calls.ts";
import { judgeContext } from "./context-flags.ts";
import { canonicalReason, effectiveReason } from "./finish-reason.ts";
import { announcesStep, endsUnnaturally, leaksTemplate, readsLikeAnswer } from "./text-signs.ts";

export interface TurnFacts {
  turn: AssembledTurn | null;
  request: ModelRequest;
  /** Name on the wire → the user's name, where they differ. */
  originalNames: ReadonlyMap<string, string>;
  error: ModelError | null;
  /** Syntaxes of text calls that may run as calls here. */
  acceptSyntaxes?: readonly string[];
  /** The response ended early: lost, stalled, cut short or stopped. */
  broken: boolean;
  /** An error object came inside the stream. */
  streamError: boolean;
  notAStream: boolean;
  ttftMs: number | null;
  latencyMs: number;
}

export interface JudgedTurn {
  finished: Omit<ResponseFinished, "message">;
  message: ChatMessage | null;
}

/** Output tokens that an empty answer may have cost: the end token and a line break or two. */
const TOKENS_OF_SILENCE = 4;

export function judgeTurn(facts: TurnFacts): JudgedTurn {
  const flags = new Set<TurnFlag>();
  const { turn, request } = facts;
  if (!turn) return withoutTurn(facts, flags);
  const text = readText(turn);
  const given = turn.finishReason === null ? null : canonicalReason(turn.finishReason);
  const failed = facts.broken || facts.streamError;
  const wholeCalls = turn.calls.length > 0 && !turn.callLeftOpen;
  const lengthSaid = given === "length" || (hitMaxTokens(turn, request) && !wholeCalls);
  let calls = judgeCalls(turn.calls, {
    turn: request.turn,
    tools: request.tools,
    originalNames: facts.originalNames,
    cutByLimit: lengthSaid,
    broken: failed,
  });
  const answer = answerTool(calls, request, text.content);
  if (answer !== null) {
    calls = [];
    text.content = answer;
  }
  const textCalls = calls.length > 0 ? [] : findTextCalls(text.content, text.reasoning, request.tools);
  const accepted = acceptedCalls(textCalls, facts);
  if (accepted.length > 0) calls = accepted;
  const truncated =
    lengthSaid ||
    (!failed && cutByStopString(request, text)) ||
    (!failed && calls.some((call) => call.flags.includes("arguments_truncated"))) ||
    (!failed && calls.length === 0 && textCalls.length === 0 && endsUnnaturally(text.content ?? ""));
  const refused = turn.refusal !== null || given === "content_filter";
  if (turn.refusal !== null && (text.content ?? "").trim() === "") text.content = turn.refusal;
  const reason = effectiveReason({
    reason: turn.finishReason,
    calls: calls.length,
    truncated,
    refused,
    broken: failed,
  });
  if (reason.mismatch) flags.add("finish_mismatch");
  if (turn.finishReason === null && !failed) flags.add("no_finish_reason");
  if (truncated) flags.add("truncated");
  if (refused) flags.add("refused");
  if (facts.notAStream) flags.add("not_a_stream");
  if (facts.streamError) flags.add("stream_error");
  if (facts.broken) flags.add("incomplete_stream");
  const usage = usageOf(turn, text.content, text.reasoning);
  if (usage === null && !failed) flags.add("usage_missing");
  flagOutput(flags, { turn, text, calls, textCalls, request, failed, usage });
  flagRequest(flags, request, usage);
  const finished: Omit<ResponseFinished, "message"> = {
    content: text.content,
    reasoning: text.reasoning,
    reasoning_field: text.reasoningField,
    finish_reason: turn.finishReason,
    effective_finish_reason: reason.effective,
    flags: inOrder(flags),
    calls,
    text_calls: textCalls,
    usage,
    ttft_ms: facts.ttftMs,
    latency_ms: facts.latencyMs,
    stop_logprobs: turn.stopLogprobs,
    error: facts.error,
  };
  // The accepted calls stand in the text as well: in history they stand once.
  const message = historyMessage(accepted.length > 0 ? { ...finished, content: "" } : finished);
  return { finished, message };
}

/** Text calls in a syntax that this endpoint's user has accepted; none unless all of them are whole and readable. */
function acceptedCalls(textCalls: readonly TextCall[], facts: TurnFacts): ParsedCall[] {
  const usable = textCalls.every(
    (call) => call.complete && call.arguments !== null && facts.acceptSyntaxes?.includes(call.syntax),
  );
  if (!usable) return [];
  return textCalls.map((call, at) => ({
    id: `call_t${facts.request.turn}_${at}`,
    id_synthetic: true,
    name: call.name,
    arguments: call.arguments,
    arguments_text: JSON.stringify(call.arguments),
    flags: ["id_synthetic", "from_text"],
  }));
}

/** Stop strings also match inside thinking, which then ends in the middle. */
function cutByStopString(request: ModelRequest, text: TurnText): boolean {
  const { stop } = request.sampling;
  if (stop === null || stop.length === 0 || (text.content ?? "").trim() !== "") return false;
  const reasoning = (text.reasoning ?? "").trim();
  return reasoning !== "" && !/[.!?…。！？)\]}`*"'”’»]$/u.test(reasoning);
}

interface TurnText {
  content: string | null;
  reasoning: string | null;
  reasoningField: string | null;
  /** Channel tokens of a template stood in the content. */
  leaked: boolean;
}

/** The answer and the thinking, with what stands in the content under markers moved to where it belongs. */
function readText(turn: AssembledTurn): TurnText {
  const text: TurnText = {
    content: turn.content,
    reasoning: turn.reasoning,
    reasoningField: turn.reasoningField,
    leaked: false,
  };
  if (turn.content === null || turn.content === "") return text;
  const harmony = splitHarmony(turn.content);
  const split = harmony ?? splitThinking(turn.content);
  if (split.marker === null) return text;
  text.leaked = harmony !== null;
  text.content = split.content;
  if (split.reasoning !== null && split.reasoning !== "") {
    text.reasoning = text.reasoning === null ? split.reasoning : `${text.reasoning}\n${split.reasoning}`;
    text.reasoningField ??= split.marker;
  }
  return text;
}

/** LocalAI calls a tool `answer` that nobody offered: its text is the answer. */
function answerTool(calls: readonly ParsedCall[], request: ModelRequest, content: string | null): string | null {
  const [call] = calls;
  if (calls.length !== 1 || !call || call.name !== "answer" || !call.flags.includes("unknown_tool")) return null;
  if (request.tools.some((tool) => tool.function.name === "answer")) return null;
  const values = call.arguments === null ? [] : Object.values(call.arguments as JsonObject);
  const text = values.length === 1 && typeof values[0] === "string" ? values[0] : null;
  if (text === null) return null;
  return content !== null && content.includes(text) ? content : text;
}

/** The output used up what was asked for as the most, whatever the finish reason says. */
function hitMaxTokens(turn: AssembledTurn, request: ModelRequest): boolean {
  const limit = request.sampling.max_tokens;
  const used = turn.usage?.completion_tokens ?? null;
  return limit !== null && used !== null && used >= limit;
}

function usageOf(turn: AssembledTurn, content: string | null, reasoning: string | null): ResponseFinished["usage"] {
  if (!turn.usage) return null;
  const visible = (content ?? "") !== "" || (reasoning ?? "") !== "" || turn.calls.length > 0;
  // Zero beside visible output is a server that does not count: not known.
  const completion = turn.usage.completion_tokens === 0 && visible ? null : turn.usage.completion_tokens;
  return { prompt_tokens: turn.usage.prompt_tokens, completion_tokens: completion };
}

interface OutputFacts {
  turn: AssembledTurn;
  text: TurnText;
  calls: readonly ParsedCall[];
  textCalls: readonly TextCall[];
  request: ModelRequest;
  failed: boolean;
  usage: ResponseFinished["usage"];
}

function flagOutput(flags: Set<TurnFlag>, facts: OutputFacts): void {
  const { text, calls, textCalls } = facts;
  const content = (text.content ?? "").trim();
  const reasoning = (text.reasoning ?? "").trim();
  if (textCalls.length > 0) flags.add("text_call");
  if (textCalls.some((call) => !call.complete)) flags.add("unclosed_text_call");
  if (text.leaked || leaksTemplate(text.content ?? "")) flags.add("template_leak");
  if (calls.length > 0) return;
  if (content === "" && reasoning === "" && !facts.failed) flags.add("blank");
  if (content === "" && reasoning !== "") {
    flags.add("reasoning_only");
    if (!facts.failed && textCalls.length === 0 && readsLikeAnswer(reasoning)) flags.add("answer_in_reasoning");
  }
  if (facts.failed) return;
  if (swallowed(facts, content, reasoning)) flags.add("swallowed_output");
  const toolsAround = facts.request.tools.length > 0 || facts.request.offeredBefore.length > 0;
  if (toolsAround && textCalls.length === 0 && content !== "" && announcesStep(content))
    flags.add("intent_without_call");
}

/** The server counted far more output than it showed. */
function swallowed(facts: OutputFacts, content: string, reasoning: string): boolean {
  const used = (facts.usage?.completion_tokens ?? 0) - (facts.turn.reasoningTokens ?? 0);
  if (content === "" && reasoning === "") return used >= TOKENS_OF_SILENCE || facts.turn.privateMarks.length > 0;
  return used >= 4 * estimateTokens(content + reasoning) + 40;
}

function flagRequest(flags: Set<TurnFlag>, request: ModelRequest, usage: ResponseFinished["usage"]): void {
  const names = new Set(request.tools.map((tool) => tool.function.name));
  if (request.offeredBefore.some((name) => !names.has(name))) flags.add("tools_not_offered");
  const context = judgeContext({
    estimated: request.estimatedPromptTokens,
    reported: usage?.prompt_tokens ?? null,
    completion: usage?.completion_tokens ?? null,
    earlier: request.earlierUsage,
  });
  if (context.truncated) flags.add("context_truncated");
  if (context.shrank) flags.add("prompt_shrank");
}

/** One message per step: content, reasoning and calls together. Null when nothing usable came. */
function historyMessage(finished: Omit<ResponseFinished, "message">): ChatMessage | null {
  const { content, reasoning, reasoning_field: field, calls } = finished;
  if ((content ?? "") === "" && (reasoning ?? "") === "" && calls.length === 0) return null;
  const message: ChatMessage = { role: "assistant", content: content ?? "" };
  if (reasoning !== null && reasoning !== "") message[fieldInHistory(field)] = reasoning;
  if (calls.length > 0) {
    message.tool_calls = calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: argumentsInHistory(call) },
    }));
  }
  return message;
}

/** Thinking that came inside the content, or as a part or detail of it, stands under the most common name. */
function fieldInHistory(field: string | null): string {
  return field === "reasoning" || field === "reasoning_content" || field === "thinking" ? field : "reasoning_content";
}

/** As sent where that is a JSON object; the mended form where it was mended. */
function argumentsInHistory(call: ParsedCall): string {
  if (call.arguments === null || !call.flags.includes("arguments_repaired")) return call.arguments_text;
  return JSON.stringify(call.arguments);
}

function withoutTurn(facts: TurnFacts, flags: Set<TurnFlag>): JudgedTurn {
  if (facts.notAStream) flags.add("not_a_stream");
  if (facts.streamError) flags.add("stream_error");
  if (facts.broken) flags.add("incomplete_stream");
  flagRequest(flags, facts.request, null);
  return {
    finished: {
      content: null,
      reasoning: null,
      reasoning_field: null,
      finish_reason: null,
      effective_finish_reason: null,
      flags: inOrder(flags),
      calls: [],
      text_calls: [],
      usage: null,
      ttft_ms: facts.ttftMs,
      latency_ms: facts.latencyMs,
      stop_logprobs: null,
      error: facts.error,
    },
    message: null,
  };
}

/** Flags in the vocabulary's order, so that two runs of the same wire compare equal. */
function inOrder(flags: ReadonlySet<TurnFlag>): TurnFlag[] {
  return TurnFlag.options.filter((flag) => flags.has(flag));
}
