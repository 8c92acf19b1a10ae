// `<tool_call>{"name": …, "arguments": …}</tool_call>` (Hermes, Qwen) and the same under other tags: Granite, Phi,
// Nemotron, Command R, InternLM, Apertus, LM Studio. The tag's end may be missing.
import type { FoundCall, OfferedTools, TextCallSyntax } from "./types.ts";
import { callsInValue, MAX_UNENDED, NAME_WITHIN, nameInPartial, readValueAt } from "./json-value.ts";

const OPEN =
  /<tool_?calls?>|<\|tool_?calls?\|>|<function_?calls?>|<TOOLCALLS?>|<\|START_ACTION\|>|<call>|<\|tool_call_start\|>|<tool>|<action>|<\|action_start\|>(?:\s*<\|(?:plugin|interpreter)\|>)?|<\|tools_prefix\|>|\[TOOL_REQUEST\]/gi;
/** A brace or bracket too many before the closing tag changes nothing. */
const CLOSE =
  /^[\s\]})]*(?:<\/(?:tool_?calls?|function_?calls?|TOOLCALLS?|call|tool|action)>|<\|\/?tool_?calls?\|>|<\|END_ACTION\|>|<\|tool_call_end\|>|<\|action_end\|>|<\|tools_suffix\|>|\[END_TOOL_REQUEST\])/i;
const FENCE = /^\s*```(?:json)?[ \t]*\n?/;
/** Between two values of one envelope. */
const SEPARATOR = /^[,;]/;
const FENCE_END = /^\s*```/;
/** Granite's opening token has no closing one: its list is whole when the list is. */
const ENDLESS = /^<\|tool_?calls?\|>/i;

export const taggedJson: TextCallSyntax = {
  name: "hermes",
  kind: "envelope",
  find(text, tools) {
    const found: FoundCall[] = [];
    let past = 0;
    let unended = 0;
    for (const match of text.matchAll(OPEN)) {
      if (match.index < past) continue;
      let at = match.index + match[0].length;
      at += FENCE.exec(text.slice(at))?.[0].length ?? 0;
      const { calls, open } = readCalls(text, at, match, tools);
      found.push(...calls);
      // A value that never ends takes the rest of the text with it, where it is a call.
      if (open && (calls.length > 0 || ++unended > MAX_UNENDED)) break;
      past = calls.at(-1)?.end ?? past;
    }
    return found;
  },
};

/** One value, or several in a row, up to the closing tag. `open`: the last one never ends. */
function readCalls(
  text: string,
  from: number,
  opening: RegExpExecArray,
  tools: OfferedTools,
): { calls: FoundCall[]; open: boolean } {
  const calls: FoundCall[] = [];
  let at = from;
  let begin = opening.index;
  for (;;) {
    const read = readValueAt(text, at);
    if (!read) return { calls, open: false };
    const rest = text.slice(read.end);
    const fence = FENCE_END.exec(rest)?.[0].length ?? 0;
    const close = CLOSE.exec(rest.slice(fence));
    const end = close ? read.end + fence + close[0].length : read.end;
    if (!read.complete) {
      const name = nameInPartial(text.slice(at, at + NAME_WITHIN));
      if (name !== null) calls.push({ start: begin, end, name, arguments: null, complete: false });
      return { calls, open: true };
    }
    const whole = close !== null || (ENDLESS.test(opening[0]) && Array.isArray(read.value));
    for (const call of callsInValue(read.value, tools)) {
      calls.push({ start: begin, end, name: call.name, arguments: call.arguments, complete: whole });
    }
    if (close) return { calls, open: false };
    const next = readValueAt(text, SEPARATOR.test(rest) ? read.end + 1 : read.end);
    if (!next) return { calls, open: false };
    // Another value before the closing tag: this one is whole.
    for (const call of calls) call.complete = true;
    begin = read.end;
    at = SEPARATOR.test(rest) ? read.end + 1 : read.end;
  }
}
