import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { migrate } from "../database.ts";
import { trace } from "./0001-trace.ts";
import { writersAndSettings } from "./0002-writers-and-settings.ts";

it("0002 keeps every run as it was, without a writer, and adds empty tables", () => {
  const db = new Database(":memory:");
  migrate(db, ":memory:", [trace]);
  const run = {
    n: 1,
    id: "r_0123456789abcdef",
    title: "A run",
    source: "loop",
    source_file: null,
    parent_run: "r_0000000000000000",
    fork_turn: 3,
    task: "user_task35",
    suite: "workspace",
    variant: "baseline",
    model: "qwen3-8b",
    endpoint: "http://127.0.0.1:11434/v1",
    terminal_state: "complete",
    ending: "answered",
    early_stop: 0,
    passed: 1,
    turns: 2,
    tool_attempts: 3,
    prompt_tokens: 400,
    completion_tokens: null,
    duration_ms: 5_000,
    started_at: 1_767_225_600_000,
    simulated: 0,
    events: 9,
    head: Buffer.alloc(16, 7),
  };
  const names = Object.keys(run);
  db.prepare(`INSERT INTO runs (${names.join(", ")}) VALUES (${names.map((name) => `@${name}`).join(", ")})`).run(run);

  migrate(db, ":memory:", [trace, writersAndSettings]);

  expect(db.prepare("SELECT * FROM runs").all()).toEqual([{ ...run, writer: null }]);
  expect(db.prepare("SELECT * FROM writers").all()).toEqual([]);
  expect(db.prepare("SELECT * FROM settings").all()).toEqual([]);
  expect(db.pragma("user_version", { simple: true })).toBe(2);
  db.close();
});

it("a migration that fails leaves the database at the version before", () => {
  const db = new Database(":memory:");
  migrate(db, ":memory:", [trace]);
  const before = db.prepare("SELECT * FROM sqlite_schema").all();
  const broken = {
    version: 2,
    migrate(on: Database.Database) {
      writersAndSettings.migrate(on);
      throw new Error("broken");
    },
  };
  expect(() => migrate(db, ":memory:", [trace, broken])).toThrow("broken");
  expect(db.prepare("SELECT * FROM sqlite_schema").all()).toEqual(before);
  expect(db.pragma("user_version", { simple: true })).toBe(1);
  db.close();
});
