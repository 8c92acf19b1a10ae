// A JSON Schema as the grammar builders of local servers take it: every value typed, references put in place, one form
// instead of several, nothing but the common keywords. Returns the changes, each with its path.
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";

export interface SanitisedSchema {
  schema: JsonObject;
  /** One line each, e.g. `/properties/id: pattern left out`. */
  changes: string[];
}

/** Keywords that grammar builders refuse or that say nothing to a model. */
const DROPPED = new Set([
  "$schema",
  "$id",
  "$anchor",
  "$comment",
  "$defs",
  "definitions",
  "format",
  "pattern",
  "patternProperties",
  "propertyNames",
  "unevaluatedProperties",
  "unevaluatedItems",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
  "if",
  "then",
  "else",
  "not",
  "contains",
  "minContains",
  "maxContains",
  "contentEncoding",
  "contentMediaType",
  "readOnly",
  "writeOnly",
  "deprecated",
  "examples",
  "nullable",
  "discriminator",
  "strict",
]);

const DEEPEST = 12;

export function sanitiseSchema(schema: JsonObject): SanitisedSchema {
  const changes: string[] = [];
  const result = sanitise(schema, { root: schema, path: "", depth: 0, changes, top: true });
  return { schema: result, changes };
}

interface Place {
  root: JsonObject;
  path: string;
  depth: number;
  changes: string[];
  /** The arguments object itself: always an object. */
  top: boolean;
}

function sanitise(given: JsonValue | undefined, place: Place): JsonObject {
  const { changes, path } = place;
  const at = path === "" ? "/" : path;
  if (!isJsonObject(given)) {
    changes.push(`${at}: ${JSON.stringify(given ?? null)} became a string`);
    return { type: "string" };
  }
  if (place.depth > DEEPEST) {
    changes.push(`${at}: nesting cut here`);
    return { type: "string" };
  }
  const resolved = collapse(given, place);
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(resolved)) {
    if (DROPPED.has(key)) {
      changes.push(`${at}: ${key} left out`);
      continue;
    }
    switch (key) {
      case "properties":
        result[key] = sanitiseProperties(value, place);
        break;
      case "items":
        result[key] = sanitise(Array.isArray(value) ? value[0] : value, { ...place, ...below(place, "items") });
        break;
      case "additionalProperties":
        if (typeof value === "boolean") result[key] = value;
        else changes.push(`${at}: additionalProperties left out`);
        break;
      case "const":
        changes.push(`${at}: const became enum`);
        result["enum"] = [value];
        break;
      default:
        result[key] = value;
    }
  }
  const type = oneType(result, place);
  if (type !== result["type"]) {
    changes.push(`${at}: type ${result["type"] === undefined ? "added" : JSON.stringify(result["type"])} → ${type}`);
    result["type"] = type;
  }
  if (type === "object" && !isJsonObject(result["properties"])) result["properties"] = {};
  if (type === "array" && result["items"] === undefined) {
    changes.push(`${at}: items added`);
    result["items"] = { type: "string" };
  }
  return result;
}

function below(place: Place, key: string) {
  return { path: `${place.path}/${key}`, depth: place.depth + 1, top: false };
}

function sanitiseProperties(value: JsonValue, place: Place): JsonObject {
  const result: JsonObject = {};
  if (!isJsonObject(value)) return result;
  for (const [name, property] of Object.entries(value)) {
    result[name] = sanitise(property, { ...place, ...below(place, `properties/${name}`) });
  }
  return result;
}

/** References, `allOf` and alternatives put into one form. */
function collapse(schema: JsonObject, place: Place): JsonObject {
  const at = place.path === "" ? "/" : place.path;
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const { $ref: _reference, ...others } = schema;
    const target = lookUp(place.root, reference);
    place.changes.push(`${at}: ${reference} put in place`);
    const inner = isJsonObject(target) && place.depth < DEEPEST ? target : {};
    return collapse({ ...inner, ...others }, { ...place, depth: place.depth + 1 });
  }
  for (const key of ["anyOf", "oneOf"]) {
    const options = schema[key];
    if (!Array.isArray(options)) continue;
    const { [key]: _options, ...others } = schema;
    const kept = options.filter((option) => isJsonObject(option) && option["type"] !== "null");
    place.changes.push(`${at}: ${key} became its first form`);
    const first = kept[0];
    return collapse({ ...(isJsonObject(first) ? first : {}), ...others }, { ...place, depth: place.depth + 1 });
  }
  const all = schema["allOf"];
  if (Array.isArray(all)) {
    const { allOf: _all, ...others } = schema;
    place.changes.push(`${at}: allOf merged`);
    let merged: JsonObject = {};
    for (const part of all) {
      if (!isJsonObject(part)) continue;
      const inner = collapse(part, { ...place, depth: place.depth + 1 });
      merged = { ...merged, ...inner, ...mergedMembers(merged, inner) };
    }
    return { ...merged, ...others, ...mergedMembers(merged, others) };
  }
  return schema;
}

function mergedMembers(a: JsonObject, b: JsonObject): JsonObject {
  const result: JsonObject = {};
  if (isJsonObject(a["properties"]) && isJsonObject(b["properties"])) {
    result["properties"] = { ...a["properties"], ...b["properties"] };
  }
  if (Array.isArray(a["required"]) && Array.isArray(b["required"])) {
    result["required"] = [...new Set([...a["required"], ...b["required"]])];
  }
  return result;
}

function lookUp(root: JsonObject, reference: string): JsonValue | undefined {
  if (!reference.startsWith("#")) return undefined;
  let current: JsonValue | undefined = root;
  for (const step of reference.slice(1).split("/").slice(1)) {
    const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    current = isJsonObject(current) ? current[key] : undefined;
  }
  return current;
}

function oneType(schema: JsonObject, place: Place): string {
  if (place.top) return "object";
  const { type } = schema;
  if (typeof type === "string" && type !== "null" && type !== "any") return type;
  const listed = Array.isArray(type) ? type.find((entry) => typeof entry === "string" && entry !== "null") : undefined;
  if (typeof listed === "string") return listed;
  if (schema["properties"] !== undefined) return "object";
  if (schema["items"] !== undefined) return "array";
  const values = schema["enum"];
  const first = Array.isArray(values) ? values[0] : undefined;
  if (typeof first === "number") return "number";
  return typeof first === "boolean" ? "boolean" : "string";
}
