// Verifies runs: their events' chain of hashes, what the events refer to, and the stored aggregates against a new fold.
import type Database from "better-sqlite3";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import {
  EVENT_VERSION,
  eventSchemas,
  parseEvent,
  type StoredEvent,
  type TraceEvent,
} from "../../src-shared/trace/event.ts";
import { blobTable, decodeBlob } from "./blobs.ts";
import { blobHashesIn, decodeData, eventHash, NO_HEAD, previewJson, RUN_SPAN, type Rows } from "./event-codec.ts";
import { unpackText } from "./packing.ts";
import { fillField } from "./fill-field.ts";
import { beginRun, COLUMN_NAMES, foldEvent, toColumns, type RunState } from "./run-row.ts";
import { searchText } from "./search-text.ts";
import type { BodyFacts } from "./verify-bodies.ts";
import { attempt, strictText, type Note } from "./verify-note.ts";

const BATCH = 500;

/** An event's row with its texts as bytes. */
interface RawEvent {
  id: number;
  kind: Buffer;
  turn: number | null;
  at: number;
  v: number;
  hash: Buffer;
  shared: Buffer | null;
  preview: Buffer | null;
  form: string;
  data: Buffer;
}

type RawRun = { n: number; id: string } & Record<(typeof COLUMN_NAMES)[number], Buffer | null>;

export function verifyRuns(db: Database.Database, note: Note, facts: BodyFacts): void {
  const columns = COLUMN_NAMES.map((name) => `CAST(${name} AS BLOB) AS ${name}`).join(", ");
  const runs = db.prepare<[number, number], RawRun>(`SELECT n, ${columns} FROM runs WHERE n > ? ORDER BY n LIMIT ?`);
  const check = runChecker(db, note, facts);
  let expected = 1;
  let counted = 0;
  for (let after = 0; ;) {
    const page = runs.all(after, BATCH);
    const last = page.at(-1);
    if (!last) break;
    after = last.n;
    for (const run of page) {
      // Runs are never removed: a number that is left out is a run that was lost.
      if (run.n !== expected) note(`run number ${expected} is missing`);
      expected = run.n + 1;
      counted += check(run);
    }
  }
  const all = db.prepare<[], { events: number }>("SELECT count(*) AS events FROM events").get()?.events ?? 0;
  if (all !== counted) note(`${all - counted} events belong to no run`);
}

/** Checks one run after the other; gives how many events each has. */
function runChecker(db: Database.Database, note: Note, facts: BodyFacts): (row: RawRun) => number {
  const page = db.prepare<[number, number, number], RawEvent>(
    `SELECT id, CAST(kind AS BLOB) AS kind, turn, at, v, hash, CAST(shared AS BLOB) AS shared,
       CAST(preview AS BLOB) AS preview, typeof(data) AS form, CAST(data AS BLOB) AS data
     FROM events WHERE id > ? AND id < ? ORDER BY id LIMIT ?`,
  );
  const textOf = db.prepare<[number], { text: Buffer }>(
    "SELECT CAST(text AS BLOB) AS text FROM run_search WHERE rowid = ?",
  );
  const checkEvent = eventChecker(db, note, facts);

  return (row) => {
    const run = row.id.toString() as RunId;
    const storedEvents = Number(row.events?.toString());
    let state: RunState | null = null;
    let counted: RunState | null = null;
    let countedHead: Buffer = NO_HEAD;
    let head: Buffer = NO_HEAD;
    let seq = 0;
    let count = 0;
    for (let after = row.n * RUN_SPAN; ;) {
      const events = page.all(after, (row.n + 1) * RUN_SPAN, BATCH);
      const last = events.at(-1);
      if (!last) break;
      after = last.id;
      for (const event of events) {
        count += 1;
        const found = event.id % RUN_SPAN;
        if (found !== seq + 1) note(`event ${seq + 1} is missing`, run, seq + 1);
        seq = found;
        const known = checkEvent(run, seq, event, head);
        head = event.hash;
        if (known) state = foldKnown(state, known);
        if (seq === storedEvents) [counted, countedHead] = [state, head];
      }
    }
    if (!counted) {
      note(seq < storedEvents ? `${storedEvents - seq} events are missing at the end` : "its start is missing", run);
      return count;
    }
    if (counted.summary.ending !== null && seq !== storedEvents) note("its number of events does not match", run);
    compareRow(row, counted, storedEvents, countedHead, (problem) => note(problem, run));
    const text = textOf.get(row.n)?.text;
    if (!text?.equals(Buffer.from(searchText(counted)))) note("its search text does not match", run);
    return count;
  };
}

