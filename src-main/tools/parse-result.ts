// A recorded result as the value it was: JSON where its text is an object or a list, else the text itself.
import type { JsonValue } from "../../src-shared/prelude/json.ts";

/** Never throws: a text that only looks like JSON stays text. */
export function parseResult(text: string): JsonValue {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
