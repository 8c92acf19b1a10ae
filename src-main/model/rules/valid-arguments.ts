// Arguments in the history that are no JSON object: servers parse them again and fail the whole next request. They are
// sent as `{}`; what the model had written stands in the trace, and the tool's result tells it what was wrong.
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { WireToolCall } from "../../../src-shared/trace/message.ts";
import { cachedChange, changeMessages, counted, withFields } from "./rule.ts";
import type { Rule } from "./rule.ts";

const mend = cachedChange((message) => {
  if (!message.tool_calls || message.tool_calls.every((call) => isObjectText(call))) return message;
  const calls = message.tool_calls.map((call) =>
    isObjectText(call) ? call : { ...call, function: { ...call.function, arguments: "{}" } },
  );
  return withFields(message, { tool_calls: calls });
});

function isObjectText(call: WireToolCall): boolean {
  try {
    return isJsonObject(JSON.parse(call.function.arguments));
  } catch {
    return false;
  }
}

export const validArguments: Rule = {
  name: "valid_arguments",
  description: "Sends {} for arguments in the history that are no JSON object.",
  always: true,
  calledFor: () => false,
  apply(request) {
    const changed = changeMessages(request.messages, mend);
    if (!changed) return null;
    return {
      request: { ...request, messages: changed.messages },
      detail: `sent {} for unreadable arguments in ${counted(changed.count, "message")}`,
    };
  },
};
