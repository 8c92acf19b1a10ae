// Edits of what is pending, as the editors report them: null while something typed is not valid.
import type { HeldEdits } from "../../src-shared/rpc/debug.ts";
import { JsonValue } from "../../src-shared/prelude/json.ts";
import { Sampling } from "../../src-shared/trace/variant.ts";

export type Edits = HeldEdits | null;

export interface EditorProps<P> {
  pending: P;
  onEdits(edits: Edits): void;
}

/** Reads JSON as it is typed; the error is the parser's own words. */
export function readJson(text: string): { value: JsonValue } | { error: string } {
  try {
    return { value: JsonValue.parse(JSON.parse(text)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Sampling as JSON; null when it is not one, or holds a name that means nothing. */
export function readSampling(text: string): Sampling | null {
  const read = readJson(text);
  if ("error" in read) return null;
  const parsed = Sampling.strict().safeParse(read.value);
  return parsed.success ? parsed.data : null;
}
