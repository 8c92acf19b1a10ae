// What got worse against a baseline, with the runs to open. A drop counts when it took a task from always passing to not always, or
// from mostly to seldom, or is more than chance (Fisher's exact test, p < 0.05): repeats of a model scatter, and scatter is no regression.
import type { EvalDocument, Rate } from "../../src-shared/cli/documents.ts";
import { fisherExact } from "./statistics/fisher-exact.ts";
import { rateOf } from "./statistics/wilson.ts";
import type { EvaluatedRun } from "./evaluation.ts";

export type Regression = EvalDocument["regressions"][number];

/** A regression with what it was judged by. */
export interface JudgedRegression {
  variant: string;
  /** `*`: over all tasks. */
  task: string;
  metric: string;
  before: Rate;
  after: Rate;
  /** Two-sided Fisher exact test of the two rates. */
  p: number;
  why: "always_to_not_always" | "mostly_to_seldom" | "more_than_chance";
  /** Runs of now that fell short. */
  runs: string[];
  /** The baseline's runs of the same task. */
  baseline_runs: string[];
}

const ALPHA = 0.05;

/** Tasks and variants that stand in both documents are compared; the others say nothing. */
export function findRegressions(
  before: EvalDocument,
  after: EvalDocument,
  runs: readonly EvaluatedRun[],
  baselineOf?: (variant: string) => string,
): Regression[] {
  return judgeRegressions(before, after, runs, baselineOf).map(
    ({ variant, task, metric, before: was, after: is, runs: open }) => ({
      variant,
      task,
      metric,
      before: was.rate,
      after: is.rate,
      runs: open,
    }),
  );
}

/** The same with their tests. `baselineOf` says which of the baseline's variants one is compared with; by default that of its name. */
export function judgeRegressions(
  before: EvalDocument,
  after: EvalDocument,
  runs: readonly EvaluatedRun[],
  baselineOf: (variant: string) => string = (variant) => variant,
): JudgedRegression[] {
  return after.variants.flatMap((variant) => {
    const earlier = before.variants.find((other) => other.variant === baselineOf(variant.variant));
    if (!earlier) return [];
    const own = runs.filter((run) => run.variant === variant.variant);
    const tasks = variant.tasks.flatMap((task): JudgedRegression[] => {
      const was = earlier.tasks.find((other) => other.task === task.task);
      if (!was || was.of === 0 || task.of === 0) return [];
      const rates = { before: rateOf(was.passed, was.of), after: rateOf(task.passed, task.of) };
      const p = pOf(rates.before, rates.after);
      const why = whyWorse(rates.before, rates.after, p);
      if (why === null) return [];
      const failed = own.filter((run) => run.task === task.task && run.passed !== true).map((run) => run.run);
      const shown = { runs: failed, baseline_runs: was.runs };
      return [{ variant: variant.variant, task: task.task, metric: "task_completion", ...rates, p, why, ...shown }];
    });
    return [...tasks, ...overall(variant, earlier, own)];
  });
}

function whyWorse(was: Rate, is: Rate, p: number): JudgedRegression["why"] | null {
  if (is.rate >= was.rate) return null;
  if (was.rate === 1) return "always_to_not_always";
  if (was.rate >= 0.5 && is.rate < 0.5) return "mostly_to_seldom";
  return p < ALPHA ? "more_than_chance" : null;
}

/** Over all tasks only what is more than chance. */
function overall(
  now: EvalDocument["variants"][number],
  earlier: EvalDocument["variants"][number],
  runs: readonly EvaluatedRun[],
): JudgedRegression[] {
  const short = {
    tool_reach: (run: EvaluatedRun) => run.reached < run.due,
    step_convergence: (run: EvaluatedRun) => !run.converged,
  };
  return (["tool_reach", "step_convergence"] as const).flatMap((metric) => {
    const [before, after] = [earlier.metrics[metric], now.metrics[metric]];
    const p = pOf(before, after);
    if (after.rate >= before.rate || p >= ALPHA) return [];
    const open = runs.filter(short[metric]).map((run) => run.run);
    const judged = { metric, before, after, p, why: "more_than_chance" as const, runs: open, baseline_runs: [] };
    return [{ variant: now.variant, task: "*", ...judged }];
  });
}

function pOf(before: Rate, after: Rate): number {
  return fisherExact(before.count, before.samples, after.count, after.samples);
}
