// One proposed call carried through: authorised, attempted as often as policy allows, compacted, recorded, and answered
// with one tool message. Whatever goes wrong becomes a structured result the model can act on.
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import type { BroughtEvidence, ToolError } from "../../src-shared/trace/events/tool.ts";
import type { Outcome } from "../../src-shared/trace/vocabulary.ts";
import { toolError } from "../tools/feedback.ts";
import type { Reconciled, ToolAttempt } from "../tools/types.ts";
import type { InDoubt, Proposal } from "./authorise.ts";
import { authorise } from "./authorise.ts";
import { bounded, checkResult, executeBounded } from "./bounded.ts";
import { answerForTool, changeEnvironment, finish, present, type Go } from "./call-result.ts";
import { reachCheckpoint } from "./checkpoints.ts";
import { countRejection } from "./input-rules.ts";
import { normalisedArguments } from "./operation-key.ts";
import type { NextStep } from "./policy.ts";
import { afterAttempt, afterLookUp } from "./policy.ts";
import { waitFor } from "./retry-wait.ts";
import { move, ownProvenance, type RunContext } from "./run-context.ts";
import { isSearchTool } from "./search-tools.ts";

export type { InDoubt };

export type CallEnd =
  | { kind: "answered"; outcome: Outcome }
  | {
      kind: "stop";
      why:
        | "person_stopped"
        | "person_required"
        | "attempt_budget"
        | "elapsed"
        | "access_denied"
        | "outcome_unknown"
        | "correction_spent"
        | "search_exhausted"
        | "aborted"
        /** Stopped while a write was at work: what it did is not known. */
        | "aborted_in_write";
      tool: string;
    };

/** Carries out one call. When it returns `answered`, the tool's message stands in the conversation. */
export async function runCall(proposed: Proposal, context: RunContext): Promise<CallEnd> {
  const held = await holdCall(proposed, context);
  if (held.kind === "stop") return { kind: "stop", why: "aborted", tool: proposed.call.name };
  const { proposal } = held;
  const { call, turn } = proposal;
  if (held.answer !== null) return { kind: "answered", outcome: answerForTool(proposal, held.answer, context) };
  const authorised = await authorise(proposal, context);
  if (authorised.kind === "stop") return { ...authorised, tool: call.name };
  move(
    context,
    turn,
    { kind: "propose" },
    {
      reason: authorised.policy,
      call_id: call.id,
      tool: call.name,
      arguments: authorised.args ?? undefined,
      policy: authorised.policy,
      operation_key: authorised.operationKey,
      attempt: 1,
    },
  );
  if (authorised.kind === "refused") {
    const { feedback } = authorised;
    finish(proposal, context, authorised, {
      attempt: 1,
      outcome: feedback.outcome,
      raw: feedback.value,
      shown: feedback.text,
      compactor: "none",
      kept: null,
      error: feedback.error,
      latencyMs: 0,
      answers: true,
    });
    return { kind: "answered", outcome: feedback.outcome };
  }
  return attemptUntilSettled(proposal, authorised, context);
}

