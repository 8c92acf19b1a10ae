// `truncate-800`: the first 800 characters of the result and a line that says how much was cut.
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import type { Compactor } from "../types.ts";
import { pointer } from "./pointer.ts";
import { rawText } from "./raw-text.ts";

const LIMIT = 800;

export const truncate800: Compactor = {
  name: "truncate-800",
  description: "Shows the first 800 characters and says how many there were.",
  compact(raw) {
    const text = rawText(raw);
    if (text.length <= LIMIT) return { shown: text, kept: null };
    const cut = isHighSurrogate(text.charCodeAt(LIMIT - 1)) ? LIMIT - 1 : LIMIT;
    return {
      shown: `${text.slice(0, cut)}\n[cut: the first ${cut} of ${text.length} characters]`,
      kept: typeof raw === "string" ? [] : leavesWithin(raw, cut),
    };
  },
};

/** Pointers of the scalar and empty values whose text ends within the first `limit` characters of the value's JSON. */
function leavesWithin(raw: JsonValue, limit: number): string[] {
  const kept: string[] = [];
  walk(raw, "", 0);
  return kept;

  /** Returns the offset after the value; stops going deeper once past the limit. */
  function walk(value: JsonValue, path: string, offset: number): number {
    if (offset > limit) return offset;
    const isBranch = typeof value === "object" && value !== null && Object.keys(value).length > 0;
    if (!isBranch) {
      const end = offset + JSON.stringify(value).length;
      if (end <= limit) kept.push(path);
      return end;
    }
    let at = offset + 1;
    const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
    for (const [key, entry] of entries) {
      if (at > limit) return at;
      if (typeof key === "string") at += JSON.stringify(key).length + 1;
      // One more for the comma or the closing bracket that follows.
      at = walk(entry, pointer(path, key), at) + 1;
    }
    return at;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
