// The opposite need: a server that rejects empty text beside tool calls takes null.
import { cachedChange, changeMessages, counted, withFields } from "./rule.ts";
import type { Rule } from "./rule.ts";

const clear = cachedChange((message) =>
  message.role === "assistant" && (message.tool_calls?.length ?? 0) > 0 && message.content === ""
    ? withFields(message, { content: null })
    : message,
);

const COMPLAINT =
  /content.{0,40}(?:must|should|expected to|has to) be null|(?:empty|blank) (?:content|text|string).{0,40}(?:not allowed|invalid|not supported|rejected)|content.{0,30}(?:must not be|cannot be|may not be|must be non-?|is) ?empty|text content (?:blocks )?must be non-?empty/i;

export const contentNull: Rule = {
  name: "content_null",
  description: "Sends null for an empty content beside tool calls.",
  always: false,
  calledFor: (complaint) => COMPLAINT.test(complaint.text),
  apply(request) {
    const changed = changeMessages(request.messages, clear);
    if (!changed) return null;
    return {
      request: { ...request, messages: changed.messages },
      detail: `sent null for the empty content of ${counted(changed.count, "message")}`,
    };
  },
};
