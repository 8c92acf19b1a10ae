// Writes one run's trace. Everything of an append (bodies, messages, events, aggregates) goes into one transaction: when it
// returns, the events are on disk; when it throws, nothing of it is, and the run can go on from where it stood.
import type Database from "better-sqlite3";
import type { Clock } from "../../src-shared/prelude/clock.ts";
import type { BlobHash, MessageId, RunId } from "../../src-shared/prelude/ids.ts";
import { EVENT_VERSION, type EventInput, type TraceEvent } from "../../src-shared/trace/event.ts";
import type { BlobRef } from "../../src-shared/trace/blob-ref.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import type { Recorder } from "../agent/ports.ts";
import { blobHash, blobRef, type BlobTable } from "./blobs.ts";
import { encodeData, eventHash, fieldMemory, NO_HEAD, RUN_SPAN, type DataDraft, type EventRow } from "./event-codec.ts";
import type { EventTable } from "./events.ts";
import { draftMessage, type MessageDraft, type MessageTable } from "./messages.ts";
import { beginRun, foldEvent, toColumns, type RunState, type RunTable } from "./run-row.ts";
import { searchText } from "./search-text.ts";
import { guard } from "./store-error.ts";
import type { Writers } from "./writers.ts";

const ROW_EVERY_MS = 250;
/** References given out that are remembered; one that is forgotten is written out whole. */
const GIVEN_LIMIT = 5_000;

/** What every recorder of a store shares. */
export interface RecorderContext {
  db: Database.Database;
  file: string;
  blobs: BlobTable;
  messages: MessageTable;
  events: EventTable;
  runs: RunTable;
  writers: Writers;
  /** Called after the transaction, event by event; `summary` with the last one, when the aggregates changed. */
  onAppended(event: TraceEvent, summary: RunSummary | null): void;
}

/** Where a run's trace stands: what the next event goes on from. */
interface Position {
  n: number;
  seq: number;
  head: Buffer;
  state: RunState | null;
  /** Time of the newest event that the run's row counts. */
  rowAt: number;
}

export interface ResumedRun extends Position {
  run: RunId;
  state: RunState;
}

/** A recorder for a run that has no row yet; its first event must be `run.started`. */
export function newRunRecorder(context: RecorderContext, clock: Clock, run: RunId): Recorder {
  return recorder(context, clock, run, { n: 0, seq: 0, head: NO_HEAD, state: null, rowAt: 0 });
}

/** A recorder that goes on after a run's last event. */
export function resumedRecorder(context: RecorderContext, clock: Clock, resumed: ResumedRun): Recorder {
  return recorder(context, clock, resumed.run, resumed);
}

function recorder(context: RecorderContext, clock: Clock, run: RunId, start: Position): Recorder {
  const { blobs, messages } = context;
  let position = start;
  const pendingBlobs = new Map<BlobHash, string>();
  const pendingMessages = new Map<MessageId, MessageDraft>();
  const byIdentity = new WeakMap<ChatMessage, { parent: MessageId | null; id: MessageId }>();
  // What this recorder gave out is on disk when the event is.
  const given = new Map<string, BlobRef>();
  const fields = fieldMemory((value): value is BlobRef => isSameRef(value, given));
  // A tool's raw result, its shown result and the tool message's content are often one and the same string.
  let lastRef: { text: string; ref: BlobRef } | null = null;

  function refOf(text: string): BlobRef {
    if (lastRef?.text !== text) lastRef = { text, ref: blobRef(text) };
    return lastRef.ref;
  }

  function keep(text: string): BlobRef {
    const ref = refOf(text);
    if (!blobs.isKnown(ref.hash)) pendingBlobs.set(ref.hash, text);
    if (given.size >= GIVEN_LIMIT) given.clear();
    given.set(ref.hash, ref);
    return { ...ref };
  }

  const write = (drafts: readonly Draft[]): Position => {
    for (const [hash, text] of pendingBlobs) blobs.put(hash, text);
    for (const draft of pendingMessages.values()) messages.put(draft);
    return writeEvents(context, run, position, drafts);
  };
  const commit = context.db.transaction(write);

  return {
    run,
    blob: keep,
    message(parent, message) {
      const seen = byIdentity.get(message);
      if (seen?.parent === parent) return seen.id;
      const draft = draftMessage(parent, message, (text) => refOf(text).hash);
      byIdentity.set(message, { parent, id: draft.id });
      if (!messages.isKnown(draft.id)) pendingMessages.set(draft.id, draft);
      return draft.id;
    },
    append(...inputs) {
      const at = Math.round(clock.now());
      const drafts = inputs.map((input, i): Draft => {
        const event: TraceEvent = { ...input, run, seq: position.seq + 1 + i, at, v: EVENT_VERSION };
        return { event, data: fields.draft(input.kind, input.data) };
      });
      if (position.seq + drafts.length >= RUN_SPAN) throw new Error(`A run cannot have more than ${RUN_SPAN} events`);
      const before = position.state;
      position = inOneTransaction(context, inputs.some(changesTheWorld), () =>
        // Inside a batch (store.ts) it is written, or lost, with the batch: a savepoint of its own would only cost time.
        context.db.inTransaction ? write(drafts) : commit.immediate(drafts),
      );
      pendingBlobs.clear();
      pendingMessages.clear();
      const changed = position.state !== before && position.state ? position.state.summary : null;
      drafts.forEach(({ event }, i) => context.onAppended(event, i === drafts.length - 1 ? changed : null));
      return drafts.map(({ event }) => event);
    },
  };
}

