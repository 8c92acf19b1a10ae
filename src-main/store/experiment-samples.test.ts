// Samples of experiments in the run list: hidden, shown or alone, and how many of each experiment are finished.
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { RunQuery } from "../../src-shared/rpc/types.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import { migrate } from "./database.ts";
import { migrations } from "./migrations/all.ts";
import type { Store } from "./store.ts";
import { sampleEnd, sampleStart } from "./testing/sample-run.ts";
import { tempStore } from "./testing/temporary.ts";

function addRun(store: Store, title: string, more: Partial<RunStarted> = {}): string {
  const recorder = store.recorders.create(sampleStart({ title, ...more }));
  recorder.append(sampleEnd({ answer: "Done." }));
  return recorder.run;
}
const titles = (store: Store, query: Partial<RunQuery>) => {
  const { runs, total } = store.listRuns({ ...RunQuery.parse({}), ...query });
  return [total, runs.map((run) => run.title).toSorted()];
};

it("are hidden, shown or the only ones, together with the other filters and the search", () => {
  const store = tempStore();
  addRun(store, "mine");
  addRun(store, "mine too", { task: "other" });
  addRun(store, "sample one", { experiment: "e_1", task: "first" });
  addRun(store, "sample two", { experiment: "e_2" });
  expect(titles(store, {})).toEqual([4, ["mine", "mine too", "sample one", "sample two"]]);
  expect(titles(store, { samples: "hidden" })).toEqual([2, ["mine", "mine too"]]);
  expect(titles(store, { samples: "only" })).toEqual([2, ["sample one", "sample two"]]);
  expect(titles(store, { samples: "only", experiment: "e_2" })).toEqual([1, ["sample two"]]);
  expect(titles(store, { samples: "hidden", search: "sample" })).toEqual([0, []]);
  expect(titles(store, { samples: "only", search: "first" })).toEqual([1, ["sample one"]]);
  expect(titles(store, { samples: "hidden", task: "other" })).toEqual([1, ["mine too"]]);
  expect(store.verify().problems).toEqual([]);
});

it("hides nothing where there are none", () => {
  const store = tempStore();
  addRun(store, "mine");
  expect(titles(store, { samples: "hidden", search: "mine" })).toEqual([1, ["mine"]]);
});

it("are paged by indexes of their own, also where nearly all runs are samples", () => {
  const db = new Database(":memory:");
  migrate(db, ":memory:", migrations);
  const plan = (sql: string) =>
    db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((row) => row.detail);
  const newest = "ORDER BY started_at DESC, n DESC LIMIT 100";
  expect(plan(`SELECT * FROM runs WHERE experiment IS NULL ${newest}`)).toEqual([
    "SEARCH runs USING INDEX runs_by_experiment (experiment=?)",
  ]);
  expect(plan(`SELECT * FROM runs WHERE experiment IS NOT NULL ${newest}`)).toEqual([
    "SCAN runs USING INDEX runs_sampled",
  ]);
  expect(plan("SELECT count(*) FROM runs WHERE experiment IS NULL")).toEqual([
    "SEARCH runs USING COVERING INDEX runs_by_experiment (experiment=?)",
  ]);
  db.close();
});
