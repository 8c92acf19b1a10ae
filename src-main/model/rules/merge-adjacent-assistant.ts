// Text and calls of one step in two assistant messages: templates put an end-of-turn token between them, which teaches
// the model to stop after announcing a step.
import { mergeNeighbours } from "./merge-messages.ts";
import { counted } from "./rule.ts";
import type { Rule } from "./rule.ts";

export const mergeAdjacentAssistant: Rule = {
  name: "merge_adjacent_assistant",
  description: "Sends neighbouring assistant messages as one.",
  always: true,
  calledFor: () => false,
  apply(request) {
    const merged = mergeNeighbours(request.messages, (a, b) => a.role === "assistant" && b.role === "assistant");
    if (!merged) return null;
    return {
      request: { ...request, messages: merged.messages },
      detail: `merged ${counted(merged.count + 1, "neighbouring assistant message")}`,
    };
  },
};
