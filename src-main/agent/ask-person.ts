// The person's word on one action, asked twice where it is destructive. Question and answer stand on record before anything runs.
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import type { ApprovalRequested } from "../../src-shared/trace/events/approval.ts";
import type { EffectClass } from "../../src-shared/trace/vocabulary.ts";
import type { Proposal } from "./authorise.ts";
import type { OfferedTool } from "./ports.ts";
import { proposedPlan } from "./proposed-plan.ts";
import { provenanceOf, type RunContext } from "./run-context.ts";

export type PersonsWord = { kind: "approved" } | { kind: "stopped" } | { kind: "denied"; reason: string };

/** What the person is asked about: the action as it would run. */
export interface Asked {
  proposal: Proposal;
  offered: OfferedTool;
  args: JsonObject;
  /** The operation key of a write; null for a read. */
  key: string | null;
  /** What "approve again" would stand for in this run. */
  again: string;
}

export async function askPerson(asked: Asked, context: RunContext): Promise<PersonsWord> {
  const { proposal, offered, args, key, again } = asked;
  const { contract } = offered.tool;
  const plan = proposedPlan(context);
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
      plan,
    };
    context.trace.emit({ kind: "approval.requested", turn: proposal.turn, data: request });
    context.trace.flush();
    const answer = await context.budget.whilePaused(() => context.approver.ask(request, proposal.turn, context.signal));
    // Never granted for destructive: what is on record is what holds.
    const granted = answer.again && contract.effect !== "destructive";
    context.trace.emit({
      kind: "approval.decided",
      turn: proposal.turn,
      data: {
        approval_id: request.approval_id,
        call_id: proposal.call.id,
        tool: contract.name,
        question,
        ...answer,
        again: granted,
      },
    });
    if (answer.decision === "stop") {
      context.trace.flush();
      return { kind: "stopped" };
    }
    if (answer.decision === "deny") return { kind: "denied", reason: answer.reason };
    if (granted) context.approvedAgain.add(again);
  }
  return { kind: "approved" };
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
