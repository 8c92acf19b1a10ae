// Further attempts come by the policy table alone, and never earlier than the provider asked for.
import { assertNever } from "../../../../src-shared/prelude/assert-never.ts";
import { afterAttempt, backoffMs, type NextStep } from "../../../agent/policy.ts";
import { retryAfterMs } from "../../../model/retry-after.ts";
import { examination, type Check } from "../check.ts";
import { resumedBetween, type AttemptTrail, type CallTrail, type EventOf, type Trail } from "../trail.ts";

interface Pair {
  call: CallTrail;
  before: AttemptTrail;
  after: AttemptTrail & { started: EventOf<"tool.started"> };
}

function furtherAttempts(trail: Trail): Pair[] {
  return trail.calls.flatMap((call) =>
    call.attempts.flatMap((after, index) => {
      const before = call.attempts[index - 1];
      const { started } = after;
      return before && started ? [{ call, before, after: { ...after, started } }] : [];
    }),
  );
}

export const retriesByTable: Check = {
  name: "retries_by_table",
  rule: "A further attempt comes only where the policy table has one: a transient read, a look-up of a lost write, a write whose provider suppresses duplicates.",
  examine(trail) {
    const found = examination();
    for (const { call, before, after } of furtherAttempts(trail)) {
      found.fact();
      const from = before.started?.seq ?? before.finished?.seq;
      if (after.attempt !== before.attempt + 1) {
        found.broken(
          `${call.tool}: attempt ${after.attempt} follows attempt ${before.attempt}.`,
          from,
          after.started.seq,
        );
        continue;
      }
      const { finished } = before;
      if (!finished) {
        if (!resumedBetween(trail, from ?? 0, after.started.seq))
          found.broken(
            `${call.tool} ran again before its attempt ${before.attempt} had come to anything.`,
            from,
            after.started.seq,
          );
        continue;
      }
      const step = nextStep(call, before, finished, after.lookUp);
      const did = after.lookUp ? "reconcile" : "retry";
      const restarted = resumedBetween(trail, finished.seq, after.started.seq) && after.lookUp;
      if (step.step !== did && !restarted)
        found.broken(
          `${call.tool} came to ${finished.data.outcome}; the table says ${saying(step)}, and it was ${after.lookUp ? "looked up" : "tried again"}.`,
          finished.seq,
          after.started.seq,
        );
    }
    return found;
  },
};

function nextStep(
  call: CallTrail,
  before: AttemptTrail,
  finished: EventOf<"tool.finished">,
  canReconcile: boolean,
): NextStep {
  const suppresses = call.contract?.suppresses_duplicates ?? false;
  const { outcome } = finished.data;
  if (before.lookUp) return outcome === "transient" && suppresses ? { step: "retry", afterMs: 0 } : { step: "report" };
  return afterAttempt({
    outcome,
    effect: call.contract?.effect ?? "read",
    attempt: before.attempt,
    contract: { suppresses_duplicates: suppresses },
    retryAfterMs: finished.data.retry_after_ms ?? null,
    canReconcile,
    random: 0,
  });
}

function saying(step: NextStep): string {
  switch (step.step) {
    case "report":
      return "the model is told";
    case "retry":
      return "it is tried again";
    case "reconcile":
      return "it is looked up first";
    case "escalate":
      return "a person decides";
    case "unknown":
      return "the outcome is unknown";
    default:
      return assertNever(step);
  }
}

export const waitsLongEnough: Check = {
  name: "waits_long_enough",
  rule: "Before another attempt the executor waits as long as the provider asked (Retry-After) and as the back-off says, never less.",
  examine(trail) {
    const found = examination();
    for (const { call, before, after } of furtherAttempts(trail)) {
      const { finished } = before;
      if (!finished || before.lookUp || after.lookUp) continue;
      found.fact();
      const least = backoffMs(before.attempt, finished.data.retry_after_ms ?? null, 0);
      const waited = waitedBetween(trail, finished.seq, after.started.seq);
      // A restart loses the wait that was under way; the clock on the wall then tells how long it really was.
      const apart = resumedBetween(trail, finished.seq, after.started.seq) ? after.started.at - finished.at : 0;
      if (Math.max(waited, apart) < least)
        found.broken(
          `${call.tool} was tried again after ${Math.round(waited)} ms; the least is ${Math.round(least)} ms.`,
          finished.seq,
          after.started.seq,
        );
    }
    for (const pair of refusedRequests(trail)) {
      found.fact();
      const waited = waitedBetween(trail, pair.refused.seq, pair.next.seq);
      if (waited < pair.least)
        found.broken(
          `The model's server asked for ${Math.round(pair.least)} ms; the request went out again after ${Math.round(waited)} ms.`,
          pair.refused.seq,
          pair.next.seq,
        );
    }
    return found;
  },
};

function waitedBetween({ events }: Trail, from: number, to: number): number {
  let waited = 0;
  for (const event of events)
    if (event.kind === "wait.ended" && event.seq > from && event.seq < to && event.data.how === "done")
      waited += event.data.waited_ms;
  return waited;
}

/** Requests of a turn that were refused with 429 and a Retry-After, each with the request that came after it. */
function refusedRequests({
  events,
}: Trail): { refused: EventOf<"response.started">; next: EventOf<"request.sent">; least: number }[] {
  const pairs: { refused: EventOf<"response.started">; next: EventOf<"request.sent">; least: number }[] = [];
  let refused: { event: EventOf<"response.started">; least: number } | null = null;
  for (const event of events) {
    if (event.kind === "turn.started") refused = null;
    else if (event.kind === "request.sent") {
      if (refused) pairs.push({ refused: refused.event, next: event, least: refused.least });
      refused = null;
    } else if (event.kind === "response.started") {
      const least = event.data.status === 429 ? retryAfterMs(event.data.headers, event.at) : null;
      refused = least === null ? null : { event, least };
    }
  }
  return pairs;
}
