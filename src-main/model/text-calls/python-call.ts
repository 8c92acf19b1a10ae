// Python calls: `[read_file(path="a.md"), now()]` (Llama 3.2, 4), `<|python_tag|>…`, and Gemma's
// ```tool_code print(default_api.read_file(path="a.md"))```. Only keyword arguments with literal values are read.
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { FoundCall, OfferedTools, TextCallSyntax } from "./types.ts";
import { balancedEnd, callsInValue, cleanName, parseLeniently, readValueAt } from "./json-value.ts";

const TAG = /<\|python_tag\|>\s*/g;
const ENVELOPE =
  /(?:<\|python_start\|>|<\|tool_call_start\|>|<(?:function|tool)_calls?>|<tool_code>)(?=\s{0,40}\[?\s{0,40}[A-Za-z_][\w.]{0,127}\()/g;
const FIRST_CALL = /^[[\s]{0,8}(?:print\()?[A-Za-z_][\w.]{0,160}\s*\(/;
const FIRST_WITHIN = 200;
const CALL = /(?:\b(?:default_api|tools|functions|api)\.)?([A-Za-z_][\w.-]{0,127})\s*\(/g;

export const pythonTag: TextCallSyntax = {
  name: "python_tag",
  kind: "envelope",
  find(text, tools) {
    const found: FoundCall[] = [];
    let past = 0;
    for (const match of text.matchAll(TAG)) {
      if (match.index < past) continue;
      const values = jsonValues(text, match.index + match[0].length, match.index);
      // `<|python_tag|>read_file.call(path="a.md")`
      const calls = values.length > 0 ? values : opened(text, match, tools);
      found.push(...calls);
      past = calls.at(-1)?.end ?? past;
    }
    return found;
  },
};

/** The same calls inside an envelope that other models use for JSON: LFM2, Olmo, Llama 4, Gemini. */
export const pythonicInEnvelope: TextCallSyntax = {
  name: "pythonic",
  kind: "envelope",
  find(text, tools) {
    const found: FoundCall[] = [];
    let past = 0;
    for (const match of text.matchAll(ENVELOPE)) {
      if (match.index < past) continue;
      const calls = opened(text, match, tools);
      found.push(...calls);
      past = calls.at(-1)?.end ?? past;
    }
    return found;
  },
};

/** JSON calls in a row, with `;` or `,` between them; the first one begins at `start`. */
function jsonValues(text: string, from: number, start: number): FoundCall[] {
  const found: FoundCall[] = [];
  let begin = start;
  let at = from;
  for (;;) {
    const read = readValueAt(text, at);
    const calls = read ? callsInValue(read.value) : [];
    if (!read || calls.length === 0) return found;
    found.push(...calls.map((call) => ({ start: begin, end: read.end, ...call, complete: read.complete })));
    begin = read.end;
    at = read.end + (/^\s*[;,]/.exec(text.slice(read.end))?.[0].length ?? 0);
  }
}

/** The calls behind an opening marker; none unless the first one stands right there. */
function opened(text: string, opening: RegExpExecArray, tools: OfferedTools): FoundCall[] {
  const from = opening.index + opening[0].length;
  if (!FIRST_CALL.test(text.slice(from, from + FIRST_WITHIN))) return [];
  const inner = pythonCalls(text, from, tools);
  return inner.map((call, position) => (position === 0 ? { ...call, start: opening.index } : call));
}

export const pythonic: TextCallSyntax = {
  name: "pythonic",
  kind: "bare",
  find: (text, tools) => pythonCalls(text, 0, tools),
};

/** Calls of offered tools from `from` on, with the list bracket or `print(` around them counted in. */
function pythonCalls(text: string, from: number, tools: OfferedTools): FoundCall[] {
  const found: FoundCall[] = [];
  let past = from;
  CALL.lastIndex = from;
  for (const match of text.matchAll(CALL)) {
    if (match.index < past) continue;
    const name = offeredName(match[1] ?? "", tools);
    if (name === null) continue;
    const open = match.index + match[0].length - 1;
    const end = balancedEnd(text, open);
    const body = text.slice(open + 1, end === null ? text.length : end - 1);
    const given = end === null ? null : readKeywords(body, tools.get(name) ?? null);
    if (given === undefined) continue;
    const before = /(?:\[\s*|\bprint\(\s*|^\s*await\s+)$/.exec(text.slice(past, match.index))?.[0] ?? "";
    past = end ?? text.length;
    const after = /^\s*[\]),]?/.exec(text.slice(past))?.[0].length ?? 0;
    found.push({
      start: match.index - before.length,
      end: past + after,
      name,
      arguments: given,
      complete: end !== null,
    });
  }
  return found;
}

function offeredName(written: string, tools: OfferedTools): string | null {
  for (const candidate of [written, written.replace(/\.call$/, ""), cleanName(written.split(".").at(-1) ?? "")]) {
    if (tools.has(candidate)) return candidate;
  }
  return null;
}

/** `path="a.md", lines=[1, 2]` as an object; undefined when it is no list of keywords with literal values. */
function readKeywords(body: string, schema: JsonObject | null): JsonObject | undefined {
  const result: JsonObject = {};
  const parts = splitTopLevel(body);
  const properties = schema && isJsonObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  for (const [position, part] of parts.entries()) {
    const keyword = /^\s*([A-Za-z_]\w*)\s*=(?!=)\s*([\s\S]*)$/.exec(part);
    // One bare value stands for the only parameter there is.
    const key = keyword?.[1] ?? (parts.length === 1 && properties.length === 1 ? properties[position] : undefined);
    const value = readLiteral((keyword?.[2] ?? part).trim());
    // `read_file({"path": "a.md"})`: the object is the arguments.
    if (!keyword && parts.length === 1 && isJsonObject(value)) return value;
    if (key === undefined || value === undefined) return undefined;
    result[key] = value;
  }
  return result;
}

function readLiteral(text: string): JsonValue | undefined {
  if (text === "True" || text === "true") return true;
  if (text === "False" || text === "false") return false;
  if (text === "None" || text === "null") return null;
  if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return Number(text);
  const quoted = /^(?:[rbuf]?)("""|'''|"|')([\s\S]*)\1$/.exec(text);
  if (quoted) return unquote(quoted[2] ?? "");
  if (/^[[{]/.test(text))
    return parseLeniently(
      text
        .replace(/\bTrue\b/g, "true")
        .replace(/\bFalse\b/g, "false")
        .replace(/\bNone\b/g, "null"),
    );
  return undefined;
}

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r", "\\": "\\", '"': '"', "'": "'" };

function unquote(inner: string): string {
  return inner.replace(/\\([\s\S])/g, (whole, char: string) => ESCAPES[char] ?? whole);
}

function splitTopLevel(body: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let start = 0;
  for (let at = 0; at < body.length; at += 1) {
    const char = body[at] ?? "";
    if (quote !== "") {
      if (char === "\\") at += 1;
      else if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if ("[{(".includes(char)) depth += 1;
    else if ("]})".includes(char)) depth -= 1;
    else if (char === "," && depth === 0) {
      parts.push(body.slice(start, at));
      start = at + 1;
    }
  }
  const last = body.slice(start);
  if (last.trim() !== "") parts.push(last);
  return parts;
}
