// Value tracing: the ids, dates, numbers, names and addresses of a text, which result each came from, and which fields a later argument or
// answer used. One module for the diagnosis, the grounding of answers and the loss check of compactors.
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { datesIn } from "../ledger/objects.ts";
import type { DiagnosableTrace, TracedCall } from "./types.ts";

export type ValueKind = "id" | "date" | "time" | "number" | "name" | "email" | "file";

export interface FoundValue {
  kind: ValueKind;
  /** Normalised, so that equal values compare equal: `June 13` → `06-13`, `1,036` → `1036`. */
  value: string;
  /** As it stands in the text. */
  text: string;
  /** Name of the field it stands in; null in running text. */
  field: string | null;
}

/** Where a value was seen. */
export interface Origin {
  call: TracedCall;
  field: string | null;
}

export const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}/g;
const FILE =
  /(?<![\w@/.-])[\w-]{1,100}(?:\.[\w-]{1,60}){0,4}\.(?:docx?|xlsx?|pptx?|txt|md|csv|json|ya?ml|xml|html?|pdf|png|jpe?g|log|py|js|ts|zip|gz|sql)\b/gi;
const TIME = /\b([01]?\d|2[0-3]):([0-5]\d)\b/g;
export const ID =
  /\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Z]{1,6}-?\d{2,20}(?:-\d{1,20}){0,5}|[A-Z]{2}\d{2}[A-Z0-9]{8,30}|[A-Z]{2,10}(?:-[A-Z0-9]{1,20}){0,5}-\d{1,20}|(?=[0-9a-f]{0,63}\d)(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{8,64}|[a-z]{1,20}_(?=[a-z0-9]{0,40}\d)[a-z0-9]{1,40})\b/g;
const NUMBER = /(?<![\w.:/-])[$€£]?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w-])|(?<![\w.:/-])[$€£]?\d+(?:\.\d+)?(?![\w:/-])/g;
export const NAME = /\b\p{Lu}[\p{Ll}]+(?: \p{Lu}[\p{Ll}]+)+\b/gu;
const ID_FIELD = /(?:^|_)(?:ids?|uuid|key|cursor|token|iban|code|ref|reference|number|no)_?$|Ids?$|编号|編號/;

const cache = new Map<string, readonly FoundValue[]>();
const CACHE_ENTRIES = 500;

/** The values of a text or of a JSON document, each kind and value once a field. Cached: the same result is read many times. */
export function valuesIn(text: string): readonly FoundValue[] {
  const known = cache.get(text);
  if (known) return known;
  const found = new Map<string, FoundValue>();
  const put = (value: FoundValue): void => {
    const key = `${value.kind} ${value.value} ${value.field ?? ""}`;
    if (!found.has(key)) found.set(key, value);
  };
  const json = asJson(text);
  if (json !== undefined) walk(json, null, put);
  else for (const { field, rest } of fieldLines(text)) scan(rest, field, put);
  const out = [...found.values()];
  if (cache.size >= CACHE_ENTRIES) cache.clear();
  cache.set(text, out);
  return out;
}

/** Values of a JSON value, e.g. a call's arguments. */
export function valuesOfJson(value: JsonValue | null): FoundValue[] {
  const out: FoundValue[] = [];
  walk(value, null, (found) => out.push(found));
  return out;
}

/** A text that is a JSON object or list, parsed; undefined for any other. */
export function asJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function walk(node: JsonValue | null, field: string | null, put: (value: FoundValue) => void): void {
  if (node === null || typeof node === "boolean") return;
  if (typeof node === "number") {
    const kind = field !== null && ID_FIELD.test(field) ? "id" : "number";
    put({ kind, value: numberKey(String(node)), text: String(node), field });
  } else if (typeof node === "string") {
    if (field !== null && ID_FIELD.test(field) && node !== "" && node.length <= 80 && !/\s/.test(node))
      put({ kind: "id", value: node.toLowerCase(), text: node, field });
    scan(node, field, put);
  } else if (Array.isArray(node)) {
    for (const child of node) walk(child, field, put);
  } else {
    for (const [key, child] of Object.entries(node)) walk(child, key, put);
  }
}

/** Lines `key: value`, as YAML-like results have them; others are running text. */
function* fieldLines(text: string): Generator<{ field: string | null; rest: string }> {
  for (const line of text.split("\n")) {
    const match = /^\s*(?:-\s+)?([A-Za-z_][\w ]{0,30}?)\s*:\s+(.*)$/.exec(line);
    yield match ? { field: (match[1] ?? "").trim(), rest: match[2] ?? "" } : { field: null, rest: line };
  }
}

