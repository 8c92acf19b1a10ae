// `count-and-head`: how many entries a list has, and the first five without their long texts. What is no list is shown whole, and says so.
import { isJsonObject, type JsonValue } from "../../../src-shared/prelude/json.ts";
import type { Compactor } from "../types.ts";
import { findListing } from "./listing.ts";
import { pointer } from "./pointer.ts";
import { rawText } from "./raw-text.ts";

const HEAD = 5;
/** Longer fields are left out of an entry; an id, a name, a date or an address is shorter. */
const FIELD_LIMIT = 200;

export const countAndHead: Compactor = {
  name: "count-and-head",
  description:
    "Shows the number of entries and the first five without fields over 200 characters; what is no list is shown whole, marked.",
  compact(raw) {
    const listing = findListing(raw);
    if (!listing)
      return { shown: `COUNT AND HEAD does not apply (not a list), shown whole:\n${rawText(raw)}`, kept: null };
    const kept: string[] = [];
    const head = listing.items.slice(0, HEAD);
    const lines = [opening(listing.items.length, head.length)];
    for (const { path, name, value } of listing.beside) {
      lines.push(`${name}: ${rawText(value)}`);
      kept.push(path);
    }
    for (const [index, item] of head.entries()) lines.push(`- ${entryText(item, pointer(listing.path, index), kept)}`);
    return { shown: lines.join("\n"), kept };
  },
};

function opening(count: number, shown: number): string {
  if (count === 0) return "0 found.";
  if (count === 1) return "1 found, it is:";
  return count > shown ? `${count} found, the first ${shown} are:` : `${count} found, they are:`;
}

function entryText(item: JsonValue, path: string, kept: string[]): string {
  if (isJsonObject(item)) {
    const short = Object.entries(item).filter(([, value]) => JSON.stringify(value).length <= FIELD_LIMIT);
    kept.push(...short.map(([name]) => pointer(path, name)));
    return JSON.stringify(Object.fromEntries(short));
  }
  const text = JSON.stringify(item);
  if (text.length > FIELD_LIMIT) return `(${text.length} characters left out)`;
  kept.push(path);
  return text;
}
