import { afterEach, describe, expect, it } from "vitest";
import type { Breakpoint, HeldRun } from "../../src-shared/rpc/debug.ts";
import { cleanUp, handClock, runTestLoop, testPack } from "../agent/testing/harness.ts";
import { scriptedModel, type ScriptedAnswer } from "../agent/testing/scripted-model.ts";
import { createDebugController, type DebugController } from "./controller.ts";

afterEach(cleanUp);

const pack = testPack([
  { name: "read_plans", run: (args) => ({ outcome: "ok", value: args as never }) },
  {
    name: "create_file",
    effect: "write",
    run: (args) => ({ outcome: "ok", value: "created", environment: args as never }),
  },
]);
const script: ScriptedAnswer[] = [
  { calls: [{ name: "read_plans", args: { id: "7" } }] },
  { calls: [{ name: "create_file", args: { filename: "a.docx" } }] },
  { says: "Created a.docx." },
];

/** Runs the loop, answering each hold in order; what was held is given back. */
async function held(
  breakpoint: Partial<Breakpoint>,
  answers: ((held: HeldRun, controller: DebugController) => void)[],
  options: { paused?: boolean; model?: ReturnType<typeof scriptedModel>; clock?: ReturnType<typeof handClock> } = {},
) {
  const controller = createDebugController({
    now: () => 0,
    initial: [{ id: "b", at: null, when: "", enabled: false, ...breakpoint }],
  });
  const places: string[] = [];
  controller.onChange((change) => {
    if (change.kind !== "held") return;
    places.push(`${change.held.pending.at} ${change.held.pending.turn}`);
    const answer = answers[places.length - 1];
    // The run is held once this returns; answering from within would be answering before.
    queueMicrotask(() =>
      answer
        ? answer(change.held, controller)
        : controller.goOn({ run: "r", how: "continue", to: "any", edits: {} }, "ann"),
    );
  });
  const model = options.model ?? scriptedModel(script);
  const test = await runTestLoop({
    prompt: "Read the plans and create a.docx.",
    model,
    pack,
    deps: {
      debugger: controller.forRun("r", options.paused ?? false),
      ...(options.clock ? { clock: options.clock } : {}),
    },
  });
  return { places, test, model };
}

const goOn =
  (edits: Parameters<DebugController["goOn"]>[0]["edits"], how: "continue" | "step" | "stop" = "continue") =>
  (entry: HeldRun, controller: DebugController) =>
    controller.goOn({ run: entry.run, how, to: "any", edits }, "ann");

describe("breakpoints", () => {
  it.each([
    [{ at: "request" as const }, ["request 1", "request 2", "request 3"]],
    [{ when: 'tool == "create_file"' }, ["call 2", "result 2"]],
    [{ at: "call" as const, when: 'effect == "write"' }, ["call 2"]],
    [{ when: "turn == 2" }, ["request 2", "call 2", "result 2"]],
    [{ at: "stop" as const }, ["stop 3"]],
  ])("%j holds the run at %j", async (breakpoint, places) => {
    expect((await held({ enabled: true, ...breakpoint }, [])).places).toEqual(places);
  });

  it("holds on a stop with obligations outstanding only", async () => {
    const condition = { enabled: true, at: "stop" as const, when: 'finish_reason == "stop" and outstanding > 0' };
    expect((await held(condition, [])).places).toEqual([]);
    const early = scriptedModel([{ says: "You go hiking." }]);
    expect((await held(condition, [], { model: early })).places).toEqual(["stop 1"]);
  });

  it("steps from place to place, from the first on", async () => {
    const step = goOn({}, "step");
    expect((await held({}, [step, step, step], { paused: true })).places).toEqual([
      "request 1",
      "call 1",
      "result 1",
      "request 2",
    ]);
  });
});

describe("edits while a run is held", () => {
  it("sends the edited request and keeps the edit on record", async () => {
    const { test, model } = await held({ enabled: true, at: "request", when: "turn == 1" }, [
      goOn({ request: { messages: [{ role: "user", content: "另一個任務" }], tools: ["read_plans"] } }),
    ]);
    expect(model.requests[0]).toEqual({ messages: [{ role: "user", content: "另一個任務" }], tools: ["read_plans"] });
    expect(test.of("debug.edited").map(({ what, by }) => [what, by])).toEqual([
      ["messages", "ann"],
      ["tools", "ann"],
    ]);
  });

  it("runs a call with edited arguments, authorised anew", async () => {
    const { test } = await held({ enabled: true, at: "call", when: "turn == 2" }, [
      goOn({ call: { arguments: { filename: "b.docx" } } }),
    ]);
    expect(test.result.environment).toEqual({ test: { filename: "b.docx" } });
    expect(test.of("policy.decided").at(-1)?.arguments).toEqual({ filename: "b.docx" });
  });

  it("answers in the tool's place: a read is answered, a write counts as not done", async () => {
    const { test, model } = await held({ enabled: true, at: "call" }, [
      goOn({ call: { answer: "June 14" } }),
      goOn({ call: { answer: "created" } }),
    ]);
    expect(model.requests[1]?.messages.at(-1)?.content).toBe("June 14");
    expect(test.of("tool.started")).toEqual([]);
    expect(test.of("tool.finished").map((data) => data.outcome)).toEqual(["ok", "denied"]);
    expect(test.result).toMatchObject({ ending: "escalated", environment: { test: {} } });
  });

  it("shows the model an edited result; the raw one stays on record", async () => {
    const { test, model } = await held({ enabled: true, at: "result", when: "turn == 1" }, [
      goOn({ result: { shown: "改過的結果" } }),
    ]);
    expect(model.requests[1]?.messages.at(-1)?.content).toBe("改過的結果");
    const [finished] = test.of("tool.finished");
    expect(finished && [test.store.blobText(finished.raw.hash).text, finished.compactor]).toEqual([
      '{"id":"7"}',
      "edited",
    ]);
  });

  it("goes on with a person's message where the model had stopped", async () => {
    const model = scriptedModel([{ says: "You go hiking." }, ...script.slice(1)]);
    const { test } = await held(
      { enabled: true, at: "stop", when: "outstanding > 0" },
      [goOn({ stop: { message: "Now create a.docx." } })],
      { model },
    );
    expect(test.result).toMatchObject({ ending: "answered", terminal_state: "complete" });
  });

  it("stops the run, and refuses edits of another place", async () => {
    const { test } = await held({ enabled: true, at: "call" }, [
      (entry, controller) => {
        expect(() => goOn({ result: { shown: "x" } })(entry, controller)).toThrow("edits of a result do not fit there");
        goOn({}, "stop")(entry, controller);
      },
    ]);
    expect(test.result).toMatchObject({ ending: "aborted" });
  });

  it("does not spend the time budget while the run is held", async () => {
    const clock = handClock();
    const { test } = await held(
      { enabled: true, at: "request" },
      [
        (entry, controller) => {
          clock.advance(3_600_000);
          goOn({})(entry, controller);
        },
      ],
      { clock },
    );
    expect(test.of("debug.resumed")[0]?.waited_ms).toBe(3_600_000);
    expect(test.result.terminal_state).toBe("complete");
  });
});