function scan(text: string, field: string | null, put: (value: FoundValue) => void): void {
  if (text === "") return;
  const bare = text.replace(/^['"]|['"]$/g, "");
  if (field !== null && ID_FIELD.test(field) && bare !== "" && bare.length <= 80 && !/\s/.test(bare))
    put({ kind: "id", value: bare.toLowerCase(), text: bare, field });
  let rest = text;
  const take = (kind: ValueKind, pattern: RegExp, key: (match: string) => string): void => {
    rest = rest.replace(pattern, (match) => {
      put({ kind, value: key(match), text: match, field });
      return " ";
    });
  };
  if (text.includes("@")) take("email", EMAIL, (match) => match.toLowerCase());
  if (text.includes(".")) take("file", FILE, (match) => match.toLowerCase());
  for (const date of datesIn(rest)) put({ kind: "date", value: date.slice(-5), text: date, field });
  rest = rest.replace(/\b\d{4}-\d{2}-\d{2}\b/g, " ");
  if (text.includes(":")) take("time", TIME, (match) => match.padStart(5, "0"));
  if (/\d/.test(rest)) {
    take("id", ID, (match) => match.toLowerCase());
    take("number", NUMBER, numberKey);
  }
  for (const match of rest.matchAll(NAME)) {
    // A capital at the beginning of a sentence may not be part of the name ("Meet Sarah Connor").
    const words = match[0].split(" ");
    if (words.length > 2)
      put({ kind: "name", value: words.slice(1).join(" ").toLowerCase(), text: words.slice(1).join(" "), field });
    put({ kind: "name", value: match[0].toLowerCase(), text: match[0], field });
  }
}

function numberKey(text: string): string {
  const value = Number(text.replace(/[$€£,]/g, ""));
  return Number.isFinite(value) ? String(value) : text;
}

/** Which results hold which values. */
export interface ValueIndex {
  /** Results before (or in) `turn` that showed the model the value, in order. */
  shownBefore(value: string, turn: number): Origin[];
  /** Results whose raw form holds the value, in order. */
  rawOrigins(value: string): Origin[];
  /** The user or the system prompt named it. */
  given(value: string): boolean;
}

/** Indexes a trace's results. Values are compared by their normalised form, whatever their kind. */
export function indexValues(trace: DiagnosableTrace): ValueIndex {
  const shown = new Map<string, Origin[]>();
  const raw = new Map<string, Origin[]>();
  const add = (index: Map<string, Origin[]>, text: string | null, call: TracedCall): void => {
    if (text === null) return;
    for (const { value, field } of valuesIn(text)) {
      const known = index.get(value);
      if (known) known.push({ call, field });
      else index.set(value, [{ call, field }]);
    }
  };
  for (const turn of trace.turns) {
    for (const call of turn.calls) {
      add(shown, call.shown, call);
      add(raw, call.raw, call);
    }
  }
  const given = new Set<string>();
  for (const text of [
    trace.systemPrompt,
    ...trace.steps.flatMap((step) => (step.kind === "user" ? [step.text] : [])),
  ]) {
    for (const { value } of valuesIn(text)) given.add(value);
  }
  return {
    shownBefore: (value, turn) => (shown.get(value) ?? []).filter(({ call }) => call.turn < turn),
    rawOrigins: (value) => raw.get(value) ?? [],
    given: (value) => given.has(value),
  };
}

/** Use of one field of a result: how many characters it takes, and whether a later argument or the last answer used a value of it. */
export interface FieldUse {
  field: string;
  chars: number;
  used: boolean;
}

/** The fields of a call's shown result, largest first. Empty where the result has no fields. */
export function fieldUses(call: TracedCall, trace: DiagnosableTrace): FieldUse[] {
  const json = call.shown === null ? undefined : asJson(call.shown);
  if (json === undefined) return [];
  const sizes = new Map<string, { chars: number; texts: string[] }>();
  const measure = (node: JsonValue, field: string | null): void => {
    if (Array.isArray(node)) for (const child of node) measure(child, field);
    else if (typeof node === "object" && node !== null)
      for (const [key, child] of Object.entries(node)) measure(child, key);
    else if (field !== null && node !== null) {
      const text = String(node);
      const known = sizes.get(field) ?? { chars: 0, texts: [] };
      known.chars += text.length;
      known.texts.push(text);
      sizes.set(field, known);
    }
  };
  measure(json, null);
  const later = laterText(call, trace);
  return [...sizes]
    .map(([field, { chars, texts }]) => ({ field, chars, used: texts.some((text) => isUsed(text, later)) }))
    .toSorted((a, b) => b.chars - a.chars);
}

function laterText(call: TracedCall, trace: DiagnosableTrace): string {
  const parts: string[] = [];
  for (const turn of trace.turns) {
    if (turn.turn <= call.turn) continue;
    parts.push(turn.text, ...turn.calls.map((other) => JSON.stringify(other.arguments ?? "")));
  }
  return parts.join("\n").toLowerCase();
}

/** A long text is used when a piece of it stands later; a short one when it stands there as a word. */
function isUsed(text: string, later: string): boolean {
  const plain = text.toLowerCase().trim();
  if (plain.length < 2)
    return plain !== "" && new RegExp(`(?<![\\w.])${plain.replace(/[^\w]/g, "\\$&")}(?!\\w|\\.\\d)`).test(later);
  if (plain.length <= 60) return later.includes(plain);
  return plain.split(/[\n.;]+/).some((piece) => piece.trim().length >= 12 && later.includes(piece.trim()));
}
