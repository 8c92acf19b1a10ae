import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { recordRun, recordTurn, openContext, sampleStart } from "./testing/sample-run.ts";
import { reopen, tempFolder, tempStore } from "./testing/temporary.ts";

it("copies everything into one file, also while a run is being written", async () => {
  const store = tempStore();
  const recorder = store.recorders.create(sampleStart());
  recordRun(recorder, 3);
  const live = store.recorders.create(sampleStart());
  const context = recordTurn(live, 1, openContext(live));
  const folder = tempFolder();
  const file = join(folder, "copy.db");
  const first = await store.backup(file);
  expect(first).toEqual({ file, bytes: statSync(file).size, runs: 2 });
  recordTurn(live, 2, context);
  const second = await store.backup(file);
  expect(second.bytes).toBe(statSync(file).size);
  expect(readdirSync(folder)).toEqual(["copy.db"]);
  // Reading it leaves SQLite's empty log beside it, which is not in the way of the next copy.
  reopen(file, { readonly: true }).close();
  await store.backup(file);
  const copy = reopen(file, { readonly: true });
  expect(copy.verify()).toMatchObject({ ok: true, runs: 2, problems: [] });
  expect(copy.events(recorder.run)).toEqual(store.events(recorder.run));
  expect(copy.eventCount(live.run)).toBe(store.eventCount(live.run));
  copy.close();
  const inUse = reopen(file);
  await expect(store.backup(file)).rejects.toThrow(`${file}: in use by another program`);
  inUse.close();
});

it("never writes over the database itself, another file or into a folder that is not there", async () => {
  const store = tempStore();
  const folder = tempFolder();
  const notes = join(folder, "notes.txt");
  writeFileSync(notes, "mine");
  await expect(store.backup(store.file)).rejects.toThrow("the database itself");
  await expect(store.backup(notes)).rejects.toThrow(`${notes}: not a Loopscope database, so it was left untouched.`);
  await expect(store.backup(folder)).rejects.toThrow("a folder, where a database file was expected");
  await expect(store.backup(join(folder, "none", "copy.db"))).rejects.toThrow("no such folder");
  expect(readFileSync(notes, "utf8")).toBe("mine");
  expect(existsSync(join(folder, "none"))).toBe(false);
});
