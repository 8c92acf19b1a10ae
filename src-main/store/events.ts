// The events of a run as they are read back. Append-only: nothing here changes a row.
import type Database from "better-sqlite3";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import type { BlobTable } from "./blobs.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { decodeData, decodePreview, RUN_SPAN, type EventRow, type Rows } from "./event-codec.ts";

export interface EventQuery {
  /** Events with a higher `seq`; 0 begins at the first. */
  after?: number;
  limit?: number;
  /** Strings of the data longer than this are cut and end in `…`; null (the default) keeps them whole. */
  previewChars?: number | null;
  /** Only these kinds. */
  kinds?: readonly string[];
  turn?: number;
}

/** Values of shared fields kept in memory: few, and frozen, since many events give out the same one. */
const MEMO_LIMIT = 5_000;

export type EventTable = ReturnType<typeof eventTable>;

export function eventTable(db: Database.Database, blobs: BlobTable) {
  const insert = db.prepare<[EventRow]>(
    "INSERT INTO events (id, kind, turn, at, v, hash, shared, preview, data) VALUES (@id, @kind, @turn, @at, @v, @hash, @shared, @preview, @data)",
  );
  const range = db.prepare<[number, number, number], EventRow>(
    "SELECT * FROM events WHERE id > ? AND id < ? ORDER BY id LIMIT ?",
  );
  // A preview read leaves the body of a row that has a preview on its pages.
  const previewRange = db.prepare<[number, number, number], EventRow>(
    "SELECT id, kind, turn, at, v, shared, preview, CASE WHEN preview IS NULL THEN data ELSE '' END AS data FROM events WHERE id > ? AND id < ? ORDER BY id LIMIT ?",
  );
  const chosen = db.prepare<
    [{ from: number; to: number; kinds: string | null; turn: number | null; limit: number }],
    EventRow
  >(
    `SELECT * FROM events WHERE id > @from AND id < @to
       AND (@kinds IS NULL OR kind IN (SELECT value FROM json_each(@kinds))) AND (@turn IS NULL OR turn = @turn)
     ORDER BY id LIMIT @limit`,
  );
  const one = db.prepare<[number], EventRow>("SELECT * FROM events WHERE id = ?");
  const last = db.prepare<[number, number], EventRow>(
    "SELECT * FROM events WHERE id > ? AND id < ? ORDER BY id DESC LIMIT 1",
  );
  const fields = new Map<number, JsonValue>();
  const refs = new Map<number, JsonValue>();
  const rows: Rows = {
    field: (blob) => memoised(fields, blob, () => deepFreeze(JSON.parse(blobs.textOf(blob)) as JsonValue)),
    ref: (blob) => memoised(refs, blob, () => deepFreeze({ ...blobs.refOf(blob) })),
  };

  const stored = (run: RunId, row: EventRow, previewChars: number | null): StoredEvent => ({
    run,
    seq: row.id % RUN_SPAN,
    at: row.at,
    v: row.v,
    kind: row.kind,
    turn: row.turn,
    data: previewChars === null ? decodeData(row, rows) : decodePreview(row, previewChars, rows),
  });

  return {
    insert: (row: EventRow): void => void insert.run(row),
    /** After a transaction that failed: row numbers that were taken in it come again. */
    forget(): void {
      fields.clear();
      refs.clear();
    },
    list(run: RunId, n: number, query: EventQuery = {}): StoredEvent[] {
      const { after = 0, limit = RUN_SPAN, previewChars = null, kinds, turn } = query;
      const from = n * RUN_SPAN + after;
      const to = (n + 1) * RUN_SPAN;
      if (kinds || turn !== undefined) {
        const wanted = { from, to, kinds: kinds ? JSON.stringify(kinds) : null, turn: turn ?? null, limit };
        const found = chosen.all(wanted);
        return found.map((row) => stored(run, row, previewChars));
      }
      const statement = previewChars !== null && previewChars <= 200 ? previewRange : range;
      return statement.all(from, to, limit).map((row) => stored(run, row, previewChars));
    },
    /** One after the other, without holding them all in memory. */
    *each(run: RunId, n: number): Generator<StoredEvent> {
      const batch = 500;
      for (let after = 0; ;) {
        const found = range.all(n * RUN_SPAN + after, (n + 1) * RUN_SPAN, batch);
        for (const row of found) yield stored(run, row, null);
        const lastRow = found.at(-1);
        if (!lastRow || found.length < batch) return;
        after = lastRow.id % RUN_SPAN;
      }
    },
    one(run: RunId, n: number, seq: number): StoredEvent | null {
      const row = one.get(n * RUN_SPAN + seq);
      return row ? stored(run, row, null) : null;
    },
    /** Sequence number and hash of the newest event; null for a run without any. */
    last(n: number): { seq: number; hash: Buffer } | null {
      const row = last.get(n * RUN_SPAN, (n + 1) * RUN_SPAN);
      return row ? { seq: row.id % RUN_SPAN, hash: row.hash } : null;
    },
  };
}

function memoised(memo: Map<number, JsonValue>, blob: number, read: () => JsonValue): JsonValue {
  const there = memo.get(blob);
  if (there !== undefined) return there;
  const value = read();
  if (memo.size >= MEMO_LIMIT) memo.clear();
  memo.set(blob, value);
  return value;
}
