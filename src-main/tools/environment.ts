// What changed between two environments, as JSON Pointers (RFC 6901). Removing one entry of a list is one `remove`, not a shift of all that follow.
import { isJsonObject, type JsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import type { EnvironmentChange } from "../../src-shared/trace/tool-contract.ts";

/** Fields that name an entry of a list, in the order they are tried. */
const KEY_FIELDS = ["id", "id_", "key", "uuid", "file_id", "event_id", "email_id", "name", "filename", "path"] as const;

/**
 * The changes that lead from `before` to `after`, in document order; none when they are equal (key order does not count).
 * In lists, `remove` and `replace` paths count positions in `before`, `add` paths positions in `after`. Entries that carry
 * a unique id are matched by it; other lists are matched by their equal entries at the start and end.
 */
export function diffEnvironment(before: JsonValue, after: JsonValue): EnvironmentChange[] {
  const changes: EnvironmentChange[] = [];
  compare(before, after, "", changes);
  return changes;
}

/** True when two JSON values are equal; the order of keys does not count. */
export function sameJson(a: JsonValue, b: JsonValue): boolean {
  return a === b || diffEnvironment(a, b).length === 0;
}

function compare(before: JsonValue, after: JsonValue, path: string, changes: EnvironmentChange[]): void {
  if (before === after) return;
  if (isJsonObject(before) && isJsonObject(after)) compareObjects(before, after, path, changes);
  else if (Array.isArray(before) && Array.isArray(after)) compareLists(before, after, path, changes);
  else changes.push({ path, op: "replace", from: before, to: after });
}

function compareObjects(before: JsonObject, after: JsonObject, path: string, changes: EnvironmentChange[]): void {
  for (const [key, value] of Object.entries(before)) {
    const at = `${path}/${escapePointer(key)}`;
    if (!Object.hasOwn(after, key)) changes.push({ path: at, op: "remove", from: value, to: null });
    else compare(value, after[key] ?? null, at, changes);
  }
  for (const [key, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, key))
      changes.push({ path: `${path}/${escapePointer(key)}`, op: "add", from: null, to: value });
  }
}

function compareLists(before: JsonValue[], after: JsonValue[], path: string, changes: EnvironmentChange[]): void {
  const field = keyField(before, after);
  if (field === null) {
    comparePositions(before, after, path, changes);
    return;
  }
  const later = new Map(after.map((entry, index) => [keyOf(entry, field), { entry, index }]));
  const earlier = new Set<string>();
  for (const [index, entry] of before.entries()) {
    const key = keyOf(entry, field);
    earlier.add(key);
    const match = later.get(key);
    if (match) compare(entry, match.entry, `${path}/${index}`, changes);
    else changes.push({ path: `${path}/${index}`, op: "remove", from: entry, to: null });
  }
  for (const [key, { entry, index }] of later) {
    if (!earlier.has(key)) changes.push({ path: `${path}/${index}`, op: "add", from: null, to: entry });
  }
}

/** Trims what is equal at both ends; what is left in the middle is compared position by position. */
function comparePositions(before: JsonValue[], after: JsonValue[], path: string, changes: EnvironmentChange[]): void {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && sameJson(before[start] ?? null, after[start] ?? null)) start++;
  let tail = 0;
  while (tail < shorter - start && sameJson(before.at(-1 - tail) ?? null, after.at(-1 - tail) ?? null)) tail++;
  const removed = before.length - start - tail;
  const added = after.length - start - tail;
  for (let offset = 0; offset < Math.max(removed, added); offset++) {
    const at = `${path}/${start + offset}`;
    const from = before[start + offset] ?? null;
    const to = after[start + offset] ?? null;
    if (offset >= added) changes.push({ path: at, op: "remove", from, to: null });
    else if (offset >= removed) changes.push({ path: at, op: "add", from: null, to });
    else compare(from, to, at, changes);
  }
}

/** A field that every entry of both lists has, unique within each; null when there is none. */
function keyField(before: JsonValue[], after: JsonValue[]): string | null {
  if (before.length + after.length === 0) return null;
  for (const field of KEY_FIELDS) {
    if ([before, after].every((list) => isKeyedBy(list, field))) return field;
  }
  return null;
}

function isKeyedBy(list: JsonValue[], field: string): boolean {
  const seen = new Set<string>();
  for (const entry of list) {
    if (!isJsonObject(entry)) return false;
    const value = entry[field];
    if (typeof value !== "string" && typeof value !== "number") return false;
    seen.add(keyOf(entry, field));
  }
  return seen.size === list.length;
}

function keyOf(entry: JsonValue, field: string): string {
  return isJsonObject(entry) ? JSON.stringify(entry[field] ?? null) : "";
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
