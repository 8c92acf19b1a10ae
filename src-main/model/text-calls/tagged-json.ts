// `<tool_call>{"name": …, "arguments": …}</tool_call>` (Hermes, Qwen) and the same under other tags: Granite, Phi,
// Nemotron, Command R, xLAM. The tag's end may be missing.
import type { FoundCall, TextCallSyntax } from "./types.ts";
import { callsInValue, nameInPartial, readValueAt } from "./json-value.ts";

const OPEN =
  /<tool_?calls?>|<\|tool_?calls?\|>|<function_?calls?>|<TOOLCALLS?>|<\|START_ACTION\|>|<call>|<\|tool_call_start\|>|<tool>|<action>/gi;
const CLOSE =
  /^\s*(?:<\/(?:tool_?calls?|function_?calls?|TOOLCALLS?|call|tool|action)>|<\|\/?tool_?calls?\|>|<\|END_ACTION\|>|<\|tool_call_end\|>)/i;
const FENCE = /^\s*```(?:json)?[ \t]*\n?/;

export const taggedJson: TextCallSyntax = {
  name: "hermes",
  kind: "envelope",
  find(text) {
    const found: FoundCall[] = [];
    let past = 0;
    for (const match of text.matchAll(OPEN)) {
      if (match.index < past) continue;
      let at = match.index + match[0].length;
      at += FENCE.exec(text.slice(at))?.[0].length ?? 0;
      const calls = readCalls(text, at, match.index);
      found.push(...calls);
      past = calls.at(-1)?.end ?? past;
    }
    return found;
  },
};

/** One value, or several in a row, up to the closing tag. */
function readCalls(text: string, from: number, start: number): FoundCall[] {
  const found: FoundCall[] = [];
  let at = from;
  let begin = start;
  for (;;) {
    const read = readValueAt(text, at);
    if (!read) return found;
    const rest = text.slice(read.end);
    const close = CLOSE.exec(rest.replace(/^\s*```/, (fence) => " ".repeat(fence.length)));
    const end = read.end + (close?.[0].length ?? 0);
    if (!read.complete) {
      const name = nameInPartial(text.slice(at));
      if (name !== null) found.push({ start: begin, end, name, arguments: null, complete: false });
      return found;
    }
    for (const call of callsInValue(read.value)) {
      found.push({ start: begin, end, name: call.name, arguments: call.arguments, complete: close !== null });
    }
    if (close) return found;
    if (readValueAt(text, read.end)) {
      // Another value before the closing tag: this one is whole.
      for (const call of found) call.complete = true;
      begin = read.end;
      at = read.end;
      continue;
    }
    return found;
  }
}
