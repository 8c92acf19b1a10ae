// Long work on record (an experiment, an evaluation) that goes on by itself: paused, cancelled, and gone on with, also after its
// process died. The state on record is what it rests in; a sample that was stopped on the way is no sample.
import { UserError } from "../../src-shared/prelude/result.ts";
import type { ExperimentStateName } from "../../src-shared/rpc/experiments.ts";
import { createGate, type Gate } from "./worker-pool.ts";

export interface WorkRecord {
  id: string;
  state: ExperimentStateName;
  /** Why it failed; null otherwise. */
  note: string | null;
}

export interface WorkProgress extends WorkRecord {
  done: number;
  of: number;
}

/** What the work is handed while it goes on. */
export interface Ongoing {
  /** Closed while paused. */
  readonly gate: Gate;
  /** Aborted by cancelling and closing. */
  readonly signal: AbortSignal;
  /**
   * Takes one sample that is a run: `take` tells the run's id as soon as it has one, so that cancelling can stop it. Null where it was
   * stopped: it is to be taken again when the work goes on.
   */
  takeRun<T extends { ending: string | null }>(
    take: (begun: (run: string) => void) => Promise<T>,
    stop: (run: string) => void,
  ): Promise<T | null>;
}

export interface LongWorkOptions<R extends WorkRecord> {
  /** As errors name it: "experiment". */
  noun: string;
  journal: {
    get(id: string): R | null;
    /** Takes the work for this process. @throws UserError `conflict` while another living process has it */
    claim(id: string): void;
    setState(id: string, state: ExperimentStateName, note?: string | null): void;
  };
  /** Makes ready, and gives what does the work; once that resolves the work is done. */
  prepare(record: R): (ongoing: Ongoing) => Promise<void>;
  /** Samples finished and asked for. */
  count(record: R): { done: number; of: number };
}

export interface LongWork<R extends WorkRecord> {
  /** @throws UserError `not_found` */
  known(id: string): R;
  /** Begins work that is on record and this process's own. */
  begin(record: R): R;
  /** Goes on with work that was paused, cancelled, interrupted or failed. @throws UserError `not_found`, `conflict` */
  resume(id: string): R;
  /** No further sample begins; those under way come to their end. @throws UserError `not_found`, `conflict` where it does not go on here */
  pause(id: string): void;
  /** Stops the samples under way; what is finished stays. @throws UserError `not_found`, `conflict` */
  cancel(id: string): void;
  /** Resolves when it rests: done, failed, cancelled or interrupted. @throws what made it fail */
  finished(id: string): Promise<R>;
  /** Tells the listeners how far it is; `done` where the caller has counted already. */
  tell(id: string, done?: number): void;
  /** Called after every sample and change of state; gives the function that ends it. */
  onProgress(listener: (progress: WorkProgress) => void): () => void;
  /** Stops what goes on; it is on record as interrupted and can be gone on with. */
  close(): Promise<void>;
}

interface Live {
  gate: Gate;
  abort: AbortController;
  /** What stops each run under way. */
  stops: Map<string, () => void>;
  /** The state to rest in once aborted. */
  restsAs: ExperimentStateName;
  done: Promise<void>;
}

export function createLongWork<R extends WorkRecord>(options: LongWorkOptions<R>): LongWork<R> {
  const { noun, journal } = options;
  const live = new Map<string, Live>();
  const listeners = new Set<(progress: WorkProgress) => void>();

  const known = (id: string): R => {
    const record = journal.get(id);
    if (!record) throw new UserError("not_found", `There is no ${noun} ${id}.`);
    return record;
  };

  function tell(id: string, counted?: number): void {
    const record = known(id);
    const { done, of } = options.count(record);
    const progress = { id, state: record.state, note: record.note, done: counted ?? done, of };
    for (const listener of listeners) listener(progress);
  }

  async function carryOut(id: string, work: (ongoing: Ongoing) => Promise<void>, entry: Live): Promise<void> {
    try {
      await work(ongoingOf(entry));
      journal.setState(id, entry.abort.signal.aborted ? entry.restsAs : "done");
    } catch (error) {
      journal.setState(id, "failed", error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
      throw error;
    } finally {
      live.delete(id);
      tell(id);
    }
  }

  function begin(record: R): R {
    const entry: Live = {
      gate: createGate(),
      abort: new AbortController(),
      stops: new Map(),
      restsAs: "cancelled",
      done: Promise.resolve(),
    };
    const work = options.prepare(record);
    live.set(record.id, entry);
    entry.done = carryOut(record.id, work, entry);
    // Whoever does not wait for the end is told by the state.
    entry.done.catch(() => undefined);
    return known(record.id);
  }

  return {
    known,
    begin,
    tell,
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
      if (!entry) throw new UserError("conflict", `The ${noun} ${id} does not go on here, so it cannot be paused.`);
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

function ongoingOf(entry: Live): Ongoing {
  const { signal } = entry.abort;
  return {
    gate: entry.gate,
    signal,
    async takeRun(take, stop) {
      let run: string | null = null;
      try {
        const taken = await take((begun) => {
          run = begun;
          entry.stops.set(begun, () => stop(begun));
          if (signal.aborted) stop(begun);
        });
        const stopped = taken.ending === "aborted" || taken.ending === "interrupted";
        return signal.aborted && stopped ? null : taken;
      } finally {
        if (run !== null) entry.stops.delete(run);
      }
    },
  };
}

function end(entry: Live, restsAs: ExperimentStateName): void {
  entry.restsAs = restsAs;
  entry.abort.abort(new Error(restsAs));
  entry.gate.open();
  for (const stop of entry.stops.values()) stop();
}

/** @throws UserError `invalid_input` where two of the names are the same; `told` says what to do about it */
export function checkNames(names: readonly string[], told: (twice: string) => string): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UserError("invalid_input", told(twice));
}
