// Thinking goes back under the name this server sends it: another one would be lost in silence.
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { messageReasoning } from "../../../src-shared/trace/message.ts";
import { hasReasoning, isReasoningField, withoutReasoning } from "./reasoning-fields.ts";
import type { ReasoningField } from "./reasoning-fields.ts";
import { cachedChange, changeMessages, counted, withFields } from "./rule.ts";
import type { Rule } from "./rule.ts";

const changes = new Map<ReasoningField, (message: ChatMessage) => ChatMessage>();

function renameTo(field: ReasoningField): (message: ChatMessage) => ChatMessage {
  let change = changes.get(field);
  if (!change) {
    change = cachedChange((message) => {
      if (message.role !== "assistant" || !hasReasoning(message) || typeof message[field] === "string") return message;
      return withFields(withoutReasoning(message), { [field]: messageReasoning(message) });
    });
    changes.set(field, change);
  }
  return change;
}

export const reasoningName: Rule = {
  name: "reasoning_name",
  description: "Sends thinking back under the name this server uses.",
  always: true,
  calledFor: () => false,
  apply(request, context) {
    const field = context.profile.reasoning_field;
    if (!isReasoningField(field)) return null;
    const changed = changeMessages(request.messages, renameTo(field));
    if (!changed) return null;
    return {
      request: { ...request, messages: changed.messages },
      detail: `sent the thinking of ${counted(changed.count, "message")} as ${field}`,
    };
  },
};
