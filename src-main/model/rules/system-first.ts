// Templates that take one system message, at the beginning: later ones join it.
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { mergedMessage } from "./merge-messages.ts";
import type { Rule } from "./rule.ts";

export const systemFirst: Rule = {
  name: "system_first",
  description: "Sends all system messages as one, at the beginning.",
  always: false,
  calledFor: (complaint) =>
    /system message.{0,40}(?:must|should|has to|can only|only) .{0,20}(?:first|beginning|start|one)|(?:multiple|more than one|2 or more) system messages|only one system message/i.test(
      complaint.text,
    ),
  apply(request) {
    const system = request.messages.filter((message) => message.role === "system");
    const [first] = request.messages;
    if (system.length === 0 || (system.length === 1 && first?.role === "system")) return null;
    const rest: ChatMessage[] = request.messages.filter((message) => message.role !== "system");
    const head = system.reduce((all, message) => mergedMessage(all, message));
    return {
      request: { ...request, messages: [head, ...rest] },
      detail: "sent the system messages as one, at the beginning",
    };
  },
};
