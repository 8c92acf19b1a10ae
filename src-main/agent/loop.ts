// The agent loop: ask the model, carry out what it proposes, show it the results, until it stops or a budget does.
// A plain loop; every wait can be aborted, every fact is on record before the loop goes on from it.
import type { Clock } from "../../src-shared/prelude/clock.ts";
import type { ApproveMode } from "../../src-shared/rpc/types.ts";
import type { ModelError, ResponseFinished } from "../../src-shared/trace/events/response-finished.ts";
import { isDue, type LedgerItem } from "../../src-shared/trace/ledger.ts";
import { messageText, type ChatMessage } from "../../src-shared/trace/message.ts";
import type { Variant } from "../../src-shared/trace/variant.ts";
import { judgeStop } from "../diagnose/judge-stop.ts";
import { deriveLedger } from "../ledger/ledger.ts";
import { outstandingReminder } from "../ledger/reminder.ts";
import type { LedgerStep } from "../ledger/types.ts";
import { estimateRequestTokens } from "../model/message-tokens.ts";
import { calibratedEstimate, estimateTokens } from "../model/tokens.ts";
import type { ModelClient } from "../model/types.ts";
import { createBudget, type AlreadySpent } from "./budget.ts";
import { runCall, type CallEnd } from "./call.ts";
import { createConversation } from "./conversation.ts";
import { createLoopGuard, type LoopGuard } from "./loop-guard.ts";
import type { Approver, EnvironmentSnapshot, OnDelta, RecordedResults, Recorder, ToolBox } from "./ports.ts";
import { requestTurn, type RequestOutcome } from "./request.ts";
import { move, type LoopEnd, type RunContext } from "./run-context.ts";
import { createTrace } from "./trace.ts";

export interface LoopSpec {
  variant: Variant;
  model: string;
  /** System and user messages of a new run, or the edited prefix of a fork. */
  messages: readonly ChatMessage[];
  environment: EnvironmentSnapshot;
  /** Number of the first turn: 1, or the forked turn. */
  firstTurn: number;
  tenant: string;
  approve: ApproveMode | null;
  interactive: boolean;
  /** The task so far, as the ledger reads it: the user's request, and for a fork the prefix it shares. */
  steps: readonly LedgerStep[];
  /** What `require-evidence` wants before `complete`: tools that must have succeeded; null where no suite declares any. */
  evidence: readonly string[] | null;
  /** Tools that turns before the first one offered (forks). */
  offeredBefore: readonly string[];
  /** Answers of the parent's recording, for forks and replays. */
  recorded: RecordedResults | null;
  spent?: AlreadySpent;
}

export interface LoopDeps {
  clock: Clock;
  recorder: Recorder;
  /** Seq of the last event of the run that is stored already. */
  lastSeq: number;
  client: ModelClient;
  toolbox: ToolBox;
  approver: Approver;
  onDelta: OnDelta;
  signal: AbortSignal;
  /** 0 ≤ x < 1, for the jitter of back-offs. */
  random: () => number;
}

export interface LoopResult extends LoopEnd {
  ledger: LedgerItem[];
  environment: EnvironmentSnapshot;
  answer: string | null;
  /** Seq of the last event that is stored. */
  lastSeq: number;
}

/** Most reminders of the gate in one run. */
export const MOST_REMINDERS = 2;

/** Runs the loop to its end. The caller records `run.ended`, since checks of a suite are its own. */
export async function runLoop(spec: LoopSpec, deps: LoopDeps): Promise<LoopResult> {
  const trace = createTrace(deps.recorder, deps.lastSeq);
  const conversation = createConversation(deps.recorder, spec.messages);
  const budget = createBudget(spec.variant.budgets, deps.clock, spec.spent);
  const context: RunContext = {
    runId: deps.recorder.run,
    variant: spec.variant,
    tenant: spec.tenant,
    approve: spec.approve,
    interactive: spec.interactive,
    clock: deps.clock,
    signal: deps.signal,
    trace,
    conversation,
    budget,
    toolbox: deps.toolbox,
    approver: deps.approver,
    recorded: spec.recorded,
    random: deps.random,
    steps: [...spec.steps],
    environment: spec.environment,
    state: "plan",
    results: [],
    approvedAgain: new Set(),
    denied: 0,
  };
  const toolsText = JSON.stringify(deps.toolbox.definitions);
  const session: Session = {
    spec,
    deps,
    context,
    guard: createLoopGuard(),
    toolsText,
    toolsTokens: deps.toolbox.definitions.length > 0 ? estimateTokens(toolsText) : 0,
    earlierUsage: [],
    sentBefore: 0,
    reminders: 0,
    answer: null,
  };
  let turn = spec.firstTurn;
  for (;;) {
    const end = await runTurn(turn, session);
    if (end) {
      const ledger = end.ledger ?? deriveLedger(context.steps, ledgerOptions(context));
      move(context, null, { kind: "end", state: end.terminal_state }, { reason: end.reason });
      trace.flush();
      return { ...end, ledger, environment: context.environment, answer: session.answer, lastSeq: trace.lastSeq() };
    }
    turn += 1;
  }
}

