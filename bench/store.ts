// What the trace store costs: recording by length of run, bytes on disk, and reads at size. Run: npx node bench/store.ts
// [--json] [--runs N]. Figures drift with the machine; compare within one run, on a quiet machine.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "../src-shared/prelude/clock.ts";
import { RunQuery } from "../src-shared/rpc/types.ts";
import type { Recorder } from "../src-main/agent/ports.ts";
import { openStore, type Store } from "../src-main/store/store.ts";
import { fillWithRuns } from "./support/many-runs.ts";
import { recordRun, sampleStart } from "../src-main/store/testing/sample-run.ts";

const { values } = parseArgs({ options: { json: { type: "boolean" }, runs: { type: "string", default: "100000" } } });
const folder = mkdtempSync(join(tmpdir(), "loopscope-bench-"));
const results: { what: string; value: number; unit: string; goal: string }[] = [];

function note(what: string, value: number, unit: string, goal = ""): void {
  results.push({ what, value: Number(value.toFixed(value < 10 ? 3 : 1)), unit, goal });
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Median milliseconds of several calls, the first left out. */
function time(work: () => unknown, times = 9): number {
  work();
  return median(
    Array.from({ length: times }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }),
  );
}

/** Takes everything and stores nothing: what making the sample itself costs. */
function idleRecorder(model: Recorder): Recorder {
  const ref = model.blob("idle");
  const id = model.message(null, { role: "user", content: "idle" });
  return { run: model.run, blob: () => ref, message: () => id, append: () => [] };
}

function recording(turns: number): { ms: number; bytes: number } {
  const file = join(folder, `record-${turns}-${Math.random()}.db`);
  const store = openStore(file, { clock: systemClock });
  const recorder = store.recorders.create(sampleStart());
  const start = performance.now();
  recordRun(recorder, turns);
  const recorded = performance.now() - start;
  const idleStart = performance.now();
  recordRun(idleRecorder(recorder), turns);
  const idle = performance.now() - idleStart;
  store.close();
  const bytes = statSync(file).size;
  rmSync(file);
  return { ms: (recorded - idle) / turns, bytes };
}

function benchRecording(): void {
  const lengths = [25, 100, 400];
  for (const turns of lengths) recording(turns);
  const seen = lengths.map((turns) => ({ turns, runs: Array.from({ length: 7 }, () => recording(turns)) }));
  for (const { turns, runs } of seen) {
    const goal = turns === 400 ? "<= 0.5" : "";
    note(`record a turn, run of ${turns} turns`, median(runs.map((run) => run.ms)), "ms", goal);
  }
  const bytes = seen.map(({ runs }) => runs[0]?.bytes ?? 0);
  const [b25 = 0, b100 = 0, b400 = 0] = bytes;
  lengths.forEach((turns, i) => note(`file after ${turns} turns`, (bytes[i] ?? 0) / 1024, "KB"));
  note("a turn on disk, 25 to 400 turns", (b400 - b25) / 375 / 1024, "KB", "<= 6");
  note("growth exponent, 100 to 400 turns", Math.log((b400 - b25) / (b100 - b25)) / Math.log(375 / 75), "", "<= 1.02");
}

function benchOneRun(): void {
  const file = join(folder, "one.db");
  const store = openStore(file, { clock: systemClock });
  const recorder = store.recorders.create(sampleStart());
  recordRun(recorder, 400);
  store.close();
  const reopen = <T>(work: (fresh: Store) => T): T => {
    const fresh = openStore(file, { clock: systemClock });
    try {
      return work(fresh);
    } finally {
      fresh.close();
    }
  };
  // A new store for each: nothing is remembered from the call before.
  const cold = (work: (fresh: Store) => unknown) =>
    median(
      Array.from({ length: 7 }, () =>
        reopen((fresh) => {
          const start = performance.now();
          work(fresh);
          return performance.now() - start;
        }),
      ),
    );
  note(
    "open 2,000 events with previews",
    cold((on) => on.events(recorder.run, { limit: 2_000, previewChars: 200 })),
    "ms",
    "<= 5",
  );
  note(
    "open 2,000 events, whole",
    cold((on) => on.events(recorder.run, { limit: 2_000 })),
    "ms",
  );
  note(
    "rebuild the request of turn 400",
    cold((on) => on.requestBody(recorder.run, 400, 1)),
    "ms",
    "<= 10",
  );
  note(
    "find a text in 4,402 events",
    cold((on) => on.findInEvents(recorder.run, "report-399-3")),
    "ms",
  );
  note(
    "verify a run of 400 turns",
    cold((on) => on.verify()),
    "ms",
  );
}

function benchManyRuns(count: number): void {
  const file = join(folder, "many.db");
  const store = fillWithRuns(file, count);
  const list = (overrides: Partial<RunQuery>) =>
    time(() => store.listRuns({ ...RunQuery.parse({ limit: 50 }), ...overrides }));
  const at = `of ${count.toLocaleString("en")} runs`;
  note(`newest 50 ${at}`, list({}), "ms", "<= 2");
  note(`50 with most turns ${at}`, list({ sort: "turns" }), "ms");
  note(`50 by title, from the 50,000th ${at}`, list({ sort: "title", descending: false, offset: count / 2 }), "ms");
  note(`50 of one ending ${at}`, list({ ending: "early_stop" }), "ms");
  note(`50 of one model and task ${at}`, list({ model: "model-1", task: "task-7" }), "ms");
  note(`search a rare word ${at}`, list({ search: "needle-4242" }), "ms", "<= 10");
  note(`search a word in every run ${at}`, list({ search: "largest" }), "ms");
  note(`search two Chinese characters ${at}`, list({ search: "硬盘" }), "ms");
  note(`search three Chinese characters ${at}`, list({ search: "云端硬" }), "ms");
  note(
    `facets ${at}`,
    time(() => store.facets()),
    "ms",
  );
  store.close();
  note(`file ${at}`, statSync(file).size / 2 ** 20, "MB");
}

try {
  benchRecording();
  benchOneRun();
  benchManyRuns(Number(values.runs));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.json) process.stdout.write(`${JSON.stringify({ results }, null, 2)}\n`);
else
  for (const { what, value, unit, goal } of results)
    process.stdout.write(`${what.padEnd(52)} ${String(value).padStart(9)} ${unit.padEnd(3)} ${goal}\n`);
