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
const GLM_PAIR = /<arg_key>\s*([\s\S]*?)\s*<\/arg_key>\s*<arg_value>([\s\S]*?)(<\/arg_value>|$)/g;

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
      const parameters: JsonObject = {};
      let whole = close >= 0;
      for (const pair of body.matchAll(GLM_PAIR)) {
        if (pair[3] === "") whole = false;
        else parameters[pair[1] ?? ""] = typedValue((pair[2] ?? "").trim(), tools.get(name), pair[1] ?? "");
      }
      const end = close < 0 ? limit : from + close + "</tool_call>".length;
      found.push({ start: match.index, end, name, arguments: whole ? parameters : null, complete: whole });
    }
    return found;
  },
};

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
