// Templates that want the roles to alternate: neighbours of one role are sent as one message.
import { mergeNeighbours } from "./merge-messages.ts";
import { counted } from "./rule.ts";
import type { Rule } from "./rule.ts";

export const mergeSameRole: Rule = {
  name: "merge_same_role",
  description: "Sends neighbouring messages of one role as one.",
  always: false,
  calledFor: (complaint) =>
    /roles must alternate|must alternate|(?:2|two) or more (?:assistant|user|system) messages|consecutive (?:\w+ )?(?:messages|roles)|same role|multiple (?:user|assistant) messages in a row/i.test(
      complaint.text,
    ),
  apply(request) {
    const merged = mergeNeighbours(
      request.messages,
      (a, b) => a.role === b.role && (a.role === "user" || a.role === "assistant" || a.role === "system"),
    );
    if (!merged) return null;
    return {
      request: { ...request, messages: merged.messages },
      detail: `merged ${counted(merged.count + 1, "message")} that stood beside one of the same role`,
    };
  },
};
