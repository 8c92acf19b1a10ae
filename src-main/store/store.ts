// The trace store: the one door to the database. A trace is append-only; what `append` returned is on disk.
import type Database from "better-sqlite3";
import type { z } from "zod";
import type { FileDocument, VerifyDocument } from "../../src-shared/cli/documents.ts";
import type { Clock } from "../../src-shared/prelude/clock.ts";
import type { BlobHash, MessageId, RunId } from "../../src-shared/prelude/ids.ts";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { AuditQuery } from "../../src-shared/rpc/audit.ts";
import type { BlobText, RunQuery } from "../../src-shared/rpc/types.ts";
import { parseEvent, type StoredEvent, type TraceEvent } from "../../src-shared/trace/event.ts";
import { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import type { Recorder, RecorderFactory } from "../agent/ports.ts";
import { backupTo } from "./backup.ts";
import { blobTable, decodeBlob } from "./blobs.ts";
import { openForReading, openForWriting } from "./database.ts";
import { decisionFacets, listDecisions, type DecisionPlaces } from "./decisions.ts";
import { eventTable, type EventQuery } from "./events.ts";
import { experimentTable, type ExperimentTable } from "./experiments.ts";
import { findInEvents, type FoundEvents } from "./find-in-events.ts";
import { endInterruptedRuns } from "./interrupted.ts";
import { messageTable } from "./messages.ts";
import { cutText } from "./preview.ts";
import { newRunRecorder, resumedRecorder, type RecorderContext } from "./recorder.ts";
import { fillField } from "./fill-field.ts";
import { runIdMaker } from "./run-id.ts";
import { listFacets, listRuns, type Facets, type RunPage } from "./run-list.ts";
import { foldEvent, runTable, toSummary, type RunColumns, type RunState } from "./run-row.ts";
import { settingsTable } from "./settings.ts";
import { asOpeningError, guard } from "./store-error.ts";
import { verifyDatabase } from "./verify.ts";
import { writerTable } from "./writers.ts";

export type { EventQuery } from "./events.ts";
export type { FoundEvents } from "./find-in-events.ts";
export type { Facets, RunPage } from "./run-list.ts";

export interface StoreOptions {
  clock: Clock;
  /** Nothing is written, not even the end of interrupted runs. */
  readonly?: boolean;
  /** Who writes, for a person: `cli`, `desktop`, … */
  ownerLabel?: string;
}

/** `summary` comes with the last event of an append that changed the run's aggregates. */
export type AppendListener = (event: TraceEvent, summary: RunSummary | null) => void;

export interface Store {
  readonly file: string;
  readonly readonly: boolean;
  /** Ids of the runs that were found interrupted when this store was opened. */
  readonly interrupted: readonly RunId[];
  /** Begins new runs, with the store's clock. */
  readonly recorders: RecorderFactory;
  /** The same with another clock: an import gives events the times they had. */
  recordersAt(clock: Clock): RecorderFactory;
  /** Goes on after a run's last event. UserError `not_found`; `conflict` while another process writes it. */
  continueRun(run: RunId): Recorder;
  /** Calls back after each event that this store wrote; gives the function that ends it. A listener must not throw. */
  onAppend(listener: AppendListener): () => void;

  getRun(run: RunId): { summary: RunSummary; started: RunStarted } | null;
  /** A run that goes on is listed as it stood when its last turn began; `getRun` and the listeners have the newest. */
  listRuns(query: RunQuery): RunPage;
  facets(): Facets;
  /** The run whose id is, or alone begins with, what the user typed (with or without `r_`). UserError otherwise. */
  resolveRunId(prefix: string): RunId;

  /** In order of `seq`. The reads by run throw UserError `not_found` for a run that is not there. */
  events(run: RunId, query?: EventQuery): StoredEvent[];
  event(run: RunId, seq: number): StoredEvent | null;
  eventCount(run: RunId): number;
  findInEvents(run: RunId, text: string): FoundEvents;
  /** Decisions and approvals over all runs, or of one. */
  decisions(query: AuditQuery): DecisionPlaces;
  decisionFacets(): { tools: string[]; decisions: string[] };

  /** A context from its root to its last message; the messages are frozen. UserError `not_found`. */
  messages(leaf: MessageId): ChatMessage[];
  /** Their ids, in the same order. */
  messageIds(leaf: MessageId): MessageId[];
  /** A body, cut to `limit` characters where that is given. UserError `not_found`. */
  blobText(hash: BlobHash, limit?: number | null): z.infer<typeof BlobText>;
  /** The exact text of a request's body as it was sent. UserError `not_found`. */
  requestBody(run: RunId, turn: number, attempt: number): string;

  /** Null where it was never set. */
  getSetting(key: string): JsonValue;
  /** Keys of settings that begin with `prefix`, in order. */
  settingKeys(prefix: string): string[];
  setSetting(key: string, value: JsonValue): void;

  /**
   * Carries out `work`, which waits for nothing, in one transaction: what it recorded is on disk when this returns; all of it, or nothing
   * where it throws. Many small runs are written many times faster together.
   */
  batch<T>(work: () => T): T;

  /** The journal of experiments. */
  readonly experiments: ExperimentTable;

  /** Re-derives every hash, preview and aggregate; a flipped bit anywhere in the trace is a problem in the list. */
  verify(): z.infer<typeof VerifyDocument>;
  /** A consistent copy, also while runs are being written. UserError where the target is another kind of file. */
  backup(file: string): Promise<z.infer<typeof FileDocument>>;
  close(): void;
}

/**
 * Opens a database, making it where there is none, and ends the runs whose process died.
 * Throws UserError, naming the file and the mend, for a newer, foreign, damaged, locked or unwritable one.
 */
export function openStore(file: string, options: StoreOptions): Store {
  const db = options.readonly ? openForReading(file) : openForWriting(file);
  try {
    return storeOn(db, file, options);
  } catch (error) {
    db.close();
    throw asOpeningError(file, error);
  }
}

/** The store on an open connection (apart, so that a test can give the connection a small disk). */
export function storeOn(db: Database.Database, file: string, options: StoreOptions): Store {
  const { clock } = options;
  const blobs = blobTable(db);
  const messages = messageTable(db, blobs);
  const events = eventTable(db, blobs);
  const runs = runTable(db);
  const settings = settingsTable(db);
  const writers = writerTable(db, options.ownerLabel ?? "loopscope", () => clock.now());
  const listeners = new Set<AppendListener>();
  const context: RecorderContext = { db, file, blobs, messages, events, runs, writers, onAppended: notify };
  const newRunId = runIdMaker();

  function notify(event: TraceEvent, summary: RunSummary | null): void {
    for (const listener of listeners) listener(event, summary);
  }

  function batch<T>(work: () => T): T {
    let done = false;
    try {
      return guard(file, () => {
        // On disk before, so that what the recorders know of it holds whatever becomes of the batch.
        db.transaction(() => writers.claim()).immediate();
        writers.settle(true);
        const result = db.transaction(() => runs.textsTogether(work)).immediate();
        done = true;
        return result;
      });
    } finally {
      if (!done) {
        writers.settle(false);
        // Row numbers that were taken in the transaction are gone with it.
        blobs.forget();
        messages.forget();
        events.forget();
      }
    }
  }

  function recordersAt(runClock: Clock): RecorderFactory {
    return {
      create(started) {
        const created = newRunRecorder(context, runClock, newRunId(clock.now()));
        const data = typeof started === "function" ? started((text) => created.blob(text)) : started;
        created.append({ kind: "run.started", turn: null, data });
        return created;
      },
    };
  }

  function runRow(run: RunId): RunColumns & { n: number } {
    const row = runs.find(run);
    if (!row) throw new UserError("not_found", `No run ${run} in ${file}. \`loopscope runs\` lists those there are.`);
    return row;
  }

  function startOf(run: RunId, n: number): RunStarted {
    const first = events.one(run, n, 1);
    const parsed = first?.kind === "run.started" ? RunStarted.safeParse(first.data) : null;
    if (parsed?.success) return parsed.data;
    throw new UserError(
      "database_unreadable",
      `${file}: the start of run ${run} is damaged. Run \`loopscope verify\`.`,
    );
  }

  /** A run's aggregates as of its newest event: those of its row, and what came after the row was written. */
  function currentState(run: RunId, row: RunColumns & { n: number }): RunState {
    const { prompt } = startOf(run, row.n);
    const ended = row.ending === null ? null : events.list(run, row.n, { kinds: ["run.ended"] }).at(-1);
    const end = ended ? parseEvent(ended) : null;
    const answer = end?.kind === "run.ended" ? end.data.answer : null;
    let state: RunState = { summary: toSummary(row), startedAt: row.started_at, prompt, answer };
    for (const stored of events.list(run, row.n, { after: row.events })) {
      const event = parseEvent(stored);
      if (event) state = foldEvent(state, event);
    }
    return state;
  }

  function resume(run: RunId): Recorder {
    const row = runRow(run);
    const last = events.last(row.n);
    if (!last)
      throw new UserError("database_unreadable", `${file}: run ${run} has no events. Run \`loopscope verify\`.`);
    const state = currentState(run, row);
    return resumedRecorder(context, clock, { run, n: row.n, seq: last.seq, head: last.hash, state, rowAt: 0 });
  }

  const read = <T>(work: () => T): T => guard(file, work);
  const interrupted = options.readonly ? [] : read(() => endInterruptedRuns(db, { events, writers }, resume));

  return {
    file,
    readonly: options.readonly ?? false,
    interrupted,
    recorders: recordersAt(clock),
    recordersAt,
    continueRun: (run) =>
      read(() => {
        const row = runRow(run);
        if (row.writer !== null && row.writer !== writers.own && writers.isAlive(row.writer, clock.now())) {
          throw new UserError("conflict", `Run ${run} is being written by another process. Wait until it has ended.`);
        }
        return resume(run);
      }),
    onAppend(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getRun: (run) =>
      read(() => {
        const row = runs.find(run);
        if (!row) return null;
        const summary = row.ending === null ? currentState(run, row).summary : toSummary(row);
        return { summary, started: startOf(run, row.n) };
      }),
    listRuns: (query) => read(() => listRuns(db, query)),
    facets: () => read(() => listFacets(db)),
    resolveRunId: (prefix) => read(() => resolveRunId(runs.startingWith, prefix, file)),
    events: (run, query) => read(() => events.list(run, runRow(run).n, query)),
    event: (run, seq) => read(() => events.one(run, runRow(run).n, seq)),
    eventCount: (run) => read(() => events.last(runRow(run).n)?.seq ?? 0),
    findInEvents: (run, text) => read(() => findInEvents({ events, blobs, messages }, run, runRow(run).n, text)),
    decisions: (query) =>
      read(() => listDecisions(db, query, query.run === null ? null : runRow(query.run as RunId).n)),
    decisionFacets: () => read(() => decisionFacets(db)),
    messages: (leaf) => read(() => messages.walk(leaf)),
    messageIds: (leaf) => read(() => messages.walkIds(leaf)),
    blobText: (hash, limit = null) =>
      read(() => {
        const row = blobs.find(hash);
        if (!row) throw new UserError("not_found", `No body ${hash.slice(0, 12)}… in ${file}.`);
        const usePreview = row.preview !== null && limit !== null && limit <= row.preview.length;
        const text = usePreview && row.preview !== null ? row.preview : decodeBlob(row);
        return {
          text: limit === null ? text : cutText(text, limit),
          chars: row.chars,
          cut: limit !== null && row.chars > limit,
        };
      }),
    requestBody: (run, turn, attempt) =>
      read(() => {
        const sent = events.list(run, runRow(run).n, { kinds: ["request.sent"], turn });
        for (const stored of sent) {
          const event = parseEvent(stored);
          if (event?.kind !== "request.sent" || event.data.attempt !== attempt || !event.data.envelope) continue;
          const row = blobs.find(event.data.envelope.hash);
          const body =
            row && fillField(decodeBlob(row), "messages", `[${messages.walkJson(event.data.context).join(",")}]`);
          if (body) return body;
        }
        throw new UserError("not_found", `Run ${run} has no request for turn ${turn}, attempt ${attempt}.`);
      }),
    getSetting: (key) => read(() => settings.get(key)),
    settingKeys: (prefix) => read(() => settings.keys(prefix)),
    setSetting: (key, value) => read(() => settings.set(key, value)),
    batch,
    experiments: experimentTable(db, file, writers, () => clock.now()),
    verify: () => verifyDatabase(db),
    backup: (target) => backupTo(db, file, target),
    close() {
      if (!db.open) return;
      if (!options.readonly) read(() => writers.release());
      db.close();
    },
  };
}

function resolveRunId(startingWith: (prefix: string) => string[], typed: string, file: string): RunId {
  const wanted = typed.trim().toLowerCase();
  const prefix = wanted.startsWith("r_") ? wanted : `r_${wanted}`;
  const isPrefix = /^r_[0-9a-z]+$/.test(prefix);
  const found = isPrefix ? startingWith(prefix) : [];
  const [first] = found;
  if (first !== undefined && (found.length === 1 || first === prefix)) return first as RunId;
  if (found.length === 0) {
    throw new UserError(
      "not_found",
      `No run ${JSON.stringify(typed)} in ${file}. \`loopscope runs\` lists those there are.`,
    );
  }
  const listed = found.slice(0, 5).join(", ") + (found.length > 5 ? ", …" : "");
  throw new UserError("usage", `${JSON.stringify(typed)} may be any of ${listed}. Give more of the id.`);
}
