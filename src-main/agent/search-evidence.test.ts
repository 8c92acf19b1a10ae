import { afterEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import type { ToolContract } from "../../src-shared/trace/tool-contract.ts";
import type { ToolAttempt } from "../tools/types.ts";
import { isSearchTool } from "./search-tools.ts";
import { cleanUp, runTestLoop, testPack } from "./testing/harness.ts";
import { scriptedModel } from "./testing/scripted-model.ts";

afterEach(cleanUp);

describe("which tools search", () => {
  const contract = (name: string, properties: JsonObject = {}, more: Partial<ToolContract> = {}) => ({
    name,
    effect: "read" as const,
    input_schema: { type: "object", properties },
    ...more,
  });
  it.each([
    ["a verb of searching in the name", contract("search_flights"), true],
    ["in another spelling", contract("findHold"), true],
    ["an argument for a query", contract("notes", { query: { type: "string" } }), true],
    ["a listing", contract("list_files"), false],
    ["a look-up by id", contract("get_file_by_id", { file_id: { type: "string" } }), false],
    ["a write, whatever its name", contract("find_and_replace", {}, { effect: "write" }), false],
    ["what the contract declares", contract("get_weather", {}, { searches: true }), true],
    ["what the contract denies", contract("search_flights", {}, { searches: false }), false],
  ])("%s", (_name, given, searches) => {
    expect(isSearchTool(given)).toBe(searches);
  });
});

/** Queries in order with what each finds; the events' fields about evidence. */
async function searching(prompt: string, steps: [query: string, found: ToolAttempt["value"]][]) {
  let next = 0;
  const model = scriptedModel([
    ...steps.map(([query]) => ({ calls: [{ name: "search_notes", args: { query } }] })),
    { says: "That is all." },
  ]);
  const test = await runTestLoop({
    prompt,
    model,
    pack: testPack([
      { name: "search_notes", run: () => ({ outcome: "ok", value: steps[next++]?.[1] ?? null }) },
      { name: "create_file", effect: "write", run: () => ({ outcome: "ok", value: {} }) },
    ]),
  });
  return {
    expects: test.of("policy.decided").map((data) => data.expects),
    brought: test.of("tool.finished").map((data) => data.brought),
  };
}

describe("what a search is expected to bring, and brings", () => {
  it("names what is open, what the user named and no result holds, and what was not asked yet", async () => {
    const told = await searching("Find booking HT-KYO-12 for June 13, then create trip.md.", [
      ["booking", [{ id: "N-7", text: "Paid on June 13." }]],
      ["hotel", [{ id: "N-8", text: "HT-KYO-12 for Sarah Connor, 1,200 USD, 09:30" }]],
      ["hotel", [{ id: "N-8", text: "HT-KYO-12 for Sarah Connor" }]],
    ]);
    expect(told.expects).toEqual([
      undefined,
      [
        { kind: "outstanding_item", what: "Find booking HT-KYO-12 for June 13" },
        { kind: "outstanding_item", what: "create trip.md" },
        { kind: "missing_value", what: "trip.md" },
        { kind: "missing_value", what: "HT-KYO-12" },
        { kind: "new_query", what: 'search_notes with query "hotel"' },
      ],
      [
        { kind: "outstanding_item", what: "Find booking HT-KYO-12 for June 13" },
        { kind: "outstanding_item", what: "create trip.md" },
        { kind: "missing_value", what: "trip.md" },
      ],
    ]);
    expect(told.brought).toEqual([
      { new_values: 1, sample: ["N-7"], barren_in_a_row: 0 },
      { new_values: 3, sample: ["N-8", "1,200", "Sarah Connor"], barren_in_a_row: 0 },
      // The same search again is the loop guard's case.
      { new_values: 0, sample: [], barren_in_a_row: 0 },
    ]);
  });

  it("counts names of one word, in fields, in running text and in Chinese", async () => {
    const told = await searching("幫我找京都的景點。", [
      ["a", [{ title: "清水寺" }]],
      ["b", "京都有金阁寺。"],
      ["c", [{ city: "Nara" }]],
      ["d", "You could also see Uji."],
      ["e", [{ city: "nara" }]],
      ["f", "清水寺"],
    ]);
    expect(told.brought.map((brought) => brought?.barren_in_a_row)).toEqual([0, 0, 0, 0, 1, 2]);
  });

  it("takes an answer that holds nothing for nothing, whatever it counts or echoes", async () => {
    const told = await searching("Who is Sarah Connor?", [
      ["Sarah Connor", { results: [], total: 0, searched_at: "2026-03-01T09:30:00Z" }],
      ["Connor 1984", "No results found for Connor 1984."],
    ]);
    expect(told.brought).toEqual([
      { new_values: 0, sample: [], barren_in_a_row: 1 },
      { new_values: 0, sample: [], barren_in_a_row: 2 },
    ]);
  });
});
