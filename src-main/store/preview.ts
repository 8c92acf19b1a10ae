// Cutting text for display: never inside a surrogate pair, and cutting twice gives what cutting once gave.
import { isJsonObject, type JsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";

/** Longest preview that is stored beside a body, in UTF-16 code units (`BlobRef.preview`). */
export const PREVIEW_CHARS = 200;

/** The first `chars` code units of a text, one fewer where the cut would fall inside a surrogate pair. */
export function cutText(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const last = text.charCodeAt(chars - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splits ? chars - 1 : chars);
}

/**
 * The JSON value with each string longer than `chars` cut and ended by `…`; keys stay as they are. What holds no such
 * string is given back itself.
 */
export function cutStrings(value: JsonValue, chars: number): JsonValue {
  if (typeof value === "string") return value.length > chars ? `${cutText(value, chars)}…` : value;
  if (Array.isArray(value)) {
    let copy: JsonValue[] | null = null;
    for (const [i, item] of value.entries()) {
      const cut = cutStrings(item, chars);
      if (cut !== item) (copy ??= [...value])[i] = cut;
    }
    return copy ?? value;
  }
  if (!isJsonObject(value)) return value;
  let copy: JsonObject | null = null;
  for (const field in value) {
    const item = value[field];
    if (item === undefined) continue;
    const cut = cutStrings(item, chars);
    if (cut !== item) (copy ??= { ...value })[field] = cut;
  }
  return copy ?? value;
}
