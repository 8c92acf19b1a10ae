// Experiments on the real demo model over loopback, on a real database file.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import { RunQuery } from "../../src-shared/rpc/types.ts";
import { denyingApprover } from "../tools/approvals.ts";
import type { ExperimentSpec } from "../debug/experiment/types.ts";
import { createAppExperiments, type AppExperiments, type BisectRequest } from "./experiments.ts";
import { openParts, removeFolders, temporaryFolder, type Parts } from "./testing/parts.ts";
import { createUnattendedRuns } from "./unattended-runs.ts";

let file: string;
let parts: Parts;
let experiments: AppExperiments;

beforeEach(() => {
  file = join(temporaryFolder(), "trace.db");
  open();
});
afterEach(async () => {
  await experiments.close();
  await parts.close();
});
afterAll(removeFolders);

function open(): void {
  parts = openParts(file);
  experiments = createAppExperiments(parts, {
    host: "cli",
    user: "test",
    onCrash: (run, error) => expect.fail(`${run}: ${String(error)}`),
  });
}

/** Hundreds of runs: seconds on a free machine, more on one that is shared. */
const MANY_RUNS_MS = 120_000;

const request: BisectRequest = { samples: 16, probes: 0, atOnce: 4, allow: [], endpoint: null };

/** A recorded run of the task that stopped early: the first of the seeds that does. */
async function stoppedRun(task: string, variant: string): Promise<RunSummary> {
  const runs = createUnattendedRuns(parts, {
    approverFor: () => denyingApprover("nobody is there in a test"),
    host: "cli",
    user: "test",
    interactive: false,
    onCrash: (run, error) => expect.fail(`${run}: ${String(error)}`),
  });
  for (let seed = 1; seed < 40; seed++) {
    const started = await runs.start({
      what: { kind: "task", suite: "drive", task },
      variant,
      endpoint: "demo",
      model: null,
      approve: null,
      samples: 1,
      seed,
      paused: false,
    });
    const [run] = await started.finished;
    if (run && run.early_stop === true) return run;
  }
  throw new Error(`${task} never stopped early.`);
}

async function bisect(run: string, more: Partial<BisectRequest> = {}) {
  const plan = await experiments.planBisect(run, null, { ...request, ...more });
  const record = experiments.startBisect(plan);
  await experiments.finished(record.id);
  return { plan, record, result: await experiments.bisectResult(record.id) };
}

const verdicts = (result: Awaited<ReturnType<typeof bisect>>["result"]) =>
  Object.fromEntries(result.interventions.map((row) => [row.name, row.verdict]));