function foldKnown(state: RunState | null, event: TraceEvent): RunState | null {
  if (state) return foldEvent(state, event);
  return event.kind === "run.started" ? beginRun(event) : null;
}

function compareRow(row: RawRun, state: RunState, events: number, head: Buffer, note: (problem: string) => void): void {
  const expected = toColumns(state, events, head, null);
  for (const name of COLUMN_NAMES) {
    // Which process writes an open run is not part of the trace.
    if (name === "writer" && state.summary.ending === null) continue;
    const value = expected[name];
    const bytes = value === null ? null : Buffer.isBuffer(value) ? value : Buffer.from(String(value));
    const stored = row[name];
    const isSame = bytes === null || stored === null ? bytes === stored : bytes.equals(stored);
    if (!isSame) note(`the stored ${name} does not match its events`);
  }
}

/** Checks one event's row, its data and what the data refers to; gives it where it is readable and of a known kind. */
function eventChecker(db: Database.Database, note: Note, facts: BodyFacts) {
  const blobs = blobTable(db);
  const hasMessage = db.prepare<[Buffer], { n: number }>("SELECT n FROM messages WHERE hash = ?");
  const frames = new Map<string, number | null>();
  const rows: Rows = {
    field: (blob) => JSON.parse(blobs.textOf(blob)) as JsonValue,
    ref: (blob) => ({ ...blobs.refOf(blob) }),
  };

  /** Length of a request's body without the messages between the brackets; null when its envelope is no envelope. */
  function frameChars(envelope: string): number | null {
    const row = blobs.find(envelope as Parameters<typeof blobs.find>[0]);
    return row && (fillField(decodeBlob(row), "messages", "[]")?.length ?? null);
  }

  function checkReferences(event: StoredEvent, tell: (problem: string) => void): void {
    for (const hash of blobHashesIn(JSON.stringify(event.data))) {
      if (!blobs.find(hash)) tell(`a body it refers to is missing (${hash.slice(0, 12)}…)`);
    }
    if (!isJsonObject(event.data)) return;
    for (const field of ["context", "message"]) {
      const id = event.data[field];
      if (typeof id !== "string" || !/^[0-9a-f]{64}$/.test(id)) continue;
      if (!hasMessage.get(Buffer.from(id, "hex"))) tell(`a message it refers to is missing (${id.slice(0, 12)}…)`);
    }
  }

  function checkBody(event: TraceEvent, tell: (problem: string) => void): void {
    if (event.kind !== "request.sent" || !event.data.envelope) return;
    const { hash } = event.data.envelope;
    if (!frames.has(hash)) frames.set(hash, frameChars(hash));
    const frame = frames.get(hash);
    const n = hasMessage.get(Buffer.from(event.data.context, "hex"))?.n;
    const messages = n === undefined ? undefined : facts.messageChars[n];
    if (frame === null || frame === undefined || messages === undefined) return tell("its request cannot be rebuilt");
    if (frame + messages !== event.data.body_chars) tell("its request, rebuilt, has another length than the one sent");
  }

  return (run: RunId, seq: number, row: RawEvent, previous: Buffer): TraceEvent | null => {
    const tell: Note = (problem) => note(problem, run, seq);
    let known: TraceEvent | null = null;
    attempt(tell, "its row", () => {
      const kind = strictText(row.kind);
      const shared = row.shared && strictText(row.shared);
      const preview = row.preview && strictText(row.preview);
      const data = row.form === "text" ? strictText(row.data) : row.data;
      const { turn, at, v } = row;
      const hash = eventHash(previous, { run, seq, at, kind, turn, v, shared, preview, data });
      if (!hash.equals(row.hash)) tell("its hash does not match");
      const expected = typeof data === "string" ? null : previewJson(unpackText(data));
      if (preview !== expected) tell("its preview does not match");
      const stored: StoredEvent = { run, seq, at, v, kind, turn, data: decodeData({ data, shared }, rows) };
      checkReferences(stored, tell);
      if (v > EVENT_VERSION || !Object.hasOwn(eventSchemas, kind)) return;
      known = parseEvent(stored);
      if (!known) tell(`its data is not that of a ${kind} event`);
      else checkBody(known, tell);
    });
    return known;
  };
}
