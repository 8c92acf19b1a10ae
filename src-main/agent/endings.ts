// The ends of a run that are not the model's stop: budgets, loops, failures, and the person.
import type { ModelError } from "../../src-shared/trace/events/response-finished.ts";
import type { Variant } from "../../src-shared/trace/variant.ts";
import type { CallEnd } from "./call.ts";
import type { LoopEnd } from "./run-context.ts";

export function aborted(): LoopEnd {
  return {
    ending: "aborted",
    terminal_state: "escalate",
    reason: "stopped_by_person",
    detail: "The run was stopped.",
    early_stop: false,
  };
}

export function stepCap(variant: Variant): LoopEnd {
  return {
    ending: "step_cap",
    terminal_state: "abstain",
    reason: "turn_budget",
    detail: `The budget of ${variant.budgets.turns} model turns is spent.`,
    early_stop: false,
  };
}

export function spentElapsed(variant: Variant): LoopEnd {
  return {
    ending: "budget_spent",
    terminal_state: "abstain",
    reason: "elapsed_budget",
    detail: `The time budget of ${Math.round(variant.budgets.elapsed_ms / 1000)} s is spent.`,
    early_stop: false,
  };
}

export function looping(tool: string, times: number): LoopEnd {
  return {
    ending: "loop",
    terminal_state: "abstain",
    reason: "same_call_again",
    detail: `${tool} was called ${times} times in a row with the same or nearly the same arguments.`,
    early_stop: false,
  };
}

export function providerFailed(error: ModelError): LoopEnd {
  if (error.category === "aborted") return aborted();
  const overflow = error.category === "context_overflow";
  return {
    ending: overflow ? "context_overflow" : "provider_error",
    terminal_state: "escalate",
    reason: error.status === null ? error.category : `http_${error.status}`,
    detail: error.message,
    early_stop: false,
  };
}

export function afterStoppedCall(end: Extract<CallEnd, { kind: "stop" }>, variant: Variant): LoopEnd {
  switch (end.why) {
    case "aborted":
      return aborted();
    case "person_stopped":
      return {
        ...aborted(),
        reason: "stopped_at_approval",
        detail: `The run was stopped when ${end.tool} asked for approval.`,
      };
    case "elapsed":
      return spentElapsed(variant);
    case "attempt_budget":
      return {
        ending: "budget_spent",
        terminal_state: "abstain",
        reason: "attempt_budget",
        detail: `The budget of ${variant.budgets.attempts} tool attempts is spent.`,
        early_stop: false,
      };
    case "access_denied":
      return {
        ending: "escalated",
        terminal_state: "escalate",
        reason: "access_denied",
        detail: `${end.tool} was refused for lack of permission; a person has to grant it or decide.`,
        early_stop: false,
      };
    case "person_required":
      return {
        ending: "escalated",
        terminal_state: "escalate",
        reason: "person_required",
        detail: `${end.tool} is next and only a person may let it run; it was not run.`,
        early_stop: false,
      };
    case "correction_spent":
      return {
        ending: "escalated",
        terminal_state: "escalate",
        reason: "correction_spent",
        detail: `${end.tool} was called again after its one corrected retry had failed; it was not run, and a person has to look at what it needs.`,
        early_stop: false,
      };
    case "search_exhausted":
      return {
        ending: "abstained",
        terminal_state: "abstain",
        reason: "searches_bring_nothing_new",
        detail: `Two searches in a row brought no id, date, number or name that was not known; ${end.tool} was not run again.`,
        early_stop: false,
      };
    case "aborted_in_write":
      return {
        ...aborted(),
        terminal_state: "unknown",
        reason: "stopped_in_write",
        detail: `The run was stopped while ${end.tool} was at work. Stopping the executor does not undo a write at the other side: whether it was done is not known, and its operation key is kept.`,
      };
    case "outcome_unknown":
      return {
        ending: "outcome_unknown",
        terminal_state: "unknown",
        reason: "write_outcome_unknown",
        detail: `Whether ${end.tool} was done could not be established; its operation key is kept.`,
        early_stop: false,
      };
  }
}
