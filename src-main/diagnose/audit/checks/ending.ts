// A run ends once, in a declared state with a reason; nothing runs after it; and what is open is said to be open.
import { assertNever } from "../../../../src-shared/prelude/assert-never.ts";
import { isDue } from "../../../../src-shared/trace/ledger.ts";
import type { Ending, TerminalState } from "../../../../src-shared/trace/vocabulary.ts";
import { isTerminal } from "../../../agent/executor-state.ts";
import { examination, type Check } from "../check.ts";
import type { EventOf } from "../trail.ts";

/** Kinds that may follow an end: a person settles or judges it, or the run is let go on. */
const AFTER_END = new Set(["run.resumed", "handover.settled", "finding.judged"]);

export const nothingAfterEnd: Check = {
  name: "nothing_after_end",
  rule: "After the end nothing runs, unless the run is let go on.",
  examine({ events }) {
    const found = examination();
    let ended: EventOf<"run.ended"> | null = null;
    for (const event of events) {
      if (event.kind === "run.resumed") ended = null;
      else if (ended && !AFTER_END.has(event.kind))
        found.broken(`${event.kind} comes after the end.`, ended.seq, event.seq);
      if (event.kind === "run.ended") {
        found.fact();
        ended = event;
      }
    }
    // A transition to a terminal state is the executor's own end: only the run's end may follow it.
    let terminal: EventOf<"transition"> | null = null;
    for (const event of events) {
      if (event.kind === "run.resumed" || event.kind === "run.ended") terminal = null;
      else if (
        terminal &&
        (event.kind === "tool.started" || event.kind === "turn.started" || event.kind === "request.sent")
      )
        found.broken(
          `${event.kind} comes after the executor had reached ${terminal.data.to}.`,
          terminal.seq,
          event.seq,
        );
      if (event.kind === "transition" && isTerminal(event.data.to)) terminal = event;
    }
    return found;
  },
};

export const endsInDeclaredState: Check = {
  name: "ends_in_declared_state",
  rule: "The run ends in a declared terminal state with a reason code: the one that the executor reached and that its ending calls for.",
  examine({ events }) {
    const found = examination();
    let reached: EventOf<"transition"> | null = null;
    for (const event of events) {
      if (event.kind === "transition") reached = event;
      if (event.kind === "run.resumed") reached = null;
      if (event.kind !== "run.ended") continue;
      found.fact();
      const { terminal_state: state, ending, reason, ledger } = event.data;
      if (state === null) found.broken("The run ended without a terminal state.", event.seq);
      if (reason.trim() === "") found.broken("The run ended without a reason code.", event.seq);
      if (state === null) continue;
      // A process that died, or a bug, reaches no state: its end is written for it.
      if (ending !== "interrupted") {
        if (!reached || !isTerminal(reached.data.to)) found.broken("No transition leads to the end.", event.seq);
        else if (reached.data.to !== state)
          found.broken(
            `The executor reached ${reached.data.to}; the run is said to have ended ${state}.`,
            reached.seq,
            event.seq,
          );
      }
      if (!statesOf(ending).includes(state)) found.broken(`The ending ${ending} does not go with ${state}.`, event.seq);
      if (
        state === "complete" &&
        ledger.some((item) => item.kind === "write" && item.source === "request" && isDue(item))
      )
        found.broken("The run is said to be complete with a write outstanding.", event.seq);
    }
    return found;
  },
};

/** The table of endings (docs/guide.md, "Endings"). An open write makes any end of the process or the person `unknown`. */
function statesOf(ending: Ending): readonly TerminalState[] {
  switch (ending) {
    case "answered":
      return ["complete"];
    case "early_stop":
    case "dropped_call":
    case "claimed_without_call":
    case "asked_user":
    case "gave_up":
    case "blank":
    case "think_only":
    case "truncated":
    case "context_overflow":
    case "escalated":
      return ["escalate"];
    case "abstained":
      return ["abstain"];
    case "outcome_unknown":
      return ["unknown"];
    case "step_cap":
    case "budget_spent":
    case "loop":
      return ["abstain", "unknown"];
    case "provider_error":
    case "aborted":
    case "interrupted":
      return ["escalate", "unknown"];
    default:
      return assertNever(ending);
  }
}

export const openWritesSaidOpen: Check = {
  name: "open_writes_end_unknown",
  rule: "A run with a write whose outcome is not known ends unknown, and says neither success nor failure.",
  examine({ events, started }) {
    const found = examination();
    const open = new Map<string, EventOf<"tool.started">>();
    /** Given up with a result; what a simulated tool keeps in the trace has then not changed. */
    const abandoned = new Set<string>();
    for (const event of events) {
      if (event.kind === "tool.started" && event.data.operation_key !== null) open.set(event.data.operation_key, event);
      if (event.kind === "tool.finished" && event.data.operation_key !== null) {
        const { outcome } = event.data;
        if (outcome !== "unknown" && outcome !== "timeout") open.delete(event.data.operation_key);
        else if (started.environment !== null) abandoned.add(event.data.operation_key);
      }
      if (event.kind !== "run.ended") continue;
      found.examined += open.size;
      if (event.data.terminal_state === "unknown") continue;
      for (const [key, write] of open)
        if (event.data.ending !== "aborted" || !abandoned.has(key))
          found.broken(
            `What ${write.data.tool} came to is not known, and the run ended ${event.data.terminal_state}.`,
            write.seq,
            event.seq,
          );
    }
    return found;
  },
};

export const attemptsComeToSomething: Check = {
  name: "attempts_have_outcomes",
  rule: "Each attempt has a recorded outcome, unless the process died or the run was stopped while it was under way.",
  examine(trail) {
    const found = examination();
    const cut = trail.events.filter(
      (event) =>
        event.kind === "run.ended" && ["aborted", "interrupted", "outcome_unknown"].includes(event.data.ending),
    );
    const isLive = !trail.events.some((event) => event.kind === "run.ended");
    for (const { started, finished } of trail.calls.flatMap((call) => call.attempts)) {
      if (!started) continue;
      found.fact();
      if (finished || isLive || cut.some((end) => end.seq > started.seq)) continue;
      found.broken(`${started.data.tool} was started and its outcome is not on record.`, started.seq);
    }
    return found;
  },
};
