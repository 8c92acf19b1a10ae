// Carries experiments out: a bounded pool of samples, each journaled as it begins and as it ends, so that a killed experiment goes on
// without taking a finished sample again. It can be paused, cancelled and gone on with.
import { checkNames, createLongWork, type Ongoing, type WorkProgress } from "../../evaluate/long-work.ts";
import { runPool } from "../../evaluate/worker-pool.ts";
import { probeFurther } from "./probes.ts";
import { openJobs } from "./sample-plan.ts";
import type {
  ExperimentJournal,
  ExperimentPort,
  ExperimentRecord,
  ExperimentSpec,
  SampleJob,
  SampleOutcome,
} from "./types.ts";
import { ExperimentSpec as ExperimentSpecSchema } from "./types.ts";

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
  onProgress(listener: (progress: WorkProgress) => void): () => void;
  /** Cancels what goes on; it is listed as interrupted and can be gone on with. */
  close(): Promise<void>;
}

/** How far one experiment is, while it goes on here. */
interface Tally {
  ongoing: Ongoing;
  /** Runs of samples that an earlier process began and did not journal the end of, by sample and arm. */
  begunBefore: ReadonlyMap<string, string>;
  finished: number;
}

export function createExperiments(journal: ExperimentJournal, port: ExperimentPort): Experiments {
  const work = createLongWork<ExperimentRecord>({
    noun: "experiment",
    journal,
    prepare: (record) => (ongoing) => carryOut(record, ongoing),
    count({ id, spec }) {
      const of = samplesOf(spec);
      return { done: of - openJobs(spec, journal.samples(id)).length, of };
    },
  });

  function finish(id: string, job: SampleJob, outcome: SampleOutcome, tally: Tally): void {
    journal.finished(id, job.arm, job.index, outcome);
    tally.finished += 1;
    work.tell(id, tally.finished);
  }

  async function takeSample(record: ExperimentRecord, job: SampleJob, tally: Tally): Promise<void> {
    const { id, spec } = record;
    const { ongoing } = tally;
    const arm = spec.arms.find((candidate) => candidate.name === job.arm);
    if (!arm) throw new Error(`The experiment has no arm ${job.arm}.`);
    if (spec.samples_are === "requests") {
      const answered = await port.probe(spec, arm, job.seed, ongoing.signal);
      if (!ongoing.signal.aborted) finish(id, job, answered, tally);
      return;
    }
    // A run that an earlier process began may have come to its end before that process died.
    const earlier = tally.begunBefore.get(`${job.index} ${job.arm}`);
    const settled = earlier === undefined ? null : port.outcomeOf(spec, earlier);
    if (settled) return finish(id, job, settled, tally);
    const outcome = await ongoing.takeRun(
      (begun) =>
        port.sample(record, arm, job, (run) => {
          journal.begun(id, job.arm, job.index, run);
          begun(run);
        }),
      (run) => port.stop(run),
    );
    if (outcome !== null) finish(id, job, outcome, tally);
  }

  async function carryOut(record: ExperimentRecord, ongoing: Ongoing): Promise<void> {
    const { id, spec } = record;
    const { signal, gate } = ongoing;
    const journaled = journal.samples(id);
    const jobs = openJobs(spec, journaled);
    const begunBefore = new Map<string, string>();
    for (const { arm, index, run, outcome } of journaled) {
      if (run !== null && outcome === null) begunBefore.set(`${index} ${arm}`, run);
    }
    const tally = { ongoing, begunBefore, finished: samplesOf(spec) - jobs.length };
    await runPool(jobs, (job) => takeSample(record, job, tally), { atOnce: spec.at_once, signal, gate });
    if (!signal.aborted) await probeFurther(record, { journal, port, signal });
  }

  return {
    start(given) {
      const spec = ExperimentSpecSchema.parse(given);
      checkNames(
        spec.arms.map((arm) => arm.name),
        (twice) => `Two arms of the experiment are named ${twice}.`,
      );
      return work.begin(journal.create(spec));
    },
    resume: (id) => work.resume(id),
    pause: (id) => work.pause(id),
    cancel: (id) => work.cancel(id),
    list: () => journal.list(),
    get: (id) => journal.get(id),
    finished: (id) => work.finished(id),
    onProgress: (listener) => work.onProgress(listener),
    close: () => work.close(),
  };
}

function samplesOf(spec: ExperimentSpec): number {
  return spec.arms.length * spec.samples;
}
