// How many tool attempts a trace shows to have been admitted: one for each proposal that was judged, one for each further attempt of it.
import type { TraceEvent } from "../../../src-shared/trace/event.ts";

/**
 * Counts as the executor does (budget.ts): at admission, before validation. A decision to look a write up goes with the attempt that follows it, and
 * a proposal that the budget itself refused was not admitted.
 */
export function admittedAttempts(events: readonly TraceEvent[]): number {
  let admitted = 0;
  /** Calls that were admitted and have not started an attempt since. */
  const fresh = new Set<string>();
  for (const event of events) {
    if (event.kind === "policy.decided") {
      const { decision, reason, call_id: call } = event.data;
      if (decision === "reconcile" || reason === "attempt_budget") continue;
      admitted += 1;
      fresh.add(`${event.turn} ${call}`);
    } else if (event.kind === "tool.started" && !fresh.delete(`${event.turn} ${event.data.call_id}`)) {
      admitted += 1;
    }
  }
  return admitted;
}
