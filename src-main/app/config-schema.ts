// The JSON Schema of suites and variants for an editor: the same schemas that check the files, with the names of packs, tools and
// compactors there are, as suggestions.
import { z } from "zod";
import { isJsonObject, JsonValue, type JsonValue as Json } from "../../src-shared/prelude/json.ts";
import { Variant } from "../../src-shared/trace/variant.ts";
import type { ConfigKind } from "../evaluate/suites.ts";
import { Suite } from "../evaluate/types.ts";
import { listCompactors } from "../tools/compactors/index.ts";
import { listPacks } from "../tools/packs.ts";
import { FIELD_NOTES } from "./config-notes.ts";

/** As an author writes it: what has a default may be left out. */
export function configSchema(kind: ConfigKind): Json {
  const schema = JsonValue.parse(
    z.toJSONSchema(kind === "suite" ? Suite : Variant, { io: "input", unrepresentable: "any" }),
  );
  annotate(schema, [], kind);
  return schema;
}

/** Puts each field's note and known names at its place. */
function annotate(node: Json, path: readonly string[], kind: ConfigKind): void {
  if (!isJsonObject(node)) return;
  const note = FIELD_NOTES[kind][path.join(".")];
  if (note !== undefined) node["description"] = note;
  const names = namesFor(path);
  if (names !== null) node["examples"] = names;
  for (const branch of [...listOf(node["anyOf"]), ...listOf(node["oneOf"]), ...listOf(node["allOf"])])
    annotate(branch, path, kind);
  if (node["items"] !== undefined) annotate(node["items"], [...path, "*"], kind);
  if (node["additionalProperties"] !== undefined) annotate(node["additionalProperties"], [...path, "*"], kind);
  if (!isJsonObject(node["properties"])) return;
  for (const [name, child] of Object.entries(node["properties"])) annotate(child, [...path, name], kind);
}

function namesFor(path: readonly string[]): string[] | null {
  switch (path.join(".")) {
    case "packs.*":
      return listPacks().map((pack) => pack.name);
    case "tools.*":
    case "tasks.*.expected_tools.*":
    case "tasks.*.evidence.*":
      return [...new Set(listPacks().flatMap((pack) => pack.tools.map((tool) => tool.contract.name)))];
    case "compactors.*":
      return listCompactors().map((compactor) => compactor.name);
    default:
      return null;
  }
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
