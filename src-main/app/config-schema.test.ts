import { expect, it } from "vitest";
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import { configSchema } from "./config-schema.ts";
import { FIELD_NOTES } from "./config-notes.ts";

/** Every path of the schema that has a note, elements as `*`. */
function noted(node: JsonValue, path: string[] = []): string[] {
  if (!isJsonObject(node)) return [];
  const children = Object.entries(isJsonObject(node["properties"]) ? node["properties"] : {});
  const branches = ["anyOf", "oneOf", "allOf"].flatMap((name) => (Array.isArray(node[name]) ? node[name] : []));
  return [
    ...(typeof node["description"] === "string" ? [path.join(".")] : []),
    ...branches.flatMap((branch) => noted(branch, path)),
    ...noted(node["items"] ?? null, [...path, "*"]),
    ...children.flatMap(([name, child]) => noted(child, [...path, name])),
  ];
}

it.each(["suite", "variant"] as const)("every note of a %s stands at a field that there is", (kind) => {
  expect(new Set(noted(configSchema(kind)))).toEqual(new Set(Object.keys(FIELD_NOTES[kind])));
});

it("names the packs, tools and compactors there are, and leaves out nothing that a default does not give", () => {
  const suite = configSchema("suite");
  expect(suite).toMatchObject({
    required: ["name", "packs", "tasks"],
    properties: {
      packs: { items: { examples: expect.arrayContaining(["drive", "travel"]) } },
      tasks: {
        items: { properties: { expected_tools: { items: { examples: expect.arrayContaining(["list_files"]) } } } },
      },
    },
  });
  expect(configSchema("variant")).toMatchObject({
    required: ["name"],
    properties: { compactors: { additionalProperties: { examples: expect.arrayContaining(["file-metadata"]) } } },
  });
});
