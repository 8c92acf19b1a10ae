// A suite × variants × repeats, through a port that runs one of them: every repeat is a run of its own, with a sampling seed of its own
// that is the same for every task and variant. Pure but for the port.
import type { EvalDocument } from "../../src-shared/cli/documents.ts";
import { measure, measureClasses, type TaskRun } from "./metrics.ts";
import type { Suite, SuiteTask } from "./types.ts";
import { runPool } from "./worker-pool.ts";

export interface EvaluationJob {
  task: SuiteTask;
  /** Name of the variant. */
  variant: string;
  /** Counts from 0. */
  repeat: number;
  seed: number;
}

/** Runs one task once, to its end. Rejects only for what ends the whole evaluation (an endpoint that is not there). */
export type RunTask = (job: EvaluationJob) => Promise<Pick<TaskRun, "summary" | "turns">>;

export interface EvaluationPlan {
  suite: Suite;
  variants: readonly string[];
  repeats: number;
  /** Seed of the first repeat; they count up from it. */
  seed: number;
}

export interface EvaluationOptions {
  atOnce: number;
  signal: AbortSignal;
  onProgress?: (done: number, of: number) => void;
}

/** One finished job with what came of it. */
export interface EvaluatedRun extends TaskRun {
  variant: string;
  repeat: number;
}

/** Every job in the order in which they begin: repeat by repeat, so that what was done when it is stopped is balanced. */
export function evaluationJobs(plan: EvaluationPlan): EvaluationJob[] {
  return Array.from({ length: plan.repeats }, (_, repeat) =>
    plan.variants.flatMap((variant) =>
      plan.suite.tasks.map((task) => ({ task, variant, repeat, seed: plan.seed + repeat })),
    ),
  ).flat();
}

/** Runs everything; what was finished when the signal aborted is returned all the same. */
export async function evaluate(
  plan: EvaluationPlan,
  run: RunTask,
  options: EvaluationOptions,
): Promise<EvaluatedRun[]> {
  const jobs = evaluationJobs(plan);
  const finished = new Map<EvaluationJob, EvaluatedRun>();
  await runPool(
    jobs,
    async (job) => {
      const { summary, turns } = await run(job);
      finished.set(job, { task: job.task, variant: job.variant, repeat: job.repeat, summary, turns });
      options.onProgress?.(finished.size, jobs.length);
    },
    options,
  );
  return jobs.flatMap((job) => finished.get(job) ?? []);
}

/** The document without regressions and thresholds, which compare it with something else. */
export function evaluationDocument(plan: EvaluationPlan, runs: readonly EvaluatedRun[]): EvalDocument {
  return {
    suite: plan.suite.name,
    repeats: plan.repeats,
    variants: plan.variants.map((variant) => {
      const own = runs.filter((run) => run.variant === variant);
      return {
        variant,
        tasks: plan.suite.tasks.map((task) => taskRow(task, own)),
        metrics: measure(own),
        classes: measureClasses(own),
      };
    }),
    regressions: [],
    thresholds: [],
  };
}

function taskRow(task: SuiteTask, runs: readonly EvaluatedRun[]): EvalDocument["variants"][number]["tasks"][number] {
  const own = runs.filter((run) => run.task.id === task.id);
  const endings: Record<string, number> = {};
  for (const { summary } of own) {
    const ending = summary.ending ?? "running";
    endings[ending] = (endings[ending] ?? 0) + 1;
  }
  return {
    task: task.id,
    passed: own.filter((run) => run.summary.passed === true).length,
    of: own.length,
    runs: own.map((run) => run.summary.id),
    class: task.class,
    endings,
  };
}
