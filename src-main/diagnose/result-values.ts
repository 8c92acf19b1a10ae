// The values of a trace's results, place by place: what each field or line holds, so that a value of the answer can be traced to where it stood.
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { asJson } from "./values.ts";
import type { DiagnosableTrace, TracedCall } from "./types.ts";
import { numberKey, valueSpans, wordKey, type ValueSpan } from "./value-spans.ts";

/** One field of a JSON result, or one line of text. */
export interface Leaf {
  call: TracedCall;
  /** Dotted path without the positions of list entries; null in running text. */
  field: string | null;
  text: string;
  /** Letters and digits alone. */
  words: string;
  keys: ReadonlySet<string>;
  /** Set where the field is a number. */
  number: number | null;
  /** The list entry it stands in, so that the fields of one record can be told: call, path with positions. */
  record: string;
}

/** Length of a list in a result, or the number of records. */
export interface ListLength {
  call: TracedCall;
  field: string | null;
  length: number;
}

export interface ResultValues {
  leaves: readonly Leaf[];
  lists: readonly ListLength[];
}

/** Results of the calls that came before the answer. `form` raw: what the tools returned; shown: what the model was given. */
export function resultValues(trace: DiagnosableTrace, before: number, form: "raw" | "shown"): ResultValues {
  const leaves: Leaf[] = [];
  const lists: ListLength[] = [];
  for (const turn of trace.turns) {
    if (turn.turn >= before) break;
    for (const call of turn.calls) {
      const text = call[form];
      if (text !== null) readResult(call, text, leaves, lists);
    }
  }
  return { leaves, lists };
}

/** The places of one text that is no result: the request, a call's arguments. */
export function placesOf(text: string, call: TracedCall): Leaf[] {
  const leaves: Leaf[] = [];
  readResult(call, text, leaves, []);
  return leaves;
}

function readResult(call: TracedCall, text: string, leaves: Leaf[], lists: ListLength[]): void {
  const json = asJson(text);
  const put = (field: string | null, leafText: string, number: number | null, record: string): void => {
    leaves.push({
      call,
      field,
      text: leafText,
      words: wordKey(leafText),
      keys: keysOf(leafText, field, number),
      number,
      record: `${call.askedSeq} ${call.id} ${record}`,
    });
  };
  if (json === undefined) {
    readLines(text, put, (field, length) => lists.push({ call, field, length }));
    return;
  }
  const walk = (node: JsonValue, path: string[], record: string): void => {
    const field = path.length === 0 ? null : path.join(".");
    if (Array.isArray(node)) {
      lists.push({ call, field, length: node.length });
      for (const [index, child] of node.entries()) walk(child, path, `${record}/${path.join(".")}[${index}]`);
    } else if (typeof node === "object" && node !== null) {
      for (const [key, child] of Object.entries(node)) walk(child, [...path, key], record);
    } else if (typeof node === "number") put(field, String(node), node, record);
    else if (typeof node === "string") {
      // A text of many lines is many places: a line is what an answer repeats.
      for (const line of node.split("\n")) if (line.trim() !== "") put(field, line, null, record);
    } else if (node !== null) put(field, String(node), null, record);
  };
  walk(json, [], "");
}

/** Text in lines `key: value`, as YAML-like results have them, with entries that begin with a dash; other lines are running text. */
function readLines(
  text: string,
  put: (field: string | null, text: string, number: number | null, record: string) => void,
  list: (field: string | null, length: number) => void,
): void {
  const open: { field: string | null; text: string; record: number }[] = [];
  const entries = new Map<number, number>();
  let record = 0;
  for (const line of text
    .replace(/\\\n\s*(?:\\(?= ))?/g, "")
    .replace(/\\[nrt]/g, "\n")
    .split("\n")) {
    const dash = /^(\s*)-\s/.exec(line);
    if (dash) entries.set(dash[1]?.length ?? 0, (entries.get(dash[1]?.length ?? 0) ?? 0) + 1);
    if (line.trim() === "" || dash?.[1] === "") record += 1;
    if (line.trim() === "") continue;
    const match = /^\s*(?:-\s+)?([A-Za-z_][\w ]{0,30}?)\s*:(?:\s+(.*))?$/.exec(line);
    const last = open.at(-1);
    // A long value goes on in the next line, set further in.
    const goesOn =
      !match && !dash && /^\s{2,}\S/.test(line) && last !== undefined && last.field !== null && last.record === record;
    if (goesOn) last.text += ` ${line.trim()}`;
    else open.push({ field: match?.[1]?.trim() ?? null, text: match ? (match[2] ?? "") : line, record });
  }
  for (const leaf of open) {
    if (leaf.text.trim() === "") continue;
    const value = /^["']?(-?\d+(?:\.\d+)?)["']?$/.exec(leaf.text.trim())?.[1];
    put(leaf.field, leaf.text, value === undefined ? null : Number(value), String(leaf.record));
  }
  for (const length of entries.values()) list(null, length);
}

function keysOf(text: string, field: string | null, number: number | null): ReadonlySet<string> {
  const keys = new Set(valueSpans(text).flatMap((span) => span.keys));
  for (const key of keys) {
    const date = /^D (\d{4})-(\d\d)-(\d\d)$/.exec(key);
    if (date) for (const more of [`d ${date[2]}-${date[3]}`, `m ${date[1]}-${date[2]}`, `y ${date[1]}`]) keys.add(more);
  }
  const plain = text.trim();
  if (number !== null) keys.add(numberKey(number));
  if (plain.length <= 80 && !/\s/.test(plain)) keys.add(`i ${plain.toLowerCase()}`);
  if (field !== null && /^\d{1,15}(?:\.\d+)?$/.test(plain)) keys.add(numberKey(Number(plain)));
  return keys;
}

/** The place holds the value. A day without a year is found in any year; a name also inside a longer text, at the borders of words. */
export function holdsValue(leaf: Leaf, span: Pick<ValueSpan, "kind">, key: string): boolean {
  if (leaf.keys.has(key)) return true;
  const value = key.slice(2);
  switch (key.charAt(0)) {
    case "D":
      // The year may stand elsewhere in the result; a place that names another year is another day.
      return leaf.keys.has(`d ${value.slice(5)}`) && ![...leaf.keys].some((other) => other.startsWith("D "));
    case "w":
      return span.kind === "name" && hasWords(leaf.words, value);
    case "i":
    case "e":
    case "f":
    case "u":
      return value.length >= 3 && hasWhole(leaf.text.toLowerCase(), value);
    default:
      return false;
  }
}

function hasWords(words: string, wanted: string): boolean {
  if (wanted === "") return false;
  // Chinese has no spaces between words.
  if (/\p{Script=Han}/u.test(wanted)) return words.includes(wanted);
  return ` ${words} `.includes(` ${wanted} `);
}

function hasWhole(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + wanted.length] ?? " ";
    if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) return true;
  }
  return false;
}
