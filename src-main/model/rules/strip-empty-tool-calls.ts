// `tool_calls: []` (or null) on a plain answer: some templates fail on the empty list when it is sent back.
import { cachedChange, changeMessages, counted, withoutFields } from "./rule.ts";
import type { Rule } from "./rule.ts";

const strip = cachedChange((message) => {
  const calls: unknown = message["tool_calls"];
  const empty = "tool_calls" in message && (!Array.isArray(calls) || calls.length === 0);
  return empty ? withoutFields(message, ["tool_calls"]) : message;
});

export const stripEmptyToolCalls: Rule = {
  name: "strip_empty_tool_calls",
  description: "Leaves out an empty list of tool calls.",
  always: true,
  calledFor: () => false,
  apply(request) {
    const changed = changeMessages(request.messages, strip);
    if (!changed) return null;
    return {
      request: { ...request, messages: changed.messages },
      detail: `left out the empty tool_calls of ${counted(changed.count, "message")}`,
    };
  },
};
