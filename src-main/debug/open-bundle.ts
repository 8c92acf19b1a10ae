// A bundle becomes a run again: its events are laid out anew, so that the frozen turn can be looked at, bisected and forked.
import type { MessageId, RunId } from "../../src-shared/prelude/ids.ts";
import type { EventInput } from "../../src-shared/trace/event.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { Recorder, RecorderFactory } from "../agent/ports.ts";
import { toolDefinition } from "../tools/registry.ts";
import { diffEnvironment, sameJson } from "../tools/environment.ts";
import type { Bundle, BundleResult, BundleTurn } from "./bundle.ts";

/** Writes the run in one append and returns its id. `sourceFile` is what is shown as where it came from. */
export function recordBundle(bundle: Bundle, sourceFile: string, recorders: RecorderFactory): RunId {
  const recorder = recorders.create((blob) => ({
    ...bundle.started,
    source_file: sourceFile,
    environment: blob(JSON.stringify(bundle.environment.first)),
    parent: null,
  }));
  let parent: MessageId | null = null;
  const ids = bundle.messages.map((message) => (parent = recorder.message(parent, message)));
  const events = bundle.turns.flatMap((turn) =>
    turn.turn < bundle.turn ? earlierTurn(turn, bundle, ids, recorder) : frozenTurn(turn, bundle, ids, recorder),
  );
  recorder.append(...environmentBefore(bundle, recorder), ...events, ...ended(bundle));
  return recorder.run;
}

function earlierTurn(turn: BundleTurn, bundle: Bundle, ids: readonly MessageId[], recorder: Recorder): EventInput[] {
  const at = turn.message ?? 0;
  const context = ids[at - 1];
  const message = ids[at];
  // An answer with nothing before it has no request to show; its results still tell what was recorded.
  const asked = context === undefined ? [] : [started(turn.turn, context, at, bundle, recorder)];
  return [
    ...asked,
    ...(turn.response && message ? [answered(turn, turn.response, message)] : []),
    ...turn.results.flatMap((result) => {
      const own = result.message === null ? undefined : ids[result.message];
      return own === undefined ? [] : resultEvents(turn.turn, result, own, recorder);
    }),
    { kind: "turn.ended", turn: turn.turn, data: {} },
  ];
}

/** The frozen turn, and the recorded results of those after it, which answer a fork that calls the same. */
function frozenTurn(turn: BundleTurn, bundle: Bundle, ids: readonly MessageId[], recorder: Recorder): EventInput[] {
  const leaf = ids.at(-1);
  if (leaf === undefined) return [];
  const message = turn.response === null ? null : recorder.message(leaf, assistantMessage(turn.response));
  const own = turn.results.flatMap((result) => {
    const said: ChatMessage = { role: "tool", tool_call_id: result.call_id, content: result.shown };
    return resultEvents(turn.turn, result, recorder.message(message ?? leaf, said), recorder);
  });
  if (turn.turn !== bundle.turn) return own;
  return [
    started(turn.turn, leaf, ids.length, bundle, recorder),
    ...(turn.response && message ? [answered(turn, turn.response, message)] : []),
    ...own,
    { kind: "turn.ended", turn: turn.turn, data: {} },
  ];
}

function started(turn: number, context: MessageId, count: number, bundle: Bundle, recorder: Recorder): EventInput {
  const definitions = bundle.started.tools.map(toolDefinition);
  const before = bundle.turns.filter((other) => other.turn < turn).length;
  return {
    kind: "turn.started",
    turn,
    data: {
      context,
      message_count: count,
      new_messages: before === 0 ? count : Math.max(1, count - (lastSent(turn, bundle) ?? 0)),
      tools: definitions.length === 0 ? null : recorder.blob(JSON.stringify(definitions)),
      tool_names: definitions.map((definition) => definition.function.name),
      parameters: bundle.parameters,
      estimated_prompt_tokens: Math.ceil(JSON.stringify(bundle.messages.slice(0, count)).length / 4),
    },
  };
}

/** How many messages the turn before sent. */
function lastSent(turn: number, bundle: Bundle): number | null {
  return bundle.turns.findLast((other) => other.turn < turn)?.message ?? null;
}

function answered(turn: BundleTurn, response: NonNullable<BundleTurn["response"]>, message: MessageId): EventInput {
  return { kind: "response.finished", turn: turn.turn, data: { ...response, message } };
}

function resultEvents(turn: number, result: BundleResult, message: MessageId, recorder: Recorder): EventInput[] {
  const call = { call_id: result.call_id, tool: result.tool, attempt: 1, operation_key: null };
  return [
    { kind: "tool.started", turn, data: { ...call, arguments: result.arguments } },
    {
      kind: "tool.finished",
      turn,
      data: {
        ...call,
        outcome: result.outcome,
        raw: recorder.blob(result.raw),
        shown: recorder.blob(result.shown),
        compactor: result.compactor,
        kept: result.kept,
        error: result.error,
        latency_ms: null,
        message,
      },
    },
  ];
}

/** What the turns before changed, as one step. */
function environmentBefore(bundle: Bundle, recorder: Recorder): EventInput[] {
  const { first, before } = bundle.environment;
  if (bundle.turn === 1 || sameJson(first, before)) return [];
  return [
    {
      kind: "environment.changed",
      turn: bundle.turn - 1,
      data: {
        call_id: null,
        before: recorder.blob(JSON.stringify(first)),
        after: recorder.blob(JSON.stringify(before)),
        changes: diffEnvironment(first, before),
      },
    },
  ];
}

/** Evidence points at events of the run it was made from; here they have other numbers. */
function ended(bundle: Bundle): EventInput[] {
  if (bundle.ended === null) return [];
  const ledger = bundle.ended.ledger.map((item) => ({ ...item, evidence: [] }));
  return [{ kind: "run.ended", turn: null, data: { ...bundle.ended, ledger } }];
}

function assistantMessage(response: NonNullable<BundleTurn["response"]>): ChatMessage {
  const message: ChatMessage = { role: "assistant", content: response.content };
  if (response.calls.length > 0) {
    message.tool_calls = response.calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments_text },
    }));
  }
  return message;
}
