import { describe, expect, it, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import type { LintFinding } from "../../../src-shared/cli/lint.ts";
import type { ToolContract } from "../../../src-shared/trace/tool-contract.ts";
import { listPacks } from "../packs.ts";
import { countByGrade, lintTools, toolsOfPacks, type ToolToLint } from "./lint.ts";
import { schemaFields, valueFields } from "./schema-fields.ts";

const anything: JsonObject = { type: "object", properties: { ok: { type: "boolean" } } };

function tool(name: string, more: Partial<ToolContract> = {}, results: JsonValue[] = [], pack = "one"): ToolToLint {
  return {
    contract: {
      name,
      description: "Does it.",
      use_when: "it is asked for",
      not_when: "it is not",
      triggers: [],
      effect: "read",
      input_schema: { type: "object", properties: {} },
      result_schema: results.length > 0 ? null : anything,
      public_fields: null,
      limits: { result_chars: 1000, timeout_ms: 1000 },
      suppresses_duplicates: false,
      ...more,
    },
    pack,
    results,
    resultsGrade: "observed_run",
  };
}

const takes = (properties: JsonObject): Partial<ToolContract> => ({
  input_schema: { type: "object", properties },
});
const gives = (properties: JsonObject): Partial<ToolContract> => ({
  result_schema: { type: "array", items: { type: "object", properties } },
});
const string: JsonObject = { type: "string" };

/** Rule, severity, tools and field: what a finding is about. */
function brief(findings: readonly LintFinding[]): string[] {
  return findings.map(
    ({ rule, severity, tools, field }) => `${severity} ${rule} ${tools.join(" ")}${field === null ? "" : ` ${field}`}`,
  );
}

test("the built-in packs have no errors and no warnings, each by itself", () => {
  for (const pack of listPacks()) {
    const findings = lintTools(toolsOfPacks([pack])).filter(({ severity }) => severity !== "info");
    expect([pack.name, brief(findings)]).toEqual([pack.name, []]);
  }
});

describe("descriptions", () => {
  it.each([
    ["Lists files.", ["error no_use_when a", "warning no_not_when a"]],
    ["Lists files. Use when a file is looked for; do not use it for folders.", []],
    ["Use this tool to list files.", ["warning no_not_when a"]],
    ["Call it whenever the user asks for a file. For folders use list_folders instead.", []],
    ["列出檔案。當使用者詢問檔案時使用，不要用於資料夾。", []],
    ["列出文件。用于查找文件，不适用于文件夹。", []],
    ["列出檔案。", ["error no_use_when a", "warning no_not_when a"]],
    ["", ["error no_use_when a", "warning no_not_when a"]],
  ])("%j", (description, found) => {
    const silent = { description, use_when: "", not_when: "" };
    expect(brief(lintTools([tool("a", silent), tool("weather")]))).toEqual(found);
  });

  it("may leave out when not to use a tool that stands alone", () => {
    expect(brief(lintTools([tool("a", { not_when: "" })]))).toEqual([]);
  });

  it("must not send the model to a tool it does not have", () => {
    const sent = tool("get_order", { not_when: "money goes back (refund_order); the id is not known (order_id)" });
    expect(brief(lintTools([sent, tool("cancel", takes({ order_id: string }))]))).toEqual([
      "warning names_absent_tool get_order",
    ]);
  });
});

describe("names", () => {
  it.each([
    ["get_order", "order_get", true],
    ["getOrder", "get_order", true],
    ["search_file", "search_files", true],
    ["create_note", "create_node", true],
    ["get_user", "fetch_user", true],
    ["delete_file", "remove_file", true],
    ["search_files", "search_files_by_filename", true],
    ["list_files", "list_files_v2", true],
    ["search_flights", "search_hotels", false],
    ["create_file", "delete_file", false],
    ["lock_door", "unlock_door", false],
    ["get_user", "get_user_posts", false],
    ["hold_room", "find_hold", false],
    ["append_to_file", "share_file", false],
  ])("%s and %s: confusable is %s", (one, other, confusable) => {
    const findings = lintTools([
      tool(one, { description: "Finds a first thing of yours." }),
      tool(other, { description: "Counts stars over mountains tonight.", use_when: "stars" }),
    ]);
    expect(brief(findings)).toEqual(confusable ? [`error confusable_names ${one} ${other}`] : []);
  });

  it("are told apart by descriptions that name each other; one that is silent is named", () => {
    const pair = (a: string, b: string) =>
      lintTools([tool("get_user", { not_when: a }), tool("fetch_user", { not_when: b })]);
    expect(brief(pair("all are wanted (fetch_user)", "one is wanted (get_user)"))).toEqual([
      "info confusable_names get_user fetch_user",
    ]);
    const [half] = pair("all are wanted (fetch_user)", "one is wanted");
    expect([half?.severity, half?.mend]).toEqual([
      "warning",
      'Let the description of fetch_user name the other: "Not when … (get_user)".',
    ]);
  });
});

describe("result fields and arguments", () => {
  const file = takes({ file_id: { type: "string", description: "The file" } });
  it.each<[string, ToolToLint[], string[]]>([
    [
      "an id that the next tool knows by another name",
      [tool("list_files", gives({ id: string })), tool("delete_file", file)],
      ["error id_named_otherwise list_files delete_file /*/id"],
    ],
    [
      "the same, said by the argument",
      [
        tool("list_files", gives({ id: string })),
        tool("delete_file", takes({ file_id: { type: "string", description: "The id as a result has it" } })),
      ],
      ["info id_named_otherwise list_files delete_file /*/id"],
    ],
    [
      "a named id that the next tool takes as a bare one",
      [tool("list_files", gives({ file_id: string })), tool("open_file", takes({ id: string }))],
      ["error id_named_otherwise list_files open_file /*/file_id"],
    ],
    ["one name for both", [tool("list_files", gives({ file_id: string })), tool("delete_file", file)], []],
    [
      "a bare id of one thing and of another",
      [tool("list_users", gives({ id: string })), tool("delete_order", takes({ id: string }))],
      ["error field_named_like_argument list_users delete_order /*/id"],
    ],
    [
      "two ids in one entry",
      [tool("list_files", gives({ id: string, file_id: string })), tool("delete_file", file)],
      ["error two_ids list_files delete_file /*/id"],
    ],
    [
      "an id of one pack and of another",
      [tool("list_mails", gives({ file_id: string })), tool("delete_file", file, [], "two")],
      ["error field_named_like_argument list_mails delete_file /*/file_id"],
    ],
    [
      "one name for values of other types",
      [
        tool("get_day", gives({ date: { type: "integer" } })),
        tool("set_day", takes({ date: { type: "string", format: "date" } })),
      ],
      ["error field_named_like_argument get_day set_day /*/date"],
    ],
    [
      "one name for other choices, within alternatives",
      [
        tool("get_state", {
          result_schema: {
            oneOf: [{ properties: { status: { const: "ok" } } }, { properties: { status: { const: "error" } } }],
          },
        }),
        tool("close_ticket", takes({ status: { enum: ["open", "closed"] } })),
      ],
      ["error field_named_like_argument get_state close_ticket /status"],
    ],
    [
      "a number where whole numbers are taken, and a list of what is taken singly",
      [
        tool("get_prices", gives({ limit: { type: "number" }, tag: { type: "array", items: string } })),
        tool("set_alarm", takes({ limit: { type: "integer" }, tag: string })),
      ],
      [],
    ],
  ])("%s", (_what, tools, found) => {
    expect(brief(lintTools(tools))).toEqual(found);
  });

  it("are read off what was seen where no schema says, and graded so", () => {
    const findings = lintTools([tool("list_files", {}, [[{ id: "3" }]]), tool("delete_file", file)]);
    expect(findings.map(({ rule, grade }) => [rule, grade])).toEqual([
      ["id_named_otherwise", "observed_run"],
      ["no_result_schema", "contract_test"],
    ]);
    expect(countByGrade(findings)).toEqual({
      contract_test: { errors: 0, warnings: 1 },
      observed_run: { errors: 1, warnings: 0 },
    });
  });
});

describe("results", () => {
  const result = gives({ title: string, session: string, owner_id: string });
  it("with internal fields need public fields", () => {
    expect(brief(lintTools([tool("list_events", result)]))).toEqual([
      "error internal_fields_not_projected list_events /*/session",
    ]);
    expect(brief(lintTools([tool("list_events", { ...result, public_fields: ["title"] })]))).toEqual([]);
  });
  it("may hold what the tool is about, and what another tool takes", () => {
    const talks = tool("list_sessions", gives({ session: string }));
    const owners = [tool("find_pets", gives({ owner_id: string })), tool("call_up", takes({ owner_id: string }))];
    expect(brief(lintTools([talks, ...owners]))).toEqual([]);
  });
  it("must have the public fields that are named, dotted and through lists", () => {
    const schema = { ...gives({ title: string }), public_fields: ["title", "titel"] };
    expect(brief(lintTools([tool("list_events", schema)]))).toEqual(["warning public_field_missing list_events titel"]);
  });
});

test("fields of a schema are found through references, alternatives, lists and maps, and a cycle ends", () => {
  const schema: JsonObject = {
    $defs: { node: { type: "object", properties: { name: string, next: { $ref: "#/$defs/node" } } } },
    properties: {
      root: { $ref: "#/$defs/node" },
      "a/b": { additionalProperties: { properties: { c: { anyOf: [string, { type: "null" }] } } } },
    },
  };
  expect(schemaFields(schema).map(({ path, types }) => `${path} ${types.join("|")}`)).toEqual([
    "/root object",
    "/root/name string",
    "/root/next object",
    "/a~1b ",
    "/a~1b/*/c string|null",
  ]);
  expect(valueFields([null, "text", [], [{ 名稱: "x" }]]).map(({ path }) => path)).toEqual(["/*/名稱"]);
});
