// The trace as documents: what one turn saw, got, sent and changed. Turns that a fork shares are read from its ancestors.
import type {
  ContextDocument,
  EnvironmentDocument,
  ResultDocument,
  WireDocument,
} from "../../src-shared/cli/documents.ts";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { parseEvent, type EventData, type EventKind, type TraceEvent } from "../../src-shared/trace/event.ts";
import { foldParsedTurns } from "../../src-shared/trace/fold-turns.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";
import { environmentBefore, lineage, lineageEvents, type Generation } from "../debug/history.ts";
import { estimateMessageTokens } from "../model/message-tokens.ts";
import type { Store } from "../store/store.ts";
import { diffEnvironment } from "../tools/environment.ts";
import { traceReader } from "./trace-reader.ts";

export interface TraceReads {
  turns(run: string): TurnRecord[];
  context(run: string, turn: number): ContextDocument;
  results(run: string, turn: number): ResultDocument;
  wire(run: string, turn: number, attempt: number | null): WireDocument;
  environment(run: string, turn: number): EnvironmentDocument;
}

export function createReads(store: Store): TraceReads {
  const reader = traceReader(store);
  return {
    turns(run) {
      return lineage(reader, run).flatMap((generation) => {
        const inherited = generation.run === run ? null : generation.run;
        return foldParsedTurns(generation.events).map((turn) => ({ ...turn, inherited_from: inherited }));
      });
    },
    context(run, turn) {
      const events = turnEvents(store, run, turn).events;
      const started = one(events, "turn.started", run, turn);
      const messages = store.messages(started.context);
      const firstNew = messages.length - started.new_messages;
      // Calibrated by what the server itself counted for this request, where it said so.
      const reported = lastOf(events, "response.finished")?.usage?.prompt_tokens ?? null;
      const factor =
        reported !== null && started.estimated_prompt_tokens > 0 ? reported / started.estimated_prompt_tokens : 1;
      return {
        turn,
        messages: messages.map((message, index) => contextMessage(message, index >= firstNew, factor)),
        tools: started.tool_names,
        parameters: started.parameters,
      };
    },
    results(run, turn) {
      const { events } = turnEvents(store, run, turn);
      const finished = events.flatMap((event) =>
        event.kind === "tool.finished" && event.data.message !== null ? event.data : [],
      );
      return {
        turn,
        results: finished.map((data) => ({
          call_id: data.call_id,
          tool: data.tool,
          raw: reader.blobText(data.raw.hash),
          shown: reader.blobText(data.shown.hash),
          compactor: data.compactor,
          raw_chars: data.raw.chars,
          shown_chars: data.shown.chars,
          outcome: data.outcome,
          kept: data.kept,
        })),
      };
    },
    wire(run, turn, attempt) {
      const { events, owner } = turnEvents(store, run, turn);
      const sent = events.flatMap((event) => (event.kind === "request.sent" ? event.data : []));
      const last = sent.at(-1);
      if (!last) throw new UserError("not_found", `Turn ${turn} of run ${run} sent no request.`);
      const request = attempt === null ? last : sent.find((data) => data.attempt === attempt);
      if (!request)
        throw new UserError(
          "not_found",
          `Turn ${turn} of run ${run} has no attempt ${attempt}; it has ${sent.length}.`,
        );
      const head = events
        .flatMap((event) =>
          event.kind === "response.started" && event.data.attempt === request.attempt ? event.data : [],
        )
        .at(-1);
      const batches = events.flatMap((event) =>
        event.kind === "wire.lines" && event.data.attempt === request.attempt ? event.data : [],
      );
      return {
        turn,
        attempt: request.attempt,
        attempts: sent.length,
        url: request.url,
        request: JSON.parse(store.requestBody(RunId.parse(owner), turn, request.attempt)) as JsonValue,
        request_headers: request.headers,
        status: head?.status ?? null,
        response_headers: head?.headers ?? {},
        lines: batches.flatMap((batch) =>
          (JSON.parse(reader.blobText(batch.lines.hash)) as [number, string][]).map(([at_ms, text]) => ({
            at_ms,
            text,
          })),
        ),
        adaptations: request.adaptations,
      };
    },
    environment(run, turn) {
      const generations = lineage(reader, run);
      mustHaveTurn(generations, run, turn);
      const before = parseOrNull(environmentBefore(generations, turn, reader));
      const after = parseOrNull(environmentBefore(generations, turn + 1, reader));
      return { turn, before, after, changes: before === null || after === null ? [] : diffEnvironment(before, after) };
    },
  };
}

/**
 * The events of one turn, and the run they stand in: the run itself, or the ancestor it shares the turn with. Read by the
 * turn's own index, so that stepping through a long run costs what one turn costs.
 */
function turnEvents(store: Store, run: string, turn: number): { events: TraceEvent[]; owner: string } {
  const seen = new Set<string>();
  let owner = run;
  while (!seen.has(owner)) {
    seen.add(owner);
    const id = RunId.parse(owner);
    const parent = store.getRun(id)?.started.parent ?? null;
    if (parent !== null && turn < parent.turn) {
      owner = parent.run;
      continue;
    }
    const events = store.events(id, { turn }).flatMap((stored) => parseEvent(stored) ?? []);
    if (events.length > 0) return { events, owner };
    break;
  }
  mustHaveTurn(lineage(traceReader(store), run), run, turn);
  throw new UserError("not_found", `Turn ${turn} of run ${run} holds no event that this version can read.`);
}

function mustHaveTurn(generations: readonly Generation[], run: string, turn: number): void {
  const turns = new Set(lineageEvents(generations).flatMap((event) => event.turn ?? []));
  if (turns.has(turn)) return;
  const last = Math.max(0, ...turns);
  throw new UserError(
    "not_found",
    last === 0 ? `Run ${run} has no turns.` : `Run ${run} has no turn ${turn}; it has turns 1 to ${last}.`,
  );
}

function contextMessage(message: ChatMessage, isNew: boolean, factor: number): ContextDocument["messages"][number] {
  return {
    role: message.role,
    content: (message.content ?? null) as JsonValue,
    tool_call_id: message.tool_call_id ?? null,
    tokens: Math.round(estimateMessageTokens(message) * factor),
    new: isNew,
    tool_calls: (message.tool_calls ?? null) as JsonValue[] | null,
  };
}

function one<K extends EventKind>(events: readonly TraceEvent[], kind: K, run: string, turn: number): EventData<K> {
  const data = lastOf(events, kind);
  if (data === null) throw new UserError("not_found", `Turn ${turn} of run ${run} has no ${kind} on record.`);
  return data;
}

function lastOf<K extends EventKind>(events: readonly TraceEvent[], kind: K): EventData<K> | null {
  const found = events.findLast((event) => event.kind === kind);
  return found ? (found.data as EventData<K>) : null;
}

function parseOrNull(text: string | null): JsonValue {
  return text === null ? null : (JSON.parse(text) as JsonValue);
}
