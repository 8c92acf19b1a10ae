// One proposed action, admitted or refused before anything runs: budget, tool, arguments, reserved names, effect class,
// and the person where policy asks. Every action is authorised anew, whatever the results before it said.
import type { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../src-shared/prelude/json.ts";
import type { PolicyDecision } from "../../src-shared/trace/events/policy-decided.ts";
import type { ParsedCall } from "../../src-shared/trace/events/response-finished.ts";
import type { EffectClass, Outcome } from "../../src-shared/trace/vocabulary.ts";
import type { Feedback } from "../tools/feedback.ts";
import {
  deniedByPerson,
  deniedByPolicy,
  invalidJson,
  schemaFailure,
  truncatedArguments,
  unknownTool,
} from "../tools/feedback.ts";
import { validateArguments } from "../tools/validate.ts";
import { askPerson } from "./ask-person.ts";
import { normalisedArguments, operationKey } from "./operation-key.ts";
import { countRejection, judgeInput, type CallMarks } from "./input-rules.ts";
import { approvalRule, personRule } from "./policy.ts";
import type { OfferedTool } from "./ports.ts";
import { findReservedArgument } from "./reserved-arguments.ts";
import { ownProvenance, type RunContext } from "./run-context.ts";
import { findStaleVersion } from "./stale-version.ts";

export type Authorised =
  | {
      kind: "go";
      offered: OfferedTool;
      args: JsonObject;
      operationKey: string | null;
      policy: string;
      recorded: boolean;
      /** Id of the rejected call that it corrects. */
      corrects?: string;
    }
  /** Nothing ran; the model is told why. */
  | {
      kind: "refused";
      feedback: Feedback;
      policy: string;
      effect: EffectClass | null;
      args: JsonValue | null;
      operationKey: string | null;
    }
  /** The run ends here. */
  | {
      kind: "stop";
      why:
        | "person_stopped"
        | "attempt_budget"
        | "person_required"
        | "correction_spent"
        | "search_exhausted"
        | "access_denied";
    };

export interface Proposal {
  call: ParsedCall;
  turn: number;
  position: number;
  /** The turn's output was cut: none of its calls may run. */
  cut: boolean;
  /** It was started before the process died, and has no result. */
  inDoubt: InDoubt | null;
  /** What its decisions are to say of it. */
  marks?: CallMarks;
}

/** A call that an earlier process had authorised and started. */
export interface InDoubt {
  callId: string;
  /** Attempts that were started. */
  attempt: number;
  operationKey: string | null;
  /** What the last attempt came to; null where it has no result. */
  outcome: Outcome | null;
}

export async function authorise(proposal: Proposal, context: RunContext): Promise<Authorised> {
  const { call } = proposal;
  if (!context.budget.admitAttempt()) {
    decide(proposal, context, { decision: "refuse", reason: "attempt_budget", effect: null, key: null });
    return { kind: "stop", why: "attempt_budget" };
  }
  const offered = context.toolbox.find(call.name);
  if (!offered) {
    return refuse(proposal, context, null, "unknown_tool", unknownTool(call.name, context.toolbox.nearest(call.name)));
  }
  if (context.offered?.has(call.name) === false) {
    const feedback = unknownTool(
      call.name,
      context.toolbox.nearest(call.name).filter((name) => context.offered?.has(name)),
    );
    return refuse(proposal, context, offered.tool.contract.effect, "tool_not_offered", feedback);
  }
  const { contract } = offered.tool;
  const refused = refuseArguments(proposal, context, offered);
  if (refused) return refused;
  const args = call.arguments === null || !isJsonObject(call.arguments) ? {} : call.arguments;
  const valid = validateArguments(contract, args);
  if (!valid.ok) {
    const feedback = schemaFailure(contract.name, valid.error, contract.input_schema);
    return refuseInput(proposal, context, offered, "invalid_arguments", feedback);
  }
  const intent = { run: context.runId, turn: proposal.turn, position: proposal.position };
  const key = contract.effect === "read" ? null : operationKey(context.tenant, contract.name, args, intent);
  const denied = context.accessDenied.has(`${contract.name} ${normalisedArguments(args)}`);
  if (proposal.inDoubt) return goOn(proposal, proposal.inDoubt, context, offered, args, key, denied);
  if (denied) {
    // Neither the permissions of the run nor the input have changed: a person's approval alone grants nothing.
    decide(proposal, context, {
      decision: "escalate",
      reason: "access_denied_before",
      effect: contract.effect,
      key,
      args,
    });
    return { kind: "stop", why: "access_denied" };
  }
  const stale = findStaleVersion(offered, args, context);
  if (stale) return refuse(proposal, context, contract.effect, "stale_state_version", stale);
  const judged = judgeInput(contract, args, proposal.turn, context);
  switch (judged.kind) {
    case "stop":
      decide(proposal, context, { decision: "refuse", reason: judged.reason, effect: contract.effect, key, args });
      return { kind: "stop", why: judged.why };
    case "refused":
      return refuse(proposal, context, contract.effect, judged.reason, judged.feedback, { key, args });
    case "admitted": {
      const { marks } = judged;
      const decided = await decideEffect({ ...proposal, marks }, context, offered, args, key);
      return decided.kind === "go" && marks.corrects !== undefined ? { ...decided, corrects: marks.corrects } : decided;
    }
  }
}

/** Goes on with a call that an earlier process had authorised and started: with the same key for the same arguments, and with no other. */
function goOn(
  proposal: Proposal,
  inDoubt: InDoubt,
  context: RunContext,
  offered: OfferedTool,
  args: JsonObject,
  key: string | null,
  denied: boolean,
): Authorised {
  const { contract } = offered.tool;
  const { effect } = contract;
  if (denied && inDoubt.outcome === "access_denied") {
    const feedback = deniedByPolicy(
      contract.name,
      "access_denied_before",
      "the permission is missing, and letting the run go on has not granted it",
    );
    return refuse(proposal, context, effect, "access_denied_before", feedback, { key, args });
  }
  if (inDoubt.operationKey !== null && inDoubt.operationKey !== key) {
    const feedback = deniedByPolicy(
      contract.name,
      "operation_key_reused",
      "it was started with other arguments, and their operation key cannot stand for these",
    );
    return refuse(proposal, context, effect, "operation_key_reused", feedback, { key: inDoubt.operationKey, args });
  }
  const policy = decide(proposal, context, { decision: "run", reason: "authorised_before", effect, key, args });
  return { kind: "go", offered, args, operationKey: key, policy, recorded: false };
}

/** Arguments that were cut, are no JSON object, or name what only the configuration may name. */
function refuseArguments(proposal: Proposal, context: RunContext, offered: OfferedTool): Authorised | null {
  const { call } = proposal;
  const { contract } = offered.tool;
  if (proposal.cut || call.flags.includes("arguments_truncated")) {
    const cause = proposal.cut ? "the output limit or a lost connection cut the response" : "their end never came";
    return refuseInput(
      proposal,
      context,
      offered,
      "arguments_truncated",
      truncatedArguments(call.name, call.arguments_text, cause),
    );
  }
  if (call.arguments === null || !isJsonObject(call.arguments)) {
    const feedback = invalidJson(call.name, call.arguments_text, jsonFault(call.arguments_text), contract.input_schema);
    return refuseInput(proposal, context, offered, "invalid_json", feedback);
  }
  const reserved = findReservedArgument(call.arguments, contract.input_schema);
  if (reserved !== null) {
    return refuseInput(
      proposal,
      context,
      offered,
      "reserved_argument",
      schemaFailure(
        contract.name,
        [
          {
            path: reserved,
            problem: "cannot be given: keys, credentials and the tenant come from the run's configuration",
          },
        ],
        contract.input_schema,
      ),
    );
  }
  return null;
}

/** Refuses input that the model may correct: once. */
function refuseInput(
  proposal: Proposal,
  context: RunContext,
  offered: OfferedTool,
  reason: string,
  feedback: Feedback,
): Authorised {
  const { call, turn } = proposal;
  const { contract } = offered.tool;
  const args = isJsonObject(call.arguments) && !call.flags.includes("arguments_truncated") ? call.arguments : null;
  const rejected = { tool: contract.name, callId: call.id, turn, args: proposal.cut ? null : args };
  const counted = countRejection(feedback, rejected, contract, context);
  if (counted === null) {
    decide(proposal, context, { decision: "refuse", reason: "correction_spent", effect: contract.effect, key: null });
    return { kind: "stop", why: "correction_spent" };
  }
  return refuse(proposal, context, contract.effect, counted.again ? "invalid_again" : reason, counted.feedback);
}

async function decideEffect(
  proposal: Proposal,
  context: RunContext,
  offered: OfferedTool,
  args: JsonObject,
  key: string | null,
): Promise<Authorised> {
  const { contract } = offered.tool;
  const { effect } = contract;
  const recorded = context.recorded !== null && !offered.simulated && context.recorded.has(contract.name, args);
  if (recorded) {
    const policy = decide(proposal, context, { decision: "run", reason: "recorded_result", effect, key, args });
    return { kind: "go", offered, args, operationKey: key, policy, recorded: true };
  }
  // A replay never fires a live side effect unasked, and a live read of a replay is a side effect on somebody's server.
  const liveReplay = context.recorded !== null && !offered.simulated;
  const person = personRule(contract, { mode: context.approve, interactive: context.interactive });
  if (person === "escalate") {
    decide(proposal, context, { decision: "escalate", reason: "person_required", effect, key, args });
    return { kind: "stop", why: "person_required" };
  }
  const rule =
    person ??
    (liveReplay && context.approve !== "all"
      ? "ask"
      : approvalRule(effect, {
          mode: context.approve,
          variant: context.variant,
          simulated: offered.simulated,
          interactive: context.interactive,
        }));
  const again = `${contract.name} ${normalisedArguments(args)}`;
  if (rule === "ask" && effect !== "destructive" && context.approvedAgain.has(again)) {
    const policy = decide(proposal, context, { decision: "run", reason: "approved_again", effect, key, args });
    return { kind: "go", offered, args, operationKey: key, policy, recorded: false };
  }
  switch (rule) {
    case "run": {
      const policy = decide(proposal, context, { decision: "run", reason: `${effect}_runs`, effect, key, args });
      return { kind: "go", offered, args, operationKey: key, policy, recorded: false };
    }
    case "deny":
      return refuse(proposal, context, effect, `${effect}_denied`, deniedByRule(contract.name, effect), { key, args });
    case "ask": {
      const policy = decide(proposal, context, {
        decision: "ask",
        reason: liveReplay ? "live_in_replay_asks" : `${effect}_asks`,
        effect,
        key,
        args,
      });
      const said = await askPerson({ proposal, offered, args, key, again }, context);
      if (said.kind === "stopped") return { kind: "stop", why: "person_stopped" };
      if (said.kind === "approved") return { kind: "go", offered, args, operationKey: key, policy, recorded: false };
      const feedback = deniedByPerson(contract.name, said.reason);
      return { kind: "refused", feedback, policy, effect, args, operationKey: key };
    }
  }
}

interface Decision {
  decision: PolicyDecision;
  reason: string;
  effect: EffectClass | null;
  key: string | null;
  args?: JsonValue;
}

function decide(proposal: Proposal, context: RunContext, decision: Decision): string {
  context.trace.emit({
    kind: "policy.decided",
    turn: proposal.turn,
    data: {
      call_id: proposal.call.id,
      tool: proposal.call.name,
      arguments: decision.args ?? proposal.call.arguments,
      effect: decision.effect,
      decision: decision.decision,
      reason: decision.reason,
      attempt: 1,
      operation_key: decision.key,
      provenance: ownProvenance(context),
      ...proposal.marks,
    },
  });
  return `${decision.decision} (${decision.reason})`;
}

function refuse(
  proposal: Proposal,
  context: RunContext,
  effect: EffectClass | null,
  reason: string,
  feedback: Feedback,
  more: { key: string | null; args: JsonValue } | null = null,
): Authorised {
  const policy = decide(proposal, context, {
    decision: "refuse",
    reason,
    effect,
    key: more?.key ?? null,
    args: more?.args,
  });
  const args = more?.args ?? proposal.call.arguments;
  return { kind: "refused", feedback, policy, effect, args, operationKey: more?.key ?? null };
}

/** A standing rule of the person or the variant said no: a `denied`, since no system's permission is in question. */
function deniedByRule(tool: string, effect: EffectClass): Feedback {
  const feedback = deniedByPolicy(tool, `${effect}_denied`, `this run does not allow ${effect} actions`);
  return { ...feedback, outcome: "denied" };
}

function jsonFault(text: string): string {
  try {
    const value = JSON.parse(text) as unknown;
    return `they are ${Array.isArray(value) ? "an array" : value === null ? "null" : `a ${typeof value}`}, not an object`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
