// A model client that gives scripted answers, for tests of the loop alone. Named scripted wherever it shows.
import type { ParsedCall, ResponseFinished } from "../../../src-shared/trace/events/response-finished.ts";
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import type { ModelClient, ModelRequest } from "../../model/types.ts";

export type ScriptedAnswer =
  | { says: string; finish?: string; more?: Partial<ResponseFinished> }
  | {
      calls: { name: string; args: unknown; text?: string; flags?: ParsedCall["flags"] }[];
      says?: string;
      finish?: string;
    }
  | { error: NonNullable<ResponseFinished["error"]> };

export interface ScriptedModel extends ModelClient {
  /** What was asked, in order. The messages are copied as they stood then. */
  readonly requests: { messages: ChatMessage[]; tools: string[] }[];
}

/** Answers in order; a function sees the request. A request past the script's end is a bug of the test and throws. */
export function scriptedModel(
  script: readonly (ScriptedAnswer | ((request: ModelRequest) => ScriptedAnswer))[],
): ScriptedModel {
  const requests: ScriptedModel["requests"] = [];
  return {
    requests,
    complete(request, hooks) {
      const entry = script[requests.length];
      if (entry === undefined) throw new Error(`The script has ${script.length} answers; another one was asked for.`);
      requests.push({ messages: [...request.messages], tools: request.tools.map((tool) => tool.function.name) });
      const answer = typeof entry === "function" ? entry(request) : entry;
      const body = JSON.stringify({ model: request.model, messages: request.messages });
      hooks.onWire({
        kind: "request",
        attempt: 1,
        method: "POST",
        url: "scripted:",
        headers: {},
        body,
        messages: request.messages,
        adaptations: [],
      });
      return Promise.resolve(respond(answer, request.turn));
    },
  };
}

function respond(answer: ScriptedAnswer, turn: number): Awaited<ReturnType<ModelClient["complete"]>> {
  if ("error" in answer) return { finished: { ...empty, error: answer.error }, message: null };
  const calls: ParsedCall[] =
    "calls" in answer
      ? answer.calls.map((call, index) => ({
          id: `call_${turn}_${index}`,
          id_synthetic: false,
          name: call.name,
          arguments: call.text === undefined ? (call.args as ParsedCall["arguments"]) : null,
          arguments_text: call.text ?? JSON.stringify(call.args),
          flags: call.flags ?? [],
        }))
      : [];
  const content = answer.says ?? null;
  const finish = answer.finish ?? (calls.length > 0 ? "tool_calls" : "stop");
  const message: ChatMessage = { role: "assistant", content };
  if (calls.length > 0) {
    message.tool_calls = calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments_text },
    }));
  }
  const more = "more" in answer ? answer.more : {};
  const finished = { ...empty, content, calls, finish_reason: finish, effective_finish_reason: finish, ...more };
  return { finished, message };
}

const empty: Omit<ResponseFinished, "message"> = {
  content: null,
  reasoning: null,
  reasoning_field: null,
  finish_reason: null,
  effective_finish_reason: null,
  flags: [],
  calls: [],
  text_calls: [],
  usage: null,
  ttft_ms: null,
  latency_ms: 0,
  stop_logprobs: null,
  error: null,
};
