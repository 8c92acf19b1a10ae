// Evaluations of the app: a suite × variants × repeats by a bounded pool, every run journaled as it begins and as it ends, so that a
// killed evaluation goes on without repeating one. They can be paused, cancelled and gone on with.
import type { EvalDocument } from "../../src-shared/cli/documents.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { Approver } from "../agent/ports.ts";
import { evaluate, evaluationDocument, type EvaluatedRun, type EvaluationJob } from "../evaluate/evaluation.ts";
import { checkNames, createLongWork, type Ongoing, type WorkProgress } from "../evaluate/long-work.ts";
import type { RunFacts } from "../evaluate/metrics.ts";
import { checkThresholds, parseThreshold } from "../evaluate/thresholds.ts";
import {
  evaluationJournal,
  EvaluationSpec,
  planOf,
  totalRuns,
  type BegunRun,
  type EvaluationRecord,
} from "./evaluation-journal.ts";
import { createSuiteRuns, type SuiteRuns } from "./suite-runs.ts";
import type { RunParts } from "./unattended-runs.ts";

export interface EvaluationView {
  record: EvaluationRecord;
  /** Finished runs in the order in which they were to begin. */
  runs: EvaluatedRun[];
  /** With thresholds, without regressions: those need a baseline. */
  document: EvalDocument;
}

export interface EvaluationsOptions {
  host: RunStarted["host"];
  user: string;
  /** Answers what a run asks for. */
  approverFor(run: { id: string; title: string }): Approver;
  /** The runs are hidden from the list of runs, as samples of experiments are. */
  hideRuns: boolean;
  onCrash(run: string, error: unknown): void;
}

export interface Evaluations {
  /** Begins one; it goes on by itself. @throws UserError for variants of the same name, or a threshold that is none */
  start(spec: EvaluationSpec): EvaluationRecord;
  /** Goes on with one that was paused, cancelled, interrupted or failed. @throws UserError `not_found`, `conflict` */
  resume(id: string): EvaluationRecord;
  /** No further run begins; those under way come to their end. */
  pause(id: string): void;
  /** Stops the runs under way; what is finished stays. */
  cancel(id: string): void;
  /** Newest first, with how many runs are finished. */
  list(): (EvaluationRecord & { done: number })[];
  /** As far as it got. @throws UserError `not_found` */
  get(id: string): EvaluationView;
  /** Resolves when it rests. @throws what made it fail */
  finished(id: string): Promise<EvaluationRecord>;
  /** Called after every run and change of state; gives the function that ends it. */
  onProgress(listener: (progress: WorkProgress) => void): () => void;
  /** Stops what goes on; it is listed as interrupted and can be gone on with. */
  close(): Promise<void>;
}

export function createEvaluations(parts: RunParts, options: EvaluationsOptions): Evaluations {
  const journal = evaluationJournal(parts.store);
  const work = createLongWork<EvaluationRecord>({
    noun: "evaluation",
    journal,
    prepare(record) {
      const suiteRuns = createSuiteRuns(parts, {
        ...record.spec,
        approverFor: options.approverFor,
        sampleOf: options.hideRuns ? record.id : null,
        host: options.host,
        user: options.user,
        onCrash: options.onCrash,
      });
      return async (ongoing) => {
        try {
          await carryOut(record, suiteRuns, ongoing);
        } finally {
          await suiteRuns.close();
        }
      };
    },
    count: ({ id, spec }) => ({ done: journal.doneCounts().get(id) ?? 0, of: totalRuns(spec) }),
  });

  async function carryOut({ id, spec }: EvaluationRecord, suiteRuns: SuiteRuns, ongoing: Ongoing): Promise<void> {
    const { finished, begun } = journal.runs(id);
    await evaluate(planOf(spec), (job) => runOnce(id, job, { begunBefore: begun, suiteRuns, ongoing }), {
      atOnce: spec.at_once,
      signal: ongoing.signal,
      gate: ongoing.gate,
      known: finished,
      onFinished(run) {
        journal.finished(id, run);
        work.tell(id);
      },
    });
  }

  async function runOnce(
    id: string,
    job: EvaluationJob,
    { begunBefore, suiteRuns, ongoing }: { begunBefore: readonly BegunRun[]; suiteRuns: SuiteRuns; ongoing: Ongoing },
  ): Promise<RunFacts | null> {
    const at = { variant: job.variant, task: job.task.id, repeat: job.repeat };
    // A run that an earlier process began may have come to its end before that process died.
    const earlier = begunBefore.find(
      (begun) => begun.variant === at.variant && begun.task === at.task && begun.repeat === at.repeat,
    );
    const settled = earlier === undefined ? null : suiteRuns.factsOf(job, earlier.run);
    if (settled) return settled;
    return ongoing.takeRun(
      (begun) =>
        suiteRuns.run(job, (run) => {
          journal.begun(id, { ...at, run });
          begun(run);
        }),
      (run) => suiteRuns.stop(run),
    );
  }

  return {
    start(given) {
      const spec = EvaluationSpec.parse(given);
      checkNames(
        spec.variants.map((variant) => variant.name),
        (twice) => `Two variants are named ${twice}; rename one of them.`,
      );
      for (const threshold of spec.thresholds) parseThreshold(threshold);
      return work.begin(journal.create(spec));
    },
    resume: (id) => work.resume(id),
    pause: (id) => work.pause(id),
    cancel: (id) => work.cancel(id),
    list() {
      const done = journal.doneCounts();
      return journal.list().map((record) => ({ ...record, done: done.get(record.id) ?? 0 }));
    },
    get: (id) => viewOf(work.known(id), journal.runs(id).finished),
    finished: (id) => work.finished(id),
    onProgress: (listener) => work.onProgress(listener),
    close: () => work.close(),
  };
}

function viewOf(record: EvaluationRecord, finished: readonly EvaluatedRun[]): EvaluationView {
  const plan = planOf(record.spec);
  const place = (run: EvaluatedRun) =>
    (run.repeat * plan.variants.length + plan.variants.indexOf(run.variant)) * plan.suite.tasks.length +
    plan.suite.tasks.findIndex((task) => task.id === run.task);
  const runs = finished.toSorted((one, other) => place(one) - place(other));
  const document = evaluationDocument(plan, runs);
  const thresholds = checkThresholds(record.spec.thresholds.map(parseThreshold), document.variants);
  return { record, runs, document: { ...document, thresholds } };
}
