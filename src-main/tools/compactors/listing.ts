// Finds the list a raw result is about: the result itself, or the one list that an object holds beside scalar fields.
import { isJsonObject, type JsonValue } from "../../../src-shared/prelude/json.ts";
import { pointer } from "./pointer.ts";

export interface Listing {
  /** JSON Pointer of the list. */
  path: string;
  items: JsonValue[];
  /** Fields that stand beside the list (counts, cursors), by pointer; compactors keep them. */
  beside: { path: string; name: string; value: JsonValue }[];
}

/** Null when the value is no list and holds none, or more than one. */
export function findListing(raw: JsonValue): Listing | null {
  if (Array.isArray(raw)) return { path: "", items: raw, beside: [] };
  if (!isJsonObject(raw)) return null;
  const entries = Object.entries(raw);
  const lists = entries.filter(([, value]) => Array.isArray(value));
  const [only] = lists;
  if (lists.length !== 1 || !only || !Array.isArray(only[1])) return null;
  if (entries.some(([, value]) => isJsonObject(value))) return null;
  const beside = entries
    .filter(([name]) => name !== only[0])
    .map(([name, value]) => ({ path: pointer("", name), name, value }));
  return { path: pointer("", only[0]), items: only[1], beside };
}
