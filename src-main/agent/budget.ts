// The three budgets of a run, whichever is spent first. Waiting for a person and being paused stop the clock.
import type { Clock } from "../../src-shared/prelude/clock.ts";
import type { Budgets } from "../../src-shared/trace/variant.ts";

export type SpentBudget = "turns" | "attempts" | "elapsed";

export interface BudgetLedger {
  /** Admits one model request; false when none is left. */
  admitTurn(): boolean;
  /** Admits one tool attempt, before validation: rejected arguments, retries and look-ups count. False when none is left. */
  admitAttempt(): boolean;
  /** Milliseconds left; never negative. */
  remainingMs(): number;
  /** Runs `work` with the elapsed budget standing still. */
  whilePaused<T>(work: () => Promise<T>): Promise<T>;
  readonly turns: number;
  readonly attempts: number;
}

/** What an earlier process of the same run has spent. */
export interface AlreadySpent {
  turns: number;
  attempts: number;
  elapsed_ms: number;
}

export function createBudget(
  budgets: Budgets,
  clock: Clock,
  spent: AlreadySpent = { turns: 0, attempts: 0, elapsed_ms: 0 },
): BudgetLedger {
  const startedAt = clock.monotonic() - spent.elapsed_ms;
  let { turns, attempts } = spent;
  let pausedMs = 0;
  let pausedSince: number | null = null;
  let pauses = 0;
  return {
    admitTurn() {
      if (turns >= budgets.turns) return false;
      turns += 1;
      return true;
    },
    admitAttempt() {
      if (attempts >= budgets.attempts) return false;
      attempts += 1;
      return true;
    },
    remainingMs() {
      const now = pausedSince ?? clock.monotonic();
      return Math.max(0, budgets.elapsed_ms - (now - startedAt - pausedMs));
    },
    async whilePaused(work) {
      pauses += 1;
      pausedSince ??= clock.monotonic();
      try {
        return await work();
      } finally {
        pauses -= 1;
        if (pauses === 0 && pausedSince !== null) {
          pausedMs += clock.monotonic() - pausedSince;
          pausedSince = null;
        }
      }
    },
    get turns() {
      return turns;
    },
    get attempts() {
      return attempts;
    },
  };
}
