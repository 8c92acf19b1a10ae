// A server that leaves `<think>` in the content knows no field for thinking: it goes back where it came from, for the
// steps of the task at hand (after the last user message); templates drop older thinking themselves.
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { messageReasoning, messageText } from "../../../src-shared/trace/message.ts";
import { hasReasoning, withoutReasoning } from "./reasoning-fields.ts";
import { cachedChange, changeMessages, counted, withFields } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** Markers that templates read in an assistant's content. */
const INLINE = /^<(think|thinking|thought|reasoning)>$/;

const changes = new Map<string, (message: ChatMessage) => ChatMessage>();

function inlineUnder(tag: string): (message: ChatMessage) => ChatMessage {
  let change = changes.get(tag);
  if (!change) {
    change = cachedChange((message) => {
      const content = `<${tag}>\n${messageReasoning(message) ?? ""}\n</${tag}>\n\n${messageText(message)}`;
      return withFields(withoutReasoning(message), { content });
    });
    changes.set(tag, change);
  }
  return change;
}

export const inlineThinking: Rule = {
  name: "inline_thinking",
  description: "Sends thinking back inside the content, where this server leaves it.",
  always: true,
  calledFor: () => false,
  apply(request, context) {
    const tag = INLINE.exec(context.profile.reasoning_field ?? "")?.[1];
    if (tag === undefined) return null;
    const lastUser = request.messages.findLastIndex((message) => message.role === "user");
    const inline = inlineUnder(tag);
    const changed = changeMessages(request.messages, (message, index) =>
      index > lastUser && message.role === "assistant" && hasReasoning(message) ? inline(message) : message,
    );
    if (!changed) return null;
    return {
      request: { ...request, messages: changed.messages },
      detail: `sent the thinking of ${counted(changed.count, "message")} inside the content, as <${tag}>`,
    };
  },
};
