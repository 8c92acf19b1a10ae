// Templates that know no role `tool`: calls and results are told as text, in the assistant's and the user's messages.
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { messageText } from "../../../src-shared/trace/message.ts";
import { mergeNeighbours } from "./merge-messages.ts";
import { cachedChange, withoutFields } from "./rule.ts";
import type { Rule } from "./rule.ts";

const COMPLAINT =
  /roles must alternate|only user(?:,| and) (?:assistant|model|system)|(?:unknown|unsupported|invalid|unexpected|unrecogni[sz]ed) (?:message )?role|role.{0,30}['"`]?tool['"`]?.{0,40}(?:not|invalid|unsupported|unknown|unexpected)|after the optional system message|['"`]?tool['"`]? (?:role|messages?).{0,30}(?:not supported|unsupported|not allowed)|invalid value: ['"`]tool['"`]|messages\b.{0,20}\brole: input should be/i;

const asText = cachedChange((message) => {
  if (message.role === "tool") {
    const content = `Result of the tool call ${message.tool_call_id ?? message.name ?? ""}:\n${messageText(message)}`;
    return { role: "user", content };
  }
  if (!message.tool_calls || message.tool_calls.length === 0) return message;
  const calls = message.tool_calls.map(
    (call) => `Tool call ${call.id}: ${call.function.name} with the arguments ${call.function.arguments}`,
  );
  const content = [messageText(message), ...calls].filter((text) => text !== "").join("\n");
  return { ...withoutFields(message, ["tool_calls"]), content };
});

export const toolRoleAsUser: Rule = {
  name: "tool_role_as_user",
  description: "Sends tool calls and results as plain text of the assistant and the user.",
  always: false,
  calledFor: (complaint, request) =>
    COMPLAINT.test(complaint.text) && request.messages.some((message) => message.role === "tool"),
  apply(request) {
    const results = request.messages.filter((message) => message.role === "tool").length;
    if (results === 0 && !request.messages.some((message) => (message.tool_calls?.length ?? 0) > 0)) return null;
    const told: ChatMessage[] = request.messages.map((message) => asText(message));
    const merged = mergeNeighbours(told, (a, b) => a.role === b.role && (a.role === "user" || a.role === "assistant"));
    return {
      request: { ...request, messages: merged?.messages ?? told },
      detail: `told ${results} tool result${results === 1 ? "" : "s"} as user text`,
    };
  },
};
