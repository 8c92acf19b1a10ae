// Mistral: `[TOOL_CALLS][{"name": …, "arguments": …}]` (v3 and before), `[TOOL_CALLS]name[ARGS]{…}` (v11 and after),
// also with `[CALL_ID]…` between, or the name right before its object.
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { FoundCall, TextCallSyntax } from "./types.ts";
import { callsInValue, cleanName, nameInPartial, readValueAt } from "./json-value.ts";

const OPEN = /\[TOOL_CALLS?\]\s*/g;
const NAMED = /^\s*([\w.:/-]{1,128})\s*(?:\[CALL_ID\]\s*[\w-]{1,128}\s*)?(?:\[ARGS\]\s*)?/;

export const mistral: TextCallSyntax = {
  name: "mistral",
  kind: "envelope",
  find(text) {
    const found: FoundCall[] = [];
    let past = 0;
    for (const match of text.matchAll(OPEN)) {
      if (match.index < past) continue;
      let at = match.index + match[0].length;
      const list = readValueAt(text, at);
      if (list) {
        found.push(...readList(text, match.index, at, list));
        past = list.end;
        continue;
      }
      let start = match.index;
      // Several may follow one marker: name{…}name{…}
      for (;;) {
        const named = NAMED.exec(text.slice(at));
        if (!named) break;
        const from = at + named[0].length;
        const read = readValueAt(text, from);
        // A name and nothing after it, right behind the marker: the call was cut there.
        const marked = named[0].includes("[ARGS]") || (start === match.index && text.slice(from).trim() === "");
        if (!read && !marked) break;
        found.push({
          start,
          end: read?.end ?? text.length,
          name: cleanName(named[1] ?? ""),
          arguments: read && isJsonObject(read.value) ? read.value : null,
          complete: read?.complete ?? false,
        });
        past = read?.end ?? past;
        if (!read?.complete) break;
        at = read.end;
        start = at;
      }
    }
    return found;
  },
};

function readList(
  text: string,
  start: number,
  at: number,
  list: NonNullable<ReturnType<typeof readValueAt>>,
): FoundCall[] {
  if (!list.complete) {
    const name = nameInPartial(text.slice(at));
    return name === null ? [] : [{ start, end: list.end, name, arguments: null, complete: false }];
  }
  return callsInValue(list.value).map((call) => ({ start, end: list.end, ...call, complete: true }));
}
