import { describe, expect, it } from "vitest";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import type { CallRecord, TurnRecord } from "../../src-shared/trace/turn-record.ts";
import { converged, factsOf, measure, measureClasses, toolReach, type TaskRun } from "./metrics.ts";

interface TestCall {
  name: string;
  args?: CallRecord["arguments"];
  outcome?: CallRecord["outcome"];
  effect?: string;
}

/** A run with one call a turn and the answer as its last turn. */
function run(calls: readonly TestCall[], more: Partial<RunSummary> = {}, task: Partial<TaskRun["task"]> = {}): TaskRun {
  const turns = [...calls.map((call) => [call]), []].map((turn, index): TurnRecord => ({
    turn: index + 1,
    content: null,
    reasoning: null,
    finish_reason: null,
    effective_finish_reason: null,
    flags: [],
    text_calls: [],
    usage: { prompt_tokens: null, completion_tokens: null, estimated_prompt_tokens: null },
    ttft_ms: null,
    latency_ms: 10,
    error: null,
    reminded: false,
    adaptations: [],
    started_at: null,
    ended: true,
    inherited_from: null,
    calls: turn.map((call) => ({
      id: "c",
      id_synthetic: false,
      name: call.name,
      arguments: call.args ?? {},
      arguments_text: "{}",
      outcome: call.outcome ?? "ok",
      attempts: 1,
      policy: null,
      operation_key: null,
      latency_ms: 5,
      raw_chars: null,
      shown_chars: null,
      flags: [],
      compactor: null,
      effect: call.effect ?? "read",
    })),
  }));
  return {
    task: { id: "t", class: null, expected_tools: ["list", "get", "make"], max_turns: null, ...task },
    turns,
    summary: {
      id: "r_0000000000",
      title: "t",
      source: "loop",
      source_file: null,
      parent_run: null,
      fork_turn: null,
      task: "t",
      suite: "s",
      variant: "v",
      model: "m",
      endpoint: "demo",
      terminal_state: "complete",
      ending: "answered",
      early_stop: false,
      passed: true,
      turns: turns.length,
      tool_attempts: calls.length,
      prompt_tokens: 100,
      completion_tokens: 20,
      duration_ms: 1,
      started_at: "2026-01-01T00:00:00.000Z",
      simulated: true,
      ...more,
    },
  };
}

describe("tool reach", () => {
  it.each([
    ["all in order", ["list", "get", "make"], 3],
    ["others in between", ["list", "search", "get", "list", "make"], 3],
    ["one before it was due", ["make", "list", "get"], 2],
    ["the last one never", ["list", "get"], 2],
    ["none", [], 0],
  ])("%s", (_name, called, reached) => {
    expect(toolReach(run(called.map((name) => ({ name }))))).toEqual({ reached, due: 3 });
  });

  it("does not count a tool that was not there", () => {
    expect(toolReach(run([{ name: "list", outcome: "unknown_tool" }]))).toEqual({ reached: 0, due: 3 });
  });
});

describe("step convergence", () => {
  const steps = [{ name: "list" }, { name: "get", args: { id: 1 } }, { name: "make", effect: "write" }];
  it("is an own end within the steps, nothing asked twice", () => {
    expect(converged(run(steps))).toBe(true);
    expect(converged(run(steps, { ending: "early_stop" }))).toBe(true);
    expect(converged(run(steps, { ending: "step_cap" }))).toBe(false);
    expect(converged(run(steps, { ending: null }))).toBe(false);
    expect(converged(run(steps, {}, { max_turns: 3 }))).toBe(false);
  });

  it("lets a call be asked again only after a write that may have changed its answer", () => {
    expect(
      converged(run([{ name: "list" }, { name: "get", args: { id: "1" } }, { name: "get", args: { id: 1 } }])),
    ).toBe(false);
    expect(converged(run([{ name: "list" }, { name: "make", effect: "write" }, { name: "list" }]))).toBe(true);
    expect(
      converged(run([{ name: "list" }, { name: "make", effect: "write", outcome: "permanent" }, { name: "list" }])),
    ).toBe(false);
  });
});

it("metrics count only the runs that say something, and cost is known or null", () => {
  const all = [{ name: "list" }, { name: "get" }, { name: "make" }];
  const metrics = measure(
    [
      run(all),
      run([], { passed: false, prompt_tokens: null, completion_tokens: null }),
      run([], { passed: null, prompt_tokens: 300 }),
    ].map(factsOf),
  );
  expect(metrics).toMatchObject({
    tool_reach: { count: 3, samples: 9 },
    task_completion: { count: 1, samples: 2 },
    step_convergence: { count: 3, samples: 3 },
    pass_hat_k: { "1": 0.5, "2": 0 },
    prompt_tokens: 200,
    completion_tokens: 20,
    latency_ms_median: 10,
  });
  expect(measure([])).toMatchObject({ prompt_tokens: null, latency_ms_median: null, pass_hat_k: {} });
});

it("metrics come for each class of task that occurs", () => {
  const runs = [run([], {}, { class: "edge", id: "e" }), run([], { passed: false }, { class: "single", id: "s" })].map(
    factsOf,
  );
  expect(measureClasses(runs).map((entry) => [entry.class, entry.metrics.task_completion.rate])).toEqual([
    ["single", 0],
    ["edge", 1],
  ]);
});
