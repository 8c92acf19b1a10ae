// Policy in one readable module: which effect runs, asks or is refused; and what follows each outcome of an attempt.
import { assertNever } from "../../src-shared/prelude/assert-never.ts";
import type { ApproveMode } from "../../src-shared/trace/variant.ts";
import type { ToolContract } from "../../src-shared/trace/tool-contract.ts";
import type { ApprovalRule, Variant } from "../../src-shared/trace/variant.ts";
import type { EffectClass, Outcome } from "../../src-shared/trace/vocabulary.ts";

/**
 * Effect class → decision. A person's choice for the run (`--approve`) comes first, then the variant's rule, then the
 * host's default: reads run; writes ask, except for simulated packs in the CLI, which touch nothing outside the run.
 */
export function approvalRule(
  effect: EffectClass,
  from: { mode: ApproveMode | null; variant: Variant; simulated: boolean; interactive: boolean },
): ApprovalRule {
  if (effect === "read") return from.variant.approvals?.read ?? "run";
  switch (from.mode) {
    case "all":
      return "run";
    case "deny":
      return "deny";
    case "ask":
      return "ask";
    case null:
      return from.variant.approvals?.[effect] ?? (from.simulated && !from.interactive ? "run" : "ask");
    default:
      return assertNever(from.mode);
  }
}

/**
 * A contract that needs a person is never run by a standing rule, nor by one approval for all: the person is asked, and
 * where none can be, the run is handed over. Null: the contract does not need one.
 */
export function personRule(
  contract: Pick<ToolContract, "needs_person">,
  from: { mode: ApproveMode | null; interactive: boolean },
): "ask" | "deny" | "escalate" | null {
  if (contract.needs_person !== true) return null;
  if (from.mode === "deny") return "deny";
  return from.mode === "ask" || (from.mode === null && from.interactive) ? "ask" : "escalate";
}

/** Attempts of one read before its failure is handed to the model. */
export const READ_ATTEMPTS = 3;
/** First back-off in milliseconds; doubles each time, with full jitter on the upper half (Brooker, "Exponential Backoff And Jitter", 2015). */
export const BACKOFF_BASE_MS = 500;
export const BACKOFF_CAP_MS = 20_000;

export type NextStep =
  /** Give the result to the model. */
  | { step: "report" }
  /** Try again after the wait (which must fit the budgets). */
  | { step: "retry"; afterMs: number }
  /** Look the write up by its operation key before anything else. */
  | { step: "reconcile" }
  /** End the run: a person has to look. */
  | { step: "escalate"; reason: string }
  /** End the run: a write may or may not have happened. */
  | { step: "unknown"; reason: string };

export interface AttemptFacts {
  outcome: Outcome;
  effect: EffectClass;
  attempt: number;
  contract: Pick<ToolContract, "suppresses_duplicates">;
  retryAfterMs: number | null;
  canReconcile: boolean;
  /** 0 ≤ random < 1 */
  random: number;
}

/**
 * The table: outcome × effect → what follows. A tool's own `retryable` is recorded and never asked here. Domain results
 * (`empty`) are not failures; correctable input goes back to the model, which may correct it.
 */
export function afterAttempt(facts: AttemptFacts): NextStep {
  switch (facts.outcome) {
    case "ok":
    case "empty":
    case "invalid_arguments":
    case "unknown_tool":
    case "denied":
    case "permanent":
      return { step: "report" };
    case "invalid_result":
      // A write whose answer cannot be believed may have been done: it is looked up, and never simply sent again.
      return facts.effect !== "read" && facts.canReconcile ? { step: "reconcile" } : { step: "report" };
    case "access_denied":
      return { step: "escalate", reason: "access_denied" };
    case "transient":
      return facts.effect === "read" ? afterTransientRead(facts) : afterLostWrite(facts);
    case "timeout":
      return facts.effect === "read" ? afterTransientRead(facts) : afterLostWrite(facts);
    case "unknown":
      return facts.effect === "read" ? { step: "report" } : afterLostWrite(facts);
    default:
      return assertNever(facts.outcome);
  }
}

function afterTransientRead(facts: AttemptFacts): NextStep {
  if (facts.attempt >= READ_ATTEMPTS) return { step: "report" };
  return { step: "retry", afterMs: backoffMs(facts.attempt, facts.retryAfterMs, facts.random) };
}

function afterLostWrite(facts: AttemptFacts): NextStep {
  if (facts.canReconcile) return { step: "reconcile" };
  if (facts.contract.suppresses_duplicates && facts.attempt < READ_ATTEMPTS) {
    return { step: "retry", afterMs: backoffMs(facts.attempt, facts.retryAfterMs, facts.random) };
  }
  // A refusal that says "try later" has not written anything: the model may be told. A lost response says nothing.
  return facts.outcome === "transient" ? { step: "report" } : { step: "unknown", reason: "write_response_lost" };
}

/**
 * What follows a look-up (`attempt` is its number): `transient` says that the write was not done. It comes again with the same key where the provider
 * suppresses duplicates: at once the first time, later like any back-off, and never before the time that the provider named for the write.
 */
export function afterLookUp(
  facts: Pick<AttemptFacts, "outcome" | "attempt" | "contract" | "retryAfterMs" | "random">,
): NextStep {
  if (facts.outcome === "ok") return { step: "report" };
  if (facts.outcome !== "transient" || !facts.contract.suppresses_duplicates)
    return { step: "unknown", reason: "reconciliation_inconclusive" };
  const again = facts.attempt > 2 ? backoffMs(facts.attempt - 1, null, facts.random) : 0;
  return { step: "retry", afterMs: Math.max(again, facts.retryAfterMs ?? 0) };
}

/** Milliseconds before attempt `attempt` + 1: never less than the provider asked for. */
export function backoffMs(attempt: number, retryAfterMs: number | null, random: number): number {
  const ceiling = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** (attempt - 1));
  return Math.max(retryAfterMs ?? 0, ceiling / 2 + (random * ceiling) / 2);
}
