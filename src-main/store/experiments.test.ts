import { afterAll, expect, it } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../src-shared/prelude/clock.ts";
import { openStore } from "./store.ts";

const folder = mkdtempSync(join(tmpdir(), "loopscope-experiments-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(folder, `${files++}.db`);
const open = (file: string) => openStore(file, { clock: systemClock, ownerLabel: "test" });

it("an experiment and its samples read back as they were written, also after the store was closed", () => {
  const file = newFile();
  const store = open(file);
  const { id } = store.experiments.create(`{"a":1}`);
  store.experiments.begun(id, "base", 0, "r_1");
  store.experiments.begun(id, "base", 1, "r_2");
  store.experiments.finished(id, "base", 0, "r_1", `{"going_on":true}`);
  store.experiments.finished(id, "probe", 0, null, "{}");
  store.experiments.setState(id, "done", null);
  store.close();

  const again = open(file);
  expect(again.experiments.get(id)).toMatchObject({ id, spec: `{"a":1}`, state: "done", note: null });
  expect(again.experiments.samples(id)).toEqual([
    { arm: "base", index: 0, run: "r_1", outcome: `{"going_on":true}` },
    { arm: "base", index: 1, run: "r_2", outcome: null },
    { arm: "probe", index: 0, run: null, outcome: "{}" },
  ]);
  expect(again.experiments.get("e_none")).toBeNull();
  expect(again.verify().problems).toEqual([]);
  again.close();
});

it("one whose store was closed while it ran is interrupted, and can be taken up by another", () => {
  const file = newFile();
  const store = open(file);
  const { id } = store.experiments.create("{}");
  expect(store.experiments.get(id)?.state).toBe("running");
  const other = open(file);
  expect(other.experiments.get(id)?.state).toBe("running");
  expect(() => other.experiments.claim(id)).toThrow("is being carried out by another process");
  store.close();
  expect(other.experiments.get(id)?.state).toBe("interrupted");
  other.experiments.claim(id);
  expect(other.experiments.get(id)?.state).toBe("running");
  other.experiments.setState(id, "failed", "the server is gone");
  expect(other.experiments.get(id)).toMatchObject({ state: "failed", note: "the server is gone" });
  expect(() => other.experiments.claim("e_none")).toThrow("There is no experiment e_none");
  other.close();
});

it("a sample that is finished keeps its outcome when an older start is told late, and the newest comes first", () => {
  const store = open(newFile());
  const first = store.experiments.create("{}");
  const second = store.experiments.create("{}");
  expect(new Set(store.experiments.list().map((row) => row.id))).toEqual(new Set([first.id, second.id]));
  store.experiments.finished(first.id, "a", 0, "r_2", "{}");
  store.experiments.begun(first.id, "a", 0, "r_1");
  expect(store.experiments.samples(first.id)).toEqual([{ arm: "a", index: 0, run: "r_2", outcome: "{}" }]);
  store.close();
});
