import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunQuery, RunSort } from "../../src-shared/rpc/types.ts";
import { RunQuery as RunQuerySchema, RunSort as RunSortSchema } from "../../src-shared/rpc/types.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import { Variant } from "../../src-shared/trace/variant.ts";
import type { Ending } from "../../src-shared/trace/vocabulary.ts";
import { openForWriting } from "./database.ts";
import { storeOn, type Store } from "./store.ts";
import { sampleEnd, sampleStart } from "./testing/sample-run.ts";
import { steppingClock, tempFolder, tempStore } from "./testing/temporary.ts";

function query(overrides: Partial<RunQuery> = {}): RunQuery {
  return { ...RunQuerySchema.parse({}), ...overrides };
}

function addRun(store: Store, start: Partial<RunStarted>, answer = "Done."): string {
  const recorder = store.recorders.create(sampleStart(start));
  recorder.append(sampleEnd({ answer }));
  return recorder.run;
}

/** Forty runs whose columns differ and repeat, some of them still open. */
function variedRuns(store: Store): RunSummary[] {
  const endings: Ending[] = ["answered", "early_stop", "loop"];
  for (let i = 0; i < 40; i++) {
    const recorder = store.recorders.create(
      sampleStart({
        title: ["Beta", "alpha", "Gamma", "ärger"][i % 4] ?? "",
        task: i % 3 === 0 ? null : `task${i % 5}`,
        model: i % 7 === 0 ? "" : `model-${i % 2}`,
        variant: Variant.parse({ name: `v${i % 3}` }),
        source: i % 6 === 0 ? "import:openai" : "loop",
      }),
    );
    const ending = endings[i % 3] ?? "answered";
    if (i % 10 !== 9)
      recorder.append(
        sampleEnd({ ending, early_stop: ending === "early_stop", passed: [true, false, null][i % 3] ?? null }),
      );
  }
  return store.listRuns(query({ limit: 1000 })).runs;
}

describe("the list of runs", () => {
  it("sorts by every column both ways, unknown values last, in the order of a plain sort", () => {
    const store = tempStore();
    const all = variedRuns(store);
    const value = (run: RunSummary, sort: RunSort) => {
      const field = run[sort];
      return typeof field === "string" && sort === "title" ? field.replaceAll(/[A-Z]/g, (c) => c.toLowerCase()) : field;
    };
    for (const sort of RunSortSchema.options) {
      for (const descending of [true, false]) {
        const way = descending ? -1 : 1;
        const expected = all.toSorted((a, b) => {
          const [x, y] = [value(a, sort), value(b, sort)];
          if (x === null || y === null) return x === y ? way * compare(a.id, b.id) : x === null ? 1 : -1;
          return way * (compare(x, y) || compare(a.id, b.id));
        });
        const { runs, total } = store.listRuns(query({ sort, descending }));
        expect([sort, descending, runs.map((run) => run.id)]).toEqual([
          sort,
          descending,
          expected.map((run) => run.id),
        ]);
        expect(total).toBe(40);
      }
    }
  });

  it("filters by each column and counts what matches beyond the page", () => {
    const store = tempStore();
    const all = variedRuns(store);
    const filters: Partial<RunQuery>[] = [
      { ending: "early_stop" },
      { task: "task4" },
      { variant: "v1", model: "model-0" },
      { source: "import:openai" },
      { early_stop: true },
      { early_stop: false },
      { ending: "no-such" },
    ];
    for (const filter of filters) {
      const expected = all.filter((run) =>
        Object.entries(filter).every(([key, wanted]) => run[key as keyof RunSummary] === wanted),
      );
      const page = store.listRuns(query({ ...filter, limit: 2, offset: 1 }));
      expect(page).toEqual({ runs: expected.slice(1, 3), total: expected.length });
    }
  });

  it("finds forks of a run", () => {
    const store = tempStore();
    const parent = store.recorders.create(sampleStart());
    const fork = addRun(store, { source: "fork", parent: { run: parent.run, turn: 3 } });
    const { runs } = store.listRuns(query({ parent_run: parent.run }));
    expect(runs.map(({ id, fork_turn }) => [id, fork_turn])).toEqual([[fork, 3]]);
  });

  it("is empty for a new database", () => {
    expect(tempStore().listRuns(query())).toEqual({ runs: [], total: 0 });
  });
});

