// What is under way when time runs out, when the person stops, or when a run is gone on with: nothing waits for ever, nothing is claimed undone.
import { afterEach, describe, expect, it } from "vitest";
import type { ToolError } from "../../src-shared/trace/events/tool.ts";
import type { ModelClient } from "../model/types.ts";
import type { LoopSpec, ResumePoint } from "./loop.ts";
import { operationKey } from "./operation-key.ts";
import { executorLines } from "./testing/executor-lines.ts";
import { cleanUp, handClock, runTestLoop, testPack, type TestTool } from "./testing/harness.ts";
import { scriptedModel } from "./testing/scripted-model.ts";

afterEach(cleanUp);

const held: Pick<TestTool, "more"> = { more: { reconcile: () => ({ found: "unknown" }) } };

describe("time", () => {
  it("is the deadline of a model request: one that does not answer is given up", async () => {
    const silent: ModelClient = {
      complete: (_request, hooks) =>
        new Promise((resolve) => {
          hooks.signal.addEventListener("abort", () => {
            const error = { category: "aborted" as const, status: null, message: "The request was stopped." };
            void scriptedModel([{ error }]).complete(_request, hooks).then(resolve);
          });
        }),
    };
    const test = await runTestLoop({ prompt: "What is planned?", model: silent, pack: testPack([]) });
    expect(test.result).toMatchObject({
      ending: "budget_spent",
      terminal_state: "abstain",
      reason: "elapsed_budget",
    });
    expect(executorLines(test.events)).toEqual(["turn 1", "→ abstain (elapsed_budget)"]);
  });

  it("is looked at before each call of a turn", async () => {
    const clock = handClock();
    const slow: TestTool = {
      name: "get_plans",
      run: () => {
        clock.advance(61_000);
        return { outcome: "ok", value: 1 };
      },
    };
    const call = { name: "get_plans", args: {} };
    const test = await runTestLoop({
      prompt: "What is planned?",
      model: scriptedModel([{ calls: [call, call] }]),
      pack: testPack([slow]),
      variant: { budgets: { elapsed_ms: 60_000 } },
      deps: { clock },
    });
    expect([test.of("tool.started").length, test.result.reason]).toEqual([1, "elapsed_budget"]);
  });

  it("is the deadline of a tool, whose signal is aborted; the trace says that this undoes nothing", async () => {
    const signals: AbortSignal[] = [];
    const stuck: TestTool = {
      name: "hold_room",
      effect: "write",
      run: (_args, context) => {
        signals.push(context.signal);
        return new Promise(() => undefined);
      },
      ...held,
    };
    const test = await runTestLoop({
      prompt: "Hold a room.",
      model: scriptedModel([{ calls: [{ name: "hold_room", args: {} }] }]),
      pack: testPack([stuck]),
    });
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
    const [first] = test.of("tool.finished");
    expect([first?.outcome, first?.error?.message]).toEqual([
      "timeout",
      "hold_room was given up: it did not answer within 60000 ms. Giving up does not undo what it may have done.",
    ]);
    expect(test.result.terminal_state).toBe("unknown");
  });
});

describe("the person stops", () => {
  const stopping = (name: string, effect: "read" | "write", more: Partial<TestTool> = {}) => {
    const abort = new AbortController();
    const tool: TestTool = {
      name,
      effect,
      run: () => {
        abort.abort(new Error("stop"));
        return new Promise(() => undefined);
      },
      ...more,
    };
    return runTestLoop({
      prompt: "Hold a room.",
      model: scriptedModel([{ calls: [{ name, args: {} }] }]),
      pack: testPack([tool]),
      deps: { signal: abort.signal },
    });
  };

  it("while a write is at work elsewhere: unknown, with its key kept", async () => {
    const test = await stopping("hold_room", "write", held);
    expect(test.result).toMatchObject({
      ending: "aborted",
      terminal_state: "unknown",
      reason: "stopped_in_write",
      detail:
        "The run was stopped while hold_room was at work. Stopping the executor does not undo a write at the other side: whether it was done is not known, and its operation key is kept.",
    });
    expect(test.of("tool.finished").map((data) => [data.outcome, data.operation_key])).toEqual([
      ["timeout", expect.stringMatching(/^op_/)],
    ]);
  });

  it("while a read is at work: escalate", async () => {
    const test = await stopping("get_plans", "read");
    expect(test.result).toMatchObject({ ending: "aborted", terminal_state: "escalate", reason: "stopped_by_person" });
  });

  it("while a write of a pack that lives in the trace alone is at work: it has not happened", async () => {
    const test = await stopping("create_file", "write");
    expect(test.result).toMatchObject({ ending: "aborted", terminal_state: "escalate", reason: "stopped_by_person" });
  });
});

describe("a run gone on with", () => {
  const args = { room: "A" };
  const prompt = "Hold room A.";

  function goOn(inDoubt: Omit<NonNullable<ResumePoint["inDoubt"]>, "callId">, accessDenied: readonly string[] = []) {
    const ran: string[] = [];
    const hold: TestTool = {
      name: "hold_room",
      effect: "write",
      run: (_args, context) => {
        ran.push(context.operationKey ?? "");
        return { outcome: "ok", value: {} };
      },
      more: { reconcile: () => ({ found: "not_done" }) },
      contract: { suppresses_duplicates: true },
    };
    const finished = {
      ...nothingFinished,
      calls: [
        {
          id: "call_1",
          id_synthetic: false,
          name: "hold_room",
          arguments: args,
          arguments_text: JSON.stringify(args),
          flags: [],
        },
      ],
    };
    const spec: Partial<LoopSpec> = {
      accessDenied,
      resume: {
        turn: 1,
        finished,
        answered: [],
        inDoubt: { callId: "call_1", ...inDoubt },
        reminders: 0,
        approvedAgain: [],
      },
    };
    const model = scriptedModel([{ says: "I could not hold the room." }]);
    return runTestLoop({ prompt, model, pack: testPack([hold]), spec }).then((test) => ({ test, ran }));
  }

  it("refuses an operation key of other arguments", async () => {
    const other = operationKey("local", "hold_room", { room: "B" }, { run: "r", turn: 1, position: 0 });
    const { test, ran } = await goOn({ attempt: 1, operationKey: other, outcome: null });
    expect([ran, test.of("policy.decided").map((data) => [data.decision, data.reason])]).toEqual([
      [],
      [["refuse", "operation_key_reused"]],
    ]);
  });

  it("answers a call that was denied for lack of permission with the denial: going on grants none", async () => {
    const { test, ran } = await goOn({ attempt: 1, operationKey: null, outcome: "access_denied" }, [
      'hold_room {"room":"A"}',
    ]);
    const [finished] = test.of("tool.finished");
    const error: Partial<ToolError> = { error_code: "denied_by_policy", retryable: false };
    expect(ran).toEqual([]);
    expect(test.of("policy.decided").map((data) => data.reason)).toEqual(["access_denied_before"]);
    expect(finished?.error).toMatchObject(error);
    expect(test.result.terminal_state).toBe("escalate");
  });
});

const nothingFinished: ResumePoint["finished"] = {
  message: null,
  content: null,
  reasoning: null,
  reasoning_field: null,
  finish_reason: "tool_calls",
  effective_finish_reason: "tool_calls",
  flags: [],
  calls: [],
  text_calls: [],
  usage: null,
  ttft_ms: null,
  latency_ms: 0,
  stop_logprobs: null,
  error: null,
};
