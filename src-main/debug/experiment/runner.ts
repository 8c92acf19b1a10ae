// Carries experiments out: a bounded pool of samples, each journaled as it begins and as it ends, so that a killed experiment goes on
// without taking a finished sample again. It can be paused, cancelled and gone on with.
import { UserError } from "../../../src-shared/prelude/result.ts";
import { createGate, runPool, type Gate } from "../../evaluate/worker-pool.ts";
import { probeFurther } from "./probes.ts";
import { openJobs } from "./sample-plan.ts";
import type {
  ExperimentJournal,
  ExperimentPort,
  ExperimentRecord,
  ExperimentSpec,
  ExperimentState,
  SampleJob,
  SampleOutcome,
} from "./types.ts";
import { ExperimentSpec as ExperimentSpecSchema } from "./types.ts";

export interface ExperimentProgress {
  id: string;
  state: ExperimentState;
  done: number;
  of: number;
  note: string | null;
}

export interface Experiments {
  /** Begins a new one; it goes on by itself. @throws UserError for arms without a name of their own */
  start(spec: ExperimentSpec): ExperimentRecord;
  /** Goes on with one that was paused, cancelled, interrupted or failed. @throws UserError `not_found`, `conflict` */
  resume(id: string): ExperimentRecord;
  /** No further sample begins; those under way come to their end. */
  pause(id: string): void;
  /** Stops the samples under way; what is finished stays. */
  cancel(id: string): void;
  list(): ExperimentRecord[];
  get(id: string): ExperimentRecord | null;
  /** Resolves when it rests: done, failed or cancelled. @throws what made it fail */
  finished(id: string): Promise<ExperimentRecord>;
  onProgress(listener: (progress: ExperimentProgress) => void): () => void;
  /** Cancels what goes on; it is listed as interrupted and can be gone on with. */
  close(): Promise<void>;
}

interface Live {
  gate: Gate;
  abort: AbortController;
  /** Runs of samples under way. */
  runs: Set<string>;
  /** Runs of samples that an earlier process began and did not journal the end of. */
  begunBefore: Map<string, string>;
  finished: number;
  /** The state to rest in once aborted. */
  restsAs: ExperimentState;
  done: Promise<void>;
}

export function createExperiments(journal: ExperimentJournal, port: ExperimentPort): Experiments {
  const live = new Map<string, Live>();
  const listeners = new Set<(progress: ExperimentProgress) => void>();

  const of = (id: string) => known(id).spec.arms.length * known(id).spec.samples;
  const known = (id: string): ExperimentRecord => {
    const record = journal.get(id);
    if (!record) throw new UserError("not_found", `There is no experiment ${id}.`);
    return record;
  };
  const tell = (id: string, done = of(id) - openJobs(known(id).spec, journal.samples(id)).length) => {
    const { state, note } = known(id);
    for (const listener of listeners) listener({ id, state, done, of: of(id), note });
  };

  function finish(id: string, job: SampleJob, outcome: SampleOutcome, entry: Live): void {
    journal.finished(id, job.arm, job.index, outcome);
    entry.finished += 1;
    tell(id, entry.finished);
  }

  async function takeSample(record: ExperimentRecord, job: SampleJob, entry: Live): Promise<void> {
    const { id, spec } = record;
    const arm = spec.arms.find((candidate) => candidate.name === job.arm);
    if (!arm) throw new Error(`The experiment has no arm ${job.arm}.`);
    if (spec.samples_are === "requests") {
      const answered = await port.probe(spec, arm, job.seed, entry.abort.signal);
      if (!entry.abort.signal.aborted) finish(id, job, answered, entry);
      return;
    }
    // A run that an earlier process began may have come to its end before that process died.
    const earlier = entry.begunBefore.get(`${job.index} ${job.arm}`);
    const settled = earlier === undefined ? null : port.outcomeOf(spec, earlier);
    if (settled) return finish(id, job, settled, entry);
    let run: string | null = null;
    try {
      const outcome = await port.sample(record, arm, job, (begun) => {
        run = begun;
        entry.runs.add(begun);
        journal.begun(id, job.arm, job.index, begun);
        if (entry.abort.signal.aborted) port.stop(begun);
      });
      // A sample that was stopped is no sample: it is taken again when the experiment goes on.
      if (entry.abort.signal.aborted && (outcome.ending === "aborted" || outcome.ending === "interrupted")) return;
      finish(id, job, outcome, entry);
    } finally {
      if (run !== null) entry.runs.delete(run);
    }
  }

  async function carryOut(record: ExperimentRecord, entry: Live): Promise<void> {
    const { id, spec } = record;
    try {
      const journaled = journal.samples(id);
      const jobs = openJobs(spec, journaled);
      entry.finished = of(id) - jobs.length;
      for (const { arm, index, run, outcome } of journaled) {
        if (run !== null && outcome === null) entry.begunBefore.set(`${index} ${arm}`, run);
      }
      await runPool(jobs, (job) => takeSample(record, job, entry), {
        atOnce: spec.at_once,
        signal: entry.abort.signal,
        gate: entry.gate,
      });
      if (!entry.abort.signal.aborted) await probeFurther(record, { journal, port, signal: entry.abort.signal });
      journal.setState(id, entry.abort.signal.aborted ? entry.restsAs : "done");
    } catch (error) {
      journal.setState(id, "failed", error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
      throw error;
    } finally {
      live.delete(id);
      tell(id);
    }
  }

  function begin(record: ExperimentRecord): ExperimentRecord {
    const entry: Live = {
      gate: createGate(),
      abort: new AbortController(),
      runs: new Set(),
      begunBefore: new Map(),
      finished: 0,
      restsAs: "cancelled",
      done: Promise.resolve(),
    };
    live.set(record.id, entry);
    entry.done = carryOut(record, entry);
    // Whoever does not wait for the end is told by the state.
    entry.done.catch(() => undefined);
    return known(record.id);
  }

  function end(entry: Live, restsAs: ExperimentState): void {
    entry.restsAs = restsAs;
    entry.abort.abort(new Error(restsAs));
    entry.gate.open();
    for (const run of entry.runs) port.stop(run);
  }

  return {
    start(given) {
      const spec = ExperimentSpecSchema.parse(given);
      const names = spec.arms.map((arm) => arm.name);
      const twice = names.find((name, index) => names.indexOf(name) !== index);
      if (twice !== undefined) throw new UserError("invalid_input", `Two arms of the experiment are named ${twice}.`);
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
      const entry = live.get(id);
      if (!entry) throw new UserError("not_found", `Experiment ${id} does not go on here.`);
      entry.gate.close();
      journal.setState(id, "paused");
      tell(id);
    },
    cancel(id) {
      const entry = live.get(id);
      if (entry) return end(entry, "cancelled");
      if (known(id).state !== "done") journal.setState(id, "cancelled");
      tell(id);
    },
    list: () => journal.list(),
    get: (id) => journal.get(id),
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
