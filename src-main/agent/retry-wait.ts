// The wait before a call is attempted again, on record with its cause, and never longer than the run still has.
import type { Proposal } from "./authorise.ts";
import type { RunContext } from "./run-context.ts";

/**
 * Waits `ms` milliseconds without spending more than the budget has: a wait that does not fit is not begun, which is `refused`.
 * `retryAfterMs` is what the provider asked for, where it did.
 */
export async function waitFor(
  ms: number,
  about: { proposal: Proposal; attempt: number; retryAfterMs: number | undefined },
  context: RunContext,
): Promise<"done" | "aborted" | "refused"> {
  if (ms <= 0) return "done";
  const { turn, call } = about.proposal;
  const cause = about.retryAfterMs !== undefined && ms <= about.retryAfterMs ? "retry_after" : "backoff";
  context.trace.emit({
    kind: "wait.started",
    turn,
    data: {
      why: "backoff",
      detail: cause === "retry_after" ? `${call.name} asked to wait (Retry-After)` : "before another attempt",
      planned_ms: ms,
      cause,
      call_id: call.id,
      attempt: about.attempt + 1,
    },
  });
  const startedAt = context.clock.monotonic();
  const fits = ms < context.budget.remainingMs();
  let how: "done" | "aborted" | "refused" = fits ? "done" : "refused";
  if (fits) {
    context.trace.flush();
    try {
      await context.clock.sleep(ms, context.signal);
    } catch (error) {
      if (!context.signal.aborted) throw error;
      how = "aborted";
    }
  }
  context.trace.emit({
    kind: "wait.ended",
    turn,
    data: { why: "backoff", waited_ms: context.clock.monotonic() - startedAt, how },
  });
  return how;
}
