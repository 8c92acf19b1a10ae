import { describe, expect, it, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import { RunChecks } from "../../../src-shared/rpc/checks.ts";
import type { ToolContract } from "../../../src-shared/trace/tool-contract.ts";
import { buildTrace, type TraceDraft } from "../testing/build-trace.ts";
import { diagnose } from "../diagnose.ts";
import { checkRun } from "./run-checks.ts";

function contract(name: string, takes: JsonObject, more: Partial<ToolContract> = {}): ToolContract {
  return {
    name,
    description: "Does it.",
    use_when: "it is asked for",
    not_when: "it is not",
    triggers: [],
    effect: "read",
    input_schema: { type: "object", properties: takes },
    result_schema: null,
    public_fields: null,
    limits: { result_chars: 100_000, timeout_ms: 1000 },
    suppresses_duplicates: false,
    ...more,
  };
}

const events: ToolContract[] = [
  contract("search_events", { query: {} }, { public_fields: ["event_id", "title", "date", "stateVersion"] }),
  contract("get_event_details", { event_id: {} }),
  contract("save_event", { event_id: {} }, { effect: "write" }),
];
const found = Array.from({ length: 4 }, (_, at) => ({
  event_id: `E-${40 + at}`,
  title: `Cherry blossom walk ${at}`,
  date: `2026-04-1${at}`,
  session: `sess_9f8e7d6c5b${at}`,
  organiser_notes: "Bring tea. ".repeat(30),
}));
const shape = (rows: readonly object[], ...names: string[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))));

function check(draft: Partial<TraceDraft> & Pick<TraceDraft, "turns">, turn: number | null = 1) {
  const trace = buildTrace({ prompt: "Save the walk on April 12.", contracts: events, ...draft });
  return checkRun(trace, { turn, compactors: { "*": "none" }, packOf: () => "events" });
}

function judged(result: JsonValue, then: TraceDraft["turns"] = saves, contracts = events) {
  const text = typeof result === "string" ? result : JSON.stringify(result);
  const checks = check({
    contracts,
    turns: [{ calls: [{ tool: "search_events", effect: "read", result: text }] }, ...then],
  });
  const [only] = checks.results;
  if (!only) throw new Error("Nothing was checked.");
  return only;
}
const saves: TraceDraft["turns"] = [
  {
    calls: [
      { tool: "save_event", args: { event_id: "E-42" }, effect: "write", result: '{"ok":true,"event_id":"E-42"}' },
    ],
  },
  { text: "I saved Cherry blossom walk 2 on April 12." },
];

