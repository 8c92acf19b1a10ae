// gpt-oss's template takes either text or thinking beside tool calls, not both. The thinking is what the model needs to
// go on, so the text gives way.
import { hasReasoning } from "./reasoning-fields.ts";
import { cachedChange, changeMessages, counted, withFields } from "./rule.ts";
import type { Rule } from "./rule.ts";

const drop = cachedChange((message) =>
  message.role === "assistant" &&
  (message.tool_calls?.length ?? 0) > 0 &&
  hasReasoning(message) &&
  message.content !== ""
    ? withFields(message, { content: "" })
    : message,
);

export const reasoningOrContent: Rule = {
  name: "reasoning_or_content",
  description: "Leaves out the text beside tool calls where thinking is sent.",
  always: false,
  calledFor: (complaint) =>
    /both content and (?:thinking|reasoning)|(?:thinking|reasoning)\w* and content.{0,30}(?:both|together|same)/i.test(
      complaint.text,
    ),
  apply(request) {
    const changed = changeMessages(request.messages, drop);
    if (!changed) return null;
    return {
      request: { ...request, messages: changed.messages },
      detail: `left out the text beside tool calls in ${counted(changed.count, "message")}`,
    };
  },
};
