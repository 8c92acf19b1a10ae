// A database of many short runs, written in large transactions: what the run table and the search are measured on.
import { systemClock } from "../../src-shared/prelude/clock.ts";
import { Variant } from "../../src-shared/trace/variant.ts";
import { openForWriting } from "../../src-main/store/database.ts";
import { storeOn, type Store } from "../../src-main/store/store.ts";
import { sampleEnd, sampleStart } from "../../src-main/store/testing/sample-run.ts";

/** Fills a new file; the caller closes the store. */
export function fillWithRuns(file: string, count: number): Store {
  const db = openForWriting(file);
  const store = storeOn(db, file, { clock: systemClock });
  const fill = db.transaction((from: number, to: number) => {
    for (let i = from; i < to; i++) addRun(store, i);
  });
  for (let i = 0; i < count; i += 5_000) fill(i, Math.min(count, i + 5_000));
  return store;
}

function addRun(store: Store, i: number): void {
  const recorder = store.recorders.create(
    sampleStart({
      title: `Run ${(i * 7_919) % 100_003}`,
      task: `task-${i % 40}`,
      model: `model-${i % 6}`,
      variant: Variant.parse({ name: `variant-${i % 9}` }),
      prompt: i % 500 === 0 ? "在云端硬盘里找到最大的文件" : `Find the largest file, needle-${i}.`,
    }),
  );
  const isEarly = i % 5 === 0;
  recorder.append(
    sampleEnd({ ending: isEarly ? "early_stop" : "answered", early_stop: isEarly, answer: `File ${i} was the one.` }),
  );
}
