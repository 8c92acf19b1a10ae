// `file-metadata`: per file its name, id and size, nothing else. What is not about files is shown whole, and says so.
import { isJsonObject, type JsonObject, type JsonValue } from "../../../src-shared/prelude/json.ts";
import type { Compaction, Compactor } from "../types.ts";
import { findListing } from "./listing.ts";
import { pointer } from "./pointer.ts";
import { rawText } from "./raw-text.ts";

/** Shown label → names the field goes by in results. */
const FIELDS = [
  { label: "filename", names: ["filename", "file_name", "name", "path", "title"] },
  { label: "file_id", names: ["file_id", "id", "id_", "fileId"] },
  { label: "size", names: ["size", "size_bytes", "bytes", "length"] },
] as const;

export const fileMetadata: Compactor = {
  name: "file-metadata",
  description:
    "Shows filename, file_id and size of each file; a result that is not about files is shown whole, marked.",
  compact(raw) {
    if (isFile(raw)) return metadata([{ path: "", file: raw }], []);
    const listing = findListing(raw);
    if (listing) {
      const files = listing.items.flatMap((item, index) =>
        isFile(item) ? [{ path: pointer(listing.path, index), file: item }] : [],
      );
      if (files.length === listing.items.length) return metadata(files, listing.beside);
    }
    return {
      shown: `FILE METADATA ONLY does not apply (not a list of files), shown whole:\n${rawText(raw)}`,
      kept: null,
    };
  },
};

/** A file has a name and, beside it, an id or a size; an object with neither is something else. */
function isFile(value: JsonValue): value is JsonObject {
  if (!isJsonObject(value) || value.status === "error") return false;
  const [filename, id, size] = FIELDS.map((field) => fieldName(value, field.names));
  return filename !== null && (id !== null || size !== null);
}

function fieldName(file: JsonObject, names: readonly string[]): string | null {
  return names.find((name) => typeof file[name] === "string" || typeof file[name] === "number") ?? null;
}

function metadata(
  files: { path: string; file: JsonObject }[],
  beside: { path: string; name: string; value: JsonValue }[],
): Compaction {
  const kept: string[] = [];
  const lines = ["FILE METADATA ONLY:"];
  for (const { path, name, value } of beside) {
    lines.push(`${name}: ${rawText(value)}`);
    kept.push(path);
  }
  for (const { path, file } of files) {
    let opening = "- ";
    for (const { label, names } of FIELDS) {
      const name = fieldName(file, names);
      if (name === null) continue;
      lines.push(`${opening}${label}: ${oneLine(rawText(file[name] ?? null))}`);
      kept.push(pointer(path, name));
      opening = "  ";
    }
  }
  if (files.length === 0) lines.push("(no files)");
  return { shown: lines.join("\n"), kept };
}

/** A line break inside a name would look like another field. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, "\\n");
}