describe("sufficiency", () => {
  it.each<[string, JsonValue, string, RegExp]>([
    ["a message alone", "4 events found.", "too_little", /"event_id", and the result holds no id/],
    [
      "a message as an object",
      { ok: true, message: "Found 4 events." },
      "too_little",
      /"event_id", and the result holds no id/,
    ],
    ["a Chinese message", "找到四個活動。", "too_little", /holds no id/],
    ["the raw entity", found, "too_much", /beyond the contract's public fields: \/\*\/organiser_notes, \/\*\/session/],
    ["what the contract names", shape(found, "event_id", "title", "date"), "just_enough", /used .*event_id/],
    ["entries without the id", shape(found, "title", "date"), "too_little", /holds no id/],
    ["the id alone in text", "event_id: E-42", "just_enough", /holds the id/],
  ])("%s is %s", (_what, result, verdict, why) => {
    const { sufficiency } = judged(result);
    expect(sufficiency.verdict).toBe(verdict);
    expect(sufficiency.why).toMatch(why);
  });

  it("is not judged for an error, for nothing found, and without a result", () => {
    const verdicts = (["permanent", "empty", "denied"] as const).map((outcome) => {
      const turns = [{ calls: [{ tool: "search_events", outcome, result: "[]" }] }];
      return check({ turns }).results[0]?.sufficiency.verdict;
    });
    expect(verdicts).toEqual(["not_judged", "not_judged", "not_judged"]);
    expect(check({ turns: [{ calls: [{ tool: "search_events", result: null }] }] }).results).toEqual([]);
  });

  it("asks a result for the version that the next tool acts on", () => {
    const [search, details, save] = events as [ToolContract, ToolContract, ToolContract];
    const acting = { ...save, state_version_argument: "stateVersion" };
    const versioned = [search, acting];
    // With a look at one event in between, the search need not tell it.
    expect(judged(shape(found, "event_id", "title"), saves, [search, details, acting]).sufficiency.verdict).toBe(
      "just_enough",
    );
    expect(judged(shape(found, "event_id", "title"), saves, versioned).sufficiency.why).toBe(
      'save_event acts on "stateVersion", and the result names no version of the state.',
    );
    expect(judged({ data: shape(found, "event_id"), stateVersion: 3 }, saves, versioned).sufficiency.verdict).toBe(
      "just_enough",
    );
  });

  it.each<[string, JsonValue, string]>([
    ["says what it changed", { ok: true, event_id: "E-42" }, "just_enough"],
    ["only says that it is done", { ok: true }, "too_little"],
    ["only says so in words", "Done.", "too_little"],
    ["names it in words", "Saved E-42.", "just_enough"],
    ["has data of its own", { ok: true, data: { title: "Walk" } }, "just_enough"],
  ])("of a write: one that %s", (_what, result, verdict) => {
    const text = typeof result === "string" ? result : JSON.stringify(result);
    const turns = [
      { calls: [{ tool: "save_event", args: { event_id: "E-42" }, effect: "write" as const, result: text }] },
    ];
    expect(check({ turns }).results[0]?.sufficiency.verdict).toBe(verdict);
  });

  it("lists the parts that tell what changed", () => {
    const whole = {
      ok: true,
      code: "saved",
      data: { event_id: "E-42" },
      guidance: { availableActions: ["share"], currentTarget: "E-42", requiresHumanConfirmation: false },
      uiUpdated: true,
      stateVersion: 4,
    };
    const parts = (value: JsonValue) => Object.values(judged(value).sufficiency.parts);
    expect(parts(whole)).toEqual(Array.from({ length: 8 }, () => true));
    expect(parts({ message: "ok" })).toEqual(Array.from({ length: 8 }, () => false));
    expect(parts(null)).toEqual(Array.from({ length: 8 }, () => false));
  });

  it("goes by use where no contract names public fields", () => {
    const plain = events.map((tool) => ({ ...tool, public_fields: null }));
    const noisy = found.map(({ session: _session, ...row }) => ({ ...row, notes: "n".repeat(600) }));
    const { sufficiency, shapes, fork, public_fields: named } = judged(noisy, saves, plain);
    expect([sufficiency.verdict, named, shapes.contract?.origin]).toEqual(["too_much", null, "used_fields"]);
    expect(sufficiency.why).toMatch(/^Nothing later used \d\d % of it/);
    expect((JSON.parse(shapes.contract?.text ?? "") as JsonValue[])[2]).toEqual({
      event_id: "E-42",
      title: "Cherry blossom walk 2",
      date: "2026-04-12",
    });
    expect(fork?.edits.at(-1)).toEqual({
      kind: "compactors",
      compactors: { "*": "none", search_events: "fields:event_id,title,date" },
    });
  });
});

test("each field has its cost, whether it was shown, is public, and what used it", () => {
  const { fields, contract_lacks: lacks } = judged(found);
  expect(fields.map(({ path, count, shown, public: open, used }) => [path, count, shown, open, used])).toEqual([
    ["/*/organiser_notes", 4, true, false, false],
    ["/*/title", 4, true, true, true],
    ["/*/session", 4, true, false, false],
    ["/*/date", 4, true, true, true],
    ["/*/event_id", 4, true, true, true],
  ]);
  expect(fields.reduce((sum, { chars }) => sum + chars, 0)).toBeCloseTo(JSON.stringify(found).length, -2);
  expect(fields.at(-1)?.used_by).toEqual([{ turn: 2, tool: "save_event", argument: "event_id" }]);
  expect(fields[3]?.used_by).toEqual([{ turn: 3, tool: null, argument: null }]);
  expect(lacks).toEqual([]);
});

test("Chinese values are traced to the answer", () => {
  const result = JSON.stringify([
    { 名稱: "京都賞櫻團", 說明: "集合地點在京都車站中央口，請提早十分鐘到。", 備註: "無" },
  ]);
  const turns = [
    { calls: [{ tool: "list_tours", effect: "read" as const, result }] },
    { text: "您可以參加京都賞櫻團。集合地點在京都車站中央口，四月十二日出發。" },
  ];
  const [only] = check({ turns, contracts: [] }).results;
  expect(only?.fields.map(({ path, used }) => [path, used])).toEqual([
    ["/*/說明", true],
    ["/*/名稱", true],
    ["/*/備註", false],
  ]);
});

test("fields of a result in lines are read as those of JSON are", () => {
  const result = [
    "- content: |-",
    "    Packing list of Kyoto:",
    "    note: bring tea",
    "  filename: packing.docx",
    "  id_: '7'",
    "- content: x",
    "  filename: other.docx",
    "  id_: '8'",
  ].join("\n");
  const turns = [
    { calls: [{ tool: "list_files", effect: "read" as const, result }] },
    {
      calls: [
        { tool: "delete_file", args: { file_id: "8" }, effect: "destructive" as const, result: "id_: '8'\nsize: 1" },
      ],
    },
    { text: "Done." },
  ];
  const contracts = [contract("list_files", {}), contract("delete_file", { file_id: {} }, { effect: "destructive" })];
  const { results } = check({ turns, contracts }, null);
  expect(results[0]?.fields.map(({ path, count, used }) => [path, count, used])).toEqual([
    ["/*/content", 2, false],
    ["/*/filename", 2, false],
    ["/*/id_", 2, true],
  ]);
  expect(results.map(({ sufficiency }) => sufficiency.checks.find(({ ok }) => ok === false))).toEqual([
    undefined,
    undefined,
  ]);
});

test("a projection is offered as a fork of the next turn, for every result of the tool so far", () => {
  const call = { tool: "search_events", effect: "read" as const, result: JSON.stringify(found) };
  const turns = [{ calls: [call] }, { calls: [call] }, ...saves];
  const use = { as: "compactor", compactor: "public-fields" };
  const [only] = check({ turns }, 2).results;
  expect(only?.fork).toEqual({
    turn: 3,
    edits: [
      { kind: "result", call_id: "call_1_0", use },
      { kind: "result", call_id: "call_2_0", use },
      { kind: "compactors", compactors: { "*": "none", search_events: "public-fields" } },
    ],
  });
  expect(check({ turns: [{ calls: [call] }] }).results[0]?.fork).toEqual({
    turn: 1,
    edits: [{ kind: "compactors", compactors: { "*": "none", search_events: "public-fields" } }],
  });
});

test("a result that is shown as its contract says has no fork and no leak", () => {
  const only = judged(shape(found, "event_id", "title", "date"));
  expect([only.fork, only.shown_as, only.leaks]).toEqual([null, "contract", []]);
});

test("what a compactor kept from the model is told apart from what reached it", () => {
  const shown = JSON.stringify(shape(found, "event_id", "title"));
  const turns = [{ calls: [{ tool: "search_events", result: JSON.stringify(found), shown }] }, ...saves];
  const [only] = check({ turns }).results;
  expect(only?.leaks.map(({ kind, shown: reached, standing }) => [kind, reached, standing])).toEqual([
    ["session", false, "leak"],
  ]);
  expect(only?.fields.map(({ path, shown: reached }) => [path, reached])).toContainEqual(["/*/session", false]);
  expect(only?.sufficiency.why).toBe("Later steps used /*/date, which no result showed the model.");
});

test("what another result showed was not lost", () => {
  const shown = JSON.stringify(shape(found, "event_id", "title"));
  const detail = {
    calls: [{ tool: "get_event_details", args: { event_id: "E-42" }, result: JSON.stringify(found[2]) }],
  };
  const turns = [{ calls: [{ tool: "search_events", result: JSON.stringify(found), shown }] }, detail, ...saves];
  expect(check({ turns }).results[0]?.sufficiency.verdict).toBe("just_enough");
});

test("runs without contracts are checked by what was seen, and graded so", () => {
  const turns = [
    { calls: [{ tool: "list_files", result: '[{"id":"3","owner_id":"u-77"}]' }] },
    { calls: [{ tool: "delete_file", args: { file_id: "3" }, result: "deleted 3" }] },
  ];
  const checks = check({ turns, contracts: [] }, null);
  expect(RunChecks.parse(checks)).toEqual(checks);
  expect(checks.lint.map(({ rule, grade }) => [rule, grade])).toEqual([["id_named_otherwise", "observed_run"]]);
  expect(checks.counts.contract_test).toEqual({ tools: 0, errors: 0, warnings: 0 });
  expect(checks.counts.observed_run).toMatchObject({ results: 2, errors: 1, leaks_shown: 0 });
  expect(checks.results[0]).toMatchObject({ contract: false, public_fields: null, leaks: [{ standing: "unclear" }] });
});

test.each<[string, string]>([
  ["null", "null"],
  ["an empty list", "[]"],
  ["an empty object", "{}"],
  ["a number", "42"],
  ["broken JSON", '[{"id": 1'],
  ["a list of lists", "[[[1,2],[]],[{}]]"],
  ["names that are no names", '{"":{"__proto__":1,"a/b~c":[{"*":2}]}}'],
  ["a megabyte of text", "x ".repeat(500_000)],
  ["ten thousand entries", JSON.stringify(Array.from({ length: 10_000 }, (_, id) => ({ id, name: `n${id}` })))],
])("%s is checked without a hitch", (_what, result) => {
  const checks = check({ turns: [{ calls: [{ tool: "search_events", result }] }, ...saves] }, null);
  expect(RunChecks.parse(checks)).toEqual(checks);
  expect(checks.results).toHaveLength(2);
});

test("a false claim is a finding with its evidence", () => {
  const trace = buildTrace({ prompt: "Save it.", contracts: events, turns: saves });
  const call = trace.turns[0]?.calls[0];
  if (!call) throw new Error("The trace has no call.");
  call.environment = { packs: ["events"], changes: [], before: null, after: null };
  expect(diagnose(trace).findings.filter(({ rule }) => rule === "false_claim")).toMatchObject([
    {
      rule: "false_claim",
      severity: "warning",
      turn: 1,
      message:
        "The result of save_event claims ok true (/ok). It says that it worked, and the environment is the same before and after.",
      evidence: [2, 3],
      try: [
        "Mend save_event: ok must be read off the state after the call, not assumed.",
        "Leave ok out of the result where the tool cannot know it.",
      ],
    },
  ]);
});
