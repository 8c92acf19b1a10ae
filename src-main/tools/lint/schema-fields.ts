// The fields of a JSON Schema or of a value, each with its path: what a tool takes and gives, field by field.
import { isJsonObject, type JsonObject, type JsonValue } from "../../../src-shared/prelude/json.ts";

export interface SchemaField {
  // A JSON Pointer in which `*` stands for any entry of a list or any key of a map: /options/*/hotel_id.
  path: string;
  name: string;
  /** JSON types allowed; empty where the schema does not say. Entries of a list count as the list's own type. */
  types: readonly string[];
  format: string | null;
  /** Allowed values (`enum`, `const`) as JSON; null where any value is. */
  values: readonly string[] | null;
  description: string;
}

const DEEPEST = 8;
const MOST_FIELDS = 2_000;

/** The fields of a schema, alternatives and local references followed. The whole value itself is no field. */
export function schemaFields(schema: JsonObject | null): SchemaField[] {
  const out: SchemaField[] = [];
  if (schema !== null) walkSchema(schema, { root: schema, path: "", depth: 0, seen: new Set() }, out);
  return merged(out);
}

/** The fields of values seen or declared as examples. */
export function valueFields(values: readonly JsonValue[]): SchemaField[] {
  const out: SchemaField[] = [];
  for (const value of values) walkValue(value, "", 0, out);
  return merged(out);
}

interface Place {
  root: JsonObject;
  path: string;
  depth: number;
  seen: ReadonlySet<JsonObject>;
}

function walkSchema(schema: JsonValue | undefined, place: Place, out: SchemaField[]): void {
  if (!isJsonObject(schema) || place.depth > DEEPEST || place.seen.has(schema) || out.length >= MOST_FIELDS) return;
  const inside = { ...place, seen: new Set([...place.seen, schema]) };
  const target = resolve(schema["$ref"], place.root);
  if (target) walkSchema(target, inside, out);
  for (const keyword of ["oneOf", "anyOf", "allOf"]) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) for (const part of parts) walkSchema(part, inside, out);
  }
  for (const keyword of ["then", "else"]) walkSchema(schema[keyword], inside, out);
  const entry = { ...inside, path: `${place.path}/*`, depth: place.depth + 1 };
  const { items, prefixItems, additionalProperties } = schema;
  for (const part of [items, prefixItems].flat()) walkSchema(part, entry, out);
  walkSchema(additionalProperties, entry, out);
  const properties = schema["properties"];
  if (!isJsonObject(properties)) return;
  for (const [name, property] of Object.entries(properties)) {
    if (!isJsonObject(property)) continue;
    const path = `${place.path}/${escapeName(name)}`;
    out.push(...describe(property, place.root, name, path));
    walkSchema(property, { ...inside, path, depth: place.depth + 1 }, out);
  }
}

function describe(property: JsonObject, root: JsonObject, name: string, path: string): SchemaField[] {
  const target = resolve(property["$ref"], root);
  const parts = [property["oneOf"], property["anyOf"]].flatMap((list) => (Array.isArray(list) ? list : []));
  const from = [property, ...(target ? [target] : []), ...parts.filter(isJsonObject)];
  const text = (key: string): string =>
    from.flatMap((one) => (typeof one[key] === "string" ? [one[key]] : []))[0] ?? "";
  const values = from.flatMap((one) => [
    ...(Array.isArray(one["enum"]) ? one["enum"] : []),
    ...(one["const"] === undefined ? [] : [one["const"]]),
  ]);
  const declared = from.flatMap((one) => one["type"] ?? []).filter((type) => typeof type === "string");
  return [
    {
      path,
      name,
      types: declared.length > 0 ? [...new Set(declared)] : [...new Set(values.map(typeOf))],
      format: text("format") || null,
      values: values.length > 0 ? [...new Set(values.map((value) => JSON.stringify(value)))] : null,
      description: text("description"),
    },
  ];
}

function walkValue(value: JsonValue, path: string, depth: number, out: SchemaField[]): void {
  if (depth > DEEPEST || out.length >= MOST_FIELDS) return;
  if (Array.isArray(value)) {
    for (const entry of value.slice(0, 200)) walkValue(entry, `${path}/*`, depth + 1, out);
  } else if (isJsonObject(value)) {
    for (const [name, field] of Object.entries(value)) {
      const at = `${path}/${escapeName(name)}`;
      const short = typeof field === "string" && field.length <= 40;
      const values = short ? [JSON.stringify(field)] : null;
      out.push({ path: at, name, types: [typeOf(field)], format: null, values, description: "" });
      walkValue(field, at, depth + 1, out);
    }
  }
}

/** One field a path: alternatives allow what any of them allows. */
function merged(fields: readonly SchemaField[]): SchemaField[] {
  const byPath = new Map<string, SchemaField>();
  for (const field of fields) {
    const known = byPath.get(field.path);
    byPath.set(
      field.path,
      known
        ? {
            ...known,
            types: [...new Set([...known.types, ...field.types])],
            format: known.format === field.format ? known.format : null,
            values: known.values && field.values ? [...new Set([...known.values, ...field.values])] : null,
            description: known.description || field.description,
          }
        : field,
    );
  }
  return [...byPath.values()];
}

/** Follows `#/…` within the same schema. */
function resolve(ref: JsonValue | undefined, root: JsonObject): JsonObject | null {
  if (typeof ref !== "string" || !ref.startsWith("#/")) return null;
  let at: JsonValue | undefined = root;
  for (const part of ref.slice(2).split("/")) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at !== undefined && isJsonObject(at) ? at : null;
}

function typeOf(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

function escapeName(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
