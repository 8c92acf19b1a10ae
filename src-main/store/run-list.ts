// The run table's pages: filtered, sorted and searched in SQLite, fast at a hundred thousand runs.
import type Database from "better-sqlite3";
import type { RunQuery, RunSort } from "../../src-shared/rpc/types.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import { toSummary, type RunColumns } from "./run-row.ts";
import { searchWords } from "./search-text.ts";

export interface RunPage {
  runs: RunSummary[];
  /** How many runs match, whatever the page. */
  total: number;
}

export interface Facets {
  tasks: string[];
  variants: string[];
  models: string[];
  endings: string[];
  sources: string[];
}

/** Each sort is the order of one index, so that a page is read without sorting. */
const ORDER: Record<RunSort, string> = {
  started_at: "started_at",
  title: "title COLLATE NOCASE",
  task: "task",
  variant: "variant",
  model: "model",
  ending: "ending",
  passed: "passed",
  turns: "turns",
  tool_attempts: "tool_attempts",
  prompt_tokens: "prompt_tokens",
  completion_tokens: "completion_tokens",
  duration_ms: "duration_ms",
};

/** The trigram index answers words from this many characters up. */
const TRIGRAM = 3;

/** One page of the runs that match all of a query. */
export function listRuns(db: Database.Database, query: RunQuery): RunPage {
  const { where, values } = conditions(query);
  const clause = where.length > 0 ? `WHERE ${where.join(" AND ")}` : "";
  const way = query.descending ? "DESC" : "ASC";
  const order = query.sort === "started_at" ? "" : `${ORDER[query.sort]} ${way} NULLS LAST, `;
  const rows = db
    .prepare<unknown[], RunColumns>(
      `SELECT * FROM runs ${clause} ORDER BY ${order}started_at ${way}, n ${way} LIMIT ? OFFSET ?`,
    )
    .all(...values, query.limit, query.offset);
  // Runs are never removed, so their numbers have no gaps and the highest is their count.
  const count = where.length > 0 ? `SELECT count(*) AS total FROM runs ${clause}` : "SELECT max(n) AS total FROM runs";
  const total = db.prepare<unknown[], { total: number | null }>(count).get(...values)?.total ?? 0;
  return { runs: rows.map(toSummary), total };
}

function conditions(query: RunQuery): { where: string[]; values: (string | number)[] } {
  const where: string[] = [];
  const values: (string | number)[] = [];
  for (const column of ["ending", "task", "variant", "model", "source", "parent_run"] as const) {
    const wanted = query[column];
    if (wanted === null) continue;
    where.push(`${column} = ?`);
    values.push(wanted);
  }
  if (query.early_stop !== null) {
    where.push("early_stop = ?");
    values.push(query.early_stop ? 1 : 0);
  }
  const words = searchWords(query.search);
  const long = words.filter((word) => Array.from(word).length >= TRIGRAM);
  if (long.length > 0) {
    where.push("n IN (SELECT rowid FROM run_search WHERE run_search MATCH ?)");
    // Each word as a quoted phrase: nothing in it is read as FTS5 syntax.
    values.push(long.map((word) => `"${word.replaceAll('"', '""')}"`).join(" AND "));
  }
  for (const word of words.filter((each) => !long.includes(each))) {
    where.push("n IN (SELECT rowid FROM run_search WHERE instr(text, ?) > 0)");
    values.push(word);
  }
  return { where, values };
}

/** The distinct values of the columns that the run table filters by, in order. */
export function listFacets(db: Database.Database): Facets {
  // Steps from value to value through the index instead of reading every entry.
  const distinct = (column: string): string[] =>
    db
      .prepare<[], { value: string }>(
        `WITH RECURSIVE step (value) AS (
           SELECT min(${column}) FROM runs
           UNION ALL
           SELECT (SELECT min(${column}) FROM runs WHERE ${column} > value) FROM step WHERE value IS NOT NULL
         )
         SELECT value FROM step WHERE value IS NOT NULL`,
      )
      .all()
      .map((row) => row.value);
  return {
    tasks: distinct("task"),
    variants: distinct("variant"),
    models: distinct("model"),
    endings: distinct("ending"),
    sources: distinct("source"),
  };
}
