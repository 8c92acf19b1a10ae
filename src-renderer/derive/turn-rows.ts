// One turn record → what the turn list shows of it: every finish reason that is not normal, flags, errors, sizes, and its first words.
import type { CallRecord, TurnRecord } from "../../src-shared/trace/turn-record.ts";
import type { CallFlag, TurnFlag } from "../../src-shared/trace/vocabulary.ts";
import { argumentsLine, oneLine } from "./read-data.ts";

export interface TurnRow {
  turn: number;
  /** Finish reason that deserves a look: as sent and as judged where they differ, or one that is not a normal end; else null. */
  finish: { sent: string | null; judged: string | null } | null;
  flags: TurnFlag[];
  errors: number;
  rawChars: number | null;
  shownChars: number | null;
  compacted: boolean;
  approvals: number;
  reminded: boolean;
  /** First words of the visible text. Untrusted. */
  says: string;
  calls: { id: string; name: string; line: string; outcome: string | null; flags: CallFlag[] }[];
  promptTokens: number | null;
  /** The prompt tokens are our estimate, not the server's count. */
  promptEstimated: boolean;
  completionTokens: number | null;
  latencyMs: number | null;
  ended: boolean;
  /** A turn of the parent that the fork shares. */
  inherited: boolean;
  /** In a run with a planner: what the turn is for, and the sub-task it works on. */
  role: TurnRecord["role"] | null;
  subtask: TurnRecord["subtask"] | null;
}

export function turnRow(turn: TurnRecord): TurnRow {
  const sized = turn.calls.filter((call) => call.raw_chars !== null);
  return {
    turn: turn.turn,
    finish: unusualFinish(turn),
    flags: turn.flags,
    errors: turnErrors(turn),
    rawChars: sized.length === 0 ? null : sized.reduce((sum, call) => sum + (call.raw_chars ?? 0), 0),
    shownChars: sized.length === 0 ? null : sized.reduce((sum, call) => sum + (call.shown_chars ?? 0), 0),
    compacted: turn.calls.some(wasCompacted),
    approvals: turn.calls.filter(wasApproved).length,
    reminded: turn.reminded,
    says: oneLine(turn.content ?? "", 160),
    calls: turn.calls.map((call) => ({
      id: call.id,
      name: call.name,
      line: argumentsLine(call.arguments ?? call.arguments_text, 120),
      outcome: call.outcome,
      flags: call.flags,
    })),
    promptTokens: turn.usage.prompt_tokens ?? turn.usage.estimated_prompt_tokens,
    promptEstimated: turn.usage.prompt_tokens === null,
    completionTokens: turn.usage.completion_tokens,
    latencyMs: turn.latency_ms,
    ended: turn.ended,
    inherited: turn.inherited_from !== null,
    role: turn.role ?? null,
    subtask: turn.subtask ?? null,
  };
}

const NORMAL = new Set(["stop", "tool_calls"]);

/** Null for a normal end: `stop` without calls or `tool_calls` with some, sent as it is judged. A turn without a response has none yet. */
function unusualFinish(turn: TurnRecord): TurnRow["finish"] {
  const { finish_reason: sent, effective_finish_reason: judged } = turn;
  if (sent === null && judged === null) return turn.ended && turn.error === null ? { sent, judged } : null;
  if (sent === judged && NORMAL.has(sent ?? "")) return null;
  return { sent, judged };
}

/** The model's error and each call that came to something else than `ok` or `empty`. */
export function turnErrors(turn: TurnRecord): number {
  return (turn.error ? 1 : 0) + turn.calls.filter(callFailed).length;
}

export function callFailed(call: CallRecord): boolean {
  return call.outcome !== null && call.outcome !== "ok" && call.outcome !== "empty";
}

export function wasCompacted(call: CallRecord): boolean {
  return (
    call.raw_chars !== null &&
    call.compactor !== null &&
    call.compactor !== "none" &&
    call.raw_chars !== call.shown_chars
  );
}

/** A person (or a rule that stands for one) was asked; the record's policy reads `ask (…)`. */
export function wasApproved(call: CallRecord): boolean {
  return call.policy?.startsWith("ask") ?? false;
}
