// The events pack: a pure state machine over its environment, contracts that hold both ways, three shapes of details, and versions that are checked twice.
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../../src-shared/prelude/json.ts";
import { cleanUp, runTestLoop } from "../../../agent/testing/harness.ts";
import { scriptedModel } from "../../../agent/testing/scripted-model.ts";
import { diffEnvironment } from "../../environment.ts";
import { checkResultShape, withResultShapes } from "../../result-shapes.ts";
import type { Pack, ToolAttempt } from "../../types.ts";
import { validateArguments, validateResult } from "../../validate.ts";
import { EVENT_ROWS } from "./data.ts";
import { DETAILS_SHAPES } from "./details.ts";
import { eventsPack } from "./index.ts";

afterEach(cleanUp);

const toolOf = (name: string, pack: Pack = eventsPack) => {
  const tool = pack.tools.find(({ contract }) => contract.name === name);
  if (!tool) throw new Error(`The pack has no ${name}.`);
  return tool;
};

/** Arguments and results are held against the contract on every call. */
async function call(name: string, args: JsonObject, environment?: JsonValue, pack = eventsPack): Promise<ToolAttempt> {
  const tool = toolOf(name, pack);
  expect(validateArguments(tool.contract, args)).toEqual({ ok: true, value: args });
  const signal = new AbortController().signal;
  const context = { signal, tenant: "local", operationKey: null, attempt: 1, now: 0 };
  const result = await tool.execute(args, { ...context, environment: environment ?? pack.initialEnvironment() });
  if (result.error === undefined && !validateResult(tool.contract, result.value).ok)
    throw new Error(`${name} broke its contract: ${JSON.stringify(result.value)}`);
  return result;
}

const shaped = (shape: string) => withResultShapes([eventsPack], { get_event_details: shape })[0] ?? eventsPack;
const save = (id: string, version: number): JsonObject => ({ event_id: id, expected_state_version: version });

describe("searching", () => {
  it.each([
    ["jazz", ["EV-102", "EV-103"]],
    ["Riverside Jazz", ["EV-102"]],
    ["the AI event", ["EV-105"]],
    ["人工智慧", ["EV-105"]],
    ["茶道体验", ["EV-108"]],
    ["機器人博覽會", ["EV-104"]],
    ["Tainan", ["EV-106"]],
    ["submarine opera", []],
    ["the events", []],
  ])("for %j finds %j", async (query, ids) => {
    const found = await call("search_events", { query });
    expect([found.outcome, (found.value as JsonObject[]).map((entry) => entry.event_id)]).toEqual([
      ids.length === 0 ? "empty" : "ok",
      ids,
    ]);
  });

  it("narrows by city", async () => {
    const found = await call("search_events", { query: "jazz", city: "kaohsiung" });
    expect((found.value as JsonObject[]).map((entry) => entry.event_id)).toEqual(["EV-103"]);
  });
});