describe("the search", () => {
  it("finds parts of words in every searched field, any case and script, all words required", () => {
    const store = tempStore();
    const hawaii = addRun(store, { title: "Packing", prompt: "What are we doing on June 13 in Hawaii?" });
    const drive = addRun(store, { title: "最大的文件", prompt: "在云端硬盘里找到最大的文件并删除" });
    const umlaut = addRun(
      store,
      { title: "Größenwahn", task: "task_ÄÖ", model: "Llama-3" },
      "Straße gefunden: 100%_sure",
    );
    const find = (search: string) => store.listRuns(query({ search })).runs.map((run) => run.id);
    expect(find("june HAWAII")).toEqual([hawaii]);
    expect(find("awai")).toEqual([hawaii]);
    expect(find("最大的文件")).toEqual([drive]);
    expect(find("硬盘")).toEqual([drive]);
    expect(find("删")).toEqual([drive]);
    expect(find("最大 硬盘里 删")).toEqual([drive]);
    expect(find("GRÖSS")).toEqual([]);
    expect(find("GRÖß")).toEqual([umlaut]);
    expect(find("GRO\u0308ß")).toEqual([umlaut]);
    expect(find("äö")).toEqual([umlaut]);
    expect(find("llama-3 100%_")).toEqual([umlaut]);
    expect(find("0%")).toEqual([umlaut]);
    expect(find("baseline")).toEqual([umlaut, drive, hawaii]);
    expect(find("   ")).toEqual([umlaut, drive, hawaii]);
    expect(find("hawaii 硬盘")).toEqual([]);
  });

  it("takes what a user types as text, never as a query language", () => {
    const store = tempStore();
    const odd = addRun(store, { prompt: `He said "quote" AND NOT (this) * NEAR ^x -y col:z 'single' \\ \0 end` });
    for (const search of [
      '"quote"',
      "AND NOT",
      "(this)",
      "*",
      "NEAR",
      "^x",
      "-y",
      "col:z",
      "'single'",
      "\\",
      '"',
      "\0",
      "end",
    ]) {
      expect([search, store.listRuns(query({ search })).runs.map((run) => run.id)]).toEqual([search, [odd]]);
    }
    expect(store.listRuns(query({ search: "quote OR nothing" })).total).toBe(0);
    expect(store.listRuns(query({ search: "h_ s%d" })).total).toBe(0);
  });

  it("goes together with filters, and sees the answer once a run has ended", () => {
    const store = tempStore();
    addRun(store, { task: "a" }, "the same answer");
    const b = addRun(store, { task: "b" }, "the same answer");
    expect(store.listRuns(query({ search: "same answer", task: "b" }))).toMatchObject({ runs: [{ id: b }], total: 1 });
  });
});

describe("the facets", () => {
  it("are the distinct values, in order, without the unknown", () => {
    const store = tempStore();
    variedRuns(store);
    expect(store.facets()).toEqual({
      tasks: ["task0", "task1", "task2", "task3", "task4"],
      variants: ["v0", "v1", "v2"],
      models: ["model-0", "model-1"],
      endings: ["answered", "early_stop", "loop"],
      sources: ["import:openai", "loop"],
    });
  });
});

function compare(a: string | number | boolean, b: string | number | boolean): number {
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}

describe("a search with thousands of hits", () => {
  it("finds the same runs as one with few, with the same total", () => {
    const file = join(tempFolder(), "many.db");
    const db = openForWriting(file);
    const store = storeOn(db, file, { clock: steppingClock() });
    const ids: string[] = [];
    db.transaction(() => {
      for (let i = 0; i < 2_100; i++) ids.push(addRun(store, { title: `common ${i % 2 ? "odd" : "even"} #${i}` }));
    })();
    const find = (overrides: Partial<RunQuery>) => {
      const { runs, total } = store.listRuns(query({ limit: 3, ...overrides }));
      return [runs.map((run) => run.id), total];
    };
    const newest = ids.toReversed();
    expect(find({ search: "common" })).toEqual([newest.slice(0, 3), 2_100]);
    expect(find({ search: "common", offset: 2_098 })).toEqual([newest.slice(2_098), 2_100]);
    expect(find({ search: "common #9", task: "user_task35" })).toEqual([
      ids
        .filter((_, i) => String(i).startsWith("9"))
        .toReversed()
        .slice(0, 3),
      111,
    ]);
    expect(find({ search: "common", task: "user_task35", ending: "answered" })).toEqual([newest.slice(0, 3), 2_100]);
    expect(find({ search: "common", task: "none" })).toEqual([[], 0]);
    store.close();
  });
});
