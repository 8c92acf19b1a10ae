// Events → turns: one pure pass that serves the CLI, the inspector and the diagnosis alike.
import type { StoredEvent, TraceEvent } from "./event.ts";
import { parseEvent } from "./event.ts";
import type { CallRecord, TurnRecord } from "./turn-record.ts";

/** Turns of one run in order, from its events in order of `seq`. Unknown kinds are passed over here (the events view shows them raw). */
export function foldTurns(events: Iterable<StoredEvent>): TurnRecord[] {
  return foldParsedTurns(parsed(events));
}

function* parsed(events: Iterable<StoredEvent>): Iterable<TraceEvent> {
  for (const stored of events) {
    const event = parseEvent(stored);
    if (event) yield event;
  }
}

/** The same from events that are parsed already. */
export function foldParsedTurns(events: Iterable<TraceEvent>): TurnRecord[] {
  const turns = new Map<number, TurnRecord>();
  for (const event of events) {
    if (event.turn === null) continue;
    let turn = turns.get(event.turn);
    if (!turn) {
      turn = emptyTurn(event.turn);
      turns.set(event.turn, turn);
    }
    applyEvent(turn, event);
  }
  return [...turns.values()].toSorted((a, b) => a.turn - b.turn);
}

function emptyTurn(turn: number): TurnRecord {
  return {
    turn,
    content: null,
    reasoning: null,
    finish_reason: null,
    effective_finish_reason: null,
    flags: [],
    calls: [],
    text_calls: [],
    usage: { prompt_tokens: null, completion_tokens: null, estimated_prompt_tokens: null },
    ttft_ms: null,
    latency_ms: null,
    error: null,
    reminded: false,
    adaptations: [],
    started_at: null,
    ended: false,
    inherited_from: null,
  };
}

function applyEvent(turn: TurnRecord, event: TraceEvent): void {
  switch (event.kind) {
    case "turn.started":
      turn.started_at = new Date(event.at).toISOString();
      turn.usage.estimated_prompt_tokens = event.data.estimated_prompt_tokens;
      if (event.data.role !== undefined) turn.role = event.data.role;
      if (event.data.subtask !== undefined) turn.subtask = event.data.subtask;
      return;
    case "request.sent":
      turn.adaptations = event.data.adaptations;
      return;
    case "response.finished": {
      const { data } = event;
      turn.content = data.content;
      turn.reasoning = data.reasoning;
      turn.finish_reason = data.finish_reason;
      turn.effective_finish_reason = data.effective_finish_reason;
      turn.flags = data.flags;
      turn.text_calls = data.text_calls;
      turn.usage.prompt_tokens = data.usage?.prompt_tokens ?? null;
      turn.usage.completion_tokens = data.usage?.completion_tokens ?? null;
      turn.ttft_ms = data.ttft_ms;
      turn.latency_ms = data.latency_ms;
      turn.error = data.error;
      turn.calls = data.calls.map((call) => ({
        ...call,
        outcome: null,
        attempts: 0,
        policy: null,
        operation_key: null,
        latency_ms: null,
        raw_chars: null,
        shown_chars: null,
        compactor: null,
        effect: null,
      }));
      return;
    }
    case "policy.decided": {
      const call = findCall(turn, event.data.call_id);
      if (!call) return;
      call.policy = `${event.data.decision} (${event.data.reason})`;
      call.operation_key = event.data.operation_key;
      call.effect = event.data.effect;
      call.attempts = Math.max(call.attempts, event.data.attempt);
      return;
    }
    case "tool.finished": {
      const call = findCall(turn, event.data.call_id);
      if (!call) return;
      call.outcome = event.data.outcome;
      call.attempts = Math.max(call.attempts, event.data.attempt);
      call.operation_key = event.data.operation_key;
      if (event.data.latency_ms !== null) call.latency_ms = (call.latency_ms ?? 0) + event.data.latency_ms;
      call.raw_chars = event.data.raw.chars;
      call.shown_chars = event.data.shown.chars;
      call.compactor = event.data.compactor;
      return;
    }
    case "gate.reminded":
      turn.reminded = true;
      return;
    case "turn.ended":
      turn.ended = true;
      return;
    default:
      return;
  }
}

function findCall(turn: TurnRecord, callId: string): CallRecord | undefined {
  return turn.calls.find((call) => call.id === callId);
}
