// Reads fields of an event's data without trusting its shape: a record that is not as its schema says stays in its row, shown as it is.
import type { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../src-shared/prelude/json.ts";

/** The object itself, or an empty one for anything else. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function textAt(data: JsonObject, key: string): string | null {
  const value = data[key];
  return typeof value === "string" ? value : null;
}

export function numberAt(data: JsonObject, key: string): number | null {
  const value = data[key];
  return typeof value === "number" ? value : null;
}

export function listAt(data: JsonObject, key: string): JsonValue[] {
  const value = data[key];
  return Array.isArray(value) ? value : [];
}

export function textsAt(data: JsonObject, key: string): string[] {
  return listAt(data, key).filter((item) => typeof item === "string");
}

/** Any JSON value on one line, line breaks and runs of white space as one blank, cut at `limit` characters with `…`. */
export function oneLine(value: JsonValue | undefined, limit = 240): string {
  const text = typeof value === "string" ? value.slice(0, limit * 4) : value === undefined ? "" : JSON.stringify(value);
  const line = text
    .slice(0, limit * 4)
    .replaceAll(/\s+/gu, " ")
    .trim();
  return line.length > limit || text.length > limit * 4 ? `${line.slice(0, limit)}…` : line;
}

/** Arguments of a call as `key=value` pairs on one line; text that did not parse as it is. */
export function argumentsLine(value: JsonValue | undefined, limit = 240): string {
  if (!isJsonObject(value)) return oneLine(value ?? "", limit);
  const pairs = Object.entries(value).map(([key, item]) => `${key}=${JSON.stringify(item)}`);
  return oneLine(pairs.join(" "), limit);
}
