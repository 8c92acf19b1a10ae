// A result leaf by leaf: each scalar (or empty list or object) with its place, the pattern of its place, and what it costs in characters.
import { isJsonObject, type JsonValue } from "../../../src-shared/prelude/json.ts";
import { valueAt } from "../../../src-shared/prelude/json-pointer.ts";

export interface Leaf {
  /** JSON Pointer (RFC 6901); "" for a result that is itself a scalar. */
  path: string;
  /** The same with `*` for positions in lists and for keys that are data (addresses, numbers): one per field. */
  pattern: string;
  /** The nearest name that is no position and no data; "" at the top. */
  name: string;
  value: string | number | boolean | null;
  /** Characters of JSON that it takes, its key and separators with it. */
  chars: number;
  /** The key where it is data itself, as in `{"kim@x.io": "r"}`; null elsewhere. */
  dataKey: string | null;
}

/** Past this many leaves the rest is not looked at: the checks stay fast on a result of many megabytes. */
const MOST_LEAVES = 50_000;

export function leavesOf(value: JsonValue): Leaf[] {
  const lines = typeof value === "string" ? leavesOfLines(value) : [];
  if (lines.length > 0) return lines;
  const out: Leaf[] = [];
  walk(value, { path: "", pattern: "", name: "", dataKey: null }, 0, out);
  return out;
}

/** Fewer fields than this are running text with a colon in it. */
const FEWEST_FIELDS = 2;

/**
 * Text in lines `key: value`, or a list of such entries, as tools print it that answer in YAML. Lines that are indented deeper go on the value above them. Empty
 * for other text.
 */
function leavesOfLines(text: string): Leaf[] {
  const isList = /^\s*- [A-Za-z_]\w*:(?: |$)/.test(text);
  const field = isList ? /^(- | {2})([A-Za-z_]\w*):(?: (.*))?$/ : /^()([A-Za-z_]\w*):(?: (.*))?$/;
  const out: { entry: number; name: string; text: string; chars: number }[] = [];
  let entry = -1;
  for (const line of text.replace(/^\n+/, "").split("\n")) {
    const match = field.exec(line);
    const last = out.at(-1);
    if (match) {
      if (match[1] === "- ") entry += 1;
      out.push({ entry, name: match[2] ?? "", text: match[3] ?? "", chars: line.length + 1 });
    } else if (!last) return [];
    else {
      last.text += `\n${line.trim()}`;
      last.chars += line.length + 1;
    }
    if (out.length >= MOST_LEAVES) break;
  }
  if (new Set(out.map(({ name }) => name)).size < FEWEST_FIELDS) return [];
  return out.map(({ entry: at, name, text: value, chars }) => ({
    path: isList ? `/${at}/${name}` : `/${name}`,
    pattern: isList ? `/*/${name}` : `/${name}`,
    name,
    value: value.trim().replace(/^(['"])([^]*)\1$/, "$2"),
    chars,
    dataKey: null,
  }));
}

type Place = Pick<Leaf, "path" | "pattern" | "name" | "dataKey">;

function walk(value: JsonValue, place: Place, keyChars: number, out: Leaf[]): void {
  if (out.length >= MOST_LEAVES) return;
  if (Array.isArray(value) && value.length > 0) {
    for (const [index, entry] of value.entries())
      walk(entry, { ...place, path: `${place.path}/${index}`, pattern: `${place.pattern}/*` }, 1, out);
    return;
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value);
    const isMap = entries.some(([key]) => isData(key));
    for (const [key, child] of entries) {
      const escaped = key.replaceAll("~", "~0").replaceAll("/", "~1");
      const next = {
        path: `${place.path}/${escaped}`,
        pattern: `${place.pattern}/${isMap ? "*" : escaped}`,
        name: isMap ? place.name : key,
        dataKey: isMap ? key : null,
      };
      walk(child, next, JSON.stringify(key).length + 2, out);
    }
    if (entries.length > 0) return;
  }
  const scalar = typeof value === "object" ? null : value;
  out.push({ ...place, value: scalar, chars: JSON.stringify(value).length + keyChars });
}

/** A key that is a value: an address, a number, a path, a phrase. */
function isData(key: string): boolean {
  return /^\d+$|@|\s|\//.test(key);
}

/** Which leaves of a raw result the shown text keeps. `kept` as the compactor said it; null or undefined: it did not say. */
export function shownTest(
  raw: string,
  shown: string,
  shownValue: JsonValue,
  kept: readonly string[] | null | undefined,
): (leaf: Leaf) => boolean {
  if (raw === shown) return () => true;
  if (typeof shownValue === "object" && shownValue !== null)
    return (leaf) => {
      const there = valueAt(shownValue, leaf.path);
      return there !== undefined && (there === leaf.value || leaf.value === null);
    };
  if (kept) {
    const covered = new Set(kept);
    return ({ path }) => {
      for (let at = path; ; at = at.slice(0, at.lastIndexOf("/"))) {
        if (covered.has(at)) return true;
        if (at === "") return false;
      }
    };
  }
  return ({ value }) => value !== null && shown.includes(String(value));
}
