// A raw result as text: strings as they are, everything else as JSON without white space. What `none` shows and sizes count.
import type { JsonValue } from "../../../src-shared/prelude/json.ts";

export function rawText(raw: JsonValue): string {
  return typeof raw === "string" ? raw : JSON.stringify(raw);
}
