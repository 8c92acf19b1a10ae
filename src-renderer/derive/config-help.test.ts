import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { configPlace, type ConfigLanguage } from "./config-place.ts";
import { fieldAt, fieldsAt, valuesAt } from "./schema-help.ts";

/** The place of the `|` in the text. */
function at(text: string, language: ConfigLanguage) {
  const offset = text.indexOf("|");
  const { path, due, written, from } = configPlace(text.replace("|", ""), offset, language);
  return [path.join("."), due, written, offset - from] as const;
}

describe("a place in YAML", () => {
  it.each([
    ["", "|", ["", "key", "", 0]],
    ["a name begun", "na|", ["", "key", "na", 2]],
    ["a value", "name: dr|", ["name", "value", "dr", 2]],
    ["a nested field", "sampling:\n  te|", ["sampling", "key", "te", 2]],
    ["a field after a nested one", "sampling:\n  seed: 1\nga|", ["", "key", "ga", 2]],
    ["an element", "packs:\n  - dr|", ["packs.*", "either", "dr", 2]],
    ["an element in its field's column", "packs:\n- |", ["packs.*", "either", "", 0]],
    ["a field of an element", "tasks:\n  - id: a\n    pro|", ["tasks.*", "key", "pro", 3]],
    ["the first field's value", "tasks:\n  - class: si|", ["tasks.*.class", "value", "si", 2]],
    ["an element's list", "tasks:\n- id: a\n  checks:\n  - kind: |", ["tasks.*.checks.*.kind", "value", "", 0]],
    [
      "one deeper",
      "tasks:\n  - id: a\n    checks:\n      - kind: environment\n        changes:\n          - op: |",
      ["tasks.*.checks.*.changes.*.op", "value", "", 0],
    ],
    ["past a comment and an empty line", "tasks:\n  - id: a\n\n# note\n    cl|", ["tasks.*", "key", "cl", 2]],
    ["a list on one line", "packs: [drive, tr|", ["packs.*", "value", "tr", 2]],
    [
      "a mapping on one line",
      "tasks:\n  - checks:\n      - { kind: tra|",
      ["tasks.*.checks.*.kind", "value", "tra", 3],
    ],
    [
      "a further field on one line",
      "tasks:\n  - checks:\n      - { kind: environment, ch|",
      ["tasks.*.checks.*", "key", "ch", 2],
    ],
    ["a quoted name", 'compactors:\n  "*": no|', ["compactors.*", "value", "no", 2]],
  ])("%s", (_name, text, expected) => {
    expect(at(text, "yaml")).toEqual(expected);
  });
});

describe("a place in JSON", () => {
  it.each([
    ["a name", '{ "na|', ["", "key", "na", 3]],
    ["a name not begun", "{ |", ["", "key", "", 0]],
    ["a value", '{ "gate": "re|', ["gate", "value", "re", 3]],
    ["the next name", '{ "name": "a: b, {c", "ga|', ["", "key", "ga", 3]],
    ["an element's field", '{"tasks": [{"id": "a", "checks": [{"kind": |', ["tasks.*.checks.*.kind", "value", "", 0]],
    ["an element", '{"packs": ["drive", "|', ["packs.*", "value", "", 1]],
    ["after a closed list", '{"packs": ["drive"], "re|', ["", "key", "re", 3]],
    ["an escaped quote", '{"a": "x\\"", "b": |', ["b", "value", "", 0]],
  ])("%s", (_name, text, expected) => {
    expect(at(text, "json")).toEqual(expected);
  });
});

describe("what a schema says of a place", () => {
  const schema: JsonValue = {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string", description: "How it is called." },
      gate: { anyOf: [{ enum: ["off", "remind"] }, { type: "null" }] },
      packs: { type: "array", items: { type: "string", examples: ["drive", "travel"] } },
      compactors: { type: "object", additionalProperties: { type: "string", examples: ["none"] } },
      checks: {
        type: "array",
        items: {
          oneOf: [
            { type: "object", properties: { kind: { const: "a" }, on: { type: "boolean" } } },
            { type: "object", properties: { kind: { const: "b" }, rule: { enum: ["x"] } } },
          ],
        },
      },
    },
  };

  it("names fields with what they mean and whether they are needed", () => {
    expect(fieldsAt(schema, []).map((field) => [field.name, field.required])).toEqual([
      ["name", true],
      ["gate", false],
      ["packs", false],
      ["compactors", false],
      ["checks", false],
    ]);
    expect(fieldsAt(schema, ["checks", "*"]).map((field) => field.name)).toEqual(["kind", "on", "rule"]);
    expect(fieldAt(schema, ["name"])).toEqual({
      name: "name",
      description: "How it is called.",
      type: "string",
      required: true,
    });
    expect(fieldAt(schema, ["nothing"])).toBeNull();
  });

  it("names the values that fit", () => {
    const values = (...path: string[]) => valuesAt(schema, path).map((entry) => entry.value);
    expect(values("gate")).toEqual(["off", "remind", null]);
    expect(values("packs", "*")).toEqual(["drive", "travel"]);
    expect(values("compactors", "list_files")).toEqual(["none"]);
    expect(values("checks", "*", "kind")).toEqual(["a", "b"]);
    expect(values("checks", "*", "on")).toEqual([true, false]);
    expect(values("name")).toEqual([]);
  });
});
