// What a tool does in one attempt or look-up, with a deadline and the run's abort signal around it: it always comes to something in time.
import type { ToolError } from "../../src-shared/trace/events/tool.ts";
import { invalidResult, toolThrew } from "../tools/feedback.ts";
import type { ToolAttempt, ToolContext } from "../tools/types.ts";
import { validateResult } from "../tools/validate.ts";
import type { Go } from "./call-result.ts";
import type { RunContext } from "./run-context.ts";

/** Runs the tool with a deadline and the run's abort signal. Stopping it does not undo what it may have done elsewhere. */
export async function executeBounded(go: Go, context: RunContext, attempt: number): Promise<ToolAttempt> {
  const { tool } = go.offered;
  const ended = await bounded(go, context, attempt, async (toolContext): Promise<ToolAttempt> => {
    try {
      return checkResult(tool.contract, await tool.execute(go.args, toolContext));
    } catch (error) {
      const thrown = toolThrew(tool.contract.name, error);
      return { outcome: thrown.outcome, value: thrown.value, error: thrown.error };
    }
  });
  return "late" in ended ? timedOut(tool.contract.name, tool.contract.effect, ended.late) : ended.value;
}

/** `work` until it is over, the deadline has passed or the run is stopped, whichever comes first; `late` says why it was given up. */
export async function bounded<T>(
  go: Go,
  context: RunContext,
  attempt: number,
  work: (toolContext: ToolContext) => Promise<T>,
): Promise<{ value: T } | { late: string }> {
  const deadlineMs = Math.min(go.offered.tool.contract.limits.timeout_ms, context.budget.remainingMs());
  const deadline = new AbortController();
  const toolContext: ToolContext = {
    environment: context.environment[go.offered.pack] ?? null,
    signal: AbortSignal.any([context.signal, deadline.signal]),
    tenant: context.tenant,
    operationKey: go.operationKey,
    attempt,
    now: context.clock.now(),
    clock: context.clock,
  };
  const done = new AbortController();
  const run = work(toolContext)
    .then((value) => ({ value }))
    .finally(() => done.abort());
  const clockRuns = context.clock.sleep(deadlineMs, AbortSignal.any([done.signal, context.signal])).then(
    () => "deadline" as const,
    () => "cleared" as const,
  );
  const first = await Promise.race([run, clockRuns]);
  if (typeof first !== "string") return first;
  if (first === "cleared" && !context.signal.aborted) return run;
  deadline.abort(new Error("deadline"));
  const why = context.signal.aborted ? "the run was stopped" : `it did not answer within ${Math.round(deadlineMs)} ms`;
  return { late: why };
}

function timedOut(tool: string, effect: string, why: string): ToolAttempt {
  const error: ToolError = {
    status: "error",
    error_code: "timeout",
    retryable: effect === "read",
    message: `${tool} was given up: ${why}.${effect === "read" ? "" : " Giving up does not undo what it may have done."}`,
  };
  return { outcome: "timeout", value: { ...error }, error };
}

/** A result that breaks its contract is never passed on as if it were fine. */
export function checkResult(contract: Go["offered"]["tool"]["contract"], attempt: ToolAttempt): ToolAttempt {
  if (attempt.outcome !== "ok" && attempt.outcome !== "empty") return attempt;
  const checked = validateResult(contract, attempt.value);
  if (checked.ok) return attempt;
  const feedback = invalidResult(contract.name, checked.error);
  return { ...attempt, outcome: "invalid_result", error: feedback.error };
}
