// Reads a JSON value that stands in a text at a known place, as models write it: relaxed, or never finished.
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import { escapeStrings } from "../assemble/escape-strings.ts";
import { repairJson } from "../assemble/repair-json.ts";
import type { OfferedTools } from "./types.ts";

/**
 * Values that never end and name no tool, after which a search stops: each is read to the text's end, and no text of use
 * has many of them.
 */
export const MAX_UNENDED = 32;

export interface ReadValue {
  /** Undefined when the text is not readable as JSON. */
  value: JsonValue | undefined;
  end: number;
  complete: boolean;
}

/** The value that begins at or after white space from `at`; null when none begins there. */
export function readValueAt(text: string, at: number): ReadValue | null {
  let start = at;
  while (start < text.length && /\s/.test(text[start] ?? "")) start += 1;
  const first = text[start];
  if (first !== "{" && first !== "[") return null;
  const end = balancedEnd(text, start);
  if (end === null) return { value: undefined, end: text.length, complete: false };
  return { value: parseLeniently(text.slice(start, end)), end, complete: true };
}

/** End of the bracketed value that begins at `start`, in double or single quotes; null when it is not closed. */
export function balancedEnd(text: string, start: number): number | null {
  let depth = 0;
  let quote = "";
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? "";
    if (quote !== "") {
      if (char === "\\") at += 1;
      else if (char === quote) quote = "";
      continue;
    }
    // A single quote opens a string only where a value or key can begin: it is an apostrophe elsewhere.
    if (char === '"' || (char === "'" && /[[{(,:=\s]/.test(text[at - 1] ?? ""))) quote = char;
    else if (char === "{" || char === "[" || char === "(") depth += 1;
    else if (char === "}" || char === "]" || char === ")") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

export function parseLeniently(text: string): JsonValue | undefined {
  for (const attempt of [() => text, () => escapeStrings(text), () => repairJson(text)]) {
    const candidate = attempt();
    if (candidate === null) continue;
    try {
      return JSON.parse(candidate) as JsonValue;
    } catch {
      continue;
    }
  }
  return undefined;
}

export interface CallObject {
  name: string;
  arguments: JsonValue | null;
}

const NAME_KEYS = ["name", "tool_name", "tool", "function_name", "function", "action", "recipient_name", "api"];
const ARGUMENT_KEYS = [
  "arguments",
  "parameters",
  "args",
  "input",
  "action_input",
  "tool_input",
  "params",
  "kwargs",
  "inputs",
];

/**
 * The calls that a JSON value stands for: one object, `{"function": {…}}`, `{"tool_calls": […]}` or a list of them. With
 * `tools` given also `{"read_file": {…}}`, which only an envelope makes a call.
 */
export function callsInValue(value: JsonValue | undefined, tools?: OfferedTools): CallObject[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) {
    const calls = value.map((entry) => callsInValue(entry, tools));
    return calls.length > 0 && calls.every((entry) => entry.length > 0) ? calls.flat() : [];
  }
  if (!isJsonObject(value)) return [];
  const nested = value["tool_calls"] ?? value["function_call"] ?? value["tool_call"];
  if (nested !== undefined) return callsInValue(nested, tools);
  if (isJsonObject(value["function"])) return callsInValue(value["function"], tools);
  return tools && namedByKey(value, tools) ? callsByKey(value) : callInObject(value);
}

/** `{"read_file": {"path": "a.md"}}`: each key is an offered tool, each value its arguments. */
function namedByKey(value: JsonObject, tools: OfferedTools): boolean {
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([key, passed]) => tools.has(key) && isJsonObject(passed));
}

function callsByKey(value: JsonObject): CallObject[] {
  return Object.entries(value).map(([name, passed]) => ({ name, arguments: passed }));
}

function callInObject(value: JsonObject): CallObject[] {
  const nameKey = NAME_KEYS.find((key) => typeof value[key] === "string");
  const given = nameKey === undefined ? undefined : value[nameKey];
  const argumentsKey = ARGUMENT_KEYS.find((key) => key in value);
  if (typeof given !== "string") return [];
  const name = cleanName(given);
  if (name === "") return [];
  if (argumentsKey === undefined) {
    // A call without arguments: nothing but its name (and an id or type) may stand there.
    const others = Object.keys(value).filter((key) => key !== nameKey && key !== "id" && key !== "type");
    return others.length === 0 ? [{ name, arguments: {} }] : [];
  }
  const passed = value[argumentsKey] ?? {};
  if (isJsonObject(passed)) return [{ name, arguments: passed }];
  if (typeof passed === "string") {
    const inner = passed.trim() === "" ? {} : parseLeniently(passed);
    return [{ name, arguments: isJsonObject(inner) ? inner : null }];
  }
  return [{ name, arguments: null }];
}

/** Characters within which an unfinished value names its tool. */
export const NAME_WITHIN = 400;

/** The tool's name in JSON that was never finished. */
export function nameInPartial(text: string): string | null {
  const match = /["'](?:name|tool_name|tool|function|action)["']\s*:\s*["']([\w.:/-]{1,128})["']/.exec(text);
  return match?.[1] ? cleanName(match[1]) : null;
}

/** A name without the namespace and counter that formats put around it. */
export function cleanName(name: string): string {
  return name
    .trim()
    .replace(/^functions?[.:]/, "")
    .replace(/:\d+$/, "");
}

/** A parameter's text as the value its schema asks for; a string where it asks for none. */
export function typedValue(text: string, tool: JsonObject | null | undefined, key: string): JsonValue {
  const properties = tool && isJsonObject(tool["properties"]) ? tool["properties"] : {};
  const schema = properties[key];
  const type = isJsonObject(schema) ? schema["type"] : undefined;
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (types.includes("string")) return text;
  const trimmed = text.trim();
  if (types.length === 0 && !/^(?:[[{]|true$|false$|null$|-?\d+(?:\.\d+)?$)/.test(trimmed)) return text;
  const lowered = /^(?:True|False|None)$/.test(trimmed) ? trimmed.toLowerCase().replace("none", "null") : trimmed;
  return parseLenientlyScalar(lowered) ?? text;
}

function parseLenientlyScalar(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return /^[[{]/.test(text) ? parseLeniently(text) : undefined;
  }
}
