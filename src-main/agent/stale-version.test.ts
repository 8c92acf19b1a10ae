import { afterEach, describe, expect, it } from "vitest";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { cleanUp, runTestLoop, testPack, type LoopTest, type TestTool } from "./testing/harness.ts";
import { scriptedModel } from "./testing/scripted-model.ts";

afterEach(cleanUp);

const prompt = "Rename the list to Trip.";

function save(name = "save_list"): TestTool {
  return {
    name,
    effect: "write",
    contract: { state_version_argument: "stateVersion" },
    run: (args) => ({
      outcome: "ok",
      value: { ok: true, stateVersion: Number(args["stateVersion"]) + 1 },
      environment: { version: Number(args["stateVersion"]) + 1 },
    }),
  };
}

function look(stateVersion: JsonValue): TestTool {
  return { name: "get_list", run: () => ({ outcome: "ok", value: { ok: true, data: { stateVersion, title: "x" } } }) };
}

function saving(...versions: JsonValue[]) {
  return scriptedModel([
    { calls: [{ name: "get_list", args: {} }] },
    ...versions.map((stateVersion) => ({ calls: [{ name: "save_list", args: { stateVersion, title: "Trip" } }] })),
    { says: "Done." },
  ]);
}

function decisions(test: LoopTest) {
  return test.of("policy.decided").map(({ tool, decision, reason }) => [tool, decision, reason]);
}

describe("acting on a stale version of the state", () => {
  it("is refused by the pack's own count before anything runs, and the current one is named", async () => {
    const pack = {
      ...testPack([look(3), save()], { version: 4 }),
      stateVersion: (environment: JsonValue) => (environment as { version: number }).version,
    };
    const test = await runTestLoop({ prompt, model: saving(3, 4), pack });
    expect(decisions(test)).toEqual([
      ["get_list", "run", "read_runs"],
      ["save_list", "refuse", "stale_state_version"],
      ["save_list", "run", "write_runs"],
    ]);
    expect(test.of("tool.started").map(({ tool }) => tool)).toEqual(["get_list", "save_list"]);
    expect(test.of("tool.finished")[1]).toMatchObject({
      outcome: "invalid_arguments",
      error: { status: "error", error_code: "stale_state_version", retryable: true },
    });
    expect(test.of("tool.finished")[1]?.error?.message).toContain("now at 4");
    expect(test.result.environment).toEqual({ test: { version: 5 } });
  });

  it("is refused by the last version that a result claimed where the pack counts none", async () => {
    const test = await runTestLoop({
      prompt,
      model: saving("7", 7, 8),
      pack: testPack([look(7), save()], { version: 7 }),
    });
    expect(decisions(test)).toEqual([
      ["get_list", "run", "read_runs"],
      ["save_list", "run", "write_runs"],
      ["save_list", "refuse", "stale_state_version"],
      ["save_list", "run", "write_runs"],
    ]);
  });

  it("counts the refused call as an attempt", async () => {
    const test = await runTestLoop({
      prompt,
      model: saving(1, 1, 1, 1),
      pack: testPack([look(2), save()], { version: 2 }),
      variant: { budgets: { attempts: 3 } },
    });
    expect({ ending: test.result.ending, attempts: decisions(test).length }).toEqual({
      ending: "budget_spent",
      attempts: 4,
    });
    expect(test.of("environment.changed")).toEqual([]);
  });

  it.each([
    ["no version is known", { outcome: "ok" as const, value: "a list" }, 1],
    ["the call names none", { outcome: "ok" as const, value: { stateVersion: 3 } }, null],
  ])("is not seen where %s", async (_why, attempt, given) => {
    const test = await runTestLoop({
      prompt,
      model: saving(given),
      pack: testPack([{ name: "get_list", run: () => attempt }, save()], {}),
    });
    expect(decisions(test)[1]).toEqual(["save_list", "run", "write_runs"]);
  });
});
