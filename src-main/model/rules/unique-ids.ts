// Ids that begin anew each turn (`list_dir:0`) look like the same call twice to a server that checks them over the
// whole history: later ones get a number.
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { mapIds } from "./map-ids.ts";
import { changeMessages, counted } from "./rule.ts";
import type { Rule } from "./rule.ts";

export const uniqueIds: Rule = {
  name: "unique_ids",
  description: "Sends each tool call of the history under an id of its own.",
  always: false,
  calledFor: (complaint) =>
    /duplicate.{0,40}(?:tool|call|id)|(?:tool[ _]?call[ _]?)?ids?.{0,40}(?:must be unique|not unique|already (?:used|exists)|duplicated?)|multiple.{0,30}tool messages? .{0,30}same/i.test(
      complaint.text,
    ),
  apply(request) {
    const seen = new Map<string, number>();
    let current = new Map<string, string>();
    const changed = changeMessages(request.messages, (message: ChatMessage) => {
      if (message.role === "assistant" && message.tool_calls) {
        current = new Map();
        for (const call of message.tool_calls) {
          const times = seen.get(call.id) ?? 0;
          seen.set(call.id, times + 1);
          current.set(call.id, times === 0 ? call.id : `${call.id}_${times + 1}`);
        }
      }
      return mapIds(message, (id) => current.get(id) ?? id);
    });
    if (!changed) return null;
    return {
      request: { ...request, messages: changed.messages },
      detail: `numbered the repeated ids in ${counted(changed.count, "message")}`,
    };
  },
};
