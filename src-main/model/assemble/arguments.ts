// A call's argument text → the arguments object. Strict JSON first; then repairs that change no word of what was sent.
// Whatever is left unsure is invalid: it goes back to the model as an error and is never run with a guess.
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import { escapeStrings } from "./escape-strings.ts";
import { JsonBalance } from "./json-balance.ts";
import { repairJson } from "./repair-json.ts";

export type ParsedArguments =
  | { state: "ok"; value: JsonObject; repaired: boolean }
  | { state: "truncated" }
  | { state: "invalid" };

/** Layers of string around the object that are taken off: more is not an encoding fault any more. */
const MAX_LAYERS = 3;

/**
 * Parses a call's arguments. `schema` is the tool's input schema, or null when the tool is not known: it decides whether
 * nothing may stand for `{}`, and which fields are meant to be lists or objects.
 */
export function parseArguments(text: string | null, schema: JsonObject | null): ParsedArguments {
  const trimmed = stripEnvelope(text ?? "");
  // `[]` is how servers written in PHP send an empty object.
  if (["", "null", "None", "[]"].includes(trimmed)) {
    return needsArguments(schema) ? { state: "invalid" } : { state: "ok", value: {}, repaired: true };
  }
  const strict = tryParse(text ?? "");
  if (strict.ok && isJsonObject(strict.value)) return decodeNested(strict.value, schema, false);
  const relaxed = strict.ok ? strict.value : parseRelaxed(trimmed);
  if (relaxed === undefined) return isOpen(trimmed) ? { state: "truncated" } : { state: "invalid" };
  const unwrapped = unwrap(relaxed);
  if (unwrapped === "truncated") return { state: "truncated" };
  return unwrapped === null ? { state: "invalid" } : decodeNested(unwrapped, schema, true);
}

const CLOSER = /(?:<\/?(?:tool_call|function|parameters?|arguments|args|s)>|<[|｜][^<>]{1,40}[|｜]>)$/i;
const CLOSER_WITHIN = 60;

/** Fences, special tokens and closing tags that a parser left around the JSON. */
function stripEnvelope(text: string): string {
  let rest = text.trim().replace(/^```(?:json)?\s*/i, "");
  if (rest.endsWith("```")) rest = rest.slice(0, -3).trimEnd();
  for (;;) {
    const closer = CLOSER.exec(rest.slice(-CLOSER_WITHIN));
    if (!closer) return rest;
    rest = rest.slice(0, rest.length - closer[0].length).trimEnd();
  }
}

function needsArguments(schema: JsonObject | null): boolean {
  const required = schema?.["required"];
  return schema === null || (Array.isArray(required) && required.length > 0);
}

function tryParse(text: string): { ok: true; value: JsonValue } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue };
  } catch {
    return { ok: false };
  }
}

/** An object whose end never came. */
function isOpen(text: string): boolean {
  const balance = new JsonBalance();
  balance.push(text);
  return balance.open;
}

/** Takes off layers of string encoding. Null when no object is inside. */
function unwrap(value: JsonValue): JsonObject | "truncated" | null {
  let current = value;
  for (let layer = 0; layer < MAX_LAYERS && typeof current === "string"; layer += 1) {
    const inner = current.trim();
    const parsed = tryParse(inner);
    const next = parsed.ok ? parsed.value : parseRelaxed(inner);
    if (next === undefined) return isOpen(inner) ? "truncated" : null;
    current = next;
  }
  if (isJsonObject(current)) return current;
  // A list that holds one object: `[{"path": "a.md"}]`.
  if (Array.isArray(current) && current.length === 1 && isJsonObject(current[0])) return current[0];
  return null;
}

/** Fields that the schema wants as a list or object and that came as a string of JSON; fields meant as strings stay as they are. */
function decodeNested(value: JsonObject, schema: JsonObject | null, repaired: boolean): ParsedArguments {
  const properties = schema && isJsonObject(schema["properties"]) ? schema["properties"] : {};
  let result = value;
  for (const [key, given] of Object.entries(value)) {
    const wanted = properties[key];
    if (typeof given !== "string" || !isJsonObject(wanted)) continue;
    const types = typesOf(wanted);
    if (types.includes("string") || !(types.includes("array") || types.includes("object"))) continue;
    const inner = tryParse(given);
    if (!inner.ok) continue;
    const fits =
      (Array.isArray(inner.value) && types.includes("array")) ||
      (isJsonObject(inner.value) && types.includes("object"));
    if (!fits) continue;
    if (result === value) result = { ...value };
    result[key] = inner.value;
  }
  return { state: "ok", value: result, repaired: repaired || result !== value };
}

function typesOf(schema: JsonObject): string[] {
  const type = schema["type"];
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((entry) => typeof entry === "string");
  const options = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(options)) return options.flatMap((option) => (isJsonObject(option) ? typesOf(option) : ["string"]));
  return ["string"];
}

/**
 * JSON with the faults that models and servers make: raw line breaks and bad escapes in strings, single quotes, trailing
 * commas, Python literals, closers too many, the same object twice. Undefined when that does not settle it.
 */
function parseRelaxed(text: string): JsonValue | undefined {
  const unescaped = tryParse(escapeStrings(text));
  if (unescaped.ok) return unescaped.value;
  const first = parseFirstOf(text);
  if (first !== undefined) return first;
  if (isOpen(text)) return undefined;
  for (const candidate of [text, escapeStrings(text), withoutEscapedLayout(text)]) {
    const repairedText = repairJson(candidate);
    if (repairedText === null || !sameWords(candidate, repairedText)) continue;
    const parsed = tryParse(repairedText);
    if (parsed.ok) return parsed.value;
  }
  return undefined;
}

/** `{\\n "a": 1\\n}` where the line breaks of the layout were escaped as if they stood in a string. */
function withoutEscapedLayout(text: string): string {
  const begun = text.replace(/^\{(?:\\[nt]|\s)+/, "{");
  if (!begun.endsWith("}")) return begun;
  let inner = begun.slice(0, -1).trimEnd();
  while (/\\[nt]$/.test(inner.slice(-2))) inner = inner.slice(0, -2).trimEnd();
  return `${inner}}`;
}

/** A whole value followed by closers only, by itself again, or led by an empty placeholder. */
function parseFirstOf(text: string): JsonValue | undefined {
  const end = endOfFirstValue(text);
  if (end === null || end >= text.length) return undefined;
  const head = text.slice(0, end);
  const tail = text.slice(end).trim();
  const value = tryParse(escapeStrings(head));
  if (!value.ok) return undefined;
  if (/^[\]})"'`,;\s]*$/.test(tail) || tail === head) return value.value;
  if (/^\{\s*\}$/.test(head)) {
    const rest = tryParse(escapeStrings(tail));
    if (rest.ok && isJsonObject(rest.value)) return rest.value;
  }
  return undefined;
}

function endOfFirstValue(text: string): number | null {
  if (!text.startsWith("{")) return null;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

/** Both texts hold the same words and numbers in the same order: the repair changed marks only. */
function sameWords(before: string, after: string): boolean {
  const words = (text: string) =>
    text
      .replace(/\bTrue\b/g, "true")
      .replace(/\bFalse\b/g, "false")
      .replace(/\b(?:None|undefined|NaN)\b/g, "null")
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  // Escapes differ by design (`\n` for a line break), so a text with them is compared without.
  const bare = (text: string) => words(text.replace(/\\u[0-9a-fA-F]{4}|\\./g, " "));
  return bare(before) === bare(after);
}
