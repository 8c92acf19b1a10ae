// What a JSON Schema says of one place: the fields that may stand there, the values that fit, and what a field means. Pure.
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import type { FieldPath } from "./config-place.ts";

export interface FieldHelp {
  name: string;
  description: string | null;
  /** Its types or values in a few words. */
  type: string;
  required: boolean;
}

export interface ValueHelp {
  value: JsonValue;
  description: string | null;
}

type Node = { [key: string]: JsonValue };

/** Fields of the mappings that may stand at the path, each once. */
export function fieldsAt(schema: JsonValue, path: FieldPath): FieldHelp[] {
  const fields = new Map<string, FieldHelp>();
  for (const node of nodesAt(schema, path)) {
    const { properties, required } = node;
    if (!isJsonObject(properties)) continue;
    const needed = listOf(required);
    for (const [name, child] of Object.entries(properties)) {
      if (fields.has(name)) continue;
      fields.set(name, { name, ...help(child), required: needed.includes(name) });
    }
  }
  return [...fields.values()];
}

/** Values that the schema names for the path: enumerated, constant, yes and no, null, and the names that are known. */
export function valuesAt(schema: JsonValue, path: FieldPath): ValueHelp[] {
  const values = new Map<string, ValueHelp>();
  for (const node of nodesAt(schema, path)) {
    const description = typeof node["description"] === "string" ? node["description"] : null;
    const named = [
      ...listOf(node["enum"]),
      ...(node["const"] === undefined ? [] : [node["const"]]),
      ...(node["type"] === "boolean" ? [true, false] : []),
      ...(node["type"] === "null" ? [null] : []),
      ...listOf(node["examples"]),
    ];
    for (const value of named) {
      const key = JSON.stringify(value);
      if (!values.has(key)) values.set(key, { value, description });
    }
  }
  return [...values.values()];
}

/** What the field at the path means; null where the schema does not say or has no such field. */
export function fieldAt(schema: JsonValue, path: FieldPath): FieldHelp | null {
  const name = path.at(-1);
  if (name === undefined) return null;
  return fieldsAt(schema, path.slice(0, -1)).find((field) => field.name === name) ?? null;
}

function nodesAt(schema: JsonValue, path: FieldPath): Node[] {
  const [first, ...rest] = path;
  const here = branches(schema);
  if (first === undefined) return here;
  return here.flatMap((node) => {
    const { properties, items, additionalProperties } = node;
    if (first === "*" && items !== undefined) return nodesAt(items, rest);
    if (isJsonObject(properties) && Object.hasOwn(properties, first)) return nodesAt(properties[first] ?? null, rest);
    return isJsonObject(additionalProperties) ? nodesAt(additionalProperties, rest) : [];
  });
}

/** The schema itself and all that it is made of. */
function branches(schema: JsonValue): Node[] {
  if (!isJsonObject(schema)) return [];
  const parts = ["anyOf", "oneOf", "allOf"].flatMap((name) => listOf(schema[name]));
  return [schema, ...parts.flatMap(branches)];
}

function help(schema: JsonValue): { description: string | null; type: string } {
  const nodes = branches(schema);
  const described = nodes.map((node) => node["description"]).find((text) => typeof text === "string");
  const types = nodes.flatMap((node) => {
    const values = listOf(node["enum"]);
    if (values.length > 0) return values.map((value) => JSON.stringify(value));
    if (node["const"] !== undefined) return [JSON.stringify(node["const"])];
    return typeof node["type"] === "string" ? [node["type"]] : [];
  });
  return { description: described ?? null, type: [...new Set(types)].join(" | ") };
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
