// Evaluations of the app: a suite × variants × repeats by a bounded pool, every run journaled as it begins and as it ends, so that a
// killed evaluation goes on without repeating one. They can be paused, cancelled and gone on with.
import type { EvalDocument } from "../../src-shared/cli/documents.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { ExperimentStateName } from "../../src-shared/rpc/experiments.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { Approver } from "../agent/ports.ts";
import { evaluate, evaluationDocument, type EvaluatedRun, type EvaluationJob } from "../evaluate/evaluation.ts";
import type { RunFacts } from "../evaluate/metrics.ts";
import { checkThresholds, parseThreshold } from "../evaluate/thresholds.ts";
import { createGate, type Gate } from "../evaluate/worker-pool.ts";
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

export interface EvaluationProgress {
  id: string;
  state: ExperimentStateName;
  done: number;
  of: number;
  note: string | null;
}

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
  onProgress(listener: (progress: EvaluationProgress) => void): () => void;
  /** Stops what goes on; it is listed as interrupted and can be gone on with. */
  close(): Promise<void>;
}

interface Live {
  gate: Gate;
  abort: AbortController;
  suiteRuns: SuiteRuns;
  underWay: Set<string>;
  /** The state to rest in once aborted. */
  restsAs: ExperimentStateName;
  done: Promise<void>;
}

export function createEvaluations(parts: RunParts, options: EvaluationsOptions): Evaluations {
  const journal = evaluationJournal(parts.store);
  const live = new Map<string, Live>();
  const listeners = new Set<(progress: EvaluationProgress) => void>();

  const known = (id: string): EvaluationRecord => {
    const record = journal.get(id);
    if (!record) throw new UserError("not_found", `There is no evaluation ${id}.`);
    return record;
  };
  const tell = (id: string) => {
    const { state, note, spec } = known(id);
    const done = journal.doneCounts().get(id) ?? 0;
    for (const listener of listeners) listener({ id, state, done, of: totalRuns(spec), note });
  };

  async function carryOut({ id, spec }: EvaluationRecord, entry: Live): Promise<void> {
    try {
      const { finished, begun } = journal.runs(id);
      await evaluate(planOf(spec), (job) => runOnce(id, job, begun, entry), {
        atOnce: spec.at_once,
        signal: entry.abort.signal,
        gate: entry.gate,
        known: finished,
        onFinished(run) {
          journal.finished(id, run);
          tell(id);
        },
      });
      journal.setState(id, entry.abort.signal.aborted ? entry.restsAs : "done");
    } catch (error) {
      const note = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
      journal.setState(id, "failed", note);
      throw error;
    } finally {
      await entry.suiteRuns.close();
      live.delete(id);
      tell(id);
    }
  }

  async function runOnce(
    id: string,
    job: EvaluationJob,
    begunBefore: readonly BegunRun[],
    entry: Live,
  ): Promise<RunFacts | null> {
    const at = { variant: job.variant, task: job.task.id, repeat: job.repeat };
    // A run that an earlier process began may have come to its end before that process died.
    const earlier = begunBefore.find(
      (begun) => begun.variant === at.variant && begun.task === at.task && begun.repeat === at.repeat,
    );
    const settled = earlier === undefined ? null : entry.suiteRuns.factsOf(job, earlier.run);
    if (settled) return settled;
    let run: string | null = null;
    try {
      const facts = await entry.suiteRuns.run(job, (begun) => {
        run = begun;
        entry.underWay.add(begun);
        journal.begun(id, { ...at, run: begun });
        if (entry.abort.signal.aborted) entry.suiteRuns.stop(begun);
      });
      // What was stopped is no sample: it is run again when the evaluation goes on.
      const stopped = facts.ending === "aborted" || facts.ending === "interrupted";
      return entry.abort.signal.aborted && stopped ? null : facts;
    } finally {
      if (run !== null) entry.underWay.delete(run);
    }
  }

  function begin(record: EvaluationRecord): EvaluationRecord {
    const { id, spec } = record;
    const entry: Live = {
      gate: createGate(),
      abort: new AbortController(),
      suiteRuns: createSuiteRuns(parts, {
        ...spec,
        approverFor: options.approverFor,
        sampleOf: options.hideRuns ? id : null,
        host: options.host,
        user: options.user,
        onCrash: options.onCrash,
      }),
      underWay: new Set(),
      restsAs: "cancelled",
      done: Promise.resolve(),
    };
    live.set(id, entry);
    entry.done = carryOut(record, entry);
    // Whoever does not wait for the end is told by the state.
    entry.done.catch(() => undefined);
    return known(id);
  }

  function end(entry: Live, restsAs: ExperimentStateName): void {
    entry.restsAs = restsAs;
    entry.abort.abort(new Error(restsAs));
    entry.gate.open();
    for (const run of entry.underWay) entry.suiteRuns.stop(run);
  }

  return {
    start(given) {
      const spec = EvaluationSpec.parse(given);
      const names = spec.variants.map((variant) => variant.name);
      const twice = names.find((name, index) => names.indexOf(name) !== index);
      if (twice !== undefined)
        throw new UserError("invalid_input", `Two variants are named ${twice}; rename one of them.`);
      for (const threshold of spec.thresholds) parseThreshold(threshold);
      return begin(journal.create(spec));
    },
    resume(id) {
      const entry = live.get(id);
      if (entry) {
        journal.setState(id, "running");
        entry.gate.open();
        tell(id);
        return known(id);
      }
      const record = known(id);
      if (record.state === "done") return record;
      journal.claim(id);
      return begin(record);
    },
    pause(id) {
      known(id);
      const entry = live.get(id);
      if (!entry) throw new UserError("conflict", `Evaluation ${id} does not go on here, so it cannot be paused.`);
      entry.gate.close();
      journal.setState(id, "paused");
      tell(id);
    },
    cancel(id) {
      const entry = live.get(id);
      if (entry) return end(entry, "cancelled");
      if (known(id).state === "done") return;
      journal.claim(id);
      journal.setState(id, "cancelled");
      tell(id);
    },
    list() {
      const done = journal.doneCounts();
      return journal.list().map((record) => ({ ...record, done: done.get(record.id) ?? 0 }));
    },
    get(id) {
      const record = known(id);
      return viewOf(record, journal.runs(id).finished);
    },
    async finished(id) {
      await live.get(id)?.done;
      return known(id);
    },
    onProgress(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      const ending = [...live.values()];
      for (const entry of ending) end(entry, "interrupted");
      await Promise.allSettled(ending.map((entry) => entry.done));
    },
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
