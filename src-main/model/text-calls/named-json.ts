// A tool's name and its arguments as an object right after it: `>>>name` and `{…}` on the next line (functionary), and
// the same without a mark, as GLM-4 and functionary's first call write it.
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { FoundCall, OfferedTools, TextCallSyntax } from "./types.ts";
import { cleanName, readValueAt } from "./json-value.ts";

const MARKED = />>>\s*([\w.:/-]{1,128})\s*\n(?=\s*\{)/g;
const PLAIN = /^[ \t]*([\w.:/-]{1,128})[ \t]*(?:\n[ \t]*)?(?=\{)/gm;

export const functionary: TextCallSyntax = {
  name: "functionary",
  kind: "envelope",
  find: (text, tools) => callsAfter(text, MARKED, tools),
};

export const namedJson: TextCallSyntax = {
  name: "named_json",
  kind: "bare",
  find: (text, tools) => callsAfter(text, PLAIN, tools),
};

function callsAfter(text: string, names: RegExp, tools: OfferedTools): FoundCall[] {
  const found: FoundCall[] = [];
  let past = 0;
  for (const match of text.matchAll(names)) {
    const name = cleanName(match[1] ?? "");
    if (match.index < past || !tools.has(name)) continue;
    const read = readValueAt(text, match.index + match[0].length);
    if (!read) continue;
    const value = isJsonObject(read.value) ? read.value : null;
    found.push({ start: match.index, end: read.end, name, arguments: value, complete: read.complete });
    past = read.end;
  }
  return found;
}
