// `{"name": …, "arguments": …}` with nothing around it, or in a code fence: Qwen2.5-Coder, Llama 3.1, ReAct prompts.
import type { FoundCall, TextCallSyntax } from "./types.ts";
import { callsInValue, MAX_UNENDED, NAME_WITHIN, nameInPartial, readValueAt } from "./json-value.ts";

export const bareJson: TextCallSyntax = {
  name: "json",
  kind: "bare",
  find(text) {
    const found: FoundCall[] = [];
    let at = 0;
    let unended = 0;
    while (at < text.length) {
      const open = nextOpen(text, at);
      if (open < 0) break;
      const read = readValueAt(text, open);
      if (!read) break;
      if (!read.complete) {
        const name = nameInPartial(text.slice(open, open + NAME_WITHIN));
        if (name === null) {
          if (++unended > MAX_UNENDED) break;
          at = open + 1;
          continue;
        }
        found.push({ start: open, end: text.length, name, arguments: null, complete: false });
        break;
      }
      const calls = callsInValue(read.value);
      found.push(...calls.map((call) => ({ start: open, end: read.end, ...call, complete: true })));
      at = read.end;
    }
    return found;
  },
};

/** The next bracket that can begin a call: an object, or a list of objects. */
function nextOpen(text: string, from: number): number {
  const match = /\{\s*["']|\[\s*\{/g;
  match.lastIndex = from;
  return match.exec(text)?.index ?? -1;
}
