// Time is handed in. The loop, the tools and the demo model never read the system's clock themselves.

export interface Clock {
  /** Milliseconds since the Unix epoch, for what is recorded. */
  now(): number;
  /** Milliseconds on a clock that never jumps, for durations and budgets. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Longer ones fire at once (32 bits, 24.8 days); such a wait is made of several. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  // In steps of 1/64 ms: differences are exact then, and short as JSON ("2.203125", not "2.2091850000001614").
  monotonic: () => Math.round(performance.now() * 64) / 64,
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const until = performance.now() + ms;
      const onTimer = () => {
        // A timer may fire a little early; a wait is never shorter than was asked for.
        const short = until - performance.now();
        if (short > 0) {
          timer = setTimeout(onTimer, Math.min(short, LONGEST_TIMER_MS));
          return;
        }
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      let timer = setTimeout(onTimer, Math.min(ms, LONGEST_TIMER_MS));
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  },
};
