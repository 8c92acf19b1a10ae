import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseTools, readToolsFile } from "./tools-file.ts";
import type { ToolContext } from "./types.ts";

const context: ToolContext = {
  environment: null,
  signal: new AbortController().signal,
  tenant: "local",
  operationKey: null,
  attempt: 1,
  now: 0,
};
const definition = {
  type: "function",
  function: {
    name: "get_weather",
    description: "Weather of a city.",
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  },
};

test("definitions become tools that answer their fixed result at each call", async () => {
  const pack = parseTools(
    JSON.stringify([
      { ...definition, result: { sky: "clear" } },
      { type: "function", function: { name: "note" }, effect: "write" },
    ]),
    "t.json",
  );
  expect(pack.tools.map(({ contract }) => [contract.name, contract.effect, contract.input_schema])).toEqual([
    ["get_weather", "read", definition.function.parameters],
    ["note", "write", { type: "object", properties: {} }],
  ]);
  const answers = await Promise.all(pack.tools.map(async (tool) => tool.execute({}, context)));
  expect(answers).toEqual([
    { outcome: "ok", value: { sky: "clear" } },
    { outcome: "ok", value: "" },
  ]);
});

test("a reading tool without a result found nothing", async () => {
  const [tool] = parseTools(JSON.stringify([{ ...definition, result: [] }]), "t.json").tools;
  expect(await tool?.execute({}, context)).toEqual({ outcome: "empty", value: [] });
});

test.each([
  ["{", /^t\.json is not valid JSON: /],
  ["{}", "t.json must hold a JSON array of tool definitions, not an object."],
  ["[3]", "t.json: [0] must be an object, not a number."],
  ["[{}]", "t.json: [0].function is missing."],
  ['[{"type":"tool","function":{"name":"a"}}]', 't.json: [0].type must be "function".'],
  ['[{"function":{"name":""}}]', "t.json: [0].function.name must be a string that is not empty."],
  ['[{"function":{"name":"a","description":4}}]', "t.json: [0].function.description must be a string."],
  [
    '[{"function":{"name":"a","parameters":[]}}]',
    "t.json: [0].function.parameters must be a JSON Schema object, not an array.",
  ],
  [
    '[{"function":{"name":"a"}},{"function":{"name":"b","parameters":{"type":"thing"}}}]',
    /^t\.json: \[1\]\.function\.parameters is not valid JSON Schema: /,
  ],
  [
    '[{"function":{"name":"a"},"effect":"danger"}]',
    't.json: [0].effect must be one of read, write, destructive, not "danger".',
  ],
  [
    '[{"function":{"name":"a"}},{"function":{"name":"a"}}]',
    't.json: [1].function.name "a" is taken by entry [0]; rename one of them.',
  ],
])("%s is refused, naming entry and field", (text, message) => {
  expect(() => parseTools(text, "t.json")).toThrow(message);
});

test("a file is read from disk, with or without a byte order mark; a missing one is named", () => {
  const folder = mkdtempSync(join(tmpdir(), "tools-file-"));
  const file = join(folder, "tools.json");
  writeFileSync(file, `\uFEFF${JSON.stringify([definition])}`);
  expect(readToolsFile(file).tools).toHaveLength(1);
  rmSync(folder, { recursive: true });
  expect(() => readToolsFile(file)).toThrow(`Cannot read the tools file ${file} (ENOENT)`);
});

test("an entry may say what a contract says beyond the definition", () => {
  const said = {
    use_when: "the weather is asked for",
    not_when: "the tide is",
    result_schema: { type: "object", properties: { sky: { type: "string" } } },
    public_fields: ["sky"],
    state_version_argument: "stateVersion",
  };
  const [tool] = parseTools(JSON.stringify([{ ...definition, ...said, result: { sky: "clear" } }]), "t.json").tools;
  expect(tool?.contract).toMatchObject(said);
  expect(tool?.example).toEqual({ sky: "clear" });
});

test.each([
  [{ use_when: 3 }, "t.json: [0].use_when must be a string, not a number."],
  [{ result_schema: [] }, "t.json: [0].result_schema must be a JSON Schema object, not an array."],
  [{ result_schema: { type: "strin" } }, /^t\.json: \[0\]\.result_schema is not valid JSON Schema: /],
  [{ public_fields: "sky" }, "t.json: [0].public_fields must be a list of field names."],
])("what an entry says of its contract is checked: %j", (said, message) => {
  expect(() => parseTools(JSON.stringify([{ ...definition, ...said }]), "t.json")).toThrow(message);
});

test.each<[string, unknown, object]>([
  ["denied", { error_code: "access_denied", retryable: true }, { outcome: "access_denied" }],
  ["limited, in seconds", { error_code: "rate_limited", retry_after: 2 }, { outcome: "transient", retryAfterMs: 2000 }],
  [
    "limited, until a date",
    { error_code: "rate_limited", retry_after: "Thu, 01 Jan 1970 00:00:09 GMT" },
    { outcome: "transient", retryAfterMs: 9000 },
  ],
  ["limited, until it pleases", { error_code: "rate_limited", retry_after: "soon" }, { outcome: "transient" }],
  ["wrong arguments", { error_code: "invalid_arguments" }, { outcome: "invalid_arguments" }],
  ["anything else", { error_code: "constructor" }, { outcome: "permanent" }],
])("a result in the typed form of an error is one: %s", async (_name, fields, wanted) => {
  const result = { status: "error", message: "no", ...(fields as object) };
  const [tool] = parseTools(JSON.stringify([{ ...definition, result }]), "t.json").tools;
  const { error, value, ...rest } = (await tool?.execute({}, { now: 0 } as ToolContext)) ?? {};
  expect([rest, value, error?.message]).toEqual([wanted, result, "no"]);
});

test("an error that breaks the declared result schema is not believed", async () => {
  const result = { status: "error", error_code: "access_denied" };
  const entry = { ...definition, result, result_schema: { type: "object", required: ["ok"] } };
  const [tool] = parseTools(JSON.stringify([entry]), "t.json").tools;
  expect(await tool?.execute({}, { now: 0 } as ToolContext)).toEqual({ outcome: "ok", value: result });
});
