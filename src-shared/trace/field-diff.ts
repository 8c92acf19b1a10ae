// A tool's raw result beside what the model was shown, field by field: kept, lost, changed or added. Pure, for CLI and inspector.
import { isJsonObject, type JsonValue } from "../prelude/json.ts";
import { valueAt } from "../prelude/json-pointer.ts";
import type { FieldRow } from "../rpc/types.ts";

/** A result nested or long past this is compared as one row per branch: the view stays readable and the pass fast. */
const MAX_ROWS = 20_000;

/**
 * One row per leaf of `raw` (scalars and empty lists or objects) in document order, then what only the shown text has.
 * Where the shown text is JSON the two values are compared path by path. Otherwise `kept` (JSON Pointers, as the compactor
 * returned them; a pointer covers everything below it; null: all of it) says what was kept, and a kept field whose text
 * does not stand in the shown text counts as changed. `chars` is the length of the field's text in the raw result.
 */
export function fieldRows(raw: JsonValue, shown: string, kept: string[] | null): FieldRow[] {
  const leaves = listLeaves(raw);
  const rawAsText = typeof raw === "string" ? raw : JSON.stringify(raw);
  if (shown === rawAsText) return leaves.map((leaf) => row(leaf, "kept", leaf.value));
  const parsed = parseJson(shown);
  if (parsed !== undefined && typeof raw !== "string") return compareValues(leaves, parsed);
  const keptPaths = kept === null ? null : new Set(kept);
  return leaves.map((leaf) => {
    if (keptPaths !== null && !isCovered(leaf.path, keptPaths)) return row(leaf, "lost", null);
    const stands = shown.includes(plainText(leaf.value)) || shown.includes(JSON.stringify(leaf.value));
    if (stands) return row(leaf, "kept", leaf.value);
    return leaf.path === "" ? row(leaf, "changed", shown) : row(leaf, "changed", null);
  });
}

interface Leaf {
  path: string;
  value: JsonValue;
}

function row(leaf: Leaf, status: FieldRow["status"], shown: JsonValue): FieldRow {
  return { path: leaf.path, status, raw: leaf.value, shown, chars: plainText(leaf.value).length };
}

function compareValues(leaves: Leaf[], shown: JsonValue): FieldRow[] {
  const there = new Map(listLeaves(shown).map((leaf) => [leaf.path, leaf.value]));
  const rows = leaves.map((leaf) => {
    const other = there.get(leaf.path);
    if (other === undefined) {
      const branch = valueAt(shown, leaf.path);
      return branch === undefined ? row(leaf, "lost", null) : row(leaf, "changed", branch);
    }
    there.delete(leaf.path);
    return JSON.stringify(other) === JSON.stringify(leaf.value)
      ? row(leaf, "kept", other)
      : row(leaf, "changed", other);
  });
  const branches = branchPaths(leaves);
  for (const [path, value] of there) {
    // A scalar that took the place of a whole branch stands on the branch's rows already.
    if (branches.has(path)) continue;
    rows.push({ path, status: "added", raw: null, shown: value, chars: 0 });
  }
  return rows;
}

/** The paths above the leaves. */
function branchPaths(leaves: Leaf[]): Set<string> {
  const branches = new Set<string>();
  for (const { path } of leaves) {
    for (let end = path.lastIndexOf("/"); end >= 0; end = path.lastIndexOf("/", end - 1)) {
      const above = path.slice(0, end);
      if (branches.has(above)) break;
      branches.add(above);
      if (end === 0) break;
    }
  }
  return branches;
}

function listLeaves(value: JsonValue): Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (entry: JsonValue, path: string) => {
    const children = childrenOf(entry);
    if (children.length === 0 || leaves.length + children.length > MAX_ROWS) {
      leaves.push({ path, value: entry });
      return;
    }
    for (const [key, child] of children) walk(child, `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  };
  walk(value, "");
  return leaves;
}

function childrenOf(value: JsonValue): [string, JsonValue][] {
  if (Array.isArray(value)) return value.map((entry, index) => [String(index), entry]);
  return isJsonObject(value) ? Object.entries(value) : [];
}

function isCovered(path: string, kept: ReadonlySet<string>): boolean {
  for (let at = path; ; at = at.slice(0, at.lastIndexOf("/"))) {
    if (kept.has(at)) return true;
    if (at === "") return false;
  }
}

function plainText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