/** True for a value that the body's row gives back exactly. A preview with half a surrogate pair would not come back. */
function isSameRef(value: object | string, given: ReadonlyMap<string, BlobRef>): boolean {
  if (typeof value === "string" || !("hash" in value) || typeof value.hash !== "string") return false;
  const ref = given.get(value.hash);
  if (!ref?.preview.isWellFormed()) return false;
  const [hash, chars, preview, ...more] = Object.entries<unknown>(value);
  const isAlike = hash?.[0] === "hash" && chars?.[0] === "chars" && preview?.[0] === "preview" && more.length === 0;
  return isAlike && chars[1] === ref.chars && preview[1] === ref.preview;
}

interface Draft {
  event: TraceEvent;
  data: DataDraft;
}

/** An attempt of a write is about to run: that it was begun must survive a power cut, not only a killed process. */
function changesTheWorld(event: EventInput): boolean {
  return event.kind === "tool.started" && event.data.operation_key !== null;
}

function inOneTransaction(context: RecorderContext, full: boolean, commit: () => Position): Position {
  const { db, file, blobs, messages, events, writers } = context;
  let done = false;
  try {
    // SQLite refuses to change this inside a transaction.
    if (full) db.pragma("synchronous = FULL");
    const position = guard(file, commit);
    done = true;
    return position;
  } finally {
    if (full) db.pragma("synchronous = NORMAL");
    writers.settle(done);
    if (!done) {
      // Row numbers that were taken in the transaction are gone with it.
      blobs.forget();
      messages.forget();
      events.forget();
    }
  }
}

function writeEvents(context: RecorderContext, run: RunId, from: Position, drafts: readonly Draft[]): Position {
  const { runs, events, writers, blobs } = context;
  const putField = (text: string): number => blobs.put(blobHash(text), text);
  let { n, seq, head, state, rowAt } = from;
  const rows: Omit<EventRow, "id">[] = [];
  for (const { event, data } of drafts) {
    const stored = {
      kind: event.kind,
      turn: event.turn,
      at: event.at,
      v: event.v,
      ...encodeData(data, putField, blobs.numberOf, event.kind),
    };
    seq += 1;
    head = eventHash(head, { ...stored, run, seq });
    rows.push({ ...stored, hash: head });
    state = nextState(state, event);
  }
  if (!state) throw new Error("A run's first event is run.started");
  const isOpen = state.summary.ending === null;
  const columns = toColumns(state, seq, head, isOpen ? writers.claim() : null);
  if (from.state === null) {
    n = runs.insert(columns, searchText(state));
  } else if (!isOpen || from.state.summary.ending !== null || isRowDue(from, drafts)) {
    runs.update(n, columns);
    rowAt = drafts.at(-1)?.event.at ?? rowAt;
    if (state.answer !== from.state.answer) runs.updateText(n, searchText(state));
  }
  rows.forEach((row, i) => events.insert({ ...row, id: n * RUN_SPAN + from.seq + 1 + i }));
  return { n, seq, head, state, rowAt };
}

/**
 * True when an open run's row should catch up with its events: at the start of a turn, a few times a second at most, for
 * its indexes cost more than the events themselves. Readers fold what came after `runs.events`.
 */
function isRowDue(from: Position, drafts: readonly Draft[]): boolean {
  return drafts.some(({ event }) => event.kind === "turn.started" && event.at - from.rowAt >= ROW_EVERY_MS);
}

function nextState(state: RunState | null, event: TraceEvent): RunState | null {
  if (state) return foldEvent(state, event);
  return event.kind === "run.started" ? beginRun(event) : null;
}
