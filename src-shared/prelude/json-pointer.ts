// JSON Pointer (RFC 6901): a place in a JSON value.
import { isJsonObject, type JsonValue } from "./json.ts";

/** The value at a pointer; undefined where nothing stands. */
export function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const segment of pointer.split("/").slice(1)) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isJsonObject(at)) at = Object.hasOwn(at, key) ? at[key] : undefined;
    else return undefined;
  }
  return at;
}
