// Templates that walk over a call's arguments (Qwen3-Coder) fail on the string that the protocol asks for.
import type { JsonObject } from "../../../src-shared/prelude/json.ts";
import { cachedChange, changeMessages, counted } from "./rule.ts";
import type { Rule } from "./rule.ts";

const change = cachedChange((message) => {
  if (!message.tool_calls || message.tool_calls.length === 0) return message;
  const calls = message.tool_calls.map((call) => ({
    ...call,
    function: { ...call.function, arguments: parsed(call.function.arguments) },
  }));
  // The protocol's type says string: this server's template wants what it says otherwise.
  return { ...message, tool_calls: calls as unknown as typeof message.tool_calls };
});

function parsed(text: string): JsonObject | string {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return text;
  }
}

export const argumentsAsObject: Rule = {
  name: "arguments_as_object",
  description: "Sends the arguments of past calls as JSON objects instead of strings.",
  always: false,
  calledFor: (complaint) =>
    /can only get item pairs from a mapping|arguments.{0,60}(?:must be|expected|should be|is not|to be) (?:an? )?(?:valid )?(?:object|mapping|dict(?:ionary)?|map)\b|(?:str|string).{0,20}(?:object )?has no (?:attribute|element|member) ['"`]?items|cannot unmarshal string into .{0,60}arguments|Unknown (?:method|filter).{0,30}items/i.test(
      complaint.text,
    ),
  apply(request) {
    const changed = changeMessages(request.messages, change);
    if (!changed) return null;
    return {
      request: { ...request, messages: changed.messages },
      detail: `sent the arguments of ${counted(changed.count, "message")} as objects`,
    };
  },
};
