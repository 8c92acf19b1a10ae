// Experiments and verdicts through the contract, on a core as the app hosts have it: a SQLite file and the embedded demo model (simulated).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { contract, type Caller } from "../../src-shared/rpc/contract.ts";
import type { Push } from "../../src-shared/rpc/push.ts";
import { BisectRequestInput, VariantsExperimentInput } from "../../src-shared/rpc/experiments.ts";
import { RunQuery, StartRun } from "../../src-shared/rpc/types.ts";
import { createCore, type Core } from "./core.ts";

const caller: Caller = { id: "tab", host: "browser", user: "ann" };
let folder: string;
let core: Core;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "loopscope-experiments-"));
  core = await createCore({ database: join(folder, "trace.db"), host: "browser", user: "ann", home: folder });
});
afterEach(async () => {
  await core.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The first of the seeds with which the task stops early. */
async function stoppedRun(): Promise<string> {
  for (let seed = 1; seed < 40; seed++) {
    const started = await core.runs.start(
      StartRun.parse({
        what: { kind: "task", suite: "drive", task: "user_task36" },
        variant: "completion-check",
        endpoint: "demo",
        model: null,
        approve: "all",
        seed,
      }),
    );
    const [run] = await started.finished;
    if (run?.early_stop === true) return run.id;
  }
  throw new Error("The task never stopped early.");
}

function progressUntil(fits: (push: Extract<Push, { kind: "experiment.progress" }>["data"]) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = core.onPush((push) => {
      if (push.kind !== "experiment.progress" || !fits(push.data)) return;
      stop();
      resolve();
    });
  });
}

it("plans a bisect without sending anything, takes its samples with progress, and gives verdicts and a report", async () => {
  const { api } = core;
  const run = await stoppedRun();
  const input = BisectRequestInput.parse({ run, samples: 12, probes: 0 });
  const plan = await api["experiments.plan_bisect"](input, caller);
  expect((await api["experiments.list"]({}, caller)).experiments).toEqual([]);
  expect(plan).toMatchObject({ run, samples: 12, total: 12 * (plan.changes.length + 1), goes_on_with: null });
  expect(plan.changes.map((change) => change.name)).toContain("reminder");

  const { id } = await api["experiments.start_bisect"](input, caller);
  await progressUntil((progress) => progress.id === id && progress.state === "done");
  const found = contract["experiments.get"].output.parse(await api["experiments.get"]({ id }, caller));
  expect(found).toMatchObject({ state: "done", run, turn: plan.turn, done: plan.total, of: plan.total });
  expect(found.arms[0]).toMatchObject({ name: "as recorded", compared: null, edits: [] });
  const reminder = found.arms.find((arm) => arm.name === "reminder");
  expect(reminder?.compared?.verdict).toBe("helps");
  expect(reminder?.edits).toEqual(plan.changes.find((change) => change.name === "reminder")?.edits);
  expect((await api["experiments.list"]({}, caller)).experiments.map((entry) => entry.id)).toEqual([id]);
  expect(reminder).toMatchObject({ not_for_variant: null, mismatches: [] });
  expect(found.arms.find((arm) => arm.name === "tool_choice required")?.not_for_variant).toContain("final answer");
  const baseline = found.arms[0];
  expect(Object.keys(baseline?.ending_rates ?? {}).toSorted()).toEqual(Object.keys(baseline?.endings ?? {}).toSorted());
  expect(baseline?.ending_rates["early_stop"]).toMatchObject({ count: baseline?.endings["early_stop"], samples: 12 });
  // "Apply to variant": kept as a file of the user's, and never over another.
  const apply = (arm: string, name: string) => api["experiments.apply"]({ id, arm, name }, caller);
  expect(await apply("reminder", "mended")).toEqual({ name: "mended", file: join(folder, "variants", "mended.yaml") });
  expect(core.catalogue().variant("mended")).toMatchObject({ gate: "remind" });
  await expect(async () => apply("reminder", "mended")).rejects.toThrow("is there already");
  await expect(async () => apply("tool_choice required", "other")).rejects.toThrow("No variant can hold");
  await expect(async () => apply("no such arm", "other")).rejects.toThrow("has no change no such arm");
  // Every sample names its experiment, and the run list can leave them out.
  const shown = RunQuery.parse({ limit: 1000 });
  expect(core.store.listRuns({ ...shown, experiment: id }).total).toBe(plan.total);
  expect(core.store.listRuns({ ...shown, samples: "hidden" }).runs.map((other) => other.experiment)).not.toContain(id);
  const report = await api["experiments.report"]({ id, format: "markdown" }, caller);
  expect(report.name).toBe(`bisect-${run}.md`);
  expect(report.text).toContain("**helps**");
});