describe("bisect", () => {
  it(
    "finds what the demo model's rules define for user_task36, and has no evidence for the rest",
    { timeout: MANY_RUNS_MS },
    async () => {
      const run = await stoppedRun("user_task36", "completion-check");
      const { result, record } = await bisect(run.id, { samples: 24, probes: 60 });

      // docs/demo-model.md: a reminder leaves a chance of 2 %, a demanded call none; the prompt has its completion rules already; thinking
      // and the answer's length are no part of the rules; over 12,000 characters of results lose it the thread.
      expect(verdicts(result)).toMatchObject({
        reminder: "helps",
        "tool_choice required": "helps",
        "completion rules": "no evidence",
        "thinking off": "no evidence",
        "max_tokens raised": "no evidence",
        "raw result of list_files": "hurts",
      });
      const row = (name: string) => result.interventions.find((entry) => entry.name === name);
      expect(row("reminder")?.succeeded.rate).toBeGreaterThan(0.8);
      // A call may be demanded, but then the answer never comes: going on is not success.
      expect(row("tool_choice required")).toMatchObject({ rate: { count: 24 }, succeeded: { count: 0 } });
      // Thinking and length are outside the draw: the very same outcomes, seed by seed.
      expect(row("thinking off")?.rate).toEqual(result.baseline);
      expect(result).toMatchObject({ run: run.id, turn: 3, samples: 24, ending: "early_stop", seed: "honoured" });
      expect(result.reduction).toMatchObject({ removed: null, verdict: "no evidence" });

      expect(result.fix?.edits.length).toBeGreaterThan(0);
      expect(experiments.variantWith(record.id, "reminder", "mended")).toMatchObject({
        ok: true,
        value: { name: "mended", gate: "remind" },
      });
      expect(experiments.variantWith(record.id, "tool_choice required", "mended")).toMatchObject({ ok: false });
    },
  );

  it(
    "finds the large result behind a lost thread, and the smallest removal that mends it",
    { timeout: MANY_RUNS_MS },
    async () => {
      const run = await stoppedRun("user_task36", "completion-check");
      // The same turn with the whole list in its context: over 12,000 characters of results.
      const plan = await experiments.planBisect(run.id, null, request);
      const raw = plan.spec.arms.find((arm) => arm.name === "raw result of list_files");
      if (!raw) throw new Error("The list was not compacted.");
      const large = experiments.start({ ...plan.spec, arms: [raw], samples: 1 });
      await experiments.finished(large.id);
      const [cell] = experiments.get(large.id).summary.baseline.strip;
      expect(cell?.outcome).toBe("stopped");

      const { result } = await bisect(cell?.run ?? "", { samples: 30, probes: 100 });
      expect(result.baseline).toMatchObject({ count: 0, samples: 30 });
      expect(verdicts(result)).toMatchObject({
        "short result of list_files": "helps",
        "old turns dropped": "helps",
        "completion rules": "no evidence",
        reminder: "no evidence",
        "max_tokens raised": "no evidence",
      });
      expect(result.reduction).toMatchObject({ removed: [2, 3], verdict: "helps", complete: true });
      expect(result.reduction?.labels).toEqual(["message 2: the call of list_files with its result"]);
    },
  );

  it("records every sample as a fork that changed nothing outside itself", async () => {
    const run = await stoppedRun("user_task36", "completion-check");
    const before = parts.store.eventCount(parts.store.resolveRunId(run.id));
    const { result } = await bisect(run.id, { samples: 4 });
    expect(parts.store.eventCount(parts.store.resolveRunId(run.id))).toBe(before);
    const listed = parts.store.listRuns(RunQuery.parse({ parent_run: run.id, limit: 1000 }));
    const named = [...result.baseline_runs, ...result.interventions.flatMap((row) => row.runs)];
    expect(listed.runs.map((entry) => entry.id).toSorted()).toEqual(named.toSorted());
    expect(new Set(listed.runs.map((entry) => entry.fork_turn))).toEqual(new Set([3]));
    expect(parts.store.verify().problems).toEqual([]);
  });

  it("goes on with the same plan where it was cut off, and begins anew once that is done", async () => {
    const run = await stoppedRun("user_task36", "completion-check");
    const half = { ...request, samples: 4, probes: 20 };
    const first = reached(experiments, 9);
    const record = experiments.startBisect(await experiments.planBisect(run.id, null, half));
    await first;
    await experiments.close();
    await parts.close();
    open();
    const again = await experiments.planBisect(run.id, null, half);
    expect(again.goesOnWith?.id).toBe(record.id);
    expect((await experiments.planBisect(run.id, null, { ...half, samples: 5 })).goesOnWith).toBeNull();
    experiments.startBisect(again);
    await experiments.finished(record.id);
    const result = await experiments.bisectResult(record.id);
    expect([result.baseline.samples, ...result.interventions.map((row) => row.rate.samples)]).toEqual(
      Array.from({ length: 10 }, () => 4),
    );
    expect((await experiments.planBisect(run.id, null, half)).goesOnWith).toBeNull();
  });

  it("says what it would take before anything is sent, and refuses a turn that is not there", async () => {
    const run = await stoppedRun("user_task36", "completion-check");
    const plan = await experiments.planBisect(run.id, null, request);
    expect(plan.estimate).toMatchObject({ from: 0.1, to: 0.7 });
    expect(plan.estimate.needed).toBeGreaterThan(plan.estimate.fewest);
    expect(experiments.list()).toEqual([]);
    await expect(experiments.planBisect(run.id, 9, request)).rejects.toThrow(`has no turn 9; it has turns 1 to 3`);
  });
});

