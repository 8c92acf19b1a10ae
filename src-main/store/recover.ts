// Saves what is readable of a damaged database into a new one. Rows are read one by one by their keys, so that a bad page
// costs only what stands on it; a run is kept up to its first event that is missing, unreadable or does not verify.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import Database from "better-sqlite3";
import type { Clock } from "../../src-shared/prelude/clock.ts";
import type { BlobHash, MessageId, RunId } from "../../src-shared/prelude/ids.ts";
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { BlobRef } from "../../src-shared/trace/blob-ref.ts";
import { parseEvent, type StoredEvent } from "../../src-shared/trace/event.ts";
import { blobHash, blobTable, decodeBlob, type BlobTable } from "./blobs.ts";
import { openForWriting } from "./database.ts";
import { decodeData, encodeData, eventHash, fieldMemory, NO_HEAD, RUN_SPAN, type EventRow } from "./event-codec.ts";
import { eventTable } from "./events.ts";
import { foreign, inspectFile } from "./inspect-file.ts";
import { draftMessage, messageTable, type MessageTable } from "./messages.ts";
import { runIdMaker } from "./run-id.ts";
import { beginRun, foldEvent, runTable, toColumns, type RunState } from "./run-row.ts";
import { searchText } from "./search-text.ts";
import { guard } from "./store-error.ts";
import { openStore } from "./store.ts";

/** `runs` counts those saved; `lost` says in one line each what could not be. */
export interface Recovered {
  file: string;
  bytes: number;
  runs: number;
  lost: string[];
}

/**
 * Reads the database `from` (which stays as it is) and writes a new one at `to`. Runs that lost their end are ended as
 * interrupted. UserError when `from` is not a Loopscope database or `to` is there already.
 */
export function recoverDatabase(from: string, to: string, clock: Clock): Recovered {
  const found = inspectFile(resolve(from));
  if (found.kind === "absent") {
    throw new UserError("not_found", `${from}: no such database. Check the path given with --db.`);
  }
  if (found.kind === "blank") throw foreign(from);
  if (existsSync(to)) {
    throw new UserError("conflict", `${to}: there is such a file already. Name a new file to recover into.`);
  }
  const source = guard(from, () => new Database(resolve(from), { readonly: true, fileMustExist: true }));
  const lost: string[] = [];
  try {
    const target = openForWriting(to);
    try {
      guard(to, () => saveRuns(source, target, clock, lost));
      guard(to, () => saveSettings(source, target, lost));
    } finally {
      target.close();
    }
  } finally {
    source.close();
  }
  const store = openStore(to, { clock, ownerLabel: "recover" });
  const { runs } = store.verify();
  store.close();
  return { file: to, bytes: statSync(to).size, runs, lost };
}

function saveRuns(source: Database.Database, target: Database.Database, clock: Clock, lost: string[]): void {
  const last = Math.max(
    salvage(() => numberOf(source, "SELECT max(n) AS value FROM runs")) ?? 0,
    Math.floor((salvage(() => numberOf(source, "SELECT max(id) AS value FROM events")) ?? 0) / RUN_SPAN),
  );
  const idOf = salvage(() => source.prepare<[number], { id: string }>("SELECT id FROM runs WHERE n = ?"));
  const read = eventReader(source);
  const write = runWriter(source, target, lost);
  const newId = runIdMaker();
  for (let n = 1; n <= last; n++) {
    const id = salvage(() => idOf?.get(n)?.id) as RunId | undefined;
    const { events, complaint } = read(n, id ?? newId(clock.now()), id !== undefined);
    const name = id ?? `the run number ${n}`;
    if (complaint) lost.push(`${name}: ${complaint}`);
    if (events.length === 0) continue;
    if (!id) lost.push(`${name}: its id; it is ${events[0]?.run} now`);
    target.transaction(write).immediate(events);
  }
}

/** Reads a run's events up to the first that fails, and says what failed. */
function eventReader(source: Database.Database) {
  const blobs = blobTable(source);
  const one = source.prepare<[number], EventRow>("SELECT * FROM events WHERE id = ?");
  const rows = {
    field: (blob: number) => JSON.parse(blobs.textOf(blob)) as JsonValue,
    ref: (blob: number) => ({ ...blobs.refOf(blob) }),
  };
  const after = source.prepare<[number, number], { value: number }>(
    "SELECT count(*) AS value FROM events WHERE id > ? AND id < ?",
  );
  return (n: number, run: RunId, hasId: boolean): { events: StoredEvent[]; complaint: string | null } => {
    const events: StoredEvent[] = [];
    let head: Buffer = NO_HEAD;
    for (let seq = 1; ; seq++) {
      const row = salvage(() => one.get(n * RUN_SPAN + seq) ?? null);
      if (row === null) {
        const more = salvage(() => after.get(n * RUN_SPAN + seq, (n + 1) * RUN_SPAN)?.value) ?? 0;
        const complaint = seq === 1 ? "no event of it is left" : more > 0 ? `everything after event ${seq - 1}` : null;
        return { events, complaint };
      }
      const data = row && salvage(() => decodeData(row, rows));
      // Without its id a run's hashes cannot be derived: its data is taken as it reads.
      const isWhole = row && (!hasId || eventHash(head, { ...row, run, seq }).equals(row.hash));
      if (!row || data === undefined || !isWhole) {
        return { events, complaint: seq === 1 ? "its start is damaged" : `everything after event ${seq - 1}` };
      }
      head = row.hash;
      events.push({ run, seq, at: row.at, v: row.v, kind: row.kind, turn: row.turn, data });
    }
  };
}

