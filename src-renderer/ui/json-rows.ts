// A JSON value as the rows of a tree, of which only the opened parts are laid out: pure, so that a value of any size can be shown
// lazily. Paths are JSON Pointers (RFC 6901).
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";

export interface JsonRow {
  path: string;
  depth: number;
  /** Key or index under the parent; null at the root. */
  name: string | null;
  value: JsonValue;
  /** Number of children; null for a plain value. */
  children: number | null;
  open: boolean;
}

/** Adds a step to a JSON Pointer. */
function childPath(path: string, name: string): string {
  return `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function childrenOf(value: JsonValue): [string, JsonValue][] | null {
  if (Array.isArray(value)) return value.map((child, index) => [String(index), child]);
  if (isJsonObject(value)) return Object.entries(value);
  return null;
}

function countOf(value: JsonValue): number | null {
  if (Array.isArray(value)) return value.length;
  if (isJsonObject(value)) return Object.keys(value).length;
  return null;
}

/** The visible rows: the root, and what stands under each opened path. */
export function flattenJson(value: JsonValue, open: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  const visit = (node: JsonValue, path: string, depth: number, name: string | null) => {
    const isOpen = open.has(path);
    rows.push({ path, depth, name, value: node, children: countOf(node), open: isOpen });
    if (!isOpen) return;
    for (const [key, child] of childrenOf(node) ?? []) visit(child, childPath(path, key), depth + 1, key);
  };
  visit(value, "", 0, null);
  return rows;
}

/** Paths to open so that about `budget` rows show, breadth first; the root is always among them. */
export function openAtFirst(value: JsonValue, budget: number): Set<string> {
  const open = new Set<string>();
  const queue: { node: JsonValue; path: string }[] = [{ node: value, path: "" }];
  let rows = 1;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const children = childrenOf(next.node);
    if (!children || (rows + children.length > budget && open.size > 0)) continue;
    open.add(next.path);
    rows += children.length;
    for (const [key, child] of children.slice(0, budget))
      if (countOf(child) !== null) queue.push({ node: child, path: childPath(next.path, key) });
  }
  return open;
}

/** Every path that can be opened, up to `limit` of them. */
export function allPaths(value: JsonValue, limit = 20_000): Set<string> {
  const open = new Set<string>();
  const visit = (node: JsonValue, path: string) => {
    const children = childrenOf(node);
    if (!children || open.size >= limit) return;
    open.add(path);
    for (const [key, child] of children) visit(child, childPath(path, key));
  };
  visit(value, "");
  return open;
}
