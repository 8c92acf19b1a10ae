// Servers that want every assistant message's thinking back. Where none was recorded a placeholder stands for it: "" is
// taken by some and refused by others, which take a space.
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { messageReasoning } from "../../../src-shared/trace/message.ts";
import { isReasoningField, withoutReasoning } from "./reasoning-fields.ts";
import { cachedChange, changeMessages, counted, withFields } from "./rule.ts";
import type { Rule } from "./rule.ts";

const COMPLAINT =
  /(reasoning_content|reasoning|thinking)\b.{0,80}(?:passed back|must be (?:passed|present|provided|included|sent|non-?empty|a non-?empty)|is (?:missing|required|empty)|required|cannot be empty|must not be empty)|missing.{0,30}(?:reasoning_content|reasoning|thinking)/i;

/** The rule's memory is the field and what stands for nothing: `reasoning_content:` or `reasoning_content: `. */
const MEMORY = /^(\w+):( ?)$/;

const changes = new Map<string, (message: ChatMessage) => ChatMessage>();

function thinkingIn(field: string, placeholder: string): (message: ChatMessage) => ChatMessage {
  const key = `${field}:${placeholder}`;
  let change = changes.get(key);
  if (!change) {
    change = cachedChange((message) => {
      if (message.role !== "assistant") return message;
      const own = message[field];
      if (typeof own === "string" && own !== "") return message;
      const thinking = messageReasoning(message) ?? placeholder;
      return own === thinking ? message : withFields(withoutReasoning(message), { [field]: thinking });
    });
    changes.set(key, change);
  }
  return change;
}

export const reasoningRequired: Rule = {
  name: "reasoning_required",
  description: "Sends a placeholder where a message has no thinking and the server insists on it.",
  always: false,
  calledFor(complaint, _request, now) {
    const match = COMPLAINT.exec(complaint.text);
    if (!match) return false;
    const named = match[1]?.toLowerCase() ?? "reasoning_content";
    const field = isReasoningField(named) && named !== "thinking" ? named : "reasoning_content";
    // "" was tried first, then a space: nothing is left after that.
    if (now === `${field}: `) return false;
    return now === `${field}:` ? `${field}: ` : `${field}:`;
  },
  apply(request, context) {
    const memory = MEMORY.exec(context.detail ?? "reasoning_content:");
    if (!memory) return null;
    const [, field = "reasoning_content", placeholder = ""] = memory;
    const changed = changeMessages(request.messages, thinkingIn(field, placeholder));
    if (!changed) return null;
    return {
      request: { ...request, messages: changed.messages },
      detail: `sent ${field} on ${counted(changed.count, "assistant message")} that had none under that name (${JSON.stringify(placeholder)} for nothing)`,
    };
  },
};