async function attemptUntilSettled(proposal: Proposal, go: Go, context: RunContext): Promise<CallEnd> {
  const { contract } = go.offered.tool;
  const { inDoubt } = proposal;
  // Reads and simulated packs leave nothing behind outside the trace and are simply run again, but for tools that can
  // look a write up: those keep it somewhere else.
  const keepsNothing = go.offered.simulated && go.offered.tool.reconcile === undefined;
  const doubtful = inDoubt !== null && contract.effect !== "read" && !keepsNothing;
  if (doubtful && go.offered.tool.reconcile === undefined && !contract.suppresses_duplicates) {
    return { kind: "stop", why: "outcome_unknown", tool: contract.name };
  }
  let reconciling = doubtful && go.offered.tool.reconcile !== undefined;
  const first = inDoubt === null ? 1 : inDoubt.attempt + 1;
  /** What the provider asked to wait before the write comes again: a look-up in between does not shorten it. */
  let asked: { at: number; ms: number } | null = null;
  if (reconciling) recordReconcile(proposal, go, context, first);
  for (let attempt = first; ; attempt += 1) {
    if (attempt > first && !context.budget.admitAttempt())
      return unsettled(go, contract.effect, "attempt_budget", contract.name);
    if (attempt > first && context.budget.remainingMs() <= 0)
      return unsettled(go, contract.effect, "elapsed", contract.name);
    const settledAttempt = reconciling
      ? await lookUp(proposal, go, context, attempt)
      : await attemptOnce(proposal, go, context, attempt);
    if (context.signal.aborted) return stopped(proposal, go, context, attempt, settledAttempt, keepsNothing);
    const result = judgedInput(proposal, go, context, settledAttempt);
    if (result.retryAfterMs !== undefined) asked = { at: context.clock.monotonic(), ms: result.retryAfterMs };
    const next: NextStep = reconciling
      ? afterLookUp({
          outcome: result.outcome,
          attempt,
          contract,
          retryAfterMs: asked === null ? null : Math.max(0, asked.at + asked.ms - context.clock.monotonic()),
          random: context.random(),
        })
      : afterAttempt({
          outcome: result.outcome,
          effect: contract.effect,
          attempt,
          contract,
          retryAfterMs: result.retryAfterMs ?? null,
          canReconcile: go.offered.tool.reconcile !== undefined && go.operationKey !== null,
          random: context.random(),
        });
    const settled = await settle(proposal, go, context, attempt, result, next.step === "report");
    if (settled === "stop") return { kind: "stop", why: "aborted", tool: contract.name };
    switch (next.step) {
      case "report":
        return { kind: "answered", outcome: result.outcome };
      case "escalate":
        context.accessDenied.add(`${contract.name} ${normalisedArguments(go.args)}`);
        return { kind: "stop", why: "access_denied", tool: contract.name };
      case "unknown":
        return { kind: "stop", why: "outcome_unknown", tool: contract.name };
      case "reconcile":
        reconciling = true;
        break;
      case "retry": {
        reconciling = false;
        const provider = result.retryAfterMs ?? (asked === null ? undefined : next.afterMs);
        const waited = await waitFor(next.afterMs, { proposal, attempt, retryAfterMs: provider }, context);
        if (waited === "aborted") return { kind: "stop", why: "aborted", tool: contract.name };
        if (waited === "refused") return unsettled(go, contract.effect, "elapsed", contract.name);
        break;
      }
    }
    move(
      context,
      proposal.turn,
      { kind: "retry" },
      {
        reason: reconciling ? "reconcile" : "retry",
        call_id: proposal.call.id,
        tool: contract.name,
        arguments: go.args,
        attempt: attempt + 1,
        policy: go.policy,
        operation_key: go.operationKey,
      },
    );
    if (reconciling) recordReconcile(proposal, go, context, attempt + 1);
  }
}

/** The person stopped the run while the attempt was at work: what it came to is put on record, and whether it is known. */
async function stopped(
  proposal: Proposal,
  go: Go,
  context: RunContext,
  attempt: number,
  result: Settled,
  keepsNothing: boolean,
): Promise<CallEnd> {
  const { contract } = go.offered.tool;
  const isOpen = result.outcome === "timeout" || result.outcome === "unknown" || result.outcome === "transient";
  await settle(proposal, go, context, attempt, result, !isOpen);
  const inWrite = isOpen && contract.effect !== "read" && !keepsNothing;
  return { kind: "stop", why: inWrite ? "aborted_in_write" : "aborted", tool: contract.name };
}

/** Counts an `invalid_arguments` that the tool itself answered like one of the schema's. */
function judgedInput(proposal: Proposal, go: Go, context: RunContext, result: Settled): Settled {
  const { contract } = go.offered.tool;
  if (result.outcome !== "invalid_arguments" || result.error === undefined) {
    if (result.outcome !== "transient" && result.outcome !== "timeout")
      context.corrections.settled(contract.name, go.corrects ?? null);
    return result;
  }
  const { call, turn } = proposal;
  const rejected = { tool: contract.name, callId: call.id, turn, args: go.args };
  const counted = countRejection(toolError(result.outcome, result.error), rejected, contract, context);
  return counted?.again === true ? { ...result, error: counted.feedback.error } : result;
}

/** A budget ran out between attempts: a write whose fate is open makes the run `unknown`, anything else is spent. */
function unsettled(go: Go, effect: string, why: "attempt_budget" | "elapsed", tool: string): CallEnd {
  return effect !== "read" && go.operationKey !== null
    ? { kind: "stop", why: "outcome_unknown", tool }
    : { kind: "stop", why, tool };
}

interface Settled extends ToolAttempt {
  latencyMs: number;
}

async function attemptOnce(proposal: Proposal, go: Go, context: RunContext, attempt: number): Promise<Settled> {
  const { contract } = go.offered.tool;
  context.trace.emit({
    kind: "tool.started",
    turn: proposal.turn,
    data: {
      call_id: proposal.call.id,
      tool: contract.name,
      attempt,
      arguments: go.args,
      operation_key: go.operationKey,
    },
  });
  context.trace.flush();
  const startedAt = context.clock.monotonic();
  const result = go.recorded ? context.recorded?.take(contract.name, go.args) : null;
  const settled = result ?? (await executeBounded(go, context, attempt));
  return { ...settled, latencyMs: context.clock.monotonic() - startedAt };
}

