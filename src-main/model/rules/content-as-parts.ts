// Templates that walk over the parts of a content fail on a plain string.
import { cachedChange, changeMessages, counted, withFields } from "./rule.ts";
import type { Rule } from "./rule.ts";

const split = cachedChange((message) =>
  typeof message.content === "string"
    ? withFields(message, { content: message.content === "" ? [] : [{ type: "text", text: message.content }] })
    : message,
);

const COMPLAINT =
  /content['"\])\s]*is not (?:an? )?(?:array|list|iterable)|content\b(?!.*\bstring or\b).{0,40}(?:must be|expected|should be|to be) (?:an? )?(?:valid )?(?:array|list|sequence)\b(?!.{0,20}\bstring)/i;

export const contentAsParts: Rule = {
  name: "content_as_parts",
  description: "Sends each content as a list of text parts.",
  always: false,
  calledFor: (complaint) => COMPLAINT.test(complaint.text),
  apply(request) {
    const changed = changeMessages(request.messages, split);
    if (!changed) return null;
    return {
      request: { ...request, messages: changed.messages },
      detail: `sent the content of ${counted(changed.count, "message")} as text parts`,
    };
  },
};
