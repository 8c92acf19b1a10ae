import { afterEach, describe, expect, it } from "vitest";
import type { ToolError } from "../../src-shared/trace/events/tool.ts";
import { cleanUp, handClock, runTestLoop, testPack, type TestTool } from "./testing/harness.ts";
import { scriptedModel } from "./testing/scripted-model.ts";
import type { Approver } from "./ports.ts";
import { lifecyclePairs } from "./trace.ts";

afterEach(cleanUp);

const read: TestTool = { name: "get_plans", run: () => ({ outcome: "ok", value: { plans: "June 13: Hiking" } }) };
const create: TestTool = {
  name: "create_file",
  effect: "write",
  run: (args) => ({
    outcome: "ok",
    value: { created: args["filename"] as string },
    environment: { files: [args["filename"] as string] },
  }),
};
const prompt = "1. Tell me what is planned on June 13. 2. Create packing.docx with a packing list.";

describe("the loop", () => {
  it("carries out the calls of each turn and ends when the model answers with nothing outstanding", async () => {
    const model = scriptedModel([
      { calls: [{ name: "get_plans", args: {} }] },
      { calls: [{ name: "create_file", args: { filename: "packing.docx" } }] },
      { says: "On June 13 you go hiking, and I have created packing.docx." },
    ]);
    const test = await runTestLoop({ prompt, model, pack: testPack([read, create], { files: [] }) });
    expect({ ...test.result, ledger: test.result.ledger.map((item) => item.status) }).toMatchObject({
      ending: "answered",
      terminal_state: "complete",
      early_stop: false,
      answer: "On June 13 you go hiking, and I have created packing.docx.",
      environment: { test: { files: ["packing.docx"] } },
    });
    expect(test.states()).toEqual(["plan", "call", "observe", "plan", "call", "observe", "plan", "complete"]);
    expect(test.kinds()).toEqual([
      "run.started",
      "turn.started",
      "request.sent",
      "response.finished",
      "policy.decided",
      "transition",
      "tool.started",
      "tool.finished",
      "transition",
      "turn.ended",
      "transition",
      "turn.started",
      "request.sent",
      "response.finished",
      "policy.decided",
      "transition",
      "tool.started",
      "tool.finished",
      "transition",
      "environment.changed",
      "turn.ended",
      "transition",
      "turn.started",
      "request.sent",
      "response.finished",
      "turn.ended",
      "transition",
    ]);
  });

  it("opens and closes every lifecycle pair", async () => {
    const model = scriptedModel([
      {
        calls: [
          { name: "get_plans", args: {} },
          { name: "get_plans", args: { a: 1 } },
        ],
      },
      { says: "Done." },
    ]);
    const test = await runTestLoop({ prompt: "What is planned?", model, pack: testPack([read]) });
    for (const [opening, closing] of lifecyclePairs) {
      if (opening === "run.started") continue; // Its end is recorded by whoever started the run.
      expect([closing, test.of(closing).length]).toEqual([closing, test.of(opening).length]);
    }
  });

  it("records a request as the id of its last message, and the messages are read back as they were sent", async () => {
    const model = scriptedModel([{ calls: [{ name: "get_plans", args: {} }] }, { says: "Hiking." }]);
    const test = await runTestLoop({ prompt: "What is planned?", model, pack: testPack([read]) });
    const contexts = test.of("turn.started").map((data) => test.store.messages(data.context));
    expect(contexts).toEqual(model.requests.map((request) => request.messages));
    expect(test.of("turn.started").map((data) => [data.message_count, data.new_messages])).toEqual([
      [1, 1],
      [3, 2],
    ]);
  });

  it("calls a stop with an outstanding write an early stop, gate off too", async () => {
    const model = scriptedModel([{ calls: [{ name: "get_plans", args: {} }] }, { says: "On June 13 you go hiking." }]);
    const test = await runTestLoop({ prompt, model, pack: testPack([read, create]) });
    expect(test.result).toMatchObject({ ending: "early_stop", terminal_state: "escalate", early_stop: true });
  });

  it("reminds the model of what is outstanding at most twice, then escalates", async () => {
    const model = scriptedModel([
      { says: "On June 13 you go hiking." },
      (request) => {
        expect(request.messages.at(-1)).toMatchObject({
          role: "user",
          content: expect.stringContaining("packing.docx") as string,
        });
        return { says: "Anything else?" };
      },
      { says: "I am done." },
    ]);
    const test = await runTestLoop({ prompt, model, pack: testPack([read, create]), variant: { gate: "remind" } });
    expect(test.of("gate.reminded").map((data) => data.count)).toEqual([1, 2]);
    expect(test.result).toMatchObject({ terminal_state: "escalate", early_stop: true });
  });

  it("goes on after a reminder and completes", async () => {
    const model = scriptedModel([
      { calls: [{ name: "get_plans", args: {} }] },
      { says: "On June 13 you go hiking." },
      { calls: [{ name: "create_file", args: { filename: "packing.docx" } }] },
      { says: "On June 13 you go hiking. I created packing.docx." },
    ]);
    const test = await runTestLoop({ prompt, model, pack: testPack([read, create], {}), variant: { gate: "remind" } });
    expect(test.result).toMatchObject({ ending: "answered", terminal_state: "complete" });
    expect(test.of("gate.reminded")).toHaveLength(1);
  });

  it("stops at the turn budget of 15", async () => {
    const model = scriptedModel(
      Array.from({ length: 16 }, (_, index) => ({ calls: [{ name: "get_plans", args: { page: index * 17 } }] })),
    );
    const test = await runTestLoop({
      prompt: "What is planned?",
      model,
      pack: testPack([read]),
      variant: { budgets: { attempts: 100 } },
    });
    expect(model.requests).toHaveLength(15);
    expect(test.result).toMatchObject({ ending: "step_cap", terminal_state: "abstain" });
  });

  it("stops at the attempt budget, counting rejected calls", async () => {
    const call = (index: number) => ({
      name: index % 2 === 0 ? "no_such_tool" : "get_plans",
      args: { at: index * 31 },
    });
    const model = scriptedModel([{ calls: [0, 1, 2, 3].map(call) }]);
    const test = await runTestLoop({
      prompt: "What is planned?",
      model,
      pack: testPack([read]),
      variant: { budgets: { attempts: 3 } },
    });
    expect(test.of("tool.finished").map((data) => data.outcome)).toEqual(["unknown_tool", "ok", "unknown_tool"]);
    expect(test.result).toMatchObject({ ending: "budget_spent", terminal_state: "abstain", reason: "attempt_budget" });
  });

  it("gives up when the time budget is spent before the next request", async () => {
    const clock = handClock();
    const slow: TestTool = {
      name: "get_plans",
      run: () => {
        clock.advance(61_000);
        return { outcome: "ok", value: 1 };
      },
    };
    const model = scriptedModel([{ calls: [{ name: "get_plans", args: {} }] }]);
    const test = await runTestLoop({
      prompt: "?",
      model,
      pack: testPack([slow]),
      variant: { budgets: { elapsed_ms: 60_000 } },
      deps: { clock },
    });
    expect(test.result).toMatchObject({ ending: "budget_spent", reason: "elapsed_budget" });
  });

  it("tells the model once after three nearly equal calls in a row and stops after five", async () => {
    const calls = Array.from({ length: 5 }, (_, index) => ({
      calls: [{ name: "get_plans", args: index % 2 ? { q: "Plans" } : { q: "plans " } }],
    }));
    const model = scriptedModel(calls);
    const test = await runTestLoop({ prompt: "What is planned?", model, pack: testPack([read]) });
    expect(test.of("loop.noticed").map((data) => data.times)).toEqual([3]);
    expect(test.result).toMatchObject({ ending: "loop", terminal_state: "abstain" });
    expect(model.requests[3]?.messages.at(-1)?.role).toBe("user");
  });
});

