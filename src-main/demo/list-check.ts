// The demo model asked to check a list of actions (src-main/ledger/refine.ts): it reads the request's numbered lines alone. Simulated, like all it does.
import { messageText, type ChatMessage } from "../../src-shared/trace/message.ts";
import { isJsonObject } from "../../src-shared/prelude/json.ts";
import { REFINE_TITLE } from "../ledger/refine.ts";

/** Its answer; null for any other conversation. */
export function checkList(messages: readonly ChatMessage[]): string | null {
  const [system, user] = messages;
  if (!system || !user || messages.length !== 2 || !messageText(system).startsWith(REFINE_TITLE)) return null;
  const given: unknown = parse(messageText(user));
  if (!isJsonObject(given) || typeof given["request"] !== "string" || !Array.isArray(given["ledger"])) return "{}";
  const known = given["ledger"].map((item) => (isJsonObject(item) ? JSON.stringify(item["action"]).toLowerCase() : ""));
  const lines = given["request"]
    .split("\n")
    .flatMap((line) => /^\s*\d+[.)]\s+(.{3,200}?)[.。]?\s*$/.exec(line)?.[1] ?? []);
  const missing = lines.filter((line) => {
    const words = line.toLowerCase().split(/\s+/).slice(0, 3).join(" ");
    return !known.some((action) => action.includes(words));
  });
  const add = missing.map((line) => ({
    action: line,
    kind: /^(?:create|send|share|delete|book|add|update|move)\b/i.test(line) ? "write" : "read",
    quote: line,
  }));
  return JSON.stringify({ add, remove: [] });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
