// Metrics of runs, from their traces: whether the right tool was chosen when it was due, whether the task was completed, whether the
// run came to its own end within its steps, what it cost. A run that says nothing about a metric does not count for it.
import { z } from "zod";
import type { EvalMetrics } from "../../src-shared/cli/documents.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import type { CallRecord, TurnRecord } from "../../src-shared/trace/turn-record.ts";
import { Ending } from "../../src-shared/trace/vocabulary.ts";
import { nearlyEqualCalls } from "../agent/near-equality.ts";
import { median } from "./statistics/median.ts";
import { passHatTable, type Tries } from "./statistics/pass-hat-k.ts";
import { rateOf } from "./statistics/wilson.ts";
import type { SuiteTask } from "./types.ts";

/** One finished run of a task. */
export interface TaskRun {
  task: Pick<SuiteTask, "id" | "class" | "expected_tools" | "max_turns">;
  summary: RunSummary;
  turns: readonly TurnRecord[];
}

/** What an evaluation keeps of one finished run: enough for every metric, so that no trace is read again. */
export const RunFacts = z.object({
  run: z.string(),
  task: z.string(),
  class: z.enum(["single", "chained", "edge"]).nullable(),
  ending: Ending.nullable(),
  /** Null for a task without checks. */
  passed: z.boolean().nullable(),
  /** Expected tools that were chosen when they were due, of how many. */
  reached: z.number().int(),
  due: z.number().int(),
  converged: z.boolean(),
  prompt_tokens: z.number().nullable(),
  completion_tokens: z.number().nullable(),
  /** Milliseconds that the model and the tools worked. */
  working_ms: z.number(),
  /** Milliseconds from beginning to end, waiting included. */
  duration_ms: z.number().nullable(),
});
export type RunFacts = z.infer<typeof RunFacts>;

export function factsOf(run: TaskRun): RunFacts {
  const { summary, task } = run;
  const { reached, due } = toolReach(run);
  return {
    run: summary.id,
    task: task.id,
    class: task.class,
    ending: summary.ending,
    passed: summary.passed,
    reached,
    due,
    converged: converged(run),
    prompt_tokens: summary.prompt_tokens,
    completion_tokens: summary.completion_tokens,
    working_ms: workingTime(run),
    duration_ms: summary.duration_ms,
  };
}

/** Endings that cut a run off instead of letting it come to its own end. */
const CUT_OFF: ReadonlySet<Ending> = new Set<Ending>([
  "step_cap",
  "budget_spent",
  "loop",
  "provider_error",
  "aborted",
  "interrupted",
  "truncated",
  "context_overflow",
]);

/** Turns that a run may take beyond one for each expected tool: the answer, and one slip that was mended. */
const SPARE_TURNS = 2;

/** All metrics over the runs; pass^k over their tasks. Tokens are means over the runs whose server counted them. */
export function measure(runs: readonly RunFacts[]): EvalMetrics {
  const judged = runs.filter((run) => run.passed !== null);
  return {
    tool_reach: rateOf(sum(runs.map((run) => run.reached)), sum(runs.map((run) => run.due))),
    task_completion: rateOf(judged.filter((run) => run.passed === true).length, judged.length),
    step_convergence: rateOf(runs.filter((run) => run.converged).length, runs.length),
    pass_hat_k: passHatTable(triesByTask(runs)),
    prompt_tokens: mean(runs.flatMap((run) => run.prompt_tokens ?? [])),
    completion_tokens: mean(runs.flatMap((run) => run.completion_tokens ?? [])),
    latency_ms_median: median(runs.map((run) => run.working_ms)),
  };
}

/** The metrics of each class of task that occurs, in the order single, chained, edge. */
export function measureClasses(runs: readonly RunFacts[]): { class: string; metrics: EvalMetrics }[] {
  return (["single", "chained", "edge"] as const).flatMap((name) => {
    const of = runs.filter((run) => run.class === name);
    return of.length === 0 ? [] : [{ class: name, metrics: measure(of) }];
  });
}

/**
 * How many of the task's expected tools were chosen, in their order, of how many were due. The longest common subsequence of the
 * expected and the called names: a tool called before the one it builds on does not count as chosen when it was due.
 */
export function toolReach(run: TaskRun): { reached: number; due: number } {
  const called = callsOf(run)
    .filter((call) => call.outcome !== "unknown_tool")
    .map((call) => call.name);
  return { reached: commonLength(run.task.expected_tools, called), due: run.task.expected_tools.length };
}

/** True for a run that came to its own end, within the task's turns, and asked for nothing twice. */
export function converged(run: TaskRun): boolean {
  const { ending } = run.summary;
  if (ending === null || CUT_OFF.has(ending)) return false;
  const most = run.task.max_turns ?? run.task.expected_tools.length + SPARE_TURNS;
  return run.turns.length <= most && !repeatsItself(run);
}

/** The same call again, or nearly, with no successful write in between that could have changed its answer. */
function repeatsItself(run: TaskRun): boolean {
  let since: CallRecord[] = [];
  for (const call of callsOf(run)) {
    const again = since.some((earlier) =>
      nearlyEqualCalls({ tool: earlier.name, args: earlier.arguments }, { tool: call.name, args: call.arguments }),
    );
    if (again) return true;
    since = call.effect !== null && call.effect !== "read" && call.outcome === "ok" ? [call] : [...since, call];
  }
  return false;
}

/** Milliseconds that the model and the tools worked; waiting for a person or a rate limit is not in it. */
function workingTime(run: TaskRun): number {
  return sum(run.turns.map((turn) => (turn.latency_ms ?? 0) + sum(turn.calls.map((call) => call.latency_ms ?? 0))));
}

/** Tries per task; runs without a verdict are not tries. */
function triesByTask(runs: readonly RunFacts[]): Tries[] {
  const tasks = new Map<string, Tries>();
  for (const { task, passed } of runs) {
    if (passed === null) continue;
    const tries = tasks.get(task) ?? { passed: 0, of: 0 };
    tasks.set(task, { passed: tries.passed + (passed ? 1 : 0), of: tries.of + 1 });
  }
  return [...tasks.values()];
}

function callsOf(run: TaskRun): CallRecord[] {
  return run.turns.flatMap((turn) => turn.calls);
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const left of a) {
    const above = row;
    row = [0];
    for (const [j, right] of b.entries()) {
      row.push(left === right ? (above[j] ?? 0) + 1 : Math.max(above[j + 1] ?? 0, row[j] ?? 0));
    }
  }
  return row[b.length] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}