describe("what goes wrong with a call becomes a result the model can act on", () => {
  const strict: TestTool = {
    ...read,
    contract: {
      input_schema: {
        type: "object",
        properties: { id: { type: "string" } },
        required: ["id"],
        additionalProperties: false,
      },
    },
  };
  const fails: TestTool = {
    name: "explode",
    run: () => {
      throw new Error("no disk");
    },
  };
  const cases = [
    ["invalid JSON", { name: "get_plans", args: null, text: '{"id": ' }, "invalid_arguments", "invalid_json"],
    ["an unknown tool", { name: "get_plan", args: {} }, "unknown_tool", "unknown_tool"],
    [
      "arguments that fail the schema",
      { name: "get_plans", args: { id: 7 } },
      "invalid_arguments",
      "invalid_arguments",
    ],
    ["a tool that throws", { name: "explode", args: {} }, "permanent", "tool_failed"],
    ["a reserved argument", { name: "explode", args: { tenant_id: "acme" } }, "invalid_arguments", "invalid_arguments"],
    [
      "arguments that were cut",
      { name: "get_plans", args: { id: "7" }, flags: ["arguments_truncated" as const] },
      "invalid_arguments",
      "truncated_arguments",
    ],
  ] as const;
  it.each(cases)("%s", async (_name, call, outcome, code) => {
    const model = scriptedModel([
      { calls: [{ ...call, flags: [...("flags" in call ? call.flags : [])] }] },
      { says: "I see." },
    ]);
    const test = await runTestLoop({ prompt: "What is planned?", model, pack: testPack([strict, fails]) });
    const [finished] = test.of("tool.finished");
    const told = JSON.parse(model.requests[1]?.messages.at(-1)?.content as string) as ToolError;
    expect([finished?.outcome, finished?.error?.error_code, told.error_code]).toEqual([outcome, code, code]);
    expect(test.result.terminal_state).toBe("complete");
  });

  it("runs none of the calls of a turn that was cut by the output limit", async () => {
    let ran = 0;
    const counting: TestTool = {
      name: "create_file",
      effect: "write",
      run: () => {
        ran += 1;
        return { outcome: "ok", value: 1 };
      },
    };
    const model = scriptedModel([
      { calls: [{ name: "create_file", args: { filename: "a" } }], finish: "length" },
      { says: "?" },
    ]);
    await runTestLoop({ prompt: "Say hello.", model, pack: testPack([counting]) });
    expect(ran).toBe(0);
  });

  it("bounds an error's text like a result's", async () => {
    const error = { status: "error" as const, error_code: "odd", retryable: false, message: "x".repeat(5000) };
    const model = scriptedModel([{ calls: [{ name: "get_plans", args: {} }] }, { says: "It failed." }]);
    await runTestLoop({
      prompt: "What is planned?",
      model,
      pack: testPack([
        {
          name: "get_plans",
          run: () => ({ outcome: "permanent", value: "", error }),
          contract: { limits: { result_chars: 300, timeout_ms: 1000 } },
        },
      ]),
    });
    expect(JSON.stringify(model.requests[1]?.messages.at(-1)).length).toBeLessThan(600);
  });

  it("shows a placeholder for an empty result", async () => {
    const model = scriptedModel([{ calls: [{ name: "get_plans", args: {} }] }, { says: "Nothing." }]);
    await runTestLoop({
      prompt: "What is planned?",
      model,
      pack: testPack([{ name: "get_plans", run: () => ({ outcome: "empty", value: "" }) }]),
    });
    expect(model.requests[1]?.messages.at(-1)?.content).not.toBe("");
  });
});

