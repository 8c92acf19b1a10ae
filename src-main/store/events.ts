// The events of a run as they are read back. Append-only: nothing here changes a row.
import type Database from "better-sqlite3";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import type { BlobTable } from "./blobs.ts";
import { decodeData, decodePreview, RUN_SPAN, type EventRow } from "./event-codec.ts";

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

/** Texts of shared fields kept parsed-ready in memory: few and small. */
const FIELD_MEMO = 2_000;

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
  const fields = new Map<number, string>();

  const fieldText = (blob: number): string => {
    const there = fields.get(blob);
    if (there !== undefined) return there;
    const text = blobs.textOf(blob);
    if (fields.size >= FIELD_MEMO) fields.clear();
    fields.set(blob, text);
    return text;
  };

  const stored = (run: RunId, row: EventRow, previewChars: number | null): StoredEvent => ({
    run,
    seq: row.id % RUN_SPAN,
    at: row.at,
    v: row.v,
    kind: row.kind,
    turn: row.turn,
    data: previewChars === null ? decodeData(row, fieldText) : decodePreview(row, previewChars, fieldText),
  });

  return {
    insert: (row: EventRow): void => void insert.run(row),
    forgetFields: (): void => fields.clear(),
    list(run: RunId, n: number, query: EventQuery = {}): StoredEvent[] {
      const { after = 0, limit = RUN_SPAN, previewChars = null, kinds, turn } = query;
      const from = n * RUN_SPAN + after;
      const to = (n + 1) * RUN_SPAN;
      if (kinds || turn !== undefined) {
        const wanted = { from, to, kinds: kinds ? JSON.stringify(kinds) : null, turn: turn ?? null, limit };
        const rows = chosen.all(wanted);
        return rows.map((row) => stored(run, row, previewChars));
      }
      const rows = previewChars !== null && previewChars <= 200 ? previewRange : range;
      return rows.all(from, to, limit).map((row) => stored(run, row, previewChars));
    },
    /** One after the other, without holding them all in memory. */
    *each(run: RunId, n: number): Generator<StoredEvent> {
      const batch = 500;
      for (let after = 0; ;) {
        const rows = range.all(n * RUN_SPAN + after, (n + 1) * RUN_SPAN, batch);
        for (const row of rows) yield stored(run, row, null);
        const lastRow = rows.at(-1);
        if (!lastRow || rows.length < batch) return;
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
