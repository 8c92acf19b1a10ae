// Tells a chunk that reports an error from one that carries output: servers name it in half a dozen ways.
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";

/**
 * True for `{"error": …}` (object or text), keys that begin with "error" (`"error parsing tool call"`), an event named
 * error, and chunks without choices that hold `message` or `detail` instead.
 */
export function errorInChunk(chunk: JsonObject, event: string | null): boolean {
  const { error } = chunk;
  if (error !== undefined && error !== null && error !== false && error !== "" && !isEmptyObject(error)) return true;
  const choices = chunk["choices"];
  const hasChoices = Array.isArray(choices) && choices.length > 0;
  if (hasChoices) return false;
  if (event !== null && /error/i.test(event)) return true;
  if (Object.keys(chunk).some((key) => /^error\b/i.test(key) && key !== "error" && chunk[key])) return true;
  if (choices !== undefined || chunk["usage"] || chunk["timings"]) return false;
  if (chunk["object"] === "error" || chunk["type"] === "error") return true;
  return typeof chunk["message"] === "string" || (chunk["detail"] !== undefined && chunk["detail"] !== null);
}

/** `{"error": {}}` beside a choice: a field that a server always writes. */
function isEmptyObject(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
