// ReAct: `Action: read_file` and `Action Input: {"path": "a.md"}` on lines of their own, and the same
// under Qwen-Agent's `✿FUNCTION✿` and `✿ARGS✿`.
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import type { FoundCall, OfferedTools, TextCallSyntax } from "./types.ts";
import { cleanName, readValueAt } from "./json-value.ts";

const ACTION =
  /^[ \t]*(?:\**Action[:：]?\**[:：]?|✿FUNCTION✿[:：]?)[ \t]*`?([\w.:/-]{1,128})`?[ \t]*\n[ \t]*(?:\**Action[ _]Input[:：]?\**[:：]?|✿ARGS✿[:：]?)[ \t]*(?:```(?:json)?\s*)?/gim;

export const react: TextCallSyntax = {
  name: "react",
  kind: "envelope",
  find(text, tools) {
    const found: FoundCall[] = [];
    for (const match of text.matchAll(ACTION)) {
      const name = cleanName(match[1] ?? "");
      const from = match.index + match[0].length;
      const read = readValueAt(text, from);
      if (read) {
        const value = isJsonObject(read.value) ? read.value : null;
        found.push({ start: match.index, end: read.end, name, arguments: value, complete: read.complete });
        continue;
      }
      const lineEnd = text.indexOf("\n", from);
      const end = lineEnd < 0 ? text.length : lineEnd;
      found.push({
        start: match.index,
        end,
        name,
        arguments: single(text.slice(from, end), tools, name),
        complete: true,
      });
    }
    return found;
  },
};

/** A bare value stands for the only parameter there is. */
function single(text: string, tools: OfferedTools, name: string): JsonObject | null {
  const value = text.trim().replace(/^["']|["']$/g, "");
  const schema = tools.get(name);
  const properties: JsonValue | undefined = schema?.["properties"];
  const keys = isJsonObject(properties) ? Object.keys(properties) : [];
  if (value === "" || /^(?:none|null|\{\})$/i.test(value)) return {};
  return keys.length === 1 && keys[0] !== undefined ? { [keys[0]]: value } : null;
}