describe("retries, by the policy table", () => {
  it("tries a transient read again after at least Retry-After, and reports the third failure", async () => {
    const clock = handClock();
    const limited: TestTool = {
      name: "search",
      run: () => ({ outcome: "transient", value: { status: "error" }, retryAfterMs: 2000 }),
    };
    const model = scriptedModel([{ calls: [{ name: "search", args: {} }] }, { says: "It does not answer." }]);
    const test = await runTestLoop({ prompt: "Search.", model, pack: testPack([limited]), deps: { clock } });
    expect(test.of("tool.finished").map((data) => [data.attempt, data.message !== null])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(test.of("wait.ended").every((data) => data.waited_ms >= 2000)).toBe(true);
  });

  it("does not begin a wait that does not fit the time budget", async () => {
    const clock = handClock();
    const limited: TestTool = {
      name: "search",
      run: () => ({ outcome: "transient", value: {}, retryAfterMs: 90_000 }),
    };
    const model = scriptedModel([{ calls: [{ name: "search", args: {} }] }]);
    const test = await runTestLoop({
      prompt: "Search.",
      model,
      pack: testPack([limited]),
      variant: { budgets: { elapsed_ms: 60_000 } },
      deps: { clock },
    });
    expect(test.of("wait.ended")).toEqual([{ why: "backoff", waited_ms: 0, how: "refused" }]);
    expect(test.result).toMatchObject({ ending: "budget_spent", terminal_state: "abstain" });
  });

  it("escalates an access denial without a retry", async () => {
    const denied: TestTool = { name: "search", run: () => ({ outcome: "access_denied", value: { status: "error" } }) };
    const model = scriptedModel([{ calls: [{ name: "search", args: {} }] }]);
    const test = await runTestLoop({ prompt: "Search.", model, pack: testPack([denied]) });
    expect(test.of("tool.finished")).toHaveLength(1);
    expect(test.result).toMatchObject({ ending: "escalated", terminal_state: "escalate", reason: "access_denied" });
  });

  it("reconciles a write whose response was lost by its operation key, and does not write twice", async () => {
    const written: string[] = [];
    const hold: TestTool = {
      name: "hold_room",
      effect: "write",
      run: (_args, context) => {
        written.push(context.operationKey ?? "");
        return { outcome: "timeout", value: { status: "error" } };
      },
      more: {
        reconcile: (key) => (written.includes(key) ? { found: "done", value: { hold: "H-1" } } : { found: "not_done" }),
      },
    };
    const model = scriptedModel([{ calls: [{ name: "hold_room", args: { room: "A" } }] }, { says: "Held: H-1." }]);
    const test = await runTestLoop({ prompt: "Hold room A.", model, pack: testPack([hold]) });
    expect(written).toHaveLength(1);
    expect(test.of("tool.finished").map((data) => [data.outcome, data.operation_key])).toEqual([
      ["timeout", written[0]],
      ["ok", written[0]],
    ]);
    expect(test.of("policy.decided").map((data) => data.decision)).toEqual(["run", "reconcile"]);
    expect(test.states()).toEqual(["plan", "call", "observe", "call", "observe", "plan", "complete"]);
  });

  it("ends unknown, keeping the key, when a lost write cannot be reconciled", async () => {
    const hold: TestTool = {
      name: "hold_room",
      effect: "write",
      run: () => ({ outcome: "timeout", value: {} }),
      more: { reconcile: () => ({ found: "unknown" }) },
    };
    const model = scriptedModel([{ calls: [{ name: "hold_room", args: {} }] }]);
    const test = await runTestLoop({ prompt: "Hold a room.", model, pack: testPack([hold]) });
    expect(test.result).toMatchObject({ ending: "outcome_unknown", terminal_state: "unknown" });
    expect(test.of("transition").at(-2)?.operation_key).toMatch(/^op_/);
  });

  it("gives up a tool that does not answer by its deadline", async () => {
    const stuck: TestTool = {
      name: "search",
      run: () => new Promise(() => undefined),
      contract: { limits: { result_chars: 100, timeout_ms: 500 } },
    };
    const model = scriptedModel([{ calls: [{ name: "search", args: {} }] }, { says: "No answer." }]);
    const test = await runTestLoop({ prompt: "Search.", model, pack: testPack([stuck]) });
    expect(test.of("tool.finished").map((data) => data.outcome)).toEqual(["timeout", "timeout", "timeout"]);
  });
});

describe("approvals", () => {
  const approverSaying = (...answers: ("approve" | "deny" | "stop")[]) => {
    const asked: { tool: string; question: number; provenance: string[]; changes: unknown }[] = [];
    return {
      asked,
      ask: (request: { tool: string; question: number; provenance: { tool: string }[]; changes: unknown }) => {
        asked.push({
          tool: request.tool,
          question: request.question,
          provenance: request.provenance.map((entry) => entry.tool),
          changes: request.changes,
        });
        return Promise.resolve({
          decision: answers[asked.length - 1] ?? "stop",
          reason: "not this one",
          by: "ann",
          host: "cli" as const,
          again: true,
        });
      },
    };
  };

  it("asks before a write with its provenance, and asks twice before a destructive call", async () => {
    const approver = approverSaying("approve", "approve", "approve");
    const remove: TestTool = {
      name: "delete_file",
      effect: "destructive",
      run: () => ({ outcome: "ok", value: "gone" }),
    };
    const model = scriptedModel([
      { calls: [{ name: "get_plans", args: {} }] },
      {
        calls: [
          { name: "create_file", args: { filename: "a" } },
          { name: "delete_file", args: { id: "1" } },
        ],
      },
      { says: "Done." },
    ]);
    await runTestLoop({
      prompt: "Go.",
      model,
      pack: testPack([read, create, remove], {}),
      spec: { interactive: true },
      deps: { approver },
    });
    expect(approver.asked).toEqual([
      { tool: "create_file", question: 1, provenance: ["get_plans"], changes: null },
      { tool: "delete_file", question: 1, provenance: ["get_plans", "create_file"], changes: null },
      { tool: "delete_file", question: 2, provenance: ["get_plans", "create_file"], changes: null },
    ]);
  });

  it("shows the plan: the model's words, the calls of the turn, and what is open by the ledger", async () => {
    const plans: unknown[] = [];
    const approver: Approver = {
      ask: (request) => {
        plans.push(request.plan);
        return Promise.resolve({ decision: "stop", reason: "", by: "ann", host: "cli", again: false });
      },
    };
    const model = scriptedModel([
      { calls: [{ name: "get_plans", args: {} }] },
      {
        says: "<b>I create the list now.</b>",
        calls: [
          { name: "create_file", args: { filename: "packing.docx" } },
          { name: "get_plans", args: { day: 14 } },
        ],
      },
    ]);
    await runTestLoop({
      prompt,
      model,
      pack: testPack([read, create], {}),
      spec: { interactive: true },
      deps: { approver },
    });
    expect(plans).toEqual([
      {
        text: "<b>I create the list now.</b>",
        calls: [
          { call_id: "call_2_0", tool: "create_file", arguments_text: '{"filename":"packing.docx"}' },
          { call_id: "call_2_1", tool: "get_plans", arguments_text: '{"day":14}' },
        ],
        outstanding: ["Create packing.docx with a packing list"],
      },
    ]);
  });

  it("binds 'approve the same again' to tool and arguments", async () => {
    const approver = approverSaying("approve", "approve");
    const call = (filename: string) => ({ calls: [{ name: "create_file", args: { filename } }] });
    const model = scriptedModel([call("a"), call("a"), call("b"), { says: "Done." }]);
    const test = await runTestLoop({
      prompt: "Go.",
      model,
      pack: testPack([create], {}),
      spec: { interactive: true },
      deps: { approver },
    });
    expect(approver.asked).toHaveLength(2);
    expect(test.of("policy.decided").map((data) => data.reason)).toEqual([
      "write_asks",
      "approved_again",
      "write_asks",
    ]);
  });

  it("gives the model the reason of a denial, and escalates when the task needed the action", async () => {
    const approver = approverSaying("deny");
    const model = scriptedModel([
      { calls: [{ name: "create_file", args: { filename: "packing.docx" } }] },
      (request) => {
        expect(request.messages.at(-1)?.content).toContain("not this one");
        return { says: "On June 13 you go hiking. I was not allowed to create the file." };
      },
    ]);
    const test = await runTestLoop({
      prompt,
      model,
      pack: testPack([read, create], {}),
      spec: { interactive: true },
      variant: { gate: "remind" },
      deps: { approver },
    });
    expect(test.result).toMatchObject({
      ending: "escalated",
      terminal_state: "escalate",
      reason: "approval_denied",
      environment: { test: {} },
    });
  });

  it("stops the run when the person says stop", async () => {
    const model = scriptedModel([{ calls: [{ name: "create_file", args: { filename: "a" } }] }]);
    const test = await runTestLoop({
      prompt: "Go.",
      model,
      pack: testPack([create], {}),
      spec: { interactive: true },
      deps: { approver: approverSaying("stop") },
    });
    expect(test.result).toMatchObject({ ending: "aborted", terminal_state: "escalate" });
  });

  it("does not spend the time budget while a person thinks", async () => {
    const clock = handClock();
    const approver = {
      ask: () => {
        clock.advance(3_600_000);
        return Promise.resolve({
          decision: "approve" as const,
          reason: "",
          by: "ann",
          host: "cli" as const,
          again: false,
        });
      },
    };
    const model = scriptedModel([{ calls: [{ name: "create_file", args: { filename: "a" } }] }, { says: "Done." }]);
    const test = await runTestLoop({
      prompt: "Create a.",
      model,
      pack: testPack([create], {}),
      spec: { interactive: true },
      deps: { clock, approver },
    });
    expect(test.result.terminal_state).toBe("complete");
  });
});

describe("ending from outside", () => {
  it("aborts while a tool runs", async () => {
    const abort = new AbortController();
    const stuck: TestTool = {
      name: "search",
      run: () => {
        abort.abort(new Error("stop"));
        return new Promise(() => undefined);
      },
    };
    const model = scriptedModel([{ calls: [{ name: "search", args: {} }] }]);
    const test = await runTestLoop({
      prompt: "Search.",
      model,
      pack: testPack([stuck]),
      deps: { signal: abort.signal },
    });
    expect(test.result).toMatchObject({ ending: "aborted", terminal_state: "escalate" });
  });

  it("takes a failed request for what it is", async () => {
    const model = scriptedModel([{ error: { category: "server_error", status: 500, message: "out of memory" } }]);
    const test = await runTestLoop({ prompt: "Hi.", model, pack: testPack([read]) });
    expect(test.result).toMatchObject({
      ending: "provider_error",
      terminal_state: "escalate",
      reason: "http_500",
      detail: "out of memory",
    });
  });
});
