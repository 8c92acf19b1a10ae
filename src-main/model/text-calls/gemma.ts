// Gemma: `<start_function_call>call:name{key:<escape>text<escape>}<end_function_call>` (FunctionGemma) and
// `<|tool_call>call:name{key:<|"|>text<|"|>}<tool_call|>` (Gemma 4): keys without quotes, a token for the quotes.
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { FoundCall, TextCallSyntax } from "./types.ts";
import { cleanName, parseLeniently } from "./json-value.ts";

const OPEN = /(?:<start_function_call>|<\|tool_call>)\s*call:([\w.:/-]{1,128}?)\s*\{/g;
const CLOSE = /^\s*(?:<end_function_call>|<tool_call\|>)/;
const QUOTES = ["<escape>", '<|"|>', '"'];

export const gemma: TextCallSyntax = {
  name: "gemma",
  kind: "envelope",
  find(text) {
    const found: FoundCall[] = [];
    let past = 0;
    for (const match of text.matchAll(OPEN)) {
      if (match.index < past) continue;
      const name = cleanName(match[1] ?? "");
      const read = readObject(text, match.index + match[0].length - 1);
      if (!read) {
        found.push({ start: match.index, end: text.length, name, arguments: null, complete: false });
        break;
      }
      const value = parseLeniently(read.json);
      const close = CLOSE.exec(text.slice(read.end));
      past = read.end + (close?.[0].length ?? 0);
      found.push({
        start: match.index,
        end: past,
        name,
        arguments: isJsonObject(value) ? value : null,
        complete: close !== null,
      });
    }
    return found;
  },
};

/** The object that begins at `start`, with its strings in JSON's quotes; null when it never ends. */
function readObject(text: string, start: number): { json: string; end: number } | null {
  let json = "";
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const quote = QUOTES.find((candidate) => text.startsWith(candidate, at));
    if (quote !== undefined) {
      const close = text.indexOf(quote, at + quote.length);
      if (close < 0) return null;
      json += JSON.stringify(text.slice(at + quote.length, close));
      at = close + quote.length;
      continue;
    }
    const char = text[at] ?? "";
    json += char;
    at += 1;
    if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") depth -= 1;
    if (depth === 0) return { json, end: at };
  }
  return null;
}