interface Session {
  spec: LoopSpec;
  deps: LoopDeps;
  context: RunContext;
  guard: LoopGuard;
  toolsText: string;
  toolsTokens: number;
  /** Our own estimates, not calibrated, beside what the server counted. */
  earlierUsage: { estimated: number; reported: number | null }[];
  /** Messages that earlier turns have sent. */
  sentBefore: number;
  reminders: number;
  answer: string | null;
}

/** One turn; null when the loop goes on. */
async function runTurn(turn: number, session: Session): Promise<LoopEnd | null> {
  const { context, spec } = session;
  const { budget } = context;
  if (context.signal.aborted) return aborted();
  if (budget.remainingMs() <= 0) return spentElapsed(spec.variant);
  if (!budget.admitTurn()) return stepCap(spec.variant);
  const outcome = await ask(turn, session);
  const { finished } = outcome;
  context.steps.push({
    kind: "assistant",
    text: finished.content ?? "",
    reasoning: finished.reasoning,
    seq: outcome.seq,
    finish_reason: finished.effective_finish_reason,
    text_call: finished.text_calls.length > 0,
  });
  if (outcome.message) session.answer = messageText(outcome.message);
  const end = await afterResponse(turn, outcome, session);
  context.trace.emit({ kind: "turn.ended", turn, data: {} });
  if (!end)
    move(context, turn, { kind: "continue" }, { reason: finished.calls.length > 0 ? "results_ready" : "reminded" });
  context.trace.flush();
  return end;
}

async function ask(turn: number, session: Session): Promise<RequestOutcome> {
  const { context, spec, deps } = session;
  const { conversation } = context;
  const estimated = estimateRequestTokens(conversation.messages, session.toolsTokens);
  const newMessages = conversation.messages.length - session.sentBefore;
  session.sentBefore = conversation.messages.length;
  const outcome = await requestTurn(
    {
      turn,
      model: spec.model,
      tools: deps.toolbox.definitions,
      toolsText: session.toolsText,
      sampling: spec.variant.sampling,
      offeredBefore: spec.offeredBefore,
      estimatedPromptTokens: calibratedEstimate(estimated, session.earlierUsage),
      earlierUsage: session.earlierUsage,
      newMessages,
    },
    conversation,
    {
      trace: context.trace,
      client: deps.client,
      onDelta: deps.onDelta,
      signal: deps.signal,
      remainingMs: () => context.budget.remainingMs(),
    },
  );
  session.earlierUsage.push({ estimated, reported: outcome.finished.usage?.prompt_tokens ?? null });
  return outcome;
}

async function afterResponse(turn: number, outcome: RequestOutcome, session: Session): Promise<LoopEnd | null> {
  const { finished } = outcome;
  const { context } = session;
  if (context.signal.aborted) return aborted();
  if (finished.error) return providerFailed(finished.error);
  if (finished.calls.length > 0) return carryOut(turn, finished, session);
  return stopped(finished, turn, session);
}

async function carryOut(turn: number, finished: ResponseFinished, session: Session): Promise<LoopEnd | null> {
  const { context, spec } = session;
  const cut = finished.effective_finish_reason === "length" || finished.flags.includes("incomplete_stream");
  for (const [position, call] of finished.calls.entries()) {
    if (context.signal.aborted) return aborted();
    if (context.budget.remainingMs() <= 0) return spentElapsed(spec.variant);
    const end = await runCall({ call, turn, position, cut }, context);
    if (end.kind === "stop") return afterStoppedCall(end, spec.variant);
    const repeated = session.guard.saw(call.name, call.arguments);
    if (repeated.kind === "stop") return looping(call.name, repeated.times);
    if (repeated.kind === "notice") notice(turn, call.name, repeated.times, session);
  }
  pushNotices(turn, session);
  return null;
}

/** The notice of the loop guard goes after all results of the turn: templates want the results of one step together. */
function notice(turn: number, tool: string, times: number, session: Session): void {
  session.guard.pending = { tool, times, turn };
}

function pushNotices(turn: number, session: Session): void {
  const { pending } = session.guard;
  if (!pending) return;
  session.guard.pending = null;
  const { context } = session;
  const message = context.conversation.push({
    role: "user",
    content: `Notice from the executor: ${pending.tool} has now been called ${pending.times} times in a row with the same or nearly the same arguments. Its result will not change. Use what it returned, call another tool, or say what is missing.`,
  });
  context.trace.emit({ kind: "loop.noticed", turn, data: { tool: pending.tool, times: pending.times, message } });
}

