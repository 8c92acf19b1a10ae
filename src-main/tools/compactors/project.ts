// A result cut down to named fields: dotted names, through lists, the structure and positions in lists as they were.
import { isJsonObject, type JsonValue } from "../../../src-shared/prelude/json.ts";
import { publicSegments } from "../lint/public-paths.ts";
import { pointer } from "./pointer.ts";

export interface Projection {
  /** Undefined: none of the fields stands in the value. */
  value: JsonValue | undefined;
  /** JSON Pointers of the fields kept. */
  kept: string[];
}

/** Null: the field and all below it. */
type Wanted = Map<string, Wanted | null>;

export function projectFields(value: JsonValue, fields: readonly string[]): Projection {
  const kept: string[] = [];
  return { value: project(value, wantedOf(fields), "", kept), kept };
}

function wantedOf(fields: readonly string[]): Wanted {
  const root: Wanted = new Map();
  for (const field of fields) {
    // A name may hold a dot itself; then it is the whole name that stands in the result.
    if (field.includes(".")) root.set(field, null);
    let at: Wanted | null = root;
    const segments = publicSegments(field);
    for (const [index, name] of segments.entries()) {
      if (at === null) break;
      const known: Wanted | null | undefined = at.get(name);
      if (known === null) break;
      const next: Wanted | null = index === segments.length - 1 ? null : (known ?? new Map<string, Wanted | null>());
      at.set(name, next);
      at = next;
    }
  }
  return root;
}

function project(value: JsonValue, wanted: Wanted, path: string, kept: string[]): JsonValue | undefined {
  if (Array.isArray(value)) {
    const entries = value.map((entry, index) => project(entry, wanted, pointer(path, index), kept));
    if (value.length > 0 && entries.every((entry) => entry === undefined)) return undefined;
    // An entry without any of the fields keeps its place.
    return entries.map((entry) => entry ?? {});
  }
  if (!isJsonObject(value)) return undefined;
  const out: [string, JsonValue][] = [];
  for (const [name, child] of Object.entries(value)) {
    const below = wanted.get(name);
    if (below === undefined) continue;
    const at = pointer(path, name);
    // Nothing stands below a null: that it is null is all there is to say.
    const whole = below === null || child === null;
    const part = whole ? child : project(child, below, at, kept);
    if (part === undefined) continue;
    if (whole) kept.push(at);
    out.push([name, part]);
  }
  return out.length === 0 ? undefined : Object.fromEntries(out);
}
