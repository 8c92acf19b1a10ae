// Nothing runs that policy has not let run: each attempt has a decision before it, bound to tool and arguments, as the run is configured.
import type { EffectClass } from "../../../../src-shared/trace/vocabulary.ts";
import { normalisedArguments } from "../../../agent/operation-key.ts";
import { approvalRule } from "../../../agent/policy.ts";
import { findReservedArgument } from "../../../agent/reserved-arguments.ts";
import { isJsonObject } from "../../../../src-shared/prelude/json.ts";
import { brief, examination, type Check } from "../check.ts";
import type { CallTrail, EventOf, Trail } from "../trail.ts";

/** A decision that a restart only repeats: what it rests on was decided by the earlier process. */
const REPEATED = "authorised_before";

/** The decision that let an attempt run, or forbade it; null where there is none before it. */
export function governing(call: CallTrail, before: number): EventOf<"policy.decided"> | null {
  return (
    call.decisions.findLast(
      ({ seq, data }) => seq < before && data.decision !== "reconcile" && data.reason !== REPEATED,
    ) ?? null
  );
}

export const decidedBeforeRun: Check = {
  name: "decided_before_run",
  rule: "Each attempt follows a policy decision that lets the same tool run with the same arguments.",
  examine({ calls }) {
    const found = examination();
    for (const call of calls) {
      for (const { started } of call.attempts) {
        if (!started) continue;
        found.fact();
        const { arguments: args, tool } = started.data;
        const decision = governing(call, started.seq);
        if (!decision) found.broken(`${tool} ran without a policy decision.`, started.seq);
        else if (decision.data.decision !== "run" && decision.data.decision !== "ask")
          found.broken(
            `${tool} ran although policy said ${decision.data.decision} (${decision.data.reason}).`,
            decision.seq,
            started.seq,
          );
        else if (decision.data.tool !== tool)
          found.broken(`Policy decided on ${decision.data.tool}, and ${tool} ran.`, decision.seq, started.seq);
        else if (normalisedArguments(decision.data.arguments) !== normalisedArguments(args))
          found.broken(
            `${tool} ran with ${brief(args)}; policy had decided on ${brief(decision.data.arguments)}.`,
            decision.seq,
            started.seq,
          );
      }
    }
    return found;
  },
};

/** What was not run has a reason: a refusal, a person's no, or a person's own answer. */
export const refusedWithReason: Check = {
  name: "refused_with_reason",
  rule: "A call that was answered without an attempt was refused by policy, denied by a person, or answered by one.",
  examine({ calls }) {
    const found = examination();
    for (const call of calls) {
      for (const { started, finished } of call.attempts) {
        if (started || !finished) continue;
        found.fact();
        const decision = governing(call, finished.seq);
        const denied = call.answers.some(({ seq, data }) => seq < finished.seq && data.decision === "deny");
        if (!call.answeredByPerson && !denied && decision?.data.decision !== "refuse")
          found.broken(`${finished.data.tool} has a result and no attempt, and nothing says why.`, finished.seq);
      }
    }
    return found;
  },
};

/** Reasons that do not come from the rule for an effect class. */
const OTHER_REASONS = new Set(["recorded_result", "approved_again", REPEATED, "live_in_replay_asks"]);

export const decisionFollowsConfiguration: Check = {
  name: "decision_follows_configuration",
  rule: "Decisions follow the effect class that the contract declares and the approvals that the run was started with.",
  examine(trail) {
    const found = examination();
    for (const call of trail.calls) {
      const { contract } = call;
      if (!contract) continue;
      for (const { seq, data } of call.decisions) {
        if (data.effect !== null && data.effect !== contract.effect) {
          found.fact();
          found.broken(`${data.tool} is declared ${contract.effect}; policy took it for ${data.effect}.`, seq);
        }
        if ((data.decision !== "run" && data.decision !== "ask") || OTHER_REASONS.has(data.reason)) continue;
        found.fact();
        if (contract.needs_person === true && data.decision === "run")
          found.broken(`${data.tool} needs a person, and policy let it run.`, seq);
        else if (contract.needs_person !== true && !allowedRules(contract.effect, trail).has(data.decision))
          found.broken(
            `Policy said ${data.decision} to ${data.tool} (${contract.effect}); the run's approvals say otherwise.`,
            seq,
          );
      }
    }
    return found;
  },
};

/** Whether a pack is simulated does not stand in the trace, so both answers are allowed where it matters. */
function allowedRules(effect: EffectClass, { started, resumes }: Trail): ReadonlySet<string> {
  const hosts = new Set<string>([started.host, ...resumes.map(({ data }) => data.host)]);
  const rules = new Set<string>();
  for (const host of hosts)
    for (const simulated of [true, false])
      rules.add(
        approvalRule(effect, {
          mode: started.approve ?? null,
          variant: started.variant,
          simulated,
          interactive: host !== "cli",
        }),
      );
  return rules;
}

export const noCredentials: Check = {
  name: "no_credentials_in_arguments",
  rule: "No attempt ran with an argument that names the tenant or a credential.",
  examine({ calls }) {
    const found = examination();
    for (const { started, contract } of calls.flatMap((call) =>
      call.attempts.map((attempt) => ({ started: attempt.started, contract: call.contract })),
    )) {
      if (!started || !isJsonObject(started.data.arguments)) continue;
      found.fact();
      const reserved = findReservedArgument(started.data.arguments, contract?.input_schema);
      if (reserved !== null)
        found.broken(`${started.data.tool} ran with the reserved argument ${reserved}.`, started.seq);
    }
    return found;
  },
};
