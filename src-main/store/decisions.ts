// Decisions and approvals over all runs, a page at a time. Each query runs along one of three small indexes (migration 0005), whatever else is stored.
import type Database from "better-sqlite3";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import type { AuditQuery } from "../../src-shared/rpc/audit.ts";
import { RUN_SPAN } from "./event-codec.ts";
import { DECISION, DECISION_KINDS, TOOL } from "./migrations/0005-decisions.ts";

/** Where one decision stands. */
export interface DecisionPlace {
  run: RunId;
  title: string;
  seq: number;
}

export interface DecisionPlaces {
  places: DecisionPlace[];
  total: number;
}

/** `n`: number of the run asked for; null: all. */
export function listDecisions(db: Database.Database, query: AuditQuery, n: number | null): DecisionPlaces {
  const { sql, values } = conditions(query, n);
  const order = query.descending ? "DESC" : "ASC";
  const rows = db
    .prepare<(string | number)[], { id: number }>(
      `SELECT id FROM events WHERE ${sql} ORDER BY at ${order}, id ${order} LIMIT ? OFFSET ?`,
    )
    .all(...values, query.limit, query.offset);
  const total =
    db
      .prepare<(string | number)[], { total: number }>(`SELECT count(*) AS total FROM events WHERE ${sql}`)
      .get(...values)?.total ?? 0;
  const run = db.prepare<[number], { id: RunId; title: string }>("SELECT id, title FROM runs WHERE n = ?");
  const known = new Map<number, { id: RunId; title: string }>();
  const places = rows.flatMap(({ id }): DecisionPlace[] => {
    const number = Math.floor(id / RUN_SPAN);
    const owner = known.get(number) ?? run.get(number);
    if (!owner) return [];
    known.set(number, owner);
    return [{ run: owner.id, title: owner.title, seq: id % RUN_SPAN }];
  });
  return { places, total };
}

/** Tools and decisions that there are, each found by one step along its index. */
export function decisionFacets(db: Database.Database): { tools: string[]; decisions: string[] } {
  const distinct = (expression: string): string[] =>
    db
      .prepare<[], { value: string }>(
        `WITH RECURSIVE found (value) AS (
           SELECT min(${expression}) FROM events WHERE ${DECISION_KINDS} AND ${expression} > ''
           UNION ALL
           SELECT (SELECT min(${expression}) FROM events WHERE ${DECISION_KINDS} AND ${expression} > value) FROM found WHERE value IS NOT NULL
         ) SELECT value FROM found WHERE value IS NOT NULL LIMIT 1000`,
      )
      .all()
      .map(({ value }) => value);
  return { tools: distinct(TOOL), decisions: distinct(DECISION) };
}

function conditions(query: AuditQuery, n: number | null): { sql: string; values: (string | number)[] } {
  const parts = [DECISION_KINDS];
  const values: (string | number)[] = [];
  if (n !== null) {
    parts.push("id > ? AND id < ?");
    values.push(n * RUN_SPAN, (n + 1) * RUN_SPAN);
  }
  if (query.tool !== null) {
    parts.push(`${TOOL} = ?`);
    values.push(query.tool);
  }
  if (query.decision !== null) {
    parts.push(`${DECISION} = ?`);
    values.push(query.decision);
  }
  return { sql: parts.join(" AND "), values };
}
