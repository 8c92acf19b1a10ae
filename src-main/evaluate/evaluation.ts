// A suite × variants × repeats, through a port that runs one of them: every repeat is a run of its own, with a sampling seed of its own
// that is the same for every task and variant. Pure but for the port.
import type { EvalDocument } from "../../src-shared/cli/documents.ts";
import { measure, measureClasses, type RunFacts } from "./metrics.ts";
import type { Suite, SuiteTask } from "./types.ts";
import { runPool, type Gate } from "./worker-pool.ts";

export interface EvaluationJob {
  task: SuiteTask;
  /** Name of the variant. */
  variant: string;
  /** Counts from 0. */
  repeat: number;
  seed: number;
}

/**
 * Runs one task once, to its end; null when it was stopped and is no sample. Rejects only for what ends the whole evaluation (an
 * endpoint that is not there).
 */
export type RunTask = (job: EvaluationJob) => Promise<RunFacts | null>;

export interface EvaluationPlan {
  suite: Suite;
  variants: readonly string[];
  repeats: number;
  /** Seed of the first repeat; they count up from it. */
  seed: number;
}

export interface EvaluationOptions {
  atOnce: number;
  /** Once aborted no further run begins. */
  signal: AbortSignal;
  /** Closed while paused. */
  gate?: Gate;
  /** What an earlier attempt finished: it is not run again. */
  known?: readonly EvaluatedRun[];
  onFinished?: (run: EvaluatedRun, done: number, of: number) => void;
}

/** One finished job with what came of it. */
export interface EvaluatedRun extends RunFacts {
  variant: string;
  repeat: number;
}

/** Every job in the order in which they begin: repeat by repeat, so that what was done when it is stopped is balanced. */
function evaluationJobs(plan: EvaluationPlan): EvaluationJob[] {
  return Array.from({ length: plan.repeats }, (_, repeat) =>
    plan.variants.flatMap((variant) =>
      plan.suite.tasks.map((task) => ({ task, variant, repeat, seed: plan.seed + repeat })),
    ),
  ).flat();
}

/** Runs everything that is not known yet; what was finished when the signal aborted is returned all the same, in order of the jobs. */
export async function evaluate(
  plan: EvaluationPlan,
  run: RunTask,
  options: EvaluationOptions,
): Promise<EvaluatedRun[]> {
  const jobs = evaluationJobs(plan);
  const finished = new Map(
    (options.known ?? []).map((entry) => [keyOf(entry.variant, entry.task, entry.repeat), entry]),
  );
  const keyOfJob = (job: EvaluationJob) => keyOf(job.variant, job.task.id, job.repeat);
  await runPool(
    jobs.filter((job) => !finished.has(keyOfJob(job))),
    async (job) => {
      const facts = await run(job);
      if (facts === null) return;
      const entry = { ...facts, variant: job.variant, repeat: job.repeat };
      finished.set(keyOfJob(job), entry);
      options.onFinished?.(entry, finished.size, jobs.length);
    },
    options,
  );
  return jobs.flatMap((job) => finished.get(keyOfJob(job)) ?? []);
}

/** Names of variants and ids of tasks hold no space. */
function keyOf(variant: string, task: string, repeat: number): string {
  return `${variant} ${task} ${repeat}`;
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
  const own = runs.filter((run) => run.task === task.id);
  const endings: Record<string, number> = {};
  for (const { ending } of own) endings[ending ?? "running"] = (endings[ending ?? "running"] ?? 0) + 1;
  return {
    task: task.id,
    passed: own.filter((run) => run.passed === true).length,
    of: own.length,
    runs: own.map((run) => run.run),
    class: task.class,
    endings,
  };
}
