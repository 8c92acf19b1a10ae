// One proposed action, admitted or refused before anything runs: budget, tool, arguments, reserved names, effect class,
// and the person where policy asks. Every action is authorised anew, whatever the results before it said.
import type { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../src-shared/prelude/json.ts";
import type { ApprovalRequested } from "../../src-shared/trace/events/approval.ts";
import type { PolicyDecision } from "../../src-shared/trace/events/policy-decided.ts";
import type { ParsedCall } from "../../src-shared/trace/events/response-finished.ts";
import type { EffectClass } from "../../src-shared/trace/vocabulary.ts";
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
import { normalisedArguments, operationKey } from "./operation-key.ts";
import { approvalRule, personRule } from "./policy.ts";
import type { OfferedTool } from "./ports.ts";
import { findReservedArgument } from "./reserved-arguments.ts";
import { ownProvenance, provenanceOf, type RunContext } from "./run-context.ts";
import { findStaleVersion } from "./stale-version.ts";

export type Authorised =
  | {
      kind: "go";
      offered: OfferedTool;
      args: JsonObject;
      operationKey: string | null;
      policy: string;
      recorded: boolean;
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
  | { kind: "stop"; why: "person_stopped" | "attempt_budget" | "person_required" };

export interface Proposal {
  call: ParsedCall;
  turn: number;
  position: number;
  /** The turn's output was cut: none of its calls may run. */
  cut: boolean;
  /** It was started before the process died, and has no result. */
  inDoubt: InDoubt | null;
}

/** A call that an earlier process had authorised and started. */
export interface InDoubt {
  callId: string;
  /** Attempts that were started. */
  attempt: number;
  operationKey: string | null;
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
  const { contract } = offered.tool;
  const refused = refuseArguments(proposal, context, offered);
  if (refused) return refused;
  const args = call.arguments === null || !isJsonObject(call.arguments) ? {} : call.arguments;
  const valid = validateArguments(contract, args);
  if (!valid.ok) {
    const feedback = schemaFailure(contract.name, valid.error, contract.input_schema);
    return refuse(proposal, context, contract.effect, "invalid_arguments", feedback);
  }
  if (proposal.inDoubt) {
    const { operationKey: key } = proposal.inDoubt;
    const policy = decide(proposal, context, {
      decision: "run",
      reason: "authorised_before",
      effect: contract.effect,
      key,
      args,
    });
    return { kind: "go", offered, args, operationKey: key, policy, recorded: false };
  }
  const stale = findStaleVersion(offered, args, context);
  if (stale) return refuse(proposal, context, contract.effect, "stale_state_version", stale);
  const intent = { run: context.runId, turn: proposal.turn, position: proposal.position };
  const key = contract.effect === "read" ? null : operationKey(context.tenant, contract.name, args, intent);
  return decideEffect(proposal, context, offered, args, key);
}

/** Arguments that were cut, are no JSON object, or name what only the configuration may name. */
function refuseArguments(proposal: Proposal, context: RunContext, offered: OfferedTool): Authorised | null {
  const { call } = proposal;
  const { contract } = offered.tool;
  if (proposal.cut || call.flags.includes("arguments_truncated")) {
    const cause = proposal.cut ? "the output limit or a lost connection cut the response" : "their end never came";
    return refuse(
      proposal,
      context,
      contract.effect,
      "arguments_truncated",
      truncatedArguments(call.name, call.arguments_text, cause),
    );
  }
  if (call.arguments === null || !isJsonObject(call.arguments)) {
    const feedback = invalidJson(call.name, call.arguments_text, jsonFault(call.arguments_text), contract.input_schema);
    return refuse(proposal, context, contract.effect, "invalid_json", feedback);
  }
  const reserved = findReservedArgument(call.arguments);
  if (reserved !== null) {
    return refuse(
      proposal,
      context,
      contract.effect,
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
      return ask(proposal, context, offered, args, key, policy, again);
    }
  }
}

async function ask(
  proposal: Proposal,
  context: RunContext,
  offered: OfferedTool,
  args: JsonObject,
  key: string | null,
  policy: string,
  again: string,
): Promise<Authorised> {
  const { contract } = offered.tool;
  const questions: (1 | 2)[] = contract.effect === "destructive" ? [1, 2] : [1];
  for (const question of questions) {
    const request: ApprovalRequested = {
      approval_id: `${context.runId}:${proposal.turn}:${proposal.position}:${question}`,
      call_id: proposal.call.id,
      tool: contract.name,
      arguments: args,
      effect: contract.effect,
      question,
      why: whyItAsks(contract.name, contract.effect, contract.description),
      changes: offered.tool.preview?.(args, context.environment[offered.pack] ?? null) ?? null,
      operation_key: key,
      provenance: provenanceOf(context),
    };
    context.trace.emit({ kind: "approval.requested", turn: proposal.turn, data: request });
    context.trace.flush();
    const answer = await context.budget.whilePaused(() => context.approver.ask(request, proposal.turn, context.signal));
    context.trace.emit({
      kind: "approval.decided",
      turn: proposal.turn,
      data: { approval_id: request.approval_id, call_id: proposal.call.id, tool: contract.name, question, ...answer },
    });
    if (answer.decision === "stop") {
      context.trace.flush();
      return { kind: "stop", why: "person_stopped" };
    }
    if (answer.decision === "deny") {
      const feedback = deniedByPerson(contract.name, answer.reason);
      return { kind: "refused", feedback, policy, effect: contract.effect, args, operationKey: key };
    }
    if (answer.again && contract.effect !== "destructive") context.approvedAgain.add(again);
  }
  return { kind: "go", offered, args, operationKey: key, policy, recorded: false };
}

function whyItAsks(tool: string, effect: EffectClass, description: string): string {
  switch (effect) {
    case "destructive":
      return `${tool} is declared destructive: what it does cannot be undone. ${description}`;
    case "write":
      return `${tool} is declared a write: it changes data. ${description}`;
    case "read":
      return `${tool} would run live in a replay, and no recorded result matches its arguments. ${description}`;
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
