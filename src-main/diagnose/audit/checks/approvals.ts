// Where policy asks, a person approved this very call before it ran; and what was refused is not tried again as it was.
import { normalisedArguments } from "../../../agent/operation-key.ts";
import { brief, examination, type Check } from "../check.ts";
import { resumedBetween, type CallTrail, type EventOf, type Trail } from "../trail.ts";
import { governing } from "./authorisation.ts";

export const approvedBeforeRun: Check = {
  name: "approval_before_run",
  rule: "Where policy asks, a person approved the same tool with the same arguments and operation key before it ran; a destructive one twice.",
  examine(trail) {
    const found = examination();
    for (const call of trail.calls) {
      const started = call.attempts.find((attempt) => attempt.started !== null)?.started;
      if (!started) continue;
      const decision = governing(call, started.seq);
      if (decision?.data.decision === "ask") {
        found.fact();
        const missing = missingApproval(call, decision, started, trail);
        if (missing) found.broken(missing.message, ...missing.seqs);
      } else if (decision?.data.reason === "approved_again") {
        found.fact();
        if (!approvedForTheRun(decision, trail))
          found.broken(
            `${call.tool} ran as approved before; no approval for the rest of the run covers it.`,
            decision.seq,
          );
      }
    }
    return found;
  },
};

function missingApproval(
  call: CallTrail,
  decision: EventOf<"policy.decided">,
  started: EventOf<"tool.started">,
  trail: Trail,
): { message: string; seqs: number[] } | null {
  const wanted = normalisedArguments(started.data.arguments);
  const questions = call.contract?.effect === "destructive" || decision.data.effect === "destructive" ? [1, 2] : [1];
  for (const question of questions) {
    const which = questions.length === 1 ? "" : ` (question ${question} of 2)`;
    const request = call.requests.findLast(
      ({ seq, data }) => data.question === question && seq > decision.seq && seq < started.seq,
    );
    if (!request)
      return { message: `${call.tool} ran and no person was asked${which}.`, seqs: [decision.seq, started.seq] };
    const { data } = request;
    if (data.tool !== started.data.tool || normalisedArguments(data.arguments) !== wanted)
      return {
        message: `A person was asked about ${data.tool} ${brief(data.arguments)}; ${started.data.tool} ran with ${brief(started.data.arguments)}.`,
        seqs: [request.seq, started.seq],
      };
    if (data.operation_key !== started.data.operation_key)
      return {
        message: `${call.tool} ran with another operation key than was approved.`,
        seqs: [request.seq, started.seq],
      };
    const answer = call.answers.findLast(
      (other) =>
        other.data.approval_id === data.approval_id && other.data.question === question && other.seq < started.seq,
    );
    if (!answer || answer.seq < request.seq)
      return {
        message: `${call.tool} ran before the question was answered${which}.`,
        seqs: [request.seq, started.seq],
      };
    if (answer.data.decision !== "approve")
      return {
        message: `${call.tool} ran although the answer was ${answer.data.decision}${which}.`,
        seqs: [answer.seq, started.seq],
      };
    if (answer.data.tool !== data.tool)
      return {
        message: `The approval names ${answer.data.tool}, the question ${data.tool}.`,
        seqs: [request.seq, answer.seq],
      };
    // In an experiment nobody is asked: its own rule answers, and the run says which experiment it is a sample of.
    const experiment = trail.started.experiment ?? null;
    if (experiment === null && (answer.data.by === "policy" || answer.data.by.trim() === ""))
      return { message: `${call.tool} was approved by no person${which}.`, seqs: [answer.seq, started.seq] };
  }
  return null;
}

function approvedForTheRun(decision: EventOf<"policy.decided">, { calls }: Trail): boolean {
  const wanted = normalisedArguments(decision.data.arguments);
  return calls.some((call) =>
    call.answers.some(({ seq, data }) => {
      if (seq > decision.seq || data.decision !== "approve" || !data.again) return false;
      const request = call.requests.find((other) => other.data.approval_id === data.approval_id && other.seq < seq);
      return (
        request !== undefined &&
        request.data.effect !== "destructive" &&
        request.data.tool === decision.data.tool &&
        normalisedArguments(request.data.arguments) === wanted
      );
    }),
  );
}

export const noneAfterDenial: Check = {
  name: "none_after_denial",
  rule: "What a person or a system denied is not tried again unchanged: only a new approval, or a person who lets the run go on, changes that.",
  examine(trail) {
    const found = examination();
    const started = trail.calls.flatMap((call) =>
      call.attempts.flatMap((attempt) => (attempt.started ? [{ call, event: attempt.started }] : [])),
    );
    for (const denied of trail.calls) {
      for (const { finished } of denied.attempts) {
        if (finished?.data.outcome !== "denied" && finished?.data.outcome !== "access_denied") continue;
        found.fact();
        const args = argumentsOf(denied, finished);
        if (args === null) continue;
        for (const { call, event } of started) {
          if (event.seq < finished.seq || event.data.tool !== denied.tool) continue;
          if (normalisedArguments(event.data.arguments) !== args) continue;
          const approvedAnew =
            finished.data.outcome === "denied" &&
            call.answers.some(({ seq, data }) => seq > finished.seq && seq < event.seq && data.decision === "approve");
          if (!approvedAnew && !resumedBetween(trail, finished.seq, event.seq))
            found.broken(
              `${denied.tool} was ${words(finished.data.outcome)} and ran again unchanged.`,
              finished.seq,
              event.seq,
            );
        }
      }
    }
    return found;
  },
};

function argumentsOf(call: CallTrail, finished: EventOf<"tool.finished">): string | null {
  const started = call.attempts.find((attempt) => attempt.finished === finished)?.started;
  if (started) return normalisedArguments(started.data.arguments);
  const decision = governing(call, finished.seq);
  return decision ? normalisedArguments(decision.data.arguments) : null;
}

function words(outcome: "denied" | "access_denied"): string {
  return outcome === "denied" ? "denied" : "refused for lack of permission";
}
