// Lays a text out for reading and for diffs: JSON over several lines, anything else as it is. (On one raw line a text diff of
// 30 KB takes seconds and says nothing.)
import type { JsonValue } from "../../src-shared/prelude/json.ts";

export interface LaidOut {
  text: string;
  /** The text was a JSON object or list. */
  json: boolean;
}

export function layOut(text: string): LaidOut {
  const value = parseStructure(text);
  return value === undefined ? { text, json: false } : { text: JSON.stringify(value, null, 2), json: true };
}

/** A value as text for a diff: strings as they are, everything else laid out as JSON. */
export function layOutValue(value: JsonValue): string {
  return typeof value === "string" ? layOut(value).text : JSON.stringify(value, null, 2);
}

/** The JSON object or list that the text holds; undefined for scalars and for what does not parse. */
export function parseStructure(text: string): JsonValue | undefined {
  const start = text.trimStart()[0];
  if (start !== "{" && start !== "[") return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
