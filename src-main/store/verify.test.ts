import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { openForWriting } from "./database.ts";
import { recordRun, recordTurn, openContext, sampleEnd, sampleStart } from "./testing/sample-run.ts";
import { reopen, tempStore } from "./testing/temporary.ts";
import { verifyDatabase } from "./verify.ts";

/** A database with an ended run, an open one, wide and lone characters, compressed rows and shared fields. */
function filled(): string {
  const store = tempStore();
  recordRun(store.recorders.create(sampleStart({ title: "最大 \ud800", prompt: "p".repeat(3_000) })), 4);
  const live = store.recorders.create(sampleStart({ suite: null, task: null }));
  recordTurn(live, 1, openContext(live));
  live.blob("\udc00".repeat(700));
  const long = live.message(null, { role: "assistant", content: null, reasoning: "because ".repeat(400) });
  live.append({ kind: "loop.noticed", turn: 1, data: { tool: "é".repeat(900), times: 3, message: long } });
  live.append(sampleEnd({ ending: "loop", passed: null, terminal_state: "abstain" }));
  const open = store.recorders.create(sampleStart());
  recordTurn(open, 1, openContext(open));
  expect(store.verify()).toMatchObject({ ok: true, runs: 3, problems: [] });
  store.close();
  return store.file;
}

const COVERED: Record<string, readonly string[]> = {
  runs: [
    "id",
    "title",
    "source",
    "source_file",
    "parent_run",
    "fork_turn",
    "task",
    "suite",
    "variant",
    "model",
    "endpoint",
    "terminal_state",
    "ending",
    "early_stop",
    "passed",
    "turns",
    "tool_attempts",
    "prompt_tokens",
    "completion_tokens",
    "duration_ms",
    "started_at",
    "simulated",
    "events",
    "head",
  ],
  events: ["id", "kind", "turn", "at", "v", "hash", "shared", "preview", "data"],
  blobs: ["n", "hash", "codec", "chars", "crc", "preview", "body"],
  messages: ["n", "hash", "parent", "content", "crc", "body"],
  run_search: ["text"],
};

/** The value with one bit turned; bits of text and bytes are picked by `pick`. */
function flipped(value: string | number | Buffer, pick: number): string | number | Buffer {
  if (typeof value === "number") return value % 2 === 0 ? value + 1 : value - 1;
  const bytes = Buffer.from(value);
  const at = pick % bytes.length;
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (pick % 7));
  return bytes;
}

describe("verify", () => {
  it("finds one flipped bit in any column of any table", () => {
    const file = filled();
    const raw = openForWriting(file);
    raw.pragma("foreign_keys = OFF");
    // Row and column by SQL alone; a text column gets its damaged bytes as text.
    const missed: string[] = [];
    let flips = 0;
    for (const [table, columns] of Object.entries(COVERED)) {
      const rows = raw.prepare<[], { rowid: number }>(`SELECT rowid AS rowid FROM ${table} ORDER BY rowid`).all();
      // Every row of the small tables, a sample of the large ones.
      const sample = rows.filter((_, i) => i % Math.ceil(rows.length / 6) === 0);
      for (const [i, { rowid }] of sample.entries()) {
        for (const column of columns) {
          const row = raw
            .prepare<[number], { value: string | number | Buffer | null; type: string }>(
              `SELECT ${column} AS value, typeof(${column}) AS type FROM ${table} WHERE rowid = ?`,
            )
            .get(rowid);
          if (!row || row.value === null || (row.value.valueOf() === "" && row.type === "text")) continue;
          const damaged = flipped(row.value, i * 131 + column.length * 17 + 3);
          const isKey = column === "id" && table === "events" ? "id" : column === "n" ? "n" : null;
          const change = raw.prepare<[string | number | Buffer, number]>(
            `UPDATE ${table} SET ${column} = ${row.type === "text" ? "CAST(? AS TEXT)" : "?"} WHERE rowid = ?`,
          );
          const newRowid = isKey ? Number(damaged) : rowid;
          const inTheWay =
            isKey && raw.prepare<[number], object>(`SELECT 1 FROM ${table} WHERE rowid = ?`).get(newRowid);
          if (inTheWay) continue;
          change.run(damaged, rowid);
          flips += 1;
          if (verifyDatabase(raw).ok) missed.push(`${table}.${column} of row ${rowid}`);
          change.run(row.value, newRowid);
        }
      }
    }
    expect(missed).toEqual([]);
    expect(flips).toBeGreaterThan(120);
    expect(verifyDatabase(raw)).toMatchObject({ ok: true, problems: [] });
    raw.close();
  });

  it.each([
    ["an event in the middle", "DELETE FROM events WHERE id % 16777216 = 7", "event 7 is missing"],
    ["the last event", "DELETE FROM events WHERE kind = 'run.ended'", "1 events are missing at the end"],
    ["a whole run", "DELETE FROM runs WHERE n = 2", "run number 2 is missing"],
    ["a body", "DELETE FROM blobs WHERE n = 3", "missing"],
    ["a message", "DELETE FROM messages WHERE n = 2", "its parent is missing"],
    ["a search text", "DELETE FROM run_search WHERE rowid = 1", "its search text does not match"],
    ["an index", "DROP INDEX runs_by_task", "the schema differs at runs_by_task"],
    ["a search entry", "DELETE FROM run_search_data WHERE id > 10", "run_search"],
  ])("finds %s that was taken away", (_what, sql, problem) => {
    const raw = openForWriting(filled());
    raw.pragma("foreign_keys = OFF");
    raw.unsafeMode(true);
    raw.exec(sql);
    const report = verifyDatabase(raw);
    expect(report.ok).toBe(false);
    expect(report.problems.map((found) => found.problem).join("\n")).toContain(problem);
    raw.close();
  });

  it("says in which run and event the damage is", () => {
    const file = filled();
    const raw = new Database(file);
    raw.exec(
      "UPDATE events SET at = at + 1 WHERE kind = 'response.finished' AND id > 16777216 AND id < 33554432 AND turn = 2",
    );
    raw.close();
    const store = reopen(file);
    const report = store.verify();
    const first = store.listRuns({ ...oldestFirst }).runs[0]?.id;
    expect(report.problems).toContainEqual({ run: first, seq: 17, problem: "its hash does not match" });
    expect(report.problems.every((found) => found.run === first)).toBe(true);
  });

  it("finds data that its kind's schema refuses, and leaves kinds that it does not know alone", () => {
    const store = tempStore();
    const recorder = store.recorders.create(sampleStart());
    const odd = (input: unknown) => recorder.append(input as Parameters<typeof recorder.append>[0]);
    odd({ kind: "future.kind", turn: null, data: { anything: ["goes", 1] } });
    expect(store.verify().problems).toEqual([]);
    odd({ kind: "turn.started", turn: 1, data: { context: 5 } });
    expect(store.verify().problems).toContainEqual({
      run: recorder.run,
      seq: 3,
      problem: "its data is not that of a turn.started event",
    });
  });
});

const oldestFirst = {
  search: "",
  ending: null,
  task: null,
  variant: null,
  model: null,
  source: null,
  early_stop: null,
  parent_run: null,
  sort: "started_at",
  descending: false,
  offset: 0,
  limit: 1,
} as const;
