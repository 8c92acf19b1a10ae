// What got worse against a baseline, with the runs to open. A drop counts when it took a task from always passing to not always, or
// from mostly to seldom, or is more than chance (Fisher's exact test, p < 0.05): repeats of a model scatter, and scatter is no regression.
import type { EvalDocument, EvalMetrics, Rate } from "../../src-shared/cli/documents.ts";
import { converged, toolReach } from "./metrics.ts";
import { fisherExact } from "./statistics/fisher-exact.ts";
import type { EvaluatedRun } from "./evaluation.ts";

export type Regression = EvalDocument["regressions"][number];

const ALPHA = 0.05;

/** Tasks and variants that stand in both documents are compared; the others say nothing. */
export function findRegressions(
  before: EvalDocument,
  after: EvalDocument,
  runs: readonly EvaluatedRun[],
): Regression[] {
  return after.variants.flatMap((variant) => {
    const earlier = before.variants.find((other) => other.variant === variant.variant);
    if (!earlier) return [];
    const own = runs.filter((run) => run.variant === variant.variant);
    const tasks = variant.tasks.flatMap((task) => {
      const was = earlier.tasks.find((other) => other.task === task.task);
      if (!was || !taskGotWorse(was, task)) return [];
      const failed = own.filter((run) => run.task.id === task.task && run.summary.passed !== true);
      return {
        variant: variant.variant,
        task: task.task,
        metric: "task_completion",
        before: was.passed / was.of,
        after: task.passed / task.of,
        runs: failed.map((run) => run.summary.id),
      };
    });
    return [...tasks, ...overall(variant.variant, earlier.metrics, variant.metrics, own)];
  });
}

function taskGotWorse(was: { passed: number; of: number }, is: { passed: number; of: number }): boolean {
  if (was.of === 0 || is.of === 0) return false;
  const before = was.passed / was.of;
  const after = is.passed / is.of;
  if (after >= before) return false;
  if (before === 1 || (before >= 0.5 && after < 0.5)) return true;
  return fisherExact(was.passed, was.of, is.passed, is.of) < ALPHA;
}

/** Over all tasks only what is more than chance. */
function overall(
  variant: string,
  before: EvalMetrics,
  after: EvalMetrics,
  runs: readonly EvaluatedRun[],
): Regression[] {
  const short = {
    tool_reach: (run: EvaluatedRun) => toolReach(run).reached < toolReach(run).due,
    step_convergence: (run: EvaluatedRun) => !converged(run),
  };
  return (["tool_reach", "step_convergence"] as const).flatMap((metric) =>
    significantDrop(before[metric], after[metric])
      ? {
          variant,
          task: "*",
          metric,
          before: before[metric].rate,
          after: after[metric].rate,
          runs: runs.filter(short[metric]).map((run) => run.summary.id),
        }
      : [],
  );
}

function significantDrop(before: Rate, after: Rate): boolean {
  return after.rate < before.rate && fisherExact(before.count, before.samples, after.count, after.samples) < ALPHA;
}
