// Credentials, the tenant and operation keys come from the run's configuration. An argument by which a model tries to name them is refused.
import type { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../src-shared/prelude/json.ts";

/** Refused whatever the tool declares: the configuration alone says these. Plurals and a leading `x` ("X-Api-Key") do not matter. */
const RESERVED = new Set([
  "tenant",
  "tenantid",
  "apikey",
  "apitoken",
  "accesstoken",
  "authtoken",
  "bearertoken",
  "authorization",
  "authorisation",
  "credential",
  "operationkey",
  "opkey",
  "operationid",
  "idempotencykey",
]);

/** Refused where the tool's own schema does not declare them: a tool that sets a password takes one. */
const RESERVED_UNDECLARED =
  /(?<!lieu)tenant|api(?:key|token|secret)|(?:access|auth|bearer|refresh|session|id)token|(?:access|secret|private|signing|operation|idempotency)key|clientsecret|credential|authori[sz]ation|^(?:auth|bearer|jwt|token|password|passwd|pwd|secret|cookie|setcookie|session|sessionid)$/;

/**
 * The first reserved argument as a JSON Pointer, or null. Case, separators, full-width and invisible characters do not matter, nor how deep it stands.
 * `schema`: the tool's input schema; left out: it declares nothing.
 */
export function findReservedArgument(args: JsonObject, schema: JsonObject = {}): string | null {
  return search(args, "", schema);
}

function search(value: JsonValue, at: string, schema: JsonObject): string | null {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = search(item, `${at}/${index}`, schema);
      if (found) return found;
    }
    return null;
  }
  if (!isJsonObject(value)) return null;
  for (const [key, item] of Object.entries(value)) {
    const path = `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (isReserved(key, schema)) return path;
    const found = search(item, path, schema);
    if (found) return found;
  }
  return null;
}

function isReserved(key: string, schema: JsonObject): boolean {
  const name = key
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
  const plain = name.replace(/^x(?=.{5})/, "").replace(/s$/, "");
  if (RESERVED.has(name) || RESERVED.has(plain)) return true;
  return RESERVED_UNDECLARED.test(name) && !declares(schema, key);
}

/** A property of that name stands somewhere in the schema. */
function declares(schema: JsonValue, key: string): boolean {
  if (Array.isArray(schema)) return schema.some((item) => declares(item, key));
  if (!isJsonObject(schema)) return false;
  if (isJsonObject(schema.properties) && Object.hasOwn(schema.properties, key)) return true;
  return Object.values(schema).some((child) => declares(child, key));
}
