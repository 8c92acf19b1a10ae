// Some servers lose tool calls in their streaming path only: the same request without streaming is answered.
import type { ModelResponse } from "../types.ts";
import type { AssembledTurn } from "../assemble/turn-assembler.ts";
import type { Rule, WireRequest } from "./rule.ts";

export const WITHOUT_STREAMING = "without_streaming";

/** Output tokens of a model that just ended: more of them with nothing to see were lost on the way. */
const TOKENS_OF_SILENCE = 4;

export const withoutStreaming: Rule = {
  name: WITHOUT_STREAMING,
  description: "Asks without streaming, where the server's streaming parser loses tool calls.",
  always: false,
  calledFor: (complaint, request) =>
    request.parameters["stream"] === true &&
    /stream(?:ing)?\b.{0,60}(?:not supported|unsupported|cannot|can't|is not|not available|disabled)|(?:not support|unsupported).{0,60}stream/i.test(
      complaint.text,
    ) &&
    !/stream_options|logprobs/i.test(complaint.text),
  apply(request) {
    if (request.parameters["stream"] !== true) return null;
    const { stream_options: _options, ...others } = request.parameters;
    return {
      request: { ...request, parameters: { ...others, stream: false } },
      detail: "sent without streaming: this server's streaming parser loses tool calls",
    };
  },
};

/** The stream ended in silence, tools were offered, and nothing says that the model just ended. */
export function mayHaveLostCalls(
  finished: ModelResponse["finished"],
  request: WireRequest,
  turn: AssembledTurn | null,
): boolean {
  if (request.tools.length === 0 || !finished.flags.includes("blank")) return false;
  if (finished.effective_finish_reason !== "stop" && finished.effective_finish_reason !== "tool_calls") return false;
  if ((turn?.privateMarks.length ?? 0) > 0) return true;
  const used = finished.usage?.completion_tokens ?? null;
  return used === null || used >= TOKENS_OF_SILENCE;
}
