// Formats that wrap name and arguments in special tokens: DeepSeek's `<｜tool▁call▁begin｜>` and Kimi's
// `<|tool_call_begin|>`, and GLM's `<tool_call>name` with `<arg_key>` and `<arg_value>`.
import type { JsonObject } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { FoundCall, TextCallSyntax } from "./types.ts";
import { cleanName, readValueAt, typedValue } from "./json-value.ts";

const DEEPSEEK =
  /(?:<[｜|]tool[▁_]calls[▁_]begin[｜|]>\s*)?<[｜|]tool[▁_]call[▁_]begin[｜|]>\s*(?:function\s*<[｜|]tool[▁_]sep[｜|]>\s*)?([\w.:/-]{1,128})\s*(?:<[｜|]tool[▁_]sep[｜|]>|\n)\s*(?:```(?:json)?\s*)?/g;
const DEEPSEEK_END = /^\s*(?:```\s*)?(?:<[｜|]tool[▁_]call[▁_]end[｜|]>)?\s*(?:<[｜|]tool[▁_]calls[▁_]end[｜|]>)?/;
const KIMI =
  /(?:<\|tool_calls_section_begin\|>\s*)?<\|tool_call_begin\|>\s*([\w.:/-]{1,128})\s*<\|tool_call_argument_begin\|>\s*/g;
const KIMI_END = /^\s*(?:<\|tool_call_end\|>)?\s*(?:<\|tool_calls_section_end\|>)?/;
const GLM = /<tool_call>\s*([\w.:/-]{1,128})\s*(?=<arg_key>|<\/tool_call>|$)/g;

export const deepseek: TextCallSyntax = {
  name: "deepseek",
  kind: "envelope",
  find: (text) => wrapped(text, DEEPSEEK, DEEPSEEK_END),
};

export const kimi: TextCallSyntax = {
  name: "kimi",
  kind: "envelope",
  find: (text) => wrapped(text, KIMI, KIMI_END),
};

export const glm: TextCallSyntax = {
  name: "glm",
  kind: "envelope",
  find(text, tools) {
    const found: FoundCall[] = [];
    const opens = [...text.matchAll(GLM)];
    for (const [position, match] of opens.entries()) {
      const from = match.index + match[0].length;
      const limit = opens[position + 1]?.index ?? text.length;
      const rest = text.slice(from, limit);
      const close = rest.indexOf("</tool_call>");
      const body = close < 0 ? rest : rest.slice(0, close);
      const name = cleanName(match[1] ?? "");
      const { pairs, whole: pairsWhole } = readPairs(body);
      const parameters: JsonObject = {};
      for (const [key, value] of pairs) parameters[key] = typedValue(value, tools.get(name), key);
      const whole = close >= 0 && pairsWhole;
      const end = close < 0 ? limit : from + close + "</tool_call>".length;
      found.push({ start: match.index, end, name, arguments: whole ? parameters : null, complete: whole });
    }
    return found;
  },
};

/** `<arg_key>k</arg_key><arg_value>v</arg_value>` pairs, up to the first that is not whole. */
function readPairs(body: string): { pairs: [string, string][]; whole: boolean } {
  const pairs: [string, string][] = [];
  let at = 0;
  for (;;) {
    const keyAt = body.indexOf("<arg_key>", at);
    if (keyAt < 0) return { pairs, whole: true };
    const key = between(body, keyAt + "<arg_key>".length, "</arg_key>");
    const valueAt = key === null ? -1 : body.indexOf("<arg_value>", key.end);
    const value = valueAt < 0 ? null : between(body, valueAt + "<arg_value>".length, "</arg_value>");
    if (key === null || value === null) return { pairs, whole: false };
    pairs.push([key.text.trim(), value.text.trim()]);
    at = value.end;
  }
}

function between(text: string, from: number, close: string): { text: string; end: number } | null {
  const end = text.indexOf(close, from);
  return end < 0 ? null : { text: text.slice(from, end), end: end + close.length };
}

function wrapped(text: string, open: RegExp, close: RegExp): FoundCall[] {
  const found: FoundCall[] = [];
  let past = 0;
  for (const match of text.matchAll(open)) {
    const from = match.index + match[0].length;
    if (match.index < past) continue;
    const read = readValueAt(text, from);
    past = read?.end ?? past;
    const end = read ? read.end + (close.exec(text.slice(read.end))?.[0].length ?? 0) : text.length;
    found.push({
      start: match.index,
      end,
      name: cleanName(match[1] ?? ""),
      arguments: read && isJsonObject(read.value) ? read.value : null,
      complete: read?.complete ?? false,
    });
  }
  return found;
}
