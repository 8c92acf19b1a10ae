// Strict servers refuse fields they do not know: thinking is then not sent back.
import { hasReasoning, withoutReasoning } from "./reasoning-fields.ts";
import { cachedChange, changeMessages, counted } from "./rule.ts";
import type { Rule } from "./rule.ts";

const FIELD = "(?:reasoning_content|reasoning_details|reasoning|thinking)";
const REFUSED =
  "(?:not (?:permitted|allowed|supported|expected|recogni[sz]ed)|unsupported|extra|unexpected|unknown|unrecogni[sz]ed|additional|forbidden)";
const COMPLAINT = new RegExp(`\\b${FIELD}\\b.{0,80}${REFUSED}|${REFUSED}.{0,80}\\b${FIELD}\\b`, "i");

const drop = cachedChange((message) => (hasReasoning(message) ? withoutReasoning(message) : message));

export const dropReasoning: Rule = {
  name: "drop_reasoning",
  description: "Does not send thinking back.",
  always: false,
  calledFor: (complaint) => COMPLAINT.test(complaint.text) && !/passed back|both content and/i.test(complaint.text),
  apply(request) {
    const changed = changeMessages(request.messages, drop);
    if (!changed) return null;
    return {
      request: { ...request, messages: changed.messages },
      detail: `left out the thinking of ${counted(changed.count, "message")}`,
    };
  },
};
