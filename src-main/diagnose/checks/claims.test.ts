import { describe, expect, it, test } from "vitest";
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import type { EnvironmentChange } from "../../../src-shared/trace/tool-contract.ts";
import { readClaims } from "../../tools/result-claims.ts";
import { buildTrace, type CallDraft } from "../testing/build-trace.ts";
import { claimsOf } from "./claims.ts";

const change: EnvironmentChange = { path: "/events/saved/0", op: "add", from: null, to: "E-1" };

interface Around {
  changes?: EnvironmentChange[];
  before?: JsonValue;
  after?: JsonValue;
  packs?: string[];
}

function claims(result: JsonValue, around: Around | null, call: Partial<CallDraft> = {}, earlier: JsonValue[] = []) {
  const trace = buildTrace({
    prompt: "Save it.",
    turns: [
      ...earlier.map((value) => ({
        calls: [{ tool: "get_event", result: JSON.stringify(value), effect: "read" as const }],
      })),
      { calls: [{ tool: "save_event", effect: "write", result: JSON.stringify(result), ...call }] },
    ],
  });
  const last = trace.turns.at(-1)?.calls[0];
  if (!last) throw new Error("The trace has no call.");
  if (around)
    last.environment = {
      packs: around.packs ?? ["events"],
      changes: around.changes ?? [],
      before: around.before ?? null,
      after: around.after ?? null,
    };
  return claimsOf(last, trace).map(({ claim, holds }) => `${claim} ${holds ?? "open"}`);
}

describe("claims", () => {
  it.each<[string, JsonValue, Around | null, Partial<CallDraft>, string[]]>([
    ["done, and it changed", { ok: true }, { changes: [change] }, {}, ["ok true"]],
    ["done, and nothing changed", { ok: true }, {}, {}, ["ok false"]],
    ["done already, as it says", { ok: true, code: "already_saved" }, {}, {}, ["ok true"]],
    ["done already, in Chinese", { success: true, message: "活動已存在" }, {}, {}, ["ok true"]],
    ["failed, and it changed", { ok: false }, { changes: [change] }, {}, ["ok false"]],
    ["failed, and nothing changed", { ok: false }, {}, {}, ["ok true"]],
    ["a read that changes nothing", { ok: true }, {}, { effect: "read" }, ["ok true"]],
    ["a read that changes something", { ok: true }, { changes: [change] }, { effect: "read" }, ["ok false"]],
    ["no environment on record", { ok: true, uiUpdated: true }, null, {}, ["ok open", "uiUpdated open"]],
    ["an environment without state", { ok: true }, { packs: [] }, {}, ["ok open"]],
    ["shown, and nothing changed", { uiUpdated: true }, {}, {}, ["uiUpdated false"]],
    ["shown, and something changed", { uiUpdated: true }, { changes: [change] }, {}, ["uiUpdated true"]],
    ["not shown, and something else changed", { uiUpdated: false }, { changes: [change] }, {}, ["uiUpdated open"]],
    [
      "shown, and the interface stayed",
      { uiUpdated: true, stateVersion: 3 },
      { changes: [change], after: { events: { ui: { open: null }, version: 3 } } },
      {},
      ["uiUpdated false", "stateVersion true"],
    ],
    [
      "shown, and the interface changed",
      { uiUpdated: true },
      { changes: [{ ...change, path: "/events/ui/open" }] },
      {},
      ["uiUpdated true"],
    ],
    [
      "the version it is at",
      { data: { stateVersion: "3" } },
      { after: { events: { version: 3 } } },
      {},
      ["stateVersion true"],
    ],
    [
      "a version it is not at",
      { stateVersion: 4 },
      { after: { events: { meta: { state_version: 3 } } } },
      {},
      ["stateVersion false"],
    ],
    ["a result given by a person", { ok: true }, {}, { compactor: "edited" }, []],
    ["no claims", { status: "ok", okay: true, ok: "yes", stateVersion: null }, {}, {}, []],
  ])("%s", (_what, result, around, call, found) => {
    expect(claims(result, around, call)).toEqual(found);
  });

  it.each<[string, Around, number, string]>([
    ["moves on with a change", { changes: [change] }, 8, "true"],
    ["must move on with a change", { changes: [change] }, 7, "false"],
    ["must not move on without one", {}, 8, "false"],
    ["stays without one", {}, 7, "true"],
  ])("a version %s, where the environment counts none", (_what, around, version, holds) => {
    expect(claims({ stateVersion: version }, around, {}, [{ stateVersion: 7 }, { title: "x" }])).toEqual([
      `stateVersion ${holds}`,
    ]);
  });
});

test.each<[JsonValue, [string, string, unknown][]]>([
  [null, []],
  ["ok", []],
  [[{ ok: true }], []],
  [
    { ok: true, data: { ok: false, state_version: 2 } },
    [
      ["ok", "/ok", true],
      ["stateVersion", "/data/state_version", 2],
    ],
  ],
  [
    { guidance: { "ui-updated": false }, stateVersion: "v2" },
    [
      ["stateVersion", "/stateVersion", "v2"],
      ["uiUpdated", "/guidance/ui-updated", false],
    ],
  ],
  [{ deep: { deeper: { ok: true } } }, []],
])("claims are read from the result, its data and its guidance: %j", (value, found) => {
  expect(readClaims(value).map(({ name, path, value: claimed }) => [name, path, claimed])).toEqual(found);
});
