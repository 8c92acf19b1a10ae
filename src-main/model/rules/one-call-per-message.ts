// Templates that take a single call in an assistant message (Llama 3.1): parallel calls are told one after another, each
// with its result.
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { withFields } from "./rule.ts";
import type { Rule } from "./rule.ts";

const cache = new WeakMap<ChatMessage, ChatMessage[]>();

/** One message for each call; only the first keeps the text and the thinking. */
function split(message: ChatMessage): ChatMessage[] {
  let parts = cache.get(message);
  if (!parts) {
    parts = (message.tool_calls ?? []).map((call, position) =>
      position === 0
        ? withFields(message, { tool_calls: [call] })
        : { role: "assistant", content: "", tool_calls: [call] },
    );
    cache.set(message, parts);
  }
  return parts;
}

export const oneCallPerMessage: Rule = {
  name: "one_call_per_message",
  description: "Sends parallel calls of the history one after another.",
  always: false,
  calledFor: (complaint) =>
    /(?:only|just) (?:supports? )?(?:a )?single tool[- ]?calls?|single tool-calls at once|(?:multiple|parallel|more than one) tool[- ]?calls?.{0,40}(?:not supported|not allowed|unsupported)|only one tool[- ]?call/i.test(
      complaint.text,
    ),
  apply(request) {
    const messages: ChatMessage[] = [];
    let count = 0;
    for (let at = 0; at < request.messages.length; at += 1) {
      const message = request.messages[at];
      if (!message) continue;
      if (message.role !== "assistant" || (message.tool_calls?.length ?? 0) < 2) {
        messages.push(message);
        continue;
      }
      count += 1;
      const results: ChatMessage[] = [];
      while (request.messages[at + 1]?.role === "tool") {
        at += 1;
        const result = request.messages[at];
        if (result) results.push(result);
      }
      for (const part of split(message)) {
        const id = part.tool_calls?.[0]?.id;
        messages.push(part, ...results.filter((result) => result.tool_call_id === id));
      }
      const ids = new Set(message.tool_calls?.map((call) => call.id));
      messages.push(...results.filter((result) => !ids.has(result.tool_call_id ?? "")));
    }
    if (count === 0) return null;
    return {
      request: { ...request, messages },
      detail: `sent the parallel calls of ${count} message${count === 1 ? "" : "s"} one after another`,
    };
  },
};
