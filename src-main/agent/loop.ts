// The agent loop: ask the model, carry out what it proposes, show it the results, until it stops or a budget does.
// A plain loop; every wait can be aborted, every fact is on record before the loop goes on from it.
import type { Clock } from "../../src-shared/prelude/clock.ts";
import type { ApproveMode } from "../../src-shared/trace/variant.ts";
import type { ResponseFinished } from "../../src-shared/trace/events/response-finished.ts";
import { isDue, type LedgerItem } from "../../src-shared/trace/ledger.ts";
import { messageText, type ChatMessage } from "../../src-shared/trace/message.ts";
import type { ToolDefinition } from "../../src-shared/trace/tool-contract.ts";
import type { Sampling, Variant } from "../../src-shared/trace/variant.ts";
import { judgeStop } from "../diagnose/judge-stop.ts";
import { deriveLedger } from "../ledger/ledger.ts";
import { outstandingReminder } from "../ledger/reminder.ts";
import type { LedgerStep } from "../ledger/types.ts";
import { estimateRequestTokens } from "../model/message-tokens.ts";
import { calibratedEstimate, estimateTokens } from "../model/tokens.ts";
import type { ModelClient } from "../model/types.ts";
import { createBudget, type AlreadySpent } from "./budget.ts";
import { runCall, type InDoubt } from "./call.ts";
import { reachCheckpoint, type LoopDebugger } from "./checkpoints.ts";
import { createConversation } from "./conversation.ts";
import { createCorrections } from "./corrections.ts";
import { aborted, afterStoppedCall, looping, providerFailed, spentElapsed, stepCap } from "./endings.ts";
import { createLoopGuard, type LoopGuard } from "./loop-guard.ts";
import type { Approver, EnvironmentSnapshot, OnDelta, RecordedResults, Recorder, ToolBox } from "./ports.ts";
import { requestTurn, type RequestOutcome } from "./request.ts";
import { ledgerOptions, move, type ContextResult, type LoopEnd, type RunContext } from "./run-context.ts";
import { createSearchWatch } from "./search-evidence.ts";
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
  /** Results that stand in `messages` already (forks and continued runs). */
  results?: readonly ContextResult[];
  /** Tools that turns before the first one offered (forks). */
  offeredBefore: readonly string[];
  /** Answers of the parent's recording, for forks and replays. */
  recorded: RecordedResults | null;
  spent?: AlreadySpent;
  /** Tool and normalised arguments that were denied for lack of permission before a person let the run go on. */
  accessDenied?: readonly string[];
  /** Goes on in the middle of a turn whose response is on record (the process had died, or the run was handed over). */
  resume?: ResumePoint;
}

export interface ResumePoint {
  turn: number;
  finished: ResponseFinished;
  /** Ids of the turn's calls that have a result in `messages`. */
  answered: readonly string[];
  /** A call that was started and has no result. */
  inDoubt: InDoubt | null;
  /** Of the run so far. */
  reminders: number;
  approvedAgain: readonly string[];
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
  /** Holds the run at its checkpoints; left out: nothing does. */
  debugger?: LoopDebugger;
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
  const trace = createTrace(deps.recorder, deps.lastSeq, () => deps.clock.monotonic());
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
    debugger: deps.debugger ?? null,
    steps: [...spec.steps],
    environment: spec.environment,
    state: "plan",
    results: [...(spec.results ?? [])],
    approvedAgain: new Set(),
    denied: 0,
    accessDenied: new Set(spec.accessDenied),
    corrections: createCorrections(),
    searches: createSearchWatch(),
    offered: null,
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
    definitions: deps.toolbox.definitions,
    sampling: spec.variant.sampling,
    offered: new Set(spec.offeredBefore),
  };
  let turn = spec.firstTurn;
  for (;;) {
    const end = spec.resume?.turn === turn ? await resumeTurn(spec.resume, session) : await runTurn(turn, session);
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
  /** What is sent from now on; a person may edit it at a checkpoint. */
  definitions: readonly ToolDefinition[];
  sampling: Sampling;
  /** Names of the tools that earlier turns offered. */
  offered: Set<string>;
}

/** One turn; null when the loop goes on. */
async function runTurn(turn: number, session: Session): Promise<LoopEnd | null> {
  const { context, spec } = session;
  const { budget } = context;
  if (context.signal.aborted) return aborted();
  if (budget.remainingMs() <= 0) return spentElapsed(spec.variant);
  if (!budget.admitTurn()) return stepCap(spec.variant);
  const held = await holdRequest(turn, session);
  if (held) return held;
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
  if (outcome.late) return finishTurn(turn, finished, spentElapsed(spec.variant), context);
  return finishTurn(turn, finished, await afterResponse(turn, finished, session), context);
}

/** Goes on from a recorded response: its calls that have no result yet are carried out. */
async function resumeTurn(point: ResumePoint, session: Session): Promise<LoopEnd | null> {
  const { context } = session;
  session.reminders = point.reminders;
  session.answer = point.finished.content;
  for (const again of point.approvedAgain) context.approvedAgain.add(again);
  if (context.signal.aborted) return aborted();
  return finishTurn(point.turn, point.finished, await afterResponse(point.turn, point.finished, session), context);
}

