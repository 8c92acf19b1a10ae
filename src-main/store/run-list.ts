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

/** More hits than this: the page is found by walking the sort's index and looking at the texts, not by collecting all hits. */
const MANY_HITS = 2_000;

/** Conditions on `runs` and the values of their parameters, in order. */
interface Condition {
  sql: string;
  values: (string | number)[];
}

/** One page of the runs that match all of a query. */
export function listRuns(db: Database.Database, query: RunQuery): RunPage {
  const filters = [...filterConditions(query), ...sampleCondition(db, query.samples)];
  const words = searchWords(query.search);
  const indexed = indexedWords(words);
  const hits = indexed ? count(db, "run_search", [{ sql: "run_search MATCH ?", values: [indexed] }]) : 0;
  const byIndex = indexedCondition(words, indexed);
  const rows = page(db, query, [...filters, ...(indexed && hits <= MANY_HITS ? byIndex : words.map(textCondition))]);
  const isIndexAlone = indexed !== null && filters.length === 0 && byIndex.length === 1;
  return { runs: rows.map(toSummary), total: isIndexAlone ? hits : count(db, "runs", [...filters, ...byIndex]) };
}

function page(db: Database.Database, query: RunQuery, conditions: readonly Condition[]): RunColumns[] {
  const way = query.descending ? "DESC" : "ASC";
  const order = query.sort === "started_at" ? "" : `${ORDER[query.sort]} ${way} NULLS LAST, `;
  return db
    .prepare<unknown[], RunColumns>(
      `SELECT * FROM runs ${where(conditions)} ORDER BY ${order}started_at ${way}, n ${way} LIMIT ? OFFSET ?`,
    )
    .all(...conditions.flatMap(({ values }) => values), query.limit, query.offset);
}

function count(db: Database.Database, table: "runs" | "run_search", conditions: readonly Condition[]): number {
  // Runs are never removed, so their numbers have no gaps and the highest is their count.
  const sql =
    conditions.length > 0
      ? `SELECT count(*) AS total FROM ${table} ${where(conditions)}`
      : "SELECT max(n) AS total FROM runs";
  const values = conditions.flatMap((condition) => condition.values);
  return db.prepare<unknown[], { total: number | null }>(sql).get(...values)?.total ?? 0;
}

function where(conditions: readonly Condition[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.map(({ sql }) => sql).join(" AND ")}` : "";
}

function filterConditions(query: RunQuery): Condition[] {
  const found: Condition[] = [];
  for (const column of ["ending", "task", "variant", "model", "source", "parent_run", "experiment"] as const) {
    const wanted = query[column];
    if (wanted !== null && wanted !== undefined) found.push({ sql: `${column} = ?`, values: [wanted] });
  }
  if (query.early_stop !== null) found.push({ sql: "early_stop = ?", values: [query.early_stop ? 1 : 0] });
  return found;
}

/** Where no experiment was ever taken nothing is hidden: the counts then come from one index alone. */
function sampleCondition(db: Database.Database, samples: RunQuery["samples"]): Condition[] {
  if (samples === "only") return [{ sql: "experiment IS NOT NULL", values: [] }];
  if (samples !== "hidden") return [];
  const any = db.prepare("SELECT 1 FROM runs WHERE experiment IS NOT NULL LIMIT 1").get();
  return any === undefined ? [] : [{ sql: "experiment IS NULL", values: [] }];
}

/** The words that the trigram index can answer, as an FTS5 query; null when there are none. */
function indexedWords(words: readonly string[]): string | null {
  // Each word as a quoted phrase: nothing in it is read as FTS5 syntax.
  const phrases = words.filter(isIndexed).map((word) => `"${word.replaceAll('"', '""')}"`);
  return phrases.length > 0 ? phrases.join(" AND ") : null;
}

/** All words: the long ones through the index, the short ones by reading the texts. */
function indexedCondition(words: readonly string[], indexed: string | null): Condition[] {
  const short = words.filter((word) => !isIndexed(word));
  const inTexts = (sql: string, value: string) => ({
    sql: `n IN (SELECT rowid FROM run_search WHERE ${sql})`,
    values: [value],
  });
  return [
    ...(indexed === null ? [] : [inTexts("run_search MATCH ?", indexed)]),
    ...short.map((word) => inTexts("instr(text, ?) > 0", word)),
  ];
}

/** A word in a run's own text: cheap where a page is soon full. */
function textCondition(word: string): Condition {
  return { sql: "(SELECT instr(text, ?) FROM run_search WHERE rowid = runs.n) > 0", values: [word] };
}

function isIndexed(word: string): boolean {
  return Array.from(word).length >= TRIGRAM;
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
