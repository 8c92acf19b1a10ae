// Correctable input gets one corrected retry that does not change what the user meant. What may change is decided here alone: the fields that
// the feedback named as wrong, and the form (not the meaning) of any other.
import type { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../src-shared/prelude/json.ts";
import type { EffectClass } from "../../src-shared/trace/vocabulary.ts";
import { datesIn } from "../ledger/objects.ts";

/** A call that was answered `invalid_arguments`. */
export interface RejectedCall {
  /** Null where they could not be read: then there is nothing that a correction could be compared with. */
  args: JsonObject | null;
  /** JSON Pointers of what the feedback named as wrong; null where it named no field. */
  named: readonly string[] | null;
}

export interface MeaningChange {
  /** JSON Pointer. */
  path: string;
  /** Undefined: it was not there. */
  from: JsonValue | undefined;
  to: JsonValue | undefined;
}

export interface CorrectionRules {
  effect: EffectClass | null;
  /** The user's own words: values that stand there are fixed. */
  request: string;
}

/**
 * The changes from the rejected call to its correction that alter what was meant; empty for a correction that may run.
 * - A field that the feedback named (or one above or below it) may change in any way.
 * - Any field may change its form: white space, case, `5` for `"5"`, the spelling of a date, a single value for a list of one.
 * - A value may move to another name (`file` → `file_id`). A read may gain arguments; a write may gain only what the request says.
 * - Nothing else may change or go. Where the feedback named no field at all, only what the request fixes must stay.
 */
export function changesOfMeaning(
  rejected: RejectedCall,
  corrected: JsonObject,
  rules: CorrectionRules,
): MeaningChange[] {
  if (rejected.args === null) return [];
  const { named } = rejected;
  const changes = differences(rejected.args, corrected, "");
  const moved = changes.flatMap((change) => (change.to === undefined ? [change.from] : []));
  const added = changes.flatMap((change) => (change.from === undefined ? [change.to] : []));
  return changes.filter((change) => {
    if (named?.some((path) => isWithin(change.path, path) || isWithin(path, change.path)) === true) return false;
    if (change.from === undefined) {
      if (change.to === undefined || moved.some((value) => sameValue(value, change.to))) return false;
      return rules.effect !== "read" && !standsIn(change.to, rules.request);
    }
    if (change.to === undefined && (holdsNothing(change.from) || added.some((value) => sameValue(value, change.from))))
      return false;
    return named !== null || standsIn(change.from, rules.request);
  });
}

/** True where every changed value is one that the user named too: not a correction, but another of the things asked for. */
export function isAnotherRequest(changes: readonly MeaningChange[], request: string): boolean {
  return (
    changes.length > 0 && changes.every(({ to }) => to !== undefined && !holdsNothing(to) && standsIn(to, request))
  );
}

/**
 * JSON Pointers that a feedback names: those of a schema's problems, else the arguments' own names where they stand as words in the message.
 * Null where it names none.
 */
export function namedFields(
  problems: readonly { path: string }[] | null,
  message: string,
  fields: readonly string[],
): string[] | null {
  if (problems !== null) {
    const paths = problems.map(({ path }) => path);
    return paths.length === 0 || paths.includes("") ? null : paths;
  }
  const words = new Set(message.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
  const named = fields.filter((field) => words.has(field.toLowerCase()));
  return named.length === 0 ? null : named.map((field) => `/${escapePointer(field)}`);
}

function differences(a: JsonValue, b: JsonValue, at: string): MeaningChange[] {
  if (sameValue(a, b)) return [];
  if (isJsonObject(a) && isJsonObject(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key): MeaningChange[] => {
      const path = `${at}/${escapePointer(key)}`;
      const [from, to] = [ownValue(a, key), ownValue(b, key)];
      if (from === undefined || to === undefined) {
        return holdsNothing(from) && holdsNothing(to) ? [] : [{ path, from, to }];
      }
      return differences(from, to, path);
    });
  }
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
    return a.flatMap((item, index) => differences(item, b[index] ?? null, `${at}/${index}`));
  }
  return [{ path: at, from: a, to: b }];
}

/** Equal in meaning: the same value in another form. */
export function sameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return JSON.stringify(normalForm(a)) === JSON.stringify(normalForm(b));
}

function normalForm(value: JsonValue): JsonValue {
  if (typeof value === "string") return normalText(value);
  if (Array.isArray(value)) return value.length === 1 ? normalForm(value[0] ?? null) : value.map(normalForm);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, child]) => !holdsNothing(child))
      .map(([key, child]): [string, JsonValue] => [key, normalForm(child)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Longer texts are no mere date, whatever dates they speak of. */
const LONGEST_DATE = 32;

function normalText(given: string): string | number | boolean {
  const text = given.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text)) return Number(text);
  if (text === "true" || text === "false") return text === "true";
  return wholeDate(text) ?? text;
}

/** `2026-04-01` for every spelling of a day that names its year and nothing beside it; null for other texts. */
function wholeDate(text: string): string | null {
  if (text.length > LONGEST_DATE) return null;
  const numeric = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (numeric) return [numeric[1], numeric[2]?.padStart(2, "0"), numeric[3]?.padStart(2, "0")].join("-");
  const year = /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0];
  const [date, ...others] = datesIn(text);
  if (date === undefined || others.length > 0 || year === undefined) return null;
  const rest = text.replace(year, "").match(/\p{L}+|\d+/gu) ?? [];
  const plain = rest.every((part) => /^(?:\d{1,2}|[a-z]{3,9}|st|nd|rd|th|of|the|年|月|日)$/.test(part));
  return plain && rest.length <= 5 ? `${year}-${date.slice(-5)}` : null;
}

function holdsNothing(value: JsonValue | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (Array.isArray(value) && value.every((item) => holdsNothing(item)))
  );
}

/** A value that stands in the user's words, in whatever form. Booleans and empty values never do. */
function standsIn(value: JsonValue, request: string): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => standsIn(item, request));
  if (isJsonObject(value)) {
    const children = Object.values(value);
    return children.length > 0 && children.every((child) => standsIn(child, request));
  }
  if (value === null || typeof value === "boolean" || value === "") return false;
  const plain = normalText(String(value));
  if (typeof plain === "string" && /^\d{4}-\d{2}-\d{2}$/.test(plain)) {
    return datesIn(request).some((date) => plain.endsWith(date));
  }
  const words = request
    .normalize("NFKC")
    .replace(/\s+/g, " ")
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3})/g, "");
  const wanted = String(plain).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${wanted}(?![\\p{L}\\p{N}])`, "u").test(words);
}

function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** True for a pointer at or below another. */
function isWithin(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`);
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