async function lookUp(proposal: Proposal, go: Go, context: RunContext, attempt: number): Promise<Settled> {
  const { tool } = go.offered;
  const startedAt = context.clock.monotonic();
  context.trace.emit({
    kind: "tool.started",
    turn: proposal.turn,
    data: {
      call_id: proposal.call.id,
      tool: tool.contract.name,
      attempt,
      arguments: go.args,
      operation_key: go.operationKey,
    },
  });
  context.trace.flush();
  // A look-up that throws or never answers has told nothing.
  const ended = await bounded(go, context, attempt, async (toolContext): Promise<Reconciled> => {
    try {
      return (await tool.reconcile?.(go.operationKey ?? "", toolContext)) ?? { found: "unknown" };
    } catch (error) {
      return { found: "unknown", why: error instanceof Error ? error.message : String(error) };
    }
  });
  const found: Reconciled = "late" in ended ? { found: "unknown", why: ended.late } : ended.value;
  const latencyMs = context.clock.monotonic() - startedAt;
  if (found.found === "done") {
    return { ...checkResult(tool.contract, { outcome: "ok", value: found.value }), latencyMs };
  }
  const known = found.found === "not_done";
  const why = found.found === "unknown" && found.why !== undefined ? ` (${found.why.slice(0, 300)})` : "";
  const error: ToolError = {
    status: "error",
    error_code: known ? "not_done" : "outcome_unknown",
    retryable: known,
    message: known
      ? `${tool.contract.name} was looked up by its operation key and had not been done.`
      : `${tool.contract.name} could not be looked up by its operation key: whether it was done is not known${why}.`,
  };
  return { outcome: known ? "transient" : "unknown", value: { ...error }, error, latencyMs };
}

function recordReconcile(proposal: Proposal, go: Go, context: RunContext, attempt: number): void {
  context.trace.emit({
    kind: "policy.decided",
    turn: proposal.turn,
    data: {
      call_id: proposal.call.id,
      tool: go.offered.tool.contract.name,
      arguments: go.args,
      effect: go.offered.tool.contract.effect,
      decision: "reconcile",
      reason: "write_response_lost",
      attempt,
      operation_key: go.operationKey,
      provenance: ownProvenance(context),
    },
  });
}

async function settle(
  proposal: Proposal,
  go: Go,
  context: RunContext,
  attempt: number,
  result: Settled,
  answers: boolean,
): Promise<"settled" | "stop"> {
  const { contract } = go.offered.tool;
  const shownAs = present(contract, result, context);
  // A write that was done is put on record even when the person stops here.
  const edits = answers
    ? await reachCheckpoint(
        {
          at: "result",
          turn: proposal.turn,
          call_id: proposal.call.id,
          tool: contract.name,
          effect: contract.effect,
          outcome: result.outcome,
          raw: result.value,
          shown: shownAs.shown,
        },
        context,
      )
    : {};
  if (edits !== "stop" && edits.result)
    Object.assign(shownAs, { shown: edits.result.shown, kept: [], compactor: "edited" });
  const brought = answers ? watchSearches(go, context, result.outcome, result.value) : null;
  finish(proposal, context, go, {
    attempt,
    brought,
    outcome: result.outcome,
    raw: result.value,
    shown: shownAs.shown,
    compactor: shownAs.compactor,
    kept: shownAs.kept,
    error: result.error ?? null,
    latencyMs: result.latencyMs,
    ...(result.retryAfterMs === undefined ? {} : { retryAfterMs: result.retryAfterMs }),
    answers,
  });
  if (result.environment !== undefined) changeEnvironment(proposal, go, context, result.environment);
  // What a write came to is on disk at once; what a read returned, before the loop goes on from it.
  if (contract.effect !== "read") context.trace.flush();
  return edits === "stop" ? "stop" : "settled";
}

/**
 * What a search brought; any other call may end a row of barren ones. Judged by the raw result: what a compactor leaves out was brought all the
 * same, and its loss is not the search's.
 */
function watchSearches(go: Go, context: RunContext, outcome: Outcome, raw: JsonValue): BroughtEvidence | null {
  const { contract } = go.offered.tool;
  const result = typeof raw === "string" ? raw : JSON.stringify(raw);
  const { messages } = context.conversation;
  if (isSearchTool(contract)) return context.searches.brought(outcome, result, messages);
  context.searches.otherCall(outcome, contract.effect !== "read", result, messages);
  return null;
}

/** The debugger may hold the call, and a person may edit its arguments or answer in the tool's place. */
async function holdCall(
  proposal: Proposal,
  context: RunContext,
): Promise<{ kind: "stop" } | { kind: "go"; proposal: Proposal; answer: string | null }> {
  const { call, turn } = proposal;
  const edits = await reachCheckpoint(
    {
      at: "call",
      turn,
      call_id: call.id,
      tool: call.name,
      arguments: call.arguments,
      effect: context.toolbox.find(call.name)?.tool.contract.effect ?? null,
    },
    context,
  );
  if (edits === "stop") return { kind: "stop" };
  const edited = edits.call?.arguments;
  return {
    kind: "go",
    proposal: edited === undefined ? proposal : { ...proposal, call: { ...call, arguments: edited, flags: [] } },
    answer: edits.call?.answer ?? null,
  };
}
