// A tool result of "" reads like nothing was sent; templates leave the turn out.
import { messageText } from "../../../src-shared/trace/message.ts";
import { cachedChange, changeMessages, counted, withFields } from "./rule.ts";
import type { Rule } from "./rule.ts";

const PLACEHOLDER = "(no output)";

const fill = cachedChange((message) => {
  if (message.role !== "tool") return message;
  if (Array.isArray(message.content) && message.content.some((part) => part.type !== "text")) return message;
  return messageText(message) === "" ? withFields(message, { content: PLACEHOLDER }) : message;
});

export const emptyToolResult: Rule = {
  name: "empty_tool_result",
  description: `Sends ${PLACEHOLDER} for an empty tool result.`,
  always: true,
  calledFor: () => false,
  apply(request) {
    const changed = changeMessages(request.messages, fill);
    if (!changed) return null;
    return {
      request: { ...request, messages: changed.messages },
      detail: `sent “${PLACEHOLDER}” for ${counted(changed.count, "empty tool result")}`,
    };
  },
};
