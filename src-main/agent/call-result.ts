// What came of a call, put on record: raw and shown, the tool's message, the environment's change, the ledger's step.
import type { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";
import type { EventData } from "../../src-shared/trace/event.ts";
import type { BroughtEvidence, ToolError } from "../../src-shared/trace/events/tool.ts";
import type { Outcome } from "../../src-shared/trace/vocabulary.ts";
import { compactorFor } from "../tools/compactors/for-variant.ts";
import { diffEnvironment } from "../tools/environment.ts";
import { nonEmpty, toolError } from "../tools/feedback.ts";
import type { ToolAttempt } from "../tools/types.ts";
import type { Authorised, Proposal } from "./authorise.ts";
import { move, type RunContext } from "./run-context.ts";

/** Outcomes of a call that ran and told nothing; a permanent failure ("there is no such file") tells something. */
export const RAN_IN_VAIN: ReadonlySet<Outcome> = new Set(["invalid_result", "transient", "timeout", "unknown"]);

export type Go = Extract<Authorised, { kind: "go" }>;

/** Raw → shown: an error in its one typed form, anything else through the compactor chosen by the tool's name. */
export function present(
  contract: Go["offered"]["tool"]["contract"],
  result: ToolAttempt,
  context: RunContext,
): { shown: string; compactor: string; kept: string[] | null } {
  if (result.error) {
    const { text } = toolError(result.outcome, result.error);
    return { shown: boundText(text, contract.limits.result_chars), compactor: "none", kept: null };
  }
  const compactor = compactorFor(context.variant, contract.name);
  const { shown, kept } = compactor.compact(result.value, contract);
  const bounded = boundText(shown, contract.limits.result_chars);
  return { shown: nonEmpty(contract.name, bounded), compactor: compactor.name, kept: bounded === shown ? kept : [] };
}

function boundText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit)}\n[cut here: the result has ${text.length} characters, the tool's limit is ${limit}]`;
}

export function changeEnvironment(proposal: Proposal, go: Go, context: RunContext, after: JsonValue): void {
  const before = context.environment;
  const next = { ...before, [go.offered.pack]: after };
  context.environment = next;
  context.trace.emit({
    kind: "environment.changed",
    turn: proposal.turn,
    data: {
      call_id: proposal.call.id,
      before: context.trace.recorder.blob(JSON.stringify(before)),
      after: context.trace.recorder.blob(JSON.stringify(next)),
      changes: diffEnvironment(before, next),
    },
  });
}

export interface Finished {
  attempt: number;
  outcome: Outcome;
  raw: JsonValue;
  shown: string;
  compactor: string;
  kept: string[] | null;
  error: ToolError | null;
  latencyMs: number;
  /** What the provider asked to wait; left out: it said nothing. */
  retryAfterMs?: number;
  /** What a search brought; left out or null for other calls. */
  brought?: BroughtEvidence | null;
  /** The model gets this result; false for an attempt that another follows. */
  answers: boolean;
}

/** Records the attempt's end; where it answers the call, its message goes into the conversation. */
export function finish(
  proposal: Proposal,
  context: RunContext,
  about: { operationKey: string | null; policy: string; args: JsonObject | JsonValue | null },
  facts: Finished,
): void {
  const { call, turn } = proposal;
  const { recorder } = context.trace;
  const message = facts.answers
    ? context.conversation.push({ role: "tool", tool_call_id: call.id, content: facts.shown })
    : null;
  const data: EventData<"tool.finished"> = {
    call_id: call.id,
    tool: call.name,
    attempt: facts.attempt,
    outcome: facts.outcome,
    raw: recorder.blob(typeof facts.raw === "string" ? facts.raw : JSON.stringify(facts.raw)),
    shown: recorder.blob(facts.shown),
    compactor: facts.compactor,
    kept: facts.kept,
    error: facts.error,
    latency_ms: facts.latencyMs,
    operation_key: about.operationKey,
    message,
    ...(facts.retryAfterMs === undefined ? {} : { retry_after_ms: facts.retryAfterMs }),
    ...(facts.brought ? { brought: facts.brought } : {}),
  };
  const seq = context.trace.emit({ kind: "tool.finished", turn, data });
  move(
    context,
    turn,
    { kind: "observe" },
    {
      reason: facts.outcome,
      call_id: call.id,
      tool: call.name,
      arguments: about.args ?? undefined,
      outcome: facts.outcome,
      attempt: facts.attempt,
      policy: about.policy,
      latency_ms: facts.latencyMs,
      operation_key: about.operationKey,
    },
  );
  if (facts.outcome === "denied") context.denied += 1;
  if (!facts.answers) return;
  if (RAN_IN_VAIN.has(facts.outcome)) context.ranInVain += 1;
  const offered = context.toolbox.find(call.name);
  context.steps.push({
    kind: "call",
    tool: call.name,
    arguments: about.args,
    effect: offered?.tool.contract.effect ?? null,
    succeeded: facts.outcome === "ok" || facts.outcome === "empty",
    result: facts.shown,
    seq,
  });
  if (offered) context.results.push({ seq, tool: call.name });
}

/** A person gave the result and the tool does not run: a read is answered by it, a write was not done, whatever the text says. */
export function answerForTool(proposal: Proposal, answer: string, context: RunContext): Outcome {
  const { call, turn } = proposal;
  const reads = context.toolbox.find(call.name)?.tool.contract.effect === "read";
  const outcome = reads ? "ok" : "denied";
  const facts = { call_id: call.id, tool: call.name, policy: "answered_by_person", attempt: 1 };
  move(context, turn, { kind: "propose" }, { reason: "answered_by_person", ...facts });
  finish(
    proposal,
    context,
    { operationKey: null, policy: "answered_by_person", args: call.arguments },
    {
      attempt: 1,
      outcome,
      raw: answer,
      shown: answer,
      compactor: "edited",
      kept: null,
      error: null,
      latencyMs: 0,
      answers: true,
    },
  );
  return outcome;
}
