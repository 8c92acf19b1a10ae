// Where a live run can be held, looked at and edited before it goes on. The loop reaches a checkpoint; an injected
// debugger holds it or lets it pass. Being held does not count against the budgets, and each edit is on record.
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import type { CheckpointPlace } from "../../src-shared/trace/events/debug.ts";
import type { LedgerItem } from "../../src-shared/trace/ledger.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { Sampling } from "../../src-shared/trace/variant.ts";
import type { EffectClass, Outcome } from "../../src-shared/trace/vocabulary.ts";
import type { RunContext } from "./run-context.ts";

export type Checkpoint =
  | {
      at: "request";
      turn: number;
      messages: readonly ChatMessage[];
      tools: readonly string[];
      sampling: Sampling;
      estimated_tokens: number;
    }
  | { at: "call"; turn: number; call_id: string; tool: string; arguments: JsonValue | null; effect: EffectClass | null }
  | {
      at: "result";
      turn: number;
      call_id: string;
      tool: string;
      effect: EffectClass | null;
      outcome: Outcome;
      raw: JsonValue;
      shown: string;
    }
  | {
      at: "stop";
      turn: number;
      finish_reason: string | null;
      outstanding: readonly LedgerItem[];
      error: string | null;
    };

/** What may be changed at each place; left out: unchanged. */
export interface CheckpointEdits {
  request?: { messages?: ChatMessage[]; tools?: string[]; sampling?: Sampling };
  /** `answer` is given to the model as the tool's result, and the tool does not run. */
  call?: { arguments?: JsonValue; answer?: string };
  result?: { shown: string };
  /** A user message; the loop goes on with it. */
  stop?: { message: string };
}

export interface CheckpointDecision {
  how: "continue" | "step" | "stop";
  edits: CheckpointEdits;
  by: string;
}

/** A run that is held: why, and the promise of what the person decides. It settles with `stop` when the run is aborted. */
export interface Held {
  why: string;
  decision: Promise<CheckpointDecision>;
}

export interface LoopDebugger {
  /** Null lets the run pass at once. */
  reach(checkpoint: Checkpoint, signal: AbortSignal): Held | null;
}

/** Holds the run where the debugger says so. Returns what to change, or `stop`. */
export async function reachCheckpoint(checkpoint: Checkpoint, context: RunContext): Promise<CheckpointEdits | "stop"> {
  const held = context.debugger?.reach(checkpoint, context.signal) ?? null;
  if (!held) return {};
  const { turn, at } = checkpoint;
  const callId = "call_id" in checkpoint ? checkpoint.call_id : null;
  context.trace.emit({ kind: "debug.paused", turn, data: { at, why: held.why, call_id: callId } });
  context.trace.flush();
  const since = context.clock.monotonic();
  const decision = await context.budget.whilePaused(() => held.decision);
  for (const edit of describeEdits(checkpoint, decision.edits)) {
    context.trace.emit({ kind: "debug.edited", turn, data: { at, call_id: callId, by: decision.by, ...edit } });
  }
  const waited = context.clock.monotonic() - since;
  context.trace.emit({
    kind: "debug.resumed",
    turn,
    data: { at, how: decision.how, waited_ms: waited, by: decision.by },
  });
  context.trace.flush();
  return decision.how === "stop" || context.signal.aborted ? "stop" : decision.edits;
}

interface DescribedEdit {
  what: string;
  from: JsonValue | null;
  to: JsonValue | null;
}

/** The edits as they are recorded; those that change nothing are left out. */
function describeEdits(checkpoint: Checkpoint, edits: CheckpointEdits): DescribedEdit[] {
  const described: DescribedEdit[] = [];
  const add = (what: string, from: unknown, to: unknown) => {
    if (to === undefined || JSON.stringify(from) === JSON.stringify(to)) return;
    described.push({ what, from: (from ?? null) as JsonValue, to: to as JsonValue });
  };
  const place: CheckpointPlace = checkpoint.at;
  if (checkpoint.at === "request") {
    add("messages", checkpoint.messages, edits.request?.messages);
    add("tools", checkpoint.tools, edits.request?.tools);
    add("sampling", checkpoint.sampling, edits.request?.sampling);
  } else if (checkpoint.at === "call") {
    add("arguments", checkpoint.arguments, edits.call?.arguments);
    add("answer", null, edits.call?.answer);
  } else if (checkpoint.at === "result") {
    add("shown", checkpoint.shown, edits.result?.shown);
  } else if (place === "stop") {
    add("message", null, edits.stop?.message);
  }
  return described;
}
