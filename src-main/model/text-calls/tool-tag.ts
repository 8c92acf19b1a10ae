// `<read_file><path>a.md</path></read_file>`: the tag is the tool, its children are the parameters. Models that were
// prompted by coding assistants write it; only an offered tool's name makes it a call.
import type { JsonObject } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { FoundCall, OfferedTools, TextCallSyntax } from "./types.ts";
import { typedValue } from "./json-value.ts";

const OPEN = /<([A-Za-z_][\w.-]{0,127})\s*(\/?)>/g;

export const toolTag: TextCallSyntax = {
  name: "tool_tag",
  kind: "envelope",
  find(text, tools) {
    const found: FoundCall[] = [];
    let past = 0;
    const unclosed = new Set<string>();
    for (const match of text.matchAll(OPEN)) {
      const name = match[1] ?? "";
      if (match.index < past || !tools.has(name)) continue;
      const from = match.index + match[0].length;
      if (match[2] === "/") {
        found.push({ start: match.index, end: from, name, arguments: {}, complete: true });
        continue;
      }
      const close = unclosed.has(name) ? -1 : text.indexOf(`</${name}>`, from);
      if (close < 0) unclosed.add(name);
      const body = text.slice(from, close < 0 ? text.length : close);
      const parameters = readChildren(body, name, tools);
      if (parameters === null) continue;
      past = close < 0 ? text.length : close + name.length + 3;
      found.push({
        start: match.index,
        end: past,
        name,
        arguments: close < 0 ? null : parameters,
        complete: close >= 0,
      });
      if (close < 0) break;
    }
    return found;
  },
};

/** The children that are parameters of the tool; null when something else stands there. */
function readChildren(body: string, name: string, tools: OfferedTools): JsonObject | null {
  const schema = tools.get(name) ?? null;
  const known = schema && isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const parameters: JsonObject = {};
  let at = 0;
  for (;;) {
    const open = /^\s*<([A-Za-z_][\w.-]{0,127})>/.exec(body.slice(at));
    const key = open?.[1];
    if (!open || key === undefined) break;
    if (!(key in known)) return null;
    const from = at + open[0].length;
    const close = body.indexOf(`</${key}>`, from);
    if (close < 0) return parameters;
    const raw = body
      .slice(from, close)
      .replace(/^\r?\n/, "")
      .replace(/\r?\n$/, "");
    parameters[key] = typedValue(raw, schema, key);
    at = close + key.length + 3;
  }
  return body.slice(at).trim() === "" ? parameters : null;
}