it("plans and carries out a task and a prompt in several variants, compared by success", async () => {
  const { api } = core;
  const input = (subject: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    VariantsExperimentInput.parse({
      subject: { endpoint: "demo", model: null, ...subject },
      variants: ["completion-check", "gated"],
      samples: 10,
      ...more,
    });
  const task = input({ kind: "task", suite: "drive", task: "user_task36" }, { difference: { from: 0.3, to: 0.9 } });
  const plan = contract["experiments.plan"].output.parse(await api["experiments.plan"](task, caller));
  expect(plan).toMatchObject({
    title: "Variants on user_task36",
    total: 20,
    estimate: { from: 0.3, to: 0.9 },
    live_tools: [],
  });
  expect(plan.arms.map((arm) => arm.name)).toEqual(["completion-check", "gated"]);
  expect((await api["experiments.list"]({}, caller)).experiments).toEqual([]);

  const { id } = await api["experiments.start"](task, caller);
  await progressUntil((progress) => progress.id === id && progress.state === "done");
  const found = contract["experiments.get"].output.parse(await api["experiments.get"]({ id }, caller));
  expect(found).toMatchObject({ by: "succeeded", run: null, state: "done", done: 20 });
  expect(found.arms.map((arm) => [arm.variant, arm.succeeded.samples])).toEqual([
    ["completion-check", 10],
    ["gated", 10],
  ]);

  const report = await api["experiments.report"]({ id, format: "html" }, caller);
  expect(report.name).toBe(`experiment-${id}.html`);
  expect(report.text).toContain("<h1>Variants on user_task36</h1>");

  const prompt = input({ kind: "prompt", prompt: "List my files.", packs: ["drive"] }, { samples: 2 });
  const second = await api["experiments.start"](prompt, caller);
  await progressUntil((progress) => progress.id === second.id && progress.state === "done");
  expect((await api["experiments.list"]({}, caller)).experiments.map((entry) => [entry.title, entry.done])).toEqual([
    ["Variants on “List my files.”", 4],
    ["Variants on user_task36", 20],
  ]);
  await expect(async () =>
    api["experiments.plan"](input({ kind: "task", suite: "drive", task: "nothing" }), caller),
  ).rejects.toThrow(/nothing/);
  await expect(async () => api["experiments.plan"]({ ...task, variants: ["gated"] }, caller)).rejects.toThrow(
    "at least two variants",
  );
  await expect(async () => api["experiments.plan"]({ ...task, allow: ["create_file"] }, caller)).rejects.toThrow(
    "needs no leave",
  );
});

it("is left interrupted when the core closes, and goes on by the same plan", async () => {
  const run = await stoppedRun();
  const input = BisectRequestInput.parse({ run, samples: 30, probes: 0 });
  const { id } = await core.api["experiments.start_bisect"](input, caller);
  await progressUntil((progress) => progress.done >= 3);
  await core.close();
  core = await createCore({ database: join(folder, "trace.db"), host: "browser", user: "ann", home: folder });
  expect((await core.api["experiments.list"]({}, caller)).experiments[0]).toMatchObject({ id, state: "interrupted" });
  expect((await core.api["experiments.plan_bisect"](input, caller)).goes_on_with).toBe(id);
});

it("says of a turn without a call whose choice it was, and nothing of a turn with one", async () => {
  const run = await stoppedRun();
  const turns = core.reads.turns(run);
  const last = turns.at(-1)?.turn ?? 0;
  const { verdict } = await core.api["turn.verdict"]({ run, turn: last }, caller);
  expect(verdict).toMatchObject({ verdict: "model_choice", whose: "model" });
  expect(verdict?.evidence.length).toBeGreaterThan(0);
  expect(await core.api["turn.verdict"]({ run, turn: 1 }, caller)).toEqual({ verdict: null });
  await expect(async () => core.api["turn.verdict"]({ run, turn: 99 }, caller)).rejects.toThrow(/has no turn 99/);
});
