// What follows a stop of the model: the gate's reminder, a person's message, or the run's verdict. And what the loop guard tells the model.
import type { ResponseFinished } from "../../src-shared/trace/events/response-finished.ts";
import { isDue, type LedgerItem } from "../../src-shared/trace/ledger.ts";
import { judgeStop } from "../diagnose/judge-stop.ts";
import { deriveLedger } from "../ledger/ledger.ts";
import { outstandingReminder } from "../ledger/reminder.ts";
import type { LedgerStep } from "../ledger/types.ts";
import { reachCheckpoint } from "./checkpoints.ts";
import { aborted } from "./endings.ts";
import { ledgerOptions, type LoopEnd } from "./run-context.ts";
import type { Session } from "./session.ts";

/** Most reminders of the gate in one run. */
const MOST_REMINDERS = 2;

/** The model stopped: judge it, and remind it of what is outstanding where the gate says so. */
export async function judgeStopped(
  finished: ResponseFinished,
  turn: number,
  session: Session,
): Promise<LoopEnd | null> {
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
  if (verdict.terminal_state === "complete" && context.ranInVain > 0 && !context.steps.some(succeeded)) {
    return {
      ...verdict,
      ending: "escalated",
      terminal_state: "escalate",
      reason: "no_call_succeeded",
      detail: "The model answered, but none of the calls that it made succeeded: what it says rests on no result.",
      ledger,
    };
  }
  return { ...verdict, ledger };
}

function succeeded(step: LedgerStep): boolean {
  return step.kind === "call" && step.succeeded === true;
}

/** The debugger may hold the run where the model stopped; a message of the person's makes it go on. */
export async function holdStop(
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

/** Tools that the task declares as evidence and that no successful call gave: one named twice needs two. */
function missingEvidence(evidence: readonly string[] | null, steps: readonly LedgerStep[]): LedgerItem[] {
  const done = steps.flatMap((step) => (step.kind === "call" && step.succeeded === true ? [step.tool] : []));
  const missing = (evidence ?? []).filter((tool) => {
    const at = done.indexOf(tool);
    if (at >= 0) done.splice(at, 1);
    return at < 0;
  });
  return missing.map((tool) => ({
    action: `a successful ${tool}`,
    source: "request",
    kind: "write",
    number: null,
    status: "outstanding",
    evidence: [],
  }));
}

/** The notice of the loop guard goes after all results of the turn: templates want the results of one step together. */
export function notice(turn: number, tool: string, times: number, session: Session): void {
  session.guard.pending = { tool, times, turn };
}

export function pushNotices(turn: number, session: Session): void {
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
