// Near-equality of calls, defined once: the same tool, and arguments that are equal after keys are sorted, white space and case are
// levelled and numbers in strings are read as numbers; or that differ in one word of all their texts. Chinese and Japanese are read in words too.
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../src-shared/prelude/json.ts";

export interface ComparedCall {
  tool: string;
  args: JsonValue;
}

/** Texts with fewer words than this must be equal: a changed word would be another question ("Paris" → "London"). */
const FEWEST_WORDS_FOR_A_CHANGE = 3;

/**
 * True when two calls ask for the same thing, or so nearly that the same answer must be expected.
 * - Reordered keys, white space, case, and `5` against `"5"` make no difference; neither does a `null` against a missing key.
 * - One word of one string may differ where that string has at least three words. Ids, numbers, dates, addresses and file names are not words, nor are
 *   number words, single letters, days and months: changed, they make another call ("file 7" → "file 8", "page one" → "page two", 第一页 → 第二页).
 */
export function nearlyEqualCalls(a: ComparedCall, b: ComparedCall): boolean {
  return a.tool === b.tool && differences(level(a.args), level(b.args), 1) <= 1;
}

/** Words changed between two levelled values, up to `most`; anything else that differs counts as more than `most`. */
function differences(a: JsonValue, b: JsonValue, most: number): number {
  if (typeof a === "string" && typeof b === "string") return a === b ? 0 : changedWords(a, b, most);
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return most + 1;
    let total = 0;
    for (let index = 0; index < a.length && total <= most; index++)
      total += differences(a[index] ?? null, b[index] ?? null, most - total);
    return total;
  }
  if (isJsonObject(a) && isJsonObject(b)) {
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length || !keys.every((key) => Object.hasOwn(b, key))) return most + 1;
    let total = 0;
    for (const key of keys) {
      if (total > most) break;
      total += differences(a[key] ?? null, b[key] ?? null, most - total);
    }
    return total;
  }
  return a === b ? 0 : most + 1;
}

function changedWords(a: string, b: string, most: number): number {
  const left = wordsOf(a);
  const right = wordsOf(b);
  if (left.length !== right.length || left.length < FEWEST_WORDS_FOR_A_CHANGE) return most + 1;
  let changed = 0;
  for (const [index, word] of left.entries()) {
    const other = right[index] ?? "";
    if (word === other) continue;
    if (!isPlainWord(word) || !isPlainWord(other)) return most + 1;
    changed += 1;
    if (changed > most) return most + 1;
  }
  return changed;
}

/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

function wordsOf(text: string): string[] {
  if (!UNSPACED.test(text)) return text.split(" ");
  return [...segmenter.segment(text)].flatMap(({ segment }) => (segment.trim() === "" ? [] : [segment]));
}

const COUNTING = new Set(
  "one two three four five six seven eight nine ten eleven twelve first second third fourth fifth sixth seventh eighth ninth tenth next last ii iii iv vi vii viii ix monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december".split(
    " ",
  ),
);
const HAN_COUNTING = /^第|^[〇零一二三四五六七八九十百千万萬两兩]+[\p{Script=Han}]?$|^(?:星期|週|周|礼拜|禮拜)/u;

/** Changed, it leaves the question the same: no number, id, date, address or file name. */
function isPlainWord(word: string): boolean {
  if (!/^[\p{L}'’-]+[.,;:!?]*$/u.test(word)) return false;
  const bare = word.replace(/[.,;:!?]+$/, "");
  if (UNSPACED.test(bare)) return !HAN_COUNTING.test(bare);
  return bare.length > 1 && !COUNTING.has(bare);
}

/** Sorted keys without nulls, lower case, single spaces, numbers where strings spell one. */
function level(value: JsonValue): JsonValue {
  if (typeof value === "string") {
    const text = value.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
    return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text) ? Number(text) : text;
  }
  if (Array.isArray(value)) return value.map(level);
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, child]) => child !== null)
        .map(([key, child]): [string, JsonValue] => [key, level(child)])
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  }
  return value;
}
