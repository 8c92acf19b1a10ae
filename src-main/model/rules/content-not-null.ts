// `content: null` beside tool calls: servers send it themselves and reject it, or drop the message, when it comes back.
import { cachedChange, changeMessages, counted, withFields } from "./rule.ts";
import type { Rule } from "./rule.ts";

const fill = cachedChange((message) =>
  message.content === null || message.content === undefined ? withFields(message, { content: "" }) : message,
);

export const contentNotNull: Rule = {
  name: "content_not_null",
  description: "Sends an empty string for a content of null.",
  always: true,
  calledFor: () => false,
  apply(request, context) {
    if (context.profile.rules["content_null"]?.on === true) return null;
    const changed = changeMessages(request.messages, fill);
    if (!changed) return null;
    return {
      request: { ...request, messages: changed.messages },
      detail: `sent "" for the content null of ${counted(changed.count, "message")}`,
    };
  },
};
