// Runs of a suite's tasks for an evaluation: on a run manager of their own, so that a suite or variant from a file of the user's choice
// is known to it without being installed.
import { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { ApproveMode, Variant } from "../../src-shared/trace/variant.ts";
import type { Approver } from "../agent/ports.ts";
import type { EvaluationJob } from "../evaluate/evaluation.ts";
import { factsOf, type RunFacts } from "../evaluate/metrics.ts";
import type { Suite } from "../evaluate/types.ts";
import type { LoadedCatalogue } from "./catalogue.ts";
import { createUnattendedRuns, type RunParts } from "./unattended-runs.ts";

export interface SuiteRunsOptions {
  suite: Suite;
  variants: readonly Variant[];
  /** `demo` or a base URL. */
  endpoint: string;
  model: string | null;
  approve: ApproveMode | null;
  approverFor(run: { id: string; title: string }): Approver;
  /** What the runs are samples of: they are hidden from the list of runs then. Null: they are runs like all others. */
  sampleOf: string | null;
  host: RunStarted["host"];
  user: string;
  onCrash(run: string, error: unknown): void;
}

export interface SuiteRuns {
  /**
   * Runs a job's task to its end; `begun` is told the run as soon as it has an id.
   * @throws UserError `endpoint_unreachable` when the model's server is not there: nothing can be measured then
   */
  run(job: EvaluationJob, begun?: (run: string) => void): Promise<RunFacts>;
  /** What a recorded run of the task came to; null unless it came to an end of its own. */
  factsOf(job: EvaluationJob, run: string): RunFacts | null;
  /** Stops one run that is under way. */
  stop(run: string): void;
  /** Stops what is under way and waits until it is on record. */
  close(): Promise<void>;
}

export function createSuiteRuns(parts: RunParts, options: SuiteRunsOptions): SuiteRuns {
  // The suite does not change while it is evaluated: its files are read once.
  const catalogue = withSuite(parts.catalogue(), options.suite);
  const runs = createUnattendedRuns(parts, {
    catalogue: () => catalogue,
    approverFor: (run) => options.approverFor({ id: run, title: titleOf(run) }),
    host: options.host,
    user: options.user,
    interactive: options.host !== "cli",
    onCrash: options.onCrash,
  });
  const titleOf = (run: string) => parts.store.getRun(RunId.parse(run))?.summary.title ?? run;
  const variants = new Map(options.variants.map((variant) => [variant.name, variant]));
  return {
    async run(job, begun = () => undefined) {
      const variant = variants.get(job.variant);
      if (!variant) throw new Error(`The evaluation has no variant ${job.variant}.`);
      const started = await runs.start(
        {
          what: { kind: "task", suite: options.suite.name, task: job.task.id },
          variant,
          endpoint: options.endpoint,
          model: options.model,
          approve: options.approve,
          samples: 1,
          seed: job.seed,
          paused: false,
        },
        [],
        options.sampleOf ?? undefined,
      );
      const [run] = started.started;
      if (run !== undefined) begun(run);
      const [summary] = await started.finished;
      if (!summary) throw new Error("A run was started and has no summary.");
      const turns = parts.reads.turns(summary.id);
      const error = turns.at(-1)?.error;
      if (error?.category === "unreachable") throw new UserError("endpoint_unreachable", error.message);
      return factsOf({ task: job.task, summary, turns });
    },
    factsOf(job, run) {
      const known = parts.store.getRun(RunId.parse(run));
      const ending = known?.summary.ending ?? null;
      if (!known || ending === null || ending === "interrupted" || ending === "aborted") return null;
      return factsOf({ task: job.task, summary: known.summary, turns: parts.reads.turns(run) });
    },
    stop: (run) => void runs.stop(run),
    close: () => runs.close(),
  };
}

/** The suite at hand goes before an installed one of the same name. */
function withSuite(catalogue: LoadedCatalogue, suite: Suite): LoadedCatalogue {
  const own = (id: string) => suite.tasks.find((task) => task.id === id);
  return {
    ...catalogue,
    suite: (name) => (name === suite.name ? suite : catalogue.suite(name)),
    task: (name, id) => (name === suite.name ? own(id) : undefined) ?? catalogue.task(name, id),
    taskOrNull: (name, id) => (name === suite.name ? (own(id) ?? null) : catalogue.taskOrNull(name, id)),
  };
}
