// Stored events → the steps that the ledger reads.
import type { BlobHash, MessageId } from "../../src-shared/prelude/ids.ts";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import { parseEvent, type TraceEvent } from "../../src-shared/trace/event.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import { messageText } from "../../src-shared/trace/message.ts";
import type { EffectClass, Outcome } from "../../src-shared/trace/vocabulary.ts";
import type { LedgerStep } from "./types.ts";

/** The text of a stored body. */
export type ReadText = (hash: BlobHash) => string;
/** The messages of a context from its first to `leaf`. */
export type ReadMessages = (leaf: MessageId) => readonly ChatMessage[];

/**
 * Reads a run's events in order. The first user text is the run's prompt; user messages that later turns brought (not the gate's
 * reminders and not the loop guard's notices) are read through `readMessages` where it is given. A call's step stands where its last
 * attempt finished; a call without a result has `succeeded: null` and stands where it was asked for.
 */
export function stepsFromEvents(
  events: Iterable<StoredEvent>,
  readText: ReadText,
  readMessages?: ReadMessages,
): LedgerStep[] {
  return stepsFromKnown(
    [...events].flatMap((stored) => parseEvent(stored) ?? []),
    readText,
    readMessages,
  );
}

/** The same of events that were parsed already. */
export function stepsFromKnown(
  events: Iterable<TraceEvent>,
  readText: ReadText,
  readMessages?: ReadMessages,
): LedgerStep[] {
  const steps: LedgerStep[] = [];
  const effects = new Map<string, EffectClass>();
  const calls = new Map<string, { arguments: JsonValue; step: LedgerStep | null }>();
  /** Messages the executor itself added since the last request: the answer, the results, reminders and notices. */
  let expected: number | null = null;
  let prompt = "";
  /** The turn asks the planner. */
  let isPlanning = false;
  /** Messages at the end of the next request that ask the planner. */
  let asks = 0;
  for (const event of events) {
    switch (event.kind) {
      case "run.started":
        for (const tool of event.data.tools) effects.set(tool.name, tool.effect);
        prompt = event.data.prompt;
        if (prompt !== "") steps.push({ kind: "user", text: prompt, seq: event.seq });
        break;
      case "turn.started": {
        const { new_messages: fresh, context } = event.data;
        const unknown = (expected === null ? fresh : fresh - expected) - asks;
        if (unknown > 0 && readMessages) {
          for (const message of readMessages(context).slice(-unknown - asks, asks === 0 ? undefined : -asks)) {
            const text = messageText(message);
            if (message.role === "user" && text !== prompt) steps.push({ kind: "user", text, seq: event.seq });
          }
        }
        expected = 0;
        asks = 0;
        break;
      }
      case "response.finished": {
        const { data } = event;
        if (data.message !== null) expected = (expected ?? 0) + 1;
        // A plan is neither an answer nor a promise.
        if (isPlanning) break;
        steps.push({
          kind: "assistant",
          text: data.content ?? "",
          reasoning: data.reasoning,
          seq: event.seq,
          finish_reason: data.effective_finish_reason ?? data.finish_reason,
          text_call: data.text_calls.length > 0,
        });
        for (const call of data.calls) {
          const step: LedgerStep = {
            kind: "call",
            tool: call.name,
            arguments: call.arguments,
            effect: effects.get(call.name) ?? null,
            succeeded: null,
            result: null,
            seq: null,
          };
          steps.push(step);
          calls.set(call.id, { arguments: call.arguments, step });
        }
        break;
      }
      case "tool.finished": {
        const { data } = event;
        if (data.message !== null) expected = (expected ?? 0) + 1;
        const known = calls.get(data.call_id);
        const finished: LedgerStep = {
          kind: "call",
          tool: data.tool,
          arguments: known?.arguments ?? null,
          effect: effects.get(data.tool) ?? null,
          succeeded: succeeded(data.outcome),
          result: readText(data.shown.hash),
          seq: event.seq,
        };
        if (known?.step) Object.assign(known.step, finished);
        else steps.push(finished);
        break;
      }
      case "planner.asked":
        asks += 1;
        isPlanning = true;
        break;
      case "subtask.named":
        expected = (expected ?? 0) + 1;
        break;
      case "turn.ended":
        isPlanning = false;
        break;
      case "gate.reminded":
        expected = (expected ?? 0) + 1;
        break;
      case "loop.noticed":
        if (event.data.message !== null) expected = (expected ?? 0) + 1;
        break;
      default:
        break;
    }
  }
  return steps;
}

/** Whether an attempt did what it was asked; null where that cannot be known. */
export function succeeded(outcome: Outcome): boolean | null {
  if (outcome === "unknown" || outcome === "timeout") return null;
  return outcome === "ok" || outcome === "empty";
}
