import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { migrate } from "../database.ts";
import { trace } from "./0001-trace.ts";

it("0001 makes the trace's tables in an empty database, with a search index that follows the texts", () => {
  const db = new Database(":memory:");
  migrate(db, ":memory:", [trace]);
  const tables = db
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("run_search_"));
  expect(tables).toEqual(["blobs", "events", "messages", "run_search", "runs"]);
  expect(db.pragma("user_version", { simple: true })).toBe(1);
  db.exec("INSERT INTO run_search (rowid, text) VALUES (7, 'before 最大的'), (8, 'other')");
  const find = (text: string) =>
    db.prepare<[string], { rowid: number }>("SELECT rowid FROM run_search WHERE run_search MATCH ?").all(`"${text}"`);
  expect(find("最大的")).toEqual([{ rowid: 7 }]);
  db.exec("UPDATE run_search SET text = 'after' WHERE rowid = 7");
  expect([find("最大的"), find("after")]).toEqual([[], [{ rowid: 7 }]]);
  db.close();
});