function finishTurn(
  turn: number,
  finished: ResponseFinished,
  end: LoopEnd | null,
  context: RunContext,
): LoopEnd | null {
  context.trace.emit({ kind: "turn.ended", turn, data: {} });
  if (!end)
    move(context, turn, { kind: "continue" }, { reason: finished.calls.length > 0 ? "results_ready" : "reminded" });
  return end;
}

/** The debugger may hold the request, and a person may edit it before it is sent. */
async function holdRequest(turn: number, session: Session): Promise<LoopEnd | null> {
  const { context, deps } = session;
  if (!context.debugger) return null;
  const edits = await reachCheckpoint(
    {
      at: "request",
      turn,
      messages: [...context.conversation.messages],
      tools: session.definitions.map((definition) => definition.function.name),
      sampling: session.sampling,
      estimated_tokens: estimateRequestTokens(context.conversation.messages, session.toolsTokens),
    },
    context,
  );
  if (edits === "stop") return aborted();
  const { messages, tools, sampling } = edits.request ?? {};
  if (messages) context.conversation.replace(messages);
  if (sampling) session.sampling = sampling;
  if (tools) {
    session.definitions = deps.toolbox.definitions.filter((definition) => tools.includes(definition.function.name));
    session.toolsText = JSON.stringify(session.definitions);
    session.toolsTokens = tools.length > 0 ? estimateTokens(session.toolsText) : 0;
  }
  return null;
}

async function ask(turn: number, session: Session): Promise<RequestOutcome> {
  const { context, spec, deps } = session;
  const { conversation } = context;
  const estimated = estimateRequestTokens(conversation.messages, session.toolsTokens);
  const newMessages = Math.max(0, conversation.messages.length - session.sentBefore);
  session.sentBefore = conversation.messages.length;
  const outcome = await requestTurn(
    {
      turn,
      model: spec.model,
      tools: session.definitions,
      toolsText: session.toolsText,
      sampling: session.sampling,
      offeredBefore: [...session.offered],
      estimatedPromptTokens: calibratedEstimate(estimated, session.earlierUsage),
      earlierUsage: session.earlierUsage,
      newMessages,
    },
    conversation,
    {
      clock: context.clock,
      trace: context.trace,
      client: deps.client,
      onDelta: deps.onDelta,
      signal: deps.signal,
      remainingMs: () => context.budget.remainingMs(),
    },
  );
  for (const definition of session.definitions) session.offered.add(definition.function.name);
  session.earlierUsage.push({ estimated, reported: outcome.finished.usage?.prompt_tokens ?? null });
  return outcome;
}

async function afterResponse(turn: number, finished: ResponseFinished, session: Session): Promise<LoopEnd | null> {
  const { context } = session;
  if (context.signal.aborted) return aborted();
  if (finished.error) {
    const held = await holdStop(finished, deriveLedger(context.steps, ledgerOptions(context)), turn, session);
    return held === "judge" ? providerFailed(finished.error) : held;
  }
  if (finished.calls.length > 0) return carryOut(turn, finished, session);
  return stopped(finished, turn, session);
}

async function carryOut(turn: number, finished: ResponseFinished, session: Session): Promise<LoopEnd | null> {
  const { context, spec } = session;
  const resume = spec.resume?.turn === turn ? spec.resume : null;
  const cut = finished.effective_finish_reason === "length" || finished.flags.includes("incomplete_stream");
  for (const [position, call] of finished.calls.entries()) {
    if (resume?.answered.includes(call.id)) continue;
    if (context.signal.aborted) return aborted();
    if (context.budget.remainingMs() <= 0) return spentElapsed(spec.variant);
    const inDoubt = resume?.inDoubt?.callId === call.id ? resume.inDoubt : null;
    const end = await runCall({ call, turn, position, cut, inDoubt }, context);
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
async function stopped(finished: ResponseFinished, turn: number, session: Session): Promise<LoopEnd | null> {
  const { context, spec } = session;
  const ledger = deriveLedger(context.steps, ledgerOptions(context));
  const held = await holdStop(finished, ledger, turn, session);
  if (held !== "judge") return held;
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

/** The debugger may hold the run where the model stopped; a message of the person's makes it go on. */
async function holdStop(
  finished: ResponseFinished,
  ledger: readonly LedgerItem[],
  turn: number,
  session: Session,
): Promise<LoopEnd | null | "judge"> {
  const { context } = session;
  if (!context.debugger) return "judge";
  const outstanding = ledger.filter(isDue);
  const edits = await reachCheckpoint(
    { at: "stop", turn, finish_reason: finished.finish_reason, outstanding, error: finished.error?.message ?? null },
    context,
  );
  if (edits === "stop") return aborted();
  if (!edits.stop) return "judge";
  context.conversation.push({ role: "user", content: edits.stop.message });
  context.steps.push({ kind: "user", text: edits.stop.message, seq: null });
  return null;
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
