// gpt-oss: `<|channel|>commentary to=functions.name <|constrain|>json<|message|>{…}<|call|>`, with its tokens or, where
// a server dropped them, as the bare words `commentary to=functions.name json{…}`.
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { FoundCall, OfferedTools, TextCallSyntax } from "./types.ts";
import { cleanName, readValueAt } from "./json-value.ts";

const RECIPIENT = /to=([\w.:/-]{1,128})/g;
/** What of the header may stand before and after the recipient; looked for in a bounded stretch around it. */
const HEAD = /(?:<\|start\|>(?:assistant)?\s{0,8})?(?:<\|channel\|>)?(?:commentary|analysis|final)?\s{0,8}$/;
const HEAD_WITHIN = 80;
const REST =
  /^[^{[<]{0,80}(?:<\|channel\|>)?(?:commentary|analysis)?[^{[<]{0,80}(?:<\|constrain\|>\s{0,8}(?:json)?\s{0,8})?(?:<\|message\|>)?(?:\s{0,8}(?:json|code))?/;
const REST_WITHIN = 400;
const NAMELESS = /<\|channel\|>commentary\s{0,8}(?:<\|constrain\|>\s{0,8}json\s{0,8})?<\|message\|>/g;
const END = /^\s*(?:<\|(?:call|end|return)\|>)?/;

export const harmony: TextCallSyntax = {
  name: "harmony",
  kind: "envelope",
  find(text, tools) {
    const found: FoundCall[] = [];
    let past = 0;
    for (const match of text.matchAll(RECIPIENT)) {
      const name = cleanName(match[1] ?? "");
      if (match.index < past || !tools.has(name)) continue;
      const start =
        match.index - (HEAD.exec(text.slice(Math.max(0, match.index - HEAD_WITHIN), match.index))?.[0].length ?? 0);
      const named = match.index + match[0].length;
      const call = readCall(
        text,
        name,
        start,
        named + (REST.exec(text.slice(named, named + REST_WITHIN))?.[0].length ?? 0),
      );
      found.push(call);
      past = call.end;
    }
    past = 0;
    for (const match of text.matchAll(NAMELESS)) {
      if (match.index < past) continue;
      const from = match.index + match[0].length;
      const read = readValueAt(text, from);
      past = read?.end ?? past;
      const name = read ? onlyToolFor(read.value, tools) : null;
      if (name !== null) found.push(readCall(text, name, match.index, from));
    }
    return found;
  },
};

function readCall(text: string, name: string, start: number, from: number): FoundCall {
  const read = readValueAt(text, from);
  if (!read) return { start, end: Math.max(from, start + 1), name, arguments: null, complete: false };
  const end = read.end + (END.exec(text.slice(read.end))?.[0].length ?? 0);
  return { start, end, name, arguments: isJsonObject(read.value) ? read.value : null, complete: read.complete };
}

/** The one offered tool whose parameters fit the object: the recipient was lost with the tokens. */
function onlyToolFor(value: JsonValue | undefined, tools: OfferedTools): string | null {
  if (!isJsonObject(value)) return null;
  const keys = Object.keys(value);
  const fitting = [...tools].filter(([, schema]) => schema !== null && fits(keys, schema)).map(([name]) => name);
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

function fits(keys: readonly string[], schema: JsonObject): boolean {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return (
    keys.length > 0 &&
    keys.every((key) => key in properties) &&
    required.every((key) => typeof key === "string" && keys.includes(key))
  );
}
