// `<function=name><parameter=key>value</parameter></function>` (Qwen3-Coder; the opening <tool_call> is often missing),
// `<function=name>{json}</function>` (Llama) and `<invoke name="x"><parameter name="k">v</parameter></invoke>`.
import type { JsonObject } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { FoundCall, OfferedTools, TextCallSyntax } from "./types.ts";
import { cleanName, readValueAt, typedValue } from "./json-value.ts";

// Tags may have a namespace (`<minimax:tool_call>`, `<invoke>`) or DeepSeek's `｜DSML｜` before their name.
const OPEN =
  /(?:<(?:[\w-]{1,20}:|[|｜]DSML[|｜])?tool_call>\s*)?<(?:[\w-]{1,20}:|[|｜]DSML[|｜])?(?:function=|function\s+name\s*=\s*|invoke\s+name\s*=\s*|tool_call\s+name\s*=\s*)["']?([\w.:/-]{1,128}?)["']?\s*\/?>/gi;
const PARAMETER =
  /<(?:[\w-]{1,20}:|[|｜]DSML[|｜])?(?:parameter=|parameter\s+name\s*=\s*|param\s+name\s*=\s*|arg\s+name\s*=\s*)["']?([\w.:/-]{1,128})["']?[^>]*>/gi;
const NEXT_PARAMETER = /<(?:[\w-]{1,20}:|[|｜]DSML[|｜])?(?:parameter|param|arg)[=\s]/i;
const PARAMETER_END = /<\/(?:[\w-]{1,20}:|[|｜]DSML[|｜])?(?:parameter|param|arg)>/i;
const END = /<\/(?:[\w-]{1,20}:|[|｜]DSML[|｜])?(?:function|invoke|tool_call)>/i;
const WRAPPER_END = /^\s*<\/(?:[\w-]{1,20}:|[|｜]DSML[|｜])?(?:tool_call|function_calls|tool_calls)>/i;

export const functionXml: TextCallSyntax = {
  name: "function_xml",
  kind: "envelope",
  find(text, tools) {
    const found: FoundCall[] = [];
    const opens = [...text.matchAll(OPEN)];
    for (const [position, open] of opens.entries()) {
      const from = open.index + open[0].length;
      if (open[0].endsWith("/>")) {
        const name = cleanName(open[1] ?? "");
        found.push({ start: open.index, end: wrapperEnd(text, from), name, arguments: {}, complete: true });
        continue;
      }
      const limit = opens[position + 1]?.index ?? text.length;
      found.push(readCall(text, cleanName(open[1] ?? ""), open.index, from, limit, tools));
    }
    return found;
  },
};

function readCall(
  text: string,
  name: string,
  start: number,
  from: number,
  limit: number,
  tools: OfferedTools,
): FoundCall {
  const json = readValueAt(text, from);
  if (json && json.end <= limit) {
    const tail = /^\s*<\/(?:function|invoke|tool_call)>/i.exec(text.slice(json.end, limit));
    const value = isJsonObject(json.value) ? json.value : null;
    const end = json.end + (tail?.[0].length ?? 0);
    return { start, end: wrapperEnd(text, end), name, arguments: value, complete: json.complete && tail !== null };
  }
  const body = text.slice(from, limit);
  const parameters: JsonObject = {};
  let at = 0;
  for (const match of body.matchAll(PARAMETER)) {
    if (match.index < at) continue;
    const valueStart = match.index + match[0].length;
    const rest = body.slice(valueStart);
    const close = PARAMETER_END.exec(rest);
    const nextParameter = rest.search(NEXT_PARAMETER);
    const functionEnd = END.exec(rest);
    if (!close && nextParameter < 0 && !functionEnd) {
      return { start, end: limit, name, arguments: null, complete: false };
    }
    const ends = [close?.index ?? -1, nextParameter, functionEnd?.index ?? -1].filter((end) => end >= 0);
    // Text up to its own end tag; a missing one ends at the next parameter or the function's end.
    const valueEnd = close && (nextParameter < 0 || close.index < nextParameter) ? close.index : Math.min(...ends);
    const raw = rest
      .slice(0, valueEnd)
      .replace(/^\r?\n/, "")
      .replace(/\r?\n$/, "");
    parameters[match[1] ?? ""] = typedValue(raw, tools.get(name), match[1] ?? "");
    at = valueStart + valueEnd + (close && close.index === valueEnd ? close[0].length : 0);
  }
  const end = END.exec(body.slice(at));
  if (!end) return { start, end: limit, name, arguments: parameters, complete: false };
  return {
    start,
    end: wrapperEnd(text, from + at + end.index + end[0].length),
    name,
    arguments: parameters,
    complete: true,
  };
}

function wrapperEnd(text: string, end: number): number {
  return end + (WRAPPER_END.exec(text.slice(end))?.[0].length ?? 0);
}