/** Writes one run and what it refers to, as the recorder would have; call inside a transaction. */
function runWriter(source: Database.Database, target: Database.Database, lost: string[]) {
  const from = { blobs: blobTable(source), messages: messageTable(source, blobTable(source)) };
  const blobs = blobTable(target);
  const messages = messageTable(target, blobs);
  const events = eventTable(target, blobs);
  const runs = runTable(target);

  return (stored: readonly StoredEvent[]): void => {
    let state: RunState | null = null;
    let head: Buffer = NO_HEAD;
    const rows: Omit<EventRow, "id">[] = [];
    const fields = fieldMemory((_value): _value is BlobRef => false);
    for (const event of stored) {
      for (const problem of saveReferences(event.data, from, { blobs, messages })) {
        lost.push(`${event.run} event ${event.seq}: ${problem}`);
      }
      const known = parseEvent(event);
      if (known) state = state ? foldEvent(state, known) : known.kind === "run.started" ? beginRun(known) : null;
      const draft = fields.draft(event.kind, isJsonObject(event.data) ? event.data : {});
      const encoded = encodeData(draft, (text) => blobs.put(blobHash(text), text), blobs.numberOf, event.kind);
      const row = { kind: event.kind, turn: event.turn, at: event.at, v: event.v, ...encoded };
      head = eventHash(head, { ...row, run: event.run, seq: event.seq });
      rows.push({ ...row, hash: head });
    }
    if (!state) {
      lost.push(`${stored[0]?.run ?? "a run"}: its start cannot be read`);
      return;
    }
    const n = runs.insert(toColumns(state, rows.length, head, null), searchText(state));
    rows.forEach((row, i) => events.insert({ ...row, id: n * RUN_SPAN + 1 + i }));
  };
}

interface Bodies {
  blobs: BlobTable;
  messages: MessageTable;
}

/** Copies the bodies and contexts that an event refers to; gives what could not be copied. */
function saveReferences(data: JsonValue, from: Bodies, to: Bodies): string[] {
  const problems: string[] = [];
  for (const [, hash] of JSON.stringify(data).matchAll(/"hash":"([0-9a-f]{64})"/g)) {
    const wanted = hash as BlobHash;
    if (to.blobs.find(wanted)) continue;
    const text = salvage(() => {
      const row = from.blobs.find(wanted);
      return row ? decodeBlob(row) : undefined;
    });
    if (text !== undefined && blobHash(text) === wanted) to.blobs.put(wanted, text);
    else problems.push(`the body ${wanted.slice(0, 12)}…`);
  }
  for (const id of isJsonObject(data) ? [data["context"], data["message"]] : []) {
    if (typeof id !== "string" || !/^[0-9a-f]{64}$/.test(id)) continue;
    if (!saveContext(id as MessageId, from, to)) problems.push(`the messages up to ${id.slice(0, 12)}…`);
  }
  return problems;
}

/** Copies a message and those before it; false when one of them is lost, and with it the context. */
function saveContext(leaf: MessageId, from: Bodies, to: Bodies): boolean {
  if (to.messages.has(leaf)) return true;
  const path = salvage(() => from.messages.walk(leaf));
  const ids = salvage(() => from.messages.walkIds(leaf));
  if (!path || !ids) return false;
  let parent: MessageId | null = null;
  for (const [i, message] of path.entries()) {
    const draft = draftMessage(parent, message, blobHash);
    if (draft.id !== ids[i]) return false;
    to.messages.put(draft);
    parent = draft.id;
  }
  return true;
}

function saveSettings(source: Database.Database, target: Database.Database, lost: string[]): void {
  const rows = salvage(() =>
    source.prepare<[], { key: string; value: string }>("SELECT key, value FROM settings").all(),
  );
  if (!rows) lost.push("the settings");
  const insert = target.prepare<[string, string]>("INSERT INTO settings (key, value) VALUES (?, ?)");
  for (const { key, value } of rows ?? []) insert.run(key, value);
}

function numberOf(db: Database.Database, sql: string): number {
  return db.prepare<[], { value: number | null }>(sql).get()?.value ?? 0;
}

/** The result, or undefined where damage stands in the way: here every failure to read is a loss that is reported. */
function salvage<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
