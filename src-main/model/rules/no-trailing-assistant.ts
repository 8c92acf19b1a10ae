// A request that ends in an assistant message is taken for one to be continued: calls are dropped, or it is refused.
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import type { Rule } from "./rule.ts";

/** One object, so that it is stored once. */
const CONTINUE: ChatMessage = { role: "user", content: "Continue." };

export const noTrailingAssistant: Rule = {
  name: "no_trailing_assistant",
  description: "Adds a user message where the last message is the assistant's.",
  always: true,
  calledFor: () => false,
  apply(request) {
    if (request.messages.at(-1)?.role !== "assistant") return null;
    return {
      request: { ...request, messages: [...request.messages, CONTINUE] },
      detail: "added the user message “Continue.”, since the last message was the assistant's",
    };
  },
};
