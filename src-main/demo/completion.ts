// Turns a decision of the rules into what a server sends: content, reasoning, calls, finish reason, usage and log-probabilities, spoiled as the profile says.
import type { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";
import { type ChatMessage, messageText } from "../../src-shared/trace/message.ts";
import { callId, drawsFor } from "./chance.ts";
import type { ChatRequest } from "./chat-request.ts";
import { readContext } from "./context.ts";
import { checkList } from "./list-check.ts";
import { decidePlanned, readPlanned } from "./planned.ts";
import { CUT_TOKENS, type Fault, type Profile, SMALL_CONTEXT } from "./profiles.ts";
import { decide, type Decision, DEFAULT_SEED } from "./rules.ts";
import { offeredTools } from "./tool-roles.ts";
import { countTokens, tokenPieces } from "./tokens.ts";

export interface CompletionCall {
  id: string;
  name: string;
  /** JSON text; cut where a limit cut it. */
  arguments: string;
}

export interface Completion {
  reasoning: string;
  content: string;
  calls: CompletionCall[];
  finishReason: "stop" | "tool_calls" | "length";
  promptTokens: number;
  completionTokens: number;
  /** Log-probabilities at the token that ended the turn or opened the call; null unless asked for. */
  decisive: TokenLogprob | null;
}

export interface TokenLogprob {
  token: string;
  logprob: number;
  top: { token: string; logprob: number }[];
}

const END_TOKEN = "<|im_end|>";
const CALL_TOKEN = "<tool_call>";

/** Answers one request. The same request gives the same completion. */
export function complete(request: ChatRequest, profile: Profile): Completion {
  const toolTokens = request.tools.length === 0 ? 0 : countTokens(JSON.stringify(request.tools));
  const messages =
    profile.fault === "context-4096" ? fitContext(request.messages, SMALL_CONTEXT - toolTokens) : request.messages;
  const promptTokens = Math.min(
    sumTokens(messages) + toolTokens,
    profile.fault === "context-4096" ? SMALL_CONTEXT : Infinity,
  );
  const list = checkList(messages);
  if (list !== null) return plainAnswer(list, promptTokens);
  const planned = readPlanned(messages);
  const context = readContext(planned?.messages ?? messages);
  const offered = planned
    ? { tools: offeredTools(request.tools, "").tools, native: true }
    : offeredTools(request.tools, context.system);
  const draw = drawsFor(
    messages,
    offered.tools.map((tool) => tool.name),
    request.seed ?? DEFAULT_SEED,
  );
  const decision = planned
    ? decidePlanned(planned, context, offered.tools)
    : decide(context, offered.tools, request.toolChoice, draw);
  const call =
    decision.call === null
      ? null
      : {
          id: callId(draw, decision.call.name),
          name: decision.call.name,
          arguments: JSON.stringify(decision.call.arguments),
        };
  const plain: Completion = {
    reasoning: request.thinking ? decision.thoughts : "",
    content: decision.text,
    calls: call === null ? [] : [call],
    finishReason: call === null ? "stop" : "tool_calls",
    promptTokens,
    completionTokens: 0,
    decisive: request.logprobs ? decisiveToken(decision, request.topLogprobs) : null,
  };
  const asText = !offered.native && call !== null ? { ...plain, ...textCall(call, plain.content) } : plain;
  const counted = { ...asText, completionTokens: tokensOf(asText) };
  const spoiled = spoil(counted, decision, profile.fault);
  return request.maxTokens === null ? spoiled : cut(spoiled, request.maxTokens, "length");
}

function plainAnswer(content: string, promptTokens: number): Completion {
  const completionTokens = countTokens(content);
  return { reasoning: "", content, calls: [], finishReason: "stop", promptTokens, completionTokens, decisive: null };
}

function spoil(completion: Completion, decision: Decision, fault: Fault): Completion {
  const [call] = completion.calls;
  if (call === undefined) return completion;
  if (fault === "text-calls") return { ...completion, ...textCall(call, completion.content) };
  if (decision.call?.writes !== true) return completion;
  switch (fault) {
    case "drops-call":
      return { ...completion, content: "", calls: [], finishReason: "stop" };
    case "think-only": {
      const reasoning = `${decision.thoughts}\nI should call ${call.name} with ${call.arguments} now.`;
      return {
        ...completion,
        reasoning,
        content: "",
        calls: [],
        finishReason: "stop",
        completionTokens: countTokens(reasoning),
      };
    }
    case "cut":
      return cut(completion, CUT_TOKENS, "length");
    case "cut-says-stop":
      return cut(completion, CUT_TOKENS, "stop");
    default:
      return completion;
  }
}

/** The Hermes form, as a server without a parser leaves it. */
function textCall(call: CompletionCall, content: string): Pick<Completion, "content" | "calls" | "finishReason"> {
  const text = `<tool_call>\n{"name": ${JSON.stringify(call.name)}, "arguments": ${call.arguments}}\n</tool_call>`;
  return { content: content === "" ? text : `${content}\n${text}`, calls: [], finishReason: "stop" };
}

/** Ends the completion after `limit` tokens: reasoning first, then content, then the call's arguments. */
function cut(completion: Completion, limit: number, finishReason: "length" | "stop"): Completion {
  if (tokensOf(completion) <= limit) return completion;
  let left = limit;
  const take = (text: string): string => {
    const pieces = tokenPieces(text).slice(0, left);
    left -= pieces.length;
    return pieces.join("");
  };
  const reasoning = take(completion.reasoning);
  const content = take(completion.content);
  const calls = completion.calls.flatMap((call) => {
    // A call whose name did not fit has not begun.
    if (left <= callOverhead(call)) return [];
    left -= callOverhead(call);
    return [{ ...call, arguments: take(call.arguments) }];
  });
  return { ...completion, reasoning, content, calls, finishReason, completionTokens: limit, decisive: null };
}

function tokensOf(completion: Completion): number {
  const calls = completion.calls.reduce((sum, call) => sum + callOverhead(call) + countTokens(call.arguments), 0);
  return countTokens(completion.reasoning) + countTokens(completion.content) + calls + 1;
}

function callOverhead(call: CompletionCall): number {
  return countTokens(call.name) + 4;
}

/** Drops the oldest messages but the system prompt, then cuts the start of what is left, as servers with a small window do. */
function fitContext(messages: readonly ChatMessage[], limit: number): ChatMessage[] {
  const system = messages.filter((message) => message.role === "system");
  const rest = messages.filter((message) => message.role !== "system");
  while (rest.length > 1 && sumTokens([...system, ...rest]) > limit) rest.shift();
  return [...system, ...rest];
}

function sumTokens(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, message) => {
    const calls = message.tool_calls === undefined ? 0 : countTokens(JSON.stringify(message.tool_calls));
    return sum + 4 + countTokens(messageText(message)) + calls;
  }, 0);
}

function decisiveToken(decision: Decision, top: number): TokenLogprob {
  const end = { token: END_TOKEN, logprob: round(Math.log(decision.stopProbability)) };
  const opener = { token: CALL_TOKEN, logprob: round(Math.log(1 - decision.stopProbability)) };
  const chosen = decision.call === null ? end : opener;
  const alternatives = [end, opener].toSorted((a, b) => b.logprob - a.logprob);
  return { ...chosen, top: alternatives.slice(0, Math.max(1, top)) };
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** `usage` as it stands in responses. */
export function usageOf(completion: Completion): JsonObject {
  const { promptTokens, completionTokens } = completion;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** `logprobs` of a choice: the decisive position stands last. */
export function logprobsOf(decisive: TokenLogprob): JsonValue {
  const entry = (token: { token: string; logprob: number }): JsonObject => ({
    token: token.token,
    logprob: token.logprob,
    bytes: [...Buffer.from(token.token)],
  });
  return { content: [{ ...entry(decisive), top_logprobs: decisive.top.map(entry) }] };
}
