// Every move of the executor is one that its transition function knows, and each observation is that of the attempt before it.
import { isTerminal, nextState, type ExecutorMove } from "../../../agent/executor-state.ts";
import type { ExecutorState } from "../../../../src-shared/trace/vocabulary.ts";
import { examination, type Check } from "../check.ts";
import type { EventOf } from "../trail.ts";

const MOVES: readonly ExecutorMove[] = [
  { kind: "propose" },
  { kind: "observe" },
  { kind: "retry" },
  { kind: "continue" },
];

export const transitionsLegal: Check = {
  name: "transitions_legal",
  rule: "Each transition leaves the state that the one before it reached, by a move that the executor has.",
  examine({ events }) {
    const found = examination();
    let state: ExecutorState = "plan";
    for (const event of events) {
      if (event.kind === "run.resumed") state = "plan";
      if (event.kind !== "transition") continue;
      found.fact();
      const { from, to } = event.data;
      if (from !== state) found.broken(`A transition leaves ${from}; the executor was in ${state}.`, event.seq);
      else if (!isLegal(from, to)) found.broken(`The executor cannot go from ${from} to ${to}.`, event.seq);
      state = to;
    }
    return found;
  },
};

function isLegal(from: ExecutorState, to: ExecutorState): boolean {
  if (isTerminal(from)) return false;
  if (isTerminal(to)) return true;
  return MOVES.some((move) => reaches(from, move) === to);
}

function reaches(from: ExecutorState, move: ExecutorMove): ExecutorState | null {
  try {
    return nextState(from, move);
  } catch (error) {
    // The function refuses a move by throwing: that is its answer here.
    if (error instanceof Error) return null;
    throw error;
  }
}

export const transitionsMatchAttempts: Check = {
  name: "transitions_match_attempts",
  rule: "Each observation repeats the outcome of the attempt before it, and each attempt has one.",
  examine({ events }) {
    const found = examination();
    let finished: EventOf<"tool.finished"> | null = null;
    for (const event of events) {
      if (event.kind === "tool.finished") {
        if (finished)
          found.broken(
            `${finished.data.tool} came to ${finished.data.outcome} and the executor never observed it.`,
            finished.seq,
          );
        finished = event;
        continue;
      }
      if (event.kind !== "transition" || event.data.to !== "observe") continue;
      found.fact();
      const { data } = event;
      if (!finished) {
        found.broken("The executor observed an attempt that has no result.", event.seq);
        continue;
      }
      const { call_id, attempt, outcome } = finished.data;
      if (data.call_id !== call_id || data.attempt !== attempt || data.outcome !== outcome)
        found.broken(
          `The executor observed ${String(data.outcome)} of attempt ${String(data.attempt)}; the result says ${outcome} of attempt ${attempt}.`,
          finished.seq,
          event.seq,
        );
      finished = null;
    }
    return found;
  },
};
