// Credentials and the tenant come from the run's configuration. An argument by which a model tries to name them is refused.
import type { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../src-shared/prelude/json.ts";

const RESERVED = new Set([
  "tenant",
  "tenantid",
  "apikey",
  "accesstoken",
  "authorization",
  "credential",
  "credentials",
  "operationkey",
  "idempotencykey",
]);

/** The first reserved argument as a JSON Pointer, or null. Case, dashes and underscores do not matter. */
export function findReservedArgument(args: JsonObject): string | null {
  return search(args, "");
}

function search(value: JsonValue, at: string): string | null {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = search(item, `${at}/${index}`);
      if (found) return found;
    }
    return null;
  }
  if (!isJsonObject(value)) return null;
  for (const [key, item] of Object.entries(value)) {
    const path = `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (RESERVED.has(key.toLowerCase().replaceAll(/[_-]/g, ""))) return path;
    const found = search(item, path);
    if (found) return found;
  }
  return null;
}
