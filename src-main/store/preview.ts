// Cutting text for display: never inside a surrogate pair, and cutting twice gives what cutting once gave.
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";

/** Longest preview that is stored beside a body, in UTF-16 code units (`BlobRef.preview`). */
export const PREVIEW_CHARS = 200;

/** The first `chars` code units of a text, one fewer where the cut would fall inside a surrogate pair. */
export function cutText(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const last = text.charCodeAt(chars - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splits ? chars - 1 : chars);
}

/** A copy of a JSON value in which each string longer than `chars` is cut and ends in `…`; keys stay as they are. */
export function cutStrings(value: JsonValue, chars: number): JsonValue {
  if (typeof value === "string") return value.length > chars ? `${cutText(value, chars)}…` : value;
  if (Array.isArray(value)) return value.map((item) => cutStrings(item, chars));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutStrings(item, chars)]));
}