describe("details", () => {
  it("say in the contract's shape what the next call needs", async () => {
    const { value } = await call("get_event_details", { event_id: "EV-104" });
    expect(value).toMatchObject({
      ok: true,
      code: "found",
      data: { event_id: "EV-104", starts_at: "2026-07-04T10:00:00+08:00", venue: "Nangang Hall 2", seats_left: 23 },
      guidance: { availableActions: ["save_event"], currentTarget: "EV-104", requiresHumanConfirmation: false },
      uiUpdated: false,
      stateVersion: 41,
    });
  });

  it("are words only in the message shape", async () => {
    const { value } = await call("get_event_details", { event_id: "EV-104" }, undefined, shaped("message"));
    expect(value).toBe("Event found: Robotics Expo (機器人博覽會), 2026-07-04, Nangang Hall 2, Taipei.");
  });

  it("hold other things under the names that save_event takes in the raw shape", async () => {
    const { value } = await call("get_event_details", { event_id: "EV-104" }, undefined, shaped("raw"));
    expect(value).toMatchObject({ event_id: "ORG-2207-104", seats: 120, session: { state_version: 3 } });
    for (const name of ["_id", "uid", "user_id", "owner_email", "flags", "description_html", "sql"])
      expect(value).toHaveProperty(name);
    expect(JSON.stringify(value)).not.toContain("EV-104");
  });

  it.each(Object.keys(DETAILS_SHAPES))(
    "keep the %s shape's schema for every event, and refuse another id",
    async (shape) => {
      for (const { event_id } of EVENT_ROWS) await call("get_event_details", { event_id }, undefined, shaped(shape));
      const none = await call("get_event_details", { event_id: "EV-999" }, undefined, shaped(shape));
      expect([none.outcome, none.error?.error_code]).toEqual(["permanent", "not_found"]);
    },
  );

  it.each(Object.keys(DETAILS_SHAPES))("in the %s shape break the schemas of the other two", async (shape) => {
    const { value } = await call("get_event_details", { event_id: "EV-104" }, undefined, shaped(shape));
    const fits = Object.keys(DETAILS_SHAPES).filter(
      (other) => validateResult(toolOf("get_event_details", shaped(other)).contract, value).ok,
    );
    expect(fits).toEqual([shape]);
  });
});

describe("result shapes", () => {
  it("that a tool does not have are told with those it has", () => {
    expect(() => shaped("contrakt")).toThrow(
      'Tool get_event_details has no result shape "contrakt"; its shapes are contract, message, raw.',
    );
    expect(() => shaped("toString")).toThrow("has no result shape");
    expect(() => withResultShapes([eventsPack], { save_event: "raw" })).toThrow(
      "Tool save_event answers in one shape only",
    );
    expect(() => checkResultShape([eventsPack], "get_event_detail", "raw")).toThrow(
      'No pack has a tool named "get_event_detail"; tools with several result shapes are get_event_details.',
    );
  });

  it("of tools that are not here change nothing", () => {
    expect(withResultShapes([eventsPack], { elsewhere: "raw" })).toEqual([eventsPack]);
  });

  it("change what comes out, never name, arguments or effect", () => {
    const { resultShapes, contract } = toolOf("get_event_details");
    for (const shape of Object.values(resultShapes?.shapes ?? {})) {
      const { result_schema: _schema, public_fields: _fields, ...rest } = shape.contract;
      expect(contract).toMatchObject(rest);
    }
  });
});

describe("saving", () => {
  it("adds one entry and one version, and says so", async () => {
    const before = eventsPack.initialEnvironment();
    const saved = await call("save_event", save("EV-107", 41));
    expect(saved.value).toMatchObject({ ok: true, code: "saved", uiUpdated: true, stateVersion: 42 });
    expect(diffEnvironment(before, saved.environment ?? before)).toEqual(
      toolOf("save_event").preview?.(save("EV-107", 41), before),
    );
    expect(eventsPack.stateVersion?.(saved.environment ?? null)).toBe(42);
    const again = await call("save_event", save("EV-107", 42), saved.environment);
    expect([again.value, again.environment]).toMatchObject([{ code: "already_saved", uiUpdated: false }, undefined]);
  });

  it.each([
    ["a stale version", save("EV-107", 40), "stale_state_version"],
    ["a version that is not there yet", save("EV-107", 42), "stale_state_version"],
    ["the organiser's number", save("ORG-2207-107", 41), "not_found"],
    ["a cancelled event", save("EV-110", 41), "not_available"],
  ])("refuses %s, changes nothing and previews nothing", async (_what, args, code) => {
    const refused = await call("save_event", args);
    expect([refused.outcome, refused.error?.error_code, refused.environment]).toEqual(["permanent", code, undefined]);
    expect(toolOf("save_event").preview?.(args, eventsPack.initialEnvironment())).toEqual([]);
  });

  it("refuses arguments that are not what the schema says", () => {
    const { contract } = toolOf("save_event");
    for (const args of [{ event_id: "EV-107" }, save("EV-107", 1.5), { ...save("EV-107", 41), all: true }])
      expect(validateArguments(contract, args).ok).toBe(false);
  });

  it("meets someone else's save, which is then on record", async () => {
    const pack = eventsPack.withFixture?.({ someone_else_saves: ["EV-103"] }) ?? eventsPack;
    const refused = await call("save_event", save("EV-107", 41), undefined, pack);
    expect(refused.error?.error_code).toBe("stale_state_version");
    const saved = await call("save_event", save("EV-107", 42), refused.environment, pack);
    expect(saved.environment).toMatchObject({
      version: 43,
      saved: [
        { event_id: "EV-103", saved_by: "someone_else" },
        { event_id: "EV-107", saved_by: "assistant" },
      ],
    });
  });

  it("reads no fixture that is not one", () => {
    expect(() => eventsPack.withFixture?.({ details_lag: "much" })).toThrow(
      "The events fixture is wrong: details_lag:",
    );
  });
});

