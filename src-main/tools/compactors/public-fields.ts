// `public-fields`: the fields that the tool's contract means for the model. `fields:a,b.c`: the same with fields named here, for tools whose
// contract names none.
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import { parseResult } from "../parse-result.ts";
import type { Compaction, Compactor } from "../types.ts";
import { projectFields } from "./project.ts";
import { rawText } from "./raw-text.ts";

const PREFIX = "fields:";

export const publicFields: Compactor = {
  name: "public-fields",
  description: "Shows the public fields of the tool's contract; a result whose contract names none is shown whole.",
  compact: (raw, contract) => show(raw, contract?.public_fields ?? null),
};

/** The compactor of a `fields:` name; null for any other name. Names are separated by commas, e.g. `fields:file_id,owner.name`. */
export function fieldsCompactor(name: string): Compactor | null {
  if (!name.startsWith(PREFIX)) return null;
  const fields = name
    .slice(PREFIX.length)
    .split(",")
    .map((field) => field.trim())
    .filter((field) => field !== "");
  if (fields.length === 0) return null;
  return {
    name,
    description: `Shows ${fields.join(", ")} of each result.`,
    compact: (raw) => show(raw, fields),
  };
}

/** The name of the compactor that shows these fields. */
export function fieldsCompactorName(fields: readonly string[]): string {
  return PREFIX + fields.join(",");
}

function show(raw: JsonValue, fields: readonly string[] | null): Compaction {
  // Tools that answer with text often hold JSON in it.
  const value = typeof raw === "string" ? parseResult(raw) : raw;
  if (fields === null || typeof value !== "object" || value === null) return { shown: rawText(raw), kept: null };
  const { value: projected, kept } = projectFields(value, fields);
  if (projected === undefined)
    return { shown: `None of the public fields (${fields.join(", ")}) stands in this result.`, kept: [] };
  return { shown: JSON.stringify(projected), kept };
}
