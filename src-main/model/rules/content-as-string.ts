// Content in text parts: many servers take plain strings only. Lists stay where they hold more than text.
import { messageText } from "../../../src-shared/trace/message.ts";
import { cachedChange, changeMessages, counted, withFields } from "./rule.ts";
import type { Rule } from "./rule.ts";

const flatten = cachedChange((message) => {
  if (!Array.isArray(message.content)) return message;
  const onlyText = message.content.every((part) => part.type === "text" && typeof part.text === "string");
  return onlyText ? withFields(message, { content: messageText(message) }) : message;
});

export const contentAsString: Rule = {
  name: "content_as_string",
  description: "Sends content made of text parts as a plain string.",
  always: true,
  calledFor: () => false,
  apply(request, context) {
    if (context.profile.rules["content_as_parts"]?.on === true) return null;
    const changed = changeMessages(request.messages, flatten);
    if (!changed) return null;
    return {
      request: { ...request, messages: changed.messages },
      detail: `sent the text parts of ${counted(changed.count, "message")} as plain strings`,
    };
  },
};
