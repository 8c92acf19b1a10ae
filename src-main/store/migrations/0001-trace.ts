// The trace: runs with their stored aggregates, append-only events, chained messages, content-addressed bodies, and search.
import type { Migration } from "./migration.ts";

// Indexes carry `started_at` after their column: each serves both as a sort order with newest as tie-break and as a
// filter whose hits come newest first.
const SORTED = [
  "task",
  "variant",
  "model",
  "ending",
  "passed",
  "turns",
  "tool_attempts",
  "prompt_tokens",
  "completion_tokens",
  "duration_ms",
  "source",
  "early_stop",
  "parent_run",
];

export const trace: Migration = {
  version: 1,
  migrate(db) {
    db.exec(`
      CREATE TABLE runs (
        n INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        source TEXT NOT NULL,
        source_file TEXT,
        parent_run TEXT,
        fork_turn INTEGER,
        task TEXT,
        suite TEXT,
        variant TEXT,
        model TEXT,
        endpoint TEXT,
        terminal_state TEXT,
        ending TEXT,
        early_stop INTEGER,
        passed INTEGER,
        turns INTEGER NOT NULL,
        tool_attempts INTEGER NOT NULL,
        prompt_tokens INTEGER,
        completion_tokens INTEGER,
        duration_ms INTEGER,
        started_at INTEGER NOT NULL,
        simulated INTEGER NOT NULL,
        -- How many events the run had when this row was written, and the hash of the last of them.
        events INTEGER NOT NULL,
        head BLOB NOT NULL
      ) STRICT;
      CREATE INDEX runs_by_started_at ON runs (started_at);
      CREATE INDEX runs_by_title ON runs (title COLLATE NOCASE, started_at);
      ${SORTED.map((column) => `CREATE INDEX runs_by_${column} ON runs (${column}, started_at);`).join("\n")}

      -- id = runs.n * 2^24 + seq: one key, no second index. data: JSON, as TEXT or as zstd bytes; fields that stand in
      -- shared are null in it: {"field": [blobs.n]} is a reference to that body, {"field": blobs.n} has its JSON there,
      -- {"field": "other"} is the same as that field. preview: the JSON with long strings cut, only beside zstd bytes.
      -- hash: the first 16 bytes of SHA-256 over the previous event's hash and all of this row.
      CREATE TABLE events (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        turn INTEGER,
        at INTEGER NOT NULL,
        v INTEGER NOT NULL,
        hash BLOB NOT NULL,
        shared TEXT,
        preview TEXT,
        data ANY NOT NULL
      ) STRICT;

      -- codec: bit 0 zstd, bit 1 UTF-16 (texts that UTF-8 cannot hold). preview: only beside zstd bytes.
      -- crc: CRC-32 of codec, length, preview and body as stored; hash is over the text alone.
      CREATE TABLE blobs (
        n INTEGER PRIMARY KEY,
        hash BLOB NOT NULL UNIQUE,
        codec INTEGER NOT NULL,
        chars INTEGER NOT NULL,
        crc INTEGER NOT NULL,
        preview TEXT,
        body BLOB NOT NULL
      ) STRICT;

      -- hash: SHA-256 of the parent's id in hex (empty for the first), a line feed and the message's JSON. body: that
      -- JSON, as TEXT or zstd bytes; where content is set, it is null in the JSON and stands in that blob.
      -- crc: CRC-32 of parent, content and body as stored.
      CREATE TABLE messages (
        n INTEGER PRIMARY KEY,
        hash BLOB NOT NULL UNIQUE,
        parent INTEGER REFERENCES messages (n),
        content INTEGER REFERENCES blobs (n),
        crc INTEGER NOT NULL,
        body ANY NOT NULL
      ) STRICT;

      -- What a run is found by, in lower case; the trigram index finds any three characters of any script. It keeps its
      -- own text, so that SQLite's integrity check compares the two.
      CREATE VIRTUAL TABLE run_search USING fts5 (text, tokenize = 'trigram');
    `);
  },
};
