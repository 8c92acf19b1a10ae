import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { RunQuery } from "../../src-shared/rpc/types.ts";
import { recoverDatabase } from "./recover.ts";
import type { Store } from "./store.ts";
import { recordRun, sampleEnd, sampleStart } from "./testing/sample-run.ts";
import { reopen, steppingClock, tempFolder, tempStore } from "./testing/temporary.ts";

function fill(store: Store, runs: number): string[] {
  return Array.from({ length: runs }, (_, i) => {
    const recorder = store.recorders.create(sampleStart({ title: `Run ${i}` }));
    recordRun(recorder, 6, sampleEnd({ answer: `\ud800 ${"long ".repeat(500)}` }));
    return recorder.run;
  });
}

it("saves a whole database whole", () => {
  const store = tempStore();
  const ids = fill(store, 2);
  store.setSetting("endpoints", ["a"]);
  const before = ids.map((id) => store.events(store.resolveRunId(id)));
  store.close();
  const file = join(tempFolder(), "saved.db");
  const saved = recoverDatabase(store.file, file, steppingClock());
  expect(saved).toMatchObject({ file, runs: 2, lost: [] });
  const again = reopen(file);
  expect(ids.map((id) => again.events(again.resolveRunId(id)))).toEqual(before);
  expect(again.getSetting("endpoints")).toEqual(["a"]);
  expect(again.verify()).toMatchObject({ ok: true, runs: 2, problems: [] });
});

it("saves what stands before a damaged event, ends that run as interrupted and says what is lost", () => {
  const store = tempStore();
  const [a, b] = fill(store, 2);
  store.close();
  const raw = new Database(store.file);
  raw.exec("UPDATE events SET data = '{}' WHERE id = 1 * 16777216 + 20");
  raw.close();
  const file = join(tempFolder(), "saved.db");
  expect(recoverDatabase(store.file, file, steppingClock()).lost).toEqual([`${a}: everything after event 19`]);
  const again = reopen(file);
  const { runs } = again.listRuns(RunQuery.parse({ descending: false }));
  expect(runs.map(({ id, ending }) => [id, ending])).toEqual([
    [a, "interrupted"],
    [b, "answered"],
  ]);
  expect(again.eventCount(again.resolveRunId(a ?? ""))).toBe(20);
  expect(again.verify()).toMatchObject({ ok: true, problems: [] });
});

it("saves the other runs when pages in the middle of the file are destroyed", () => {
  const store = tempStore();
  fill(store, 12);
  store.close();
  const bytes = readFileSync(store.file);
  const middle = Math.floor(bytes.length / 2 / 4096) * 4096;
  bytes.fill(0xa5, middle, middle + 4 * 4096);
  writeFileSync(store.file, bytes);
  const file = join(tempFolder(), "saved.db");
  const saved = recoverDatabase(store.file, file, steppingClock());
  expect(saved.runs).toBeGreaterThan(6);
  expect(saved.lost.length).toBeGreaterThan(0);
  expect(readFileSync(store.file).equals(bytes)).toBe(true);
});

it("never writes over a file, and wants a database of ours", () => {
  const store = tempStore();
  const folder = tempFolder();
  writeFileSync(join(folder, "notes.txt"), "mine ".repeat(100));
  const recover = (from: string, to: string) => () => recoverDatabase(from, join(folder, to), steppingClock());
  expect(recover(store.file, "notes.txt")).toThrow("there is such a file already");
  expect(recover(join(folder, "notes.txt"), "new.db")).toThrow("not a Loopscope database");
  expect(recover(join(folder, "none.db"), "new.db")).toThrow("no such database");
});
