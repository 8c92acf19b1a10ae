// The executor's state machine: plan → call → observe → … → a terminal state. One pure transition function; a move that
// the table does not know is a bug and throws.
import { assertNever } from "../../src-shared/prelude/assert-never.ts";
import type { ExecutorState, TerminalState } from "../../src-shared/trace/vocabulary.ts";

export type ExecutorMove =
  /** The model proposed calls: the next one is being admitted. */
  | { kind: "propose" }
  /** An attempt came back. */
  | { kind: "observe" }
  /** The same call is tried again, or looked up by its operation key. */
  | { kind: "retry" }
  /** All calls of the turn are answered; or the model is reminded: the next request is due. */
  | { kind: "continue" }
  | { kind: "end"; state: TerminalState };

/** The state after a move. `plan` is where every run starts and where each model request is made. */
export function nextState(state: ExecutorState, move: ExecutorMove): ExecutorState {
  if (isTerminal(state)) throw new Error(`The executor has ended (${state}); it cannot ${move.kind}.`);
  switch (move.kind) {
    case "propose":
      if (state === "plan" || state === "observe") return "call";
      break;
    case "observe":
      if (state === "call") return "observe";
      break;
    case "retry":
      if (state === "observe") return "call";
      break;
    case "continue":
      if (state === "observe" || state === "plan") return "plan";
      break;
    case "end":
      return move.state;
    default:
      return assertNever(move);
  }
  throw new Error(`The executor cannot ${move.kind} from ${state}.`);
}

export function isTerminal(state: ExecutorState): state is TerminalState {
  return state === "complete" || state === "abstain" || state === "escalate" || state === "unknown";
}
