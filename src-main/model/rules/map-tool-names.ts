// Tool names with characters that a server's validator or grammar refuses are sent under safe ones, and read back under
// their own. The map is one to one.
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { changeMessages } from "./rule.ts";
import type { Rule, WireRequest } from "./rule.ts";

/** What every server takes: OpenAI's form without the hyphen, which llama.cpp's grammars have refused. */
const SAFE = /^[a-zA-Z0-9_]{1,64}$/;

const COMPLAINT =
  /(?:function|tool)s?\W{0,3}(?:\w+\W{1,3}){0,3}names?\b|\bname\b.{0,60}(?:pattern|match|characters?|invalid|must)|\^\[a-zA-Z0-9_|grammar/i;

export const mapToolNames: Rule = {
  name: "map_tool_names",
  description: "Sends tool names of letters, digits and underscores only.",
  always: false,
  calledFor: (complaint, request) =>
    COMPLAINT.test(complaint.text) && request.tools.some((tool) => !SAFE.test(tool.function.name)),
  apply(request) {
    const names = safeNames(request);
    if (names.size === 0) return null;
    const tools = request.tools.map((tool) => {
      const name = names.get(tool.function.name);
      return name === undefined ? tool : { ...tool, function: { ...tool.function, name } };
    });
    const changed = changeMessages(request.messages, (message) => renameCalls(message, names));
    const originalNames = new Map(request.originalNames);
    for (const [own, safe] of names) originalNames.set(safe, own);
    return {
      request: { ...request, tools, messages: changed?.messages ?? request.messages, originalNames },
      detail: [...names].map(([own, safe]) => `${own} → ${safe}`).join(", "),
    };
  },
};

function safeNames(request: WireRequest): Map<string, string> {
  const taken = new Set(request.tools.map((tool) => tool.function.name).filter((name) => SAFE.test(name)));
  const names = new Map<string, string>();
  for (const tool of request.tools) {
    const { name } = tool.function;
    if (SAFE.test(name)) continue;
    const base = name.replaceAll(/[^a-zA-Z0-9_]/g, "_").slice(0, 60) || "tool";
    let safe = base;
    for (let count = 2; taken.has(safe); count += 1) safe = `${base}_${count}`;
    taken.add(safe);
    names.set(name, safe);
  }
  return names;
}

function renameCalls(message: ChatMessage, names: ReadonlyMap<string, string>): ChatMessage {
  if (message.role === "tool" && message.name !== undefined && names.has(message.name)) {
    return { ...message, name: names.get(message.name) ?? message.name };
  }
  if (!message.tool_calls?.some((call) => names.has(call.function.name))) return message;
  const calls = message.tool_calls.map((call) => ({
    ...call,
    function: { ...call.function, name: names.get(call.function.name) ?? call.function.name },
  }));
  return { ...message, tool_calls: calls };
}