describe("the environment", () => {
  const step = fc.oneof(
    fc.record({ name: fc.constant("search_events"), args: fc.record({ query: fc.string({ minLength: 1 }) }) }),
    fc.record({
      name: fc.constant("get_event_details"),
      args: fc.record({ event_id: fc.constantFrom(...EVENT_ROWS.map((row) => row.event_id), "EV-0") }),
    }),
    fc.record({
      name: fc.constant("save_event"),
      args: fc.record({
        event_id: fc.constantFrom(...EVENT_ROWS.map((row) => row.event_id), "EV-0"),
        expected_state_version: fc.integer({ min: 40, max: 46 }),
      }),
    }),
  );

  it("is never mutated, goes through JSON unharmed, and gives the same again from a snapshot", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        let environment = eventsPack.initialEnvironment();
        for (const { name, args } of steps) {
          const snapshot = JSON.stringify(environment);
          const first = await call(name, { ...args }, environment);
          expect(JSON.stringify(environment)).toBe(snapshot);
          expect(await call(name, { ...args }, JSON.parse(snapshot) as JsonValue)).toEqual(first);
          const after = first.environment ?? environment;
          const isChanged = diffEnvironment(environment, after).length > 0;
          const moved = eventsPack.stateVersion?.(after) !== eventsPack.stateVersion?.(environment);
          expect([isChanged, isChanged && name !== "save_event"]).toEqual([moved, false]);
          environment = after;
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("a model that does what an event's description tells it", () => {
  const obeying = () =>
    scriptedModel([
      { calls: [{ name: "get_event_details", args: { event_id: "EV-109" } }] },
      {
        calls: [
          { name: "save_event", args: save("EV-101", 41) },
          { name: "delete_saved_events", args: {} },
        ],
      },
      { says: "It is a walk through the night market." },
    ]);

  it.each(["ask", "deny"] as const)("gets nothing done where writes are to %s", async (approve) => {
    const prompt = "What is the Night Market Walk about?";
    const test = await runTestLoop({ prompt, model: obeying(), pack: eventsPack, spec: { approve } });
    expect(test.of("tool.finished").map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ["get_event_details", "ok"],
      ["save_event", "denied"],
      ["delete_saved_events", "unknown_tool"],
    ]);
    expect(test.of("tool.started").map(({ tool }) => tool)).toEqual(["get_event_details"]);
    expect(test.result.environment).toEqual({ events: eventsPack.initialEnvironment() });
  });
});

describe("a stale version in a run", () => {
  it("is refused by the executor before the tool is reached", async () => {
    const model = scriptedModel([
      { calls: [{ name: "save_event", args: save("EV-107", 3) }] },
      { says: "I could not save it." },
    ]);
    const test = await runTestLoop({ prompt: "Save EV-107.", model, pack: eventsPack, spec: { approve: "all" } });
    expect(test.of("tool.started")).toEqual([]);
    expect(test.of("tool.finished")[0]?.error?.error_code).toBe("stale_state_version");
    expect(test.result.environment).toEqual({ events: eventsPack.initialEnvironment() });
  });
});
