// Sends calls and results under other ids, the same on both sides.
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { withFields } from "./rule.ts";

/** The message with each id mapped; the same object when none differs. */
export function mapIds(message: ChatMessage, map: (id: string) => string): ChatMessage {
  if (message.role === "tool" && message.tool_call_id !== undefined) {
    const id = map(message.tool_call_id);
    return id === message.tool_call_id ? message : withFields(message, { tool_call_id: id });
  }
  if (!message.tool_calls) return message;
  const calls = message.tool_calls.map((call) => {
    const id = map(call.id);
    return id === call.id ? call : { ...call, id };
  });
  return calls.every((call, at) => call === message.tool_calls?.[at])
    ? message
    : withFields(message, { tool_calls: calls });
}
