// A run's clock that only waits move: the earliest wait is over as soon as nothing real is under way. Each wait takes no
// time of the person's, is as long as it was asked to be on this clock, and ends in the right order.
import type { Clock } from "../../src-shared/prelude/clock.ts";

export interface SimulatedClock extends Clock {
  /** Stands still until `work`, which goes on in the real world, is over. */
  during<T>(work: Promise<T>): Promise<T>;
}

interface Sleeper {
  due: number;
  wake: () => void;
}

/** `start`: milliseconds since the epoch. */
export function simulatedClock(start: number): SimulatedClock {
  let elapsed = 0;
  let underWay = 0;
  const sleepers = new Set<Sleeper>();

  /** A macrotask later, so that whatever is ready by then comes before any wait is over. */
  function pump(): void {
    setImmediate(() => {
      if (underWay > 0 || sleepers.size === 0) return;
      const next = [...sleepers].reduce((first, other) => (other.due < first.due ? other : first));
      sleepers.delete(next);
      elapsed = Math.max(elapsed, next.due);
      next.wake();
      pump();
    });
  }

  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason as Error);
          return;
        }
        const onAbort = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason as Error);
        };
        const sleeper: Sleeper = {
          due: elapsed + ms,
          wake() {
            signal?.removeEventListener("abort", onAbort);
            resolve();
          },
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        sleepers.add(sleeper);
        pump();
      });
    },
    async during(work) {
      underWay += 1;
      try {
        return await work;
      } finally {
        underWay -= 1;
        pump();
      }
    },
  };
}

/** `work` with a simulated clock standing still; a real clock runs on. */
export function standingStill<T>(clock: Clock | undefined, work: Promise<T>): Promise<T> {
  return clock !== undefined && isSimulated(clock) ? clock.during(work) : work;
}

function isSimulated(clock: Clock): clock is SimulatedClock {
  return "during" in clock;
}
