// What was decided and tried in one turn, from its events: for each call the policy's decisions with their reasons, the questions to a person, each
// attempt with the wait before it, and the operation key; for the model's request its waits.
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import { listAt, numberAt, objectOf, textAt, textsAt } from "./read-data.ts";

export type Step =
  | { kind: "policy"; seq: number; decision: string; reason: string; provenance: number; expects: Expected[] | null }
  | { kind: "asked"; seq: number; question: number }
  | { kind: "answered"; seq: number; at: number; decision: string; by: string; host: string; reason: string }
  | {
      kind: "attempt";
      seq: number;
      attempt: number;
      /** It only looks up what became of an earlier one. */
      lookUp: boolean;
      /** Null while it is under way, or where its end was never recorded. */
      outcome: string | null;
      latencyMs: number | null;
      errorCode: string | null;
      /** Its result went to the model. */
      shown: boolean;
      brought: { newValues: number; sample: string[]; barren: number } | null;
    }
  | WaitStep;

export interface WaitStep {
  kind: "wait";
  seq: number;
  why: string;
  /** `backoff` or `retry_after`; null where the trace does not say. */
  cause: string | null;
  detail: string;
  plannedMs: number | null;
  /** Milliseconds since the epoch; null where its length is not known. */
  until: number | null;
  since: number;
  /** Null while it is going on. */
  waitedMs: number | null;
  how: string | null;
}

export interface Expected {
  kind: string;
  what: string;
}

export interface CallDecisions {
  callId: string;
  tool: string;
  key: string | null;
  /** The rejected call whose corrected retry it is. */
  corrects: string | null;
  attempts: number;
  steps: Step[];
}

export interface TurnDecisions {
  /** In a run with a planner. */
  role: string | null;
  subtask: { number: number; text: string } | null;
  /** What the planner named in this turn. */
  named: { subtask: string | null; tools: string[]; chosenBy: string | null; seq: number } | null;
  /** Waits of the model's request. */
  waits: WaitStep[];
  calls: CallDecisions[];
}

/** `events`: those of one turn, in order. */
export function turnDecisions(events: readonly StoredEvent[]): TurnDecisions {
  const turn: TurnDecisions = { role: null, subtask: null, named: null, waits: [], calls: [] };
  let current: CallDecisions | null = null;
  let openWait: WaitStep | null = null;
  const callOf = (id: string, tool: string): CallDecisions => {
    let call = turn.calls.find((entry) => entry.callId === id);
    if (!call) {
      call = { callId: id, tool, key: null, corrects: null, attempts: 0, steps: [] };
      turn.calls.push(call);
    }
    current = call;
    return call;
  };
  for (const event of events) {
    const data = objectOf(event.data);
    const id = textAt(data, "call_id");
    switch (event.kind) {
      case "turn.started": {
        turn.role = textAt(data, "role");
        const subtask = objectOf(data["subtask"]);
        const text = textAt(subtask, "text");
        if (text !== null) turn.subtask = { number: numberAt(subtask, "number") ?? 0, text };
        break;
      }
      case "subtask.named":
        turn.named = {
          subtask: textAt(data, "subtask"),
          tools: textsAt(data, "tools"),
          chosenBy: textAt(data, "chosen_by"),
          seq: event.seq,
        };
        break;
      case "wait.started":
        openWait = waitStep(event);
        if (openWait.why === "backoff") (id === null ? current : callOf(id, ""))?.steps.push(openWait);
        else turn.waits.push(openWait);
        break;
      case "wait.ended":
        if (openWait) {
          openWait.waitedMs = numberAt(data, "waited_ms");
          openWait.how = textAt(data, "how");
        }
        openWait = null;
        break;
      default:
        if (id !== null) addStep(callOf(id, textAt(data, "tool") ?? ""), event);
    }
  }
  return turn;
}

function waitStep(event: StoredEvent): WaitStep {
  const data = objectOf(event.data);
  const plannedMs = numberAt(data, "planned_ms");
  return {
    kind: "wait",
    seq: event.seq,
    why: textAt(data, "why") ?? "",
    cause: textAt(data, "cause"),
    detail: textAt(data, "detail") ?? "",
    plannedMs,
    until: plannedMs === null ? null : event.at + plannedMs,
    since: event.at,
    waitedMs: null,
    how: null,
  };
}

function addStep(call: CallDecisions, event: StoredEvent): void {
  const data = objectOf(event.data);
  const { seq } = event;
  call.tool ||= textAt(data, "tool") ?? "";
  switch (event.kind) {
    case "policy.decided":
      call.key = textAt(data, "operation_key") ?? call.key;
      call.corrects = textAt(data, "corrects") ?? call.corrects;
      call.steps.push({
        kind: "policy",
        seq,
        decision: textAt(data, "decision") ?? "",
        reason: textAt(data, "reason") ?? "",
        provenance: listAt(data, "provenance").length,
        expects: Array.isArray(data["expects"]) ? listAt(data, "expects").map(expected) : null,
      });
      return;
    case "approval.requested":
      call.steps.push({ kind: "asked", seq, question: numberAt(data, "question") ?? 1 });
      return;
    case "approval.decided":
      call.steps.push({
        kind: "answered",
        seq,
        at: event.at,
        decision: textAt(data, "decision") ?? "",
        by: textAt(data, "by") ?? "",
        host: textAt(data, "host") ?? "",
        reason: textAt(data, "reason") ?? "",
      });
      return;
    case "tool.started":
      call.key = textAt(data, "operation_key") ?? call.key;
      addAttempt(call, seq, numberAt(data, "attempt") ?? 1);
      return;
    case "tool.finished":
      finishAttempt(call, event);
      return;
    default:
      return;
  }
}

function addAttempt(call: CallDecisions, seq: number, attempt: number): Extract<Step, { kind: "attempt" }> {
  const last = call.steps.at(-1);
  const step: Extract<Step, { kind: "attempt" }> = {
    kind: "attempt",
    seq,
    attempt,
    lookUp: last?.kind === "policy" && last.decision === "reconcile",
    outcome: null,
    latencyMs: null,
    errorCode: null,
    shown: false,
    brought: null,
  };
  call.attempts = Math.max(call.attempts, attempt);
  call.steps.push(step);
  return step;
}

function finishAttempt(call: CallDecisions, event: StoredEvent): void {
  const data = objectOf(event.data);
  const attempt = numberAt(data, "attempt") ?? 1;
  const open = call.steps.findLast((step) => step.kind === "attempt" && step.attempt === attempt);
  // A call that was refused has a result and no attempt that was started.
  const step = open?.kind === "attempt" ? open : addAttempt(call, event.seq, attempt);
  const brought = objectOf(data["brought"]);
  step.outcome = textAt(data, "outcome");
  step.latencyMs = numberAt(data, "latency_ms");
  step.errorCode = textAt(objectOf(data["error"]), "error_code");
  step.shown = textAt(data, "message") !== null;
  const newValues = numberAt(brought, "new_values");
  if (newValues !== null)
    step.brought = { newValues, sample: textsAt(brought, "sample"), barren: numberAt(brought, "barren_in_a_row") ?? 0 };
}

function expected(value: Parameters<typeof objectOf>[0]): Expected {
  const data = objectOf(value);
  return { kind: textAt(data, "kind") ?? "", what: textAt(data, "what") ?? "" };
}