describe("an experiment", () => {
  /** Nothing is changed in any arm. */
  const nullSpec = (run: string, samples: number): ExperimentSpec => ({
    title: "null",
    base: { kind: "turn", run, turn: 3 },
    arms: ["base", "same", "same again"].map((name) => ({ name, detail: "", edits: [], variant: null })),
    samples,
    seed: 500,
    at_once: 4,
    allow: [],
    order: "fifo",
    probes: 0,
  });

  it("compares whole tasks by their success", async () => {
    const record = experiments.start({
      ...nullSpec("", 10),
      base: { kind: "task", suite: "drive", task: "user_task36", endpoint: "demo", model: null },
      arms: ["completion-check", "gated"].map((name) => ({ name, detail: "", edits: [], variant: name })),
    });
    await experiments.finished(record.id);
    const { summary } = experiments.get(record.id);
    expect(summary.by).toBe("succeeded");
    expect(summary.arms[0]?.succeeded.rate).toBeGreaterThan(summary.baseline.succeeded.rate);
    expect(summary.baseline.goingOn.samples).toBe(0);
  });

  it("pauses, goes on, is cancelled and goes on again without taking a sample twice", async () => {
    const run = await stoppedRun("user_task36", "completion-check");
    const first = reached(experiments, 3);
    const record = experiments.start(nullSpec(run.id, 8));
    await first;
    experiments.pause(record.id);
    expect(experiments.get(record.id).record.state).toBe("paused");
    const later = reached(experiments, 9);
    experiments.resume(record.id);
    await later;
    experiments.cancel(record.id);
    expect((await experiments.finished(record.id)).state).toBe("cancelled");
    const kept = runsOf(record.id);
    experiments.resume(record.id);
    expect((await experiments.finished(record.id)).state).toBe("done");
    expect(runsOf(record.id)).toEqual(expect.arrayContaining(kept));
    expect(runsOf(record.id)).toHaveLength(24);
    // The same request with the same seed: all arms came to the same.
    const { summary } = experiments.get(record.id);
    expect(summary.arms.map((arm) => [arm.goingOn, arm.verdict])).toEqual([
      [summary.baseline.goingOn, "no evidence"],
      [summary.baseline.goingOn, "no evidence"],
    ]);
  });

  it(
    "goes on after its process was killed, without repeating a sample that had come to its end",
    { timeout: MANY_RUNS_MS },
    async () => {
      const run = await stoppedRun("user_task36", "completion-check");
      await parts.close();
      const id = await killedAfter(4, JSON.stringify(nullSpec(run.id, 10)));
      await killedAfter(13, id);
      open();
      const before = experiments.get(id);
      expect(before.record.state).toBe("interrupted");
      const kept = runsOf(id);
      expect(kept.length).toBeGreaterThanOrEqual(13);

      experiments.resume(id);
      expect((await experiments.finished(id)).state).toBe("done");
      expect(runsOf(id)).toEqual(expect.arrayContaining(kept));
      const forks = parts.store.listRuns(RunQuery.parse({ parent_run: run.id, limit: 1000 })).runs;
      const ended = forks.filter((fork) => fork.ending !== "interrupted" && fork.ending !== "aborted");
      expect(ended.map((fork) => fork.id).toSorted()).toEqual(runsOf(id).toSorted());
      expect(ended).toHaveLength(30);
    },
  );

  it("is not taken from a process that is at work on it", async () => {
    const run = await stoppedRun("user_task36", "completion-check");
    const record = experiments.start(nullSpec(run.id, 8));
    const others = openParts(file);
    const second = createAppExperiments(others, { host: "cli", user: "test", onCrash: () => undefined });
    expect(() => second.resume(record.id)).toThrow("is being carried out by another process");
    await experiments.finished(record.id);
    await second.close();
    await others.close();
  });

  it("fails in one line when its endpoint is gone, and keeps what it had", async () => {
    const run = await stoppedRun("user_task36", "completion-check");
    const spec = nullSpec(run.id, 2);
    const gone = {
      name: "gone",
      detail: "",
      variant: null,
      edits: [{ kind: "endpoint" as const, endpoint: "http://127.0.0.1:9/v1" }],
    };
    const record = experiments.start({ ...spec, arms: [...spec.arms.slice(0, 1), gone], at_once: 1 });
    await expect(experiments.finished(record.id)).rejects.toMatchObject({ code: "endpoint_unreachable" });
    const view = experiments.get(record.id);
    expect(view.record.state).toBe("failed");
    expect(view.record.note).toContain("127.0.0.1:9");
    expect(view.summary.baseline.goingOn.samples).toBe(1);
  });

  function runsOf(id: string): string[] {
    const { summary } = experiments.get(id);
    return [summary.baseline, ...summary.arms].flatMap((arm) => arm.strip.flatMap((cell) => cell?.run ?? []));
  }
});

/** Resolves when this many samples are finished. */
function reached(of: AppExperiments, samples: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = of.onProgress(({ done }) => {
      if (done < samples) return;
      stop();
      resolve();
    });
  });
}

/** Carries an experiment (a spec or an id) out in a process that is killed once this many samples are finished; gives its id. */
async function killedAfter(samples: number, what: string): Promise<string> {
  const child = fileURLToPath(new URL("testing/experiment-child.ts", import.meta.url));
  const worker = spawn(process.execPath, [child, file, what], { stdio: ["ignore", "pipe", "inherit"] });
  const closed = new Promise<NodeJS.Signals | null>((resolve) =>
    worker.once("close", (_code, signal) => resolve(signal)),
  );
  let id = what;
  for await (const line of createInterface({ input: worker.stdout })) {
    if (line.startsWith("experiment ")) id = line.slice("experiment ".length);
    else if (Number.parseInt(line, 10) >= samples) {
      worker.kill("SIGKILL");
      break;
    }
  }
  expect(await closed).toBe("SIGKILL");
  return id;
}
