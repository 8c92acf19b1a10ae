// A bounded pool: jobs in order, a few at a time. It can be paused (what is under way goes on) and ends early when told to.

/** Open or closed; waiting callers go on once it opens. */
export interface Gate {
  /** Resolves when the gate is open; at once when it already is. */
  passed(): Promise<void>;
  close(): void;
  open(): void;
  readonly closed: boolean;
}

export function createGate(): Gate {
  let waiting: (() => void)[] = [];
  let closed = false;
  return {
    get closed() {
      return closed;
    },
    passed: () => (closed ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
    close() {
      closed = true;
    },
    open() {
      closed = false;
      for (const resolve of waiting) resolve();
      waiting = [];
    },
  };
}

export interface PoolOptions {
  /** Jobs under way at the same time, at least 1. */
  atOnce: number;
  /** Once aborted no further job begins; what is under way is waited for. */
  signal: AbortSignal;
  /** Closed while paused. */
  gate?: Gate;
}

/**
 * Works through the jobs in order; resolves once none is under way any more. The first failure of a job ends the pool: no further job
 * begins, and it is thrown when the others have come to their end.
 */
export async function runPool<T>(
  jobs: readonly T[],
  work: (job: T) => Promise<void>,
  options: PoolOptions,
): Promise<void> {
  let next = 0;
  let failure: { error: unknown } | null = null;
  const lane = async (): Promise<void> => {
    for (;;) {
      await options.gate?.passed();
      if (options.signal.aborted || failure !== null || next >= jobs.length) return;
      const job = jobs[next++] as T;
      try {
        await work(job);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.atOnce) }, lane));
  // Read through a function: the lanes changed it behind the compiler's back.
  const failed = (() => failure as { error: unknown } | null)();
  if (failed !== null) throw failed.error;
}
