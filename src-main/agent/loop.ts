// The agent loop: ask the model, carry out what it proposes, show it the results, until it stops or a budget does.
// A plain loop; every wait can be aborted, every fact is on record before the loop goes on from it.
import type { ResponseFinished } from "../../src-shared/trace/events/response-finished.ts";
import type { LedgerItem } from "../../src-shared/trace/ledger.ts";
import { messageText } from "../../src-shared/trace/message.ts";
import type { ToolDefinition } from "../../src-shared/trace/tool-contract.ts";
import { deriveLedger } from "../ledger/ledger.ts";
import { estimateRequestTokens } from "../model/message-tokens.ts";
import { calibratedEstimate, estimateTokens } from "../model/tokens.ts";
import { createBudget } from "./budget.ts";
import { runCall } from "./call.ts";
import { reachCheckpoint } from "./checkpoints.ts";
import { createConversation } from "./conversation.ts";
import { createCorrections } from "./corrections.ts";
import { takeUp } from "./earlier-calls.ts";
import { aborted, afterStoppedCall, looping, providerFailed, spentElapsed, stepCap } from "./endings.ts";
import { createLoopGuard } from "./loop-guard.ts";
import { nameSubtask, planOfRecorded, planTurn, type TurnPlan } from "./planner.ts";
import type { EnvironmentSnapshot } from "./ports.ts";
import { requestTurn, type RequestOutcome } from "./request.ts";
import { ledgerOptions, move, type LoopEnd, type RunContext } from "./run-context.ts";
import { createSearchWatch } from "./search-evidence.ts";
import type { LoopDeps, LoopSpec, ResumePoint, Session } from "./session.ts";
import { holdStop, judgeStopped, notice, pushNotices } from "./stop.ts";
import { createTrace } from "./trace.ts";

export type { LoopDeps, LoopSpec, ResumePoint } from "./session.ts";

export interface LoopResult extends LoopEnd {
  ledger: LedgerItem[];
  environment: EnvironmentSnapshot;
  answer: string | null;
  /** Seq of the last event that is stored. */
  lastSeq: number;
}

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
    ranInVain: 0,
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
    plan: null,
  };
  takeUp(spec.earlierCalls ?? [], context, session.guard);
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

/** One turn; null when the loop goes on. */
async function runTurn(turn: number, session: Session): Promise<LoopEnd | null> {
  const { context, spec } = session;
  const { budget } = context;
  if (context.signal.aborted) return aborted();
  if (budget.remainingMs() <= 0) return spentElapsed(spec.variant);
  if (!budget.admitTurn()) return stepCap(spec.variant);
  if (spec.variant.planner) followPlan(planTurn(turn, context), session);
  const held = await holdRequest(turn, session);
  if (held) return held;
  const outcome = await ask(turn, session);
  const { finished } = outcome;
  // A plan is neither an answer nor a promise: the ledger does not read it.
  if (session.plan?.role !== "planner")
    context.steps.push({
      kind: "assistant",
      text: finished.content ?? "",
      reasoning: finished.reasoning,
      seq: outcome.seq,
      finish_reason: finished.effective_finish_reason,
      text_call: finished.text_calls.length > 0,
    });
  if (outcome.message) session.answer = messageText(outcome.message);
  if (outcome.late) return finishTurn(turn, finished, spentElapsed(spec.variant), session);
  return finishTurn(turn, finished, await afterResponse(turn, finished, session), session);
}

/** The turn offers what its plan says, and nothing else may run. */
function followPlan(plan: TurnPlan, session: Session): void {
  session.plan = plan;
  offer(plan.definitions, session);
}

function offer(definitions: readonly ToolDefinition[], session: Session): void {
  session.definitions = definitions;
  session.toolsText = JSON.stringify(definitions);
  session.toolsTokens = definitions.length > 0 ? estimateTokens(session.toolsText) : 0;
  session.context.offered = new Set(definitions.map((definition) => definition.function.name));
}

/** Goes on from a recorded response: its calls that have no result yet are carried out. */
async function resumeTurn(point: ResumePoint, session: Session): Promise<LoopEnd | null> {
  const { context } = session;
  session.reminders = point.reminders;
  session.answer = point.finished.content;
  for (const again of point.approvedAgain) context.approvedAgain.add(again);
  if (session.spec.variant.planner) followPlan(planOfRecorded(context.conversation.messages, context), session);
  if (context.signal.aborted) return aborted();
  return finishTurn(point.turn, point.finished, await afterResponse(point.turn, point.finished, session), session);
}

function finishTurn(
  turn: number,
  finished: ResponseFinished,
  end: LoopEnd | null,
  { context, plan }: Session,
): LoopEnd | null {
  context.trace.emit({ kind: "turn.ended", turn, data: {} });
  const afterStop = { planner: "subtask_named", executor: "subtask_ended", answer: "reminded" } as const;
  const reason = finished.calls.length > 0 ? "results_ready" : afterStop[plan?.role ?? "answer"];
  if (!end) move(context, turn, { kind: "continue" }, { reason });
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
    offer(
      deps.toolbox.definitions.filter((definition) => tools.includes(definition.function.name)),
      session,
    );
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
      // That a planned turn offers less than another is meant so.
      offeredBefore: session.plan === null ? [...session.offered] : [],
      ...(session.plan === null ? {} : { role: session.plan.role }),
      ...(session.plan?.subtask ? { subtask: session.plan.subtask } : {}),
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
  if (session.plan?.role === "executor") return null;
  if (session.plan?.role === "planner" && nameSubtask(finished.content ?? "", turn, context) === "named") return null;
  return judgeStopped(finished, turn, session);
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
