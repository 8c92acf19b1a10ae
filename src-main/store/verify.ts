// Checks a database against itself: every hash, checksum, preview and aggregate is derived again from what it stands for, so
// that one flipped bit anywhere in the trace is found. It only reads, and damage is a finding, never a crash.
import Database from "better-sqlite3";
import type { z } from "zod";
import type { VerifyDocument } from "../../src-shared/cli/documents.ts";
import { migrate } from "./database.ts";
import { verifyBlobs, verifyMessages, type BodyFacts } from "./verify-bodies.ts";
import { attempt, type Note } from "./verify-note.ts";
import { verifyRuns } from "./verify-runs.ts";

export type VerifyReport = z.infer<typeof VerifyDocument>;

/** More problems than this are counted, not listed: a destroyed file would list every row. */
const MAX_PROBLEMS = 1_000;

export function verifyDatabase(db: Database.Database): VerifyReport {
  const problems: VerifyReport["problems"] = [];
  let unlisted = 0;
  const note: Note = (problem, run = null, seq = null) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ run, seq, problem });
    else unlisted += 1;
  };
  const facts: BodyFacts = { messageChars: [] };
  // One transaction, so that what another process appends meanwhile is not taken for damage.
  db.exec("BEGIN");
  try {
    attempt(note, "the file", () => verifyFile(db, note));
    attempt(note, "the schema", () => verifySchema(db, note));
    attempt(note, "the settings", () => verifySettings(db, note));
    attempt(note, "the bodies", () => verifyBlobs(db, note));
    attempt(note, "the messages", () => verifyMessages(db, note, facts));
    attempt(note, "the runs", () => verifyRuns(db, note, facts));
    const count = (table: string): number => {
      let rows = 0;
      attempt(note, `the table ${table}`, () => {
        rows = db.prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM ${table}`).get()?.rows ?? 0;
      });
      return rows;
    };
    const counts = { runs: count("runs"), events: count("events"), blobs: count("blobs") };
    if (unlisted > 0) problems.push({ run: null, seq: null, problem: `and ${unlisted} more problems` });
    return { ok: problems.length === 0, ...counts, problems };
  } finally {
    db.exec("ROLLBACK");
  }
}

function verifyFile(db: Database.Database, note: Note): void {
  for (const row of db.pragma("integrity_check(100)") as { integrity_check: string }[]) {
    if (row.integrity_check !== "ok") note(`the file is damaged: ${row.integrity_check}`);
  }
  for (const row of db.pragma("foreign_key_check") as { table: string; rowid: number; parent: string }[]) {
    note(`row ${row.rowid} of ${row.table} refers to a row of ${row.parent} that is not there`);
  }
}

/** The schema must be the one that the migrations make, to the letter. */
function verifySchema(db: Database.Database, note: Note): void {
  const fresh = new Database(":memory:");
  migrate(fresh, ":memory:");
  const read = (from: Database.Database) =>
    from
      .prepare<[], { name: string; sql: string | null }>("SELECT name, sql FROM sqlite_schema ORDER BY name")
      .all()
      .map(({ name, sql }) => `${name}: ${sql ?? ""}`);
  const expected = new Set(read(fresh));
  fresh.close();
  const found = new Set(read(db));
  for (const line of new Set([...found, ...expected])) {
    if (found.has(line) !== expected.has(line)) note(`the schema differs at ${line.slice(0, line.indexOf(":"))}`);
  }
}

function verifySettings(db: Database.Database, note: Note): void {
  for (const { key, value } of db
    .prepare<[], { key: string; value: string }>("SELECT key, value FROM settings")
    .all()) {
    attempt(note, `the setting ${JSON.stringify(key)}`, () => void JSON.parse(value));
  }
}