/** The model stopped: judge it, and remind it of what is outstanding where the gate says so. */
function stopped(finished: ResponseFinished, turn: number, session: Session): LoopEnd | null {
  const { context, spec } = session;
  const ledger = deriveLedger(context.steps, ledgerOptions(context));
  const outstanding = ledger.filter((item) => item.kind === "write" && isDue(item));
  const missing = spec.variant.gate === "require-evidence" ? missingEvidence(spec.evidence, context.steps) : [];
  const verdict = judgeStop(context.steps, ledger, finished);
  const wanted = [...outstanding, ...missing];
  const refusedByPerson = context.denied > 0;
  if (
    spec.variant.gate !== "off" &&
    wanted.length > 0 &&
    !refusedByPerson &&
    session.reminders < MOST_REMINDERS &&
    verdict.ending !== "abstained"
  ) {
    session.reminders += 1;
    const message = context.conversation.push({ role: "user", content: outstandingReminder(wanted) });
    context.trace.emit({
      kind: "gate.reminded",
      turn,
      data: { outstanding: wanted, count: session.reminders, message },
    });
    return null;
  }
  if (refusedByPerson && outstanding.length > 0) {
    return {
      ...verdict,
      ending: "escalated",
      terminal_state: "escalate",
      reason: "approval_denied",
      detail: `The model stopped after an action the task needs was not approved: ${outstanding.map((item) => item.action).join("; ")}.`,
      ledger,
    };
  }
  if (missing.length > 0 && verdict.terminal_state === "complete") {
    return {
      ...verdict,
      ending: "early_stop",
      terminal_state: "escalate",
      reason: "evidence_missing",
      detail: `The task declares evidence that no call gave: ${missing.map((item) => item.action).join("; ")}.`,
      ledger,
    };
  }
  return { ...verdict, ledger };
}

function missingEvidence(evidence: readonly string[] | null, steps: readonly LedgerStep[]): LedgerItem[] {
  const done = new Set(steps.flatMap((step) => (step.kind === "call" && step.succeeded === true ? [step.tool] : [])));
  return (evidence ?? [])
    .filter((tool) => !done.has(tool))
    .map((tool) => ({
      action: `a successful ${tool}`,
      source: "request",
      kind: "write",
      number: null,
      status: "outstanding",
      evidence: [],
    }));
}

function aborted(): LoopEnd {
  return {
    ending: "aborted",
    terminal_state: "escalate",
    reason: "stopped_by_person",
    detail: "The run was stopped.",
    early_stop: false,
  };
}

function stepCap(variant: Variant): LoopEnd {
  return {
    ending: "step_cap",
    terminal_state: "abstain",
    reason: "turn_budget",
    detail: `The budget of ${variant.budgets.turns} model turns is spent.`,
    early_stop: false,
  };
}

function spentElapsed(variant: Variant): LoopEnd {
  return {
    ending: "budget_spent",
    terminal_state: "abstain",
    reason: "elapsed_budget",
    detail: `The time budget of ${Math.round(variant.budgets.elapsed_ms / 1000)} s is spent.`,
    early_stop: false,
  };
}

function looping(tool: string, times: number): LoopEnd {
  return {
    ending: "loop",
    terminal_state: "abstain",
    reason: "same_call_again",
    detail: `${tool} was called ${times} times in a row with the same or nearly the same arguments.`,
    early_stop: false,
  };
}

function providerFailed(error: ModelError): LoopEnd {
  if (error.category === "aborted") return aborted();
  const overflow = error.category === "context_overflow";
  return {
    ending: overflow ? "context_overflow" : "provider_error",
    terminal_state: "escalate",
    reason: error.status === null ? error.category : `http_${error.status}`,
    detail: error.message,
    early_stop: false,
  };
}

function afterStoppedCall(end: Extract<CallEnd, { kind: "stop" }>, variant: Variant): LoopEnd {
  switch (end.why) {
    case "aborted":
      return aborted();
    case "person_stopped":
      return {
        ...aborted(),
        reason: "stopped_at_approval",
        detail: `The run was stopped when ${end.tool} asked for approval.`,
      };
    case "elapsed":
      return spentElapsed(variant);
    case "attempt_budget":
      return {
        ending: "budget_spent",
        terminal_state: "abstain",
        reason: "attempt_budget",
        detail: `The budget of ${variant.budgets.attempts} tool attempts is spent.`,
        early_stop: false,
      };
    case "access_denied":
      return {
        ending: "escalated",
        terminal_state: "escalate",
        reason: "access_denied",
        detail: `${end.tool} was refused for lack of permission; a person has to grant it or decide.`,
        early_stop: false,
      };
    case "outcome_unknown":
      return {
        ending: "outcome_unknown",
        terminal_state: "unknown",
        reason: "write_outcome_unknown",
        detail: `Whether ${end.tool} was done could not be established; its operation key is kept.`,
        early_stop: false,
      };
  }
}

/** The offered tools tell the ledger which verbs ask for a write. */
function ledgerOptions(context: RunContext) {
  return {
    tools: context.toolbox.definitions.map(({ function: { name } }) => ({
      name,
      effect: context.toolbox.find(name)?.tool.contract.effect ?? null,
    })),
  };
}
