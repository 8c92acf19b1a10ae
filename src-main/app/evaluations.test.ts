// Evaluations on the real demo model over loopback, on a real database file; and what the contract says of them.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { EvalDocument } from "../../src-shared/cli/documents.ts";
import {
  contract,
  type CoreApi,
  type Method,
  type MethodInput,
  type MethodOutput,
} from "../../src-shared/rpc/contract.ts";
import { RunQuery } from "../../src-shared/rpc/types.ts";
import { denyingApprover } from "../tools/approvals.ts";
import { evaluationApi } from "./evaluation-api.ts";
import type { EvaluationSpec } from "./evaluation-journal.ts";
import { createEvaluations, type Evaluations } from "./evaluations.ts";
import { experimentJournal } from "./experiment-journal.ts";
import { openParts, removeFolders, temporaryFolder, type Parts } from "./testing/parts.ts";

let file: string;
let parts: Parts;
let evaluations: Evaluations;
let api: Partial<CoreApi>;

beforeEach(() => {
  file = join(temporaryFolder(), "trace.db");
  open();
});
afterEach(async () => {
  await evaluations.close();
  await parts.close();
});
afterAll(removeFolders);

function open(): void {
  parts = openParts(file);
  evaluations = createEvaluations(parts, {
    host: "browser",
    user: "test",
    hideRuns: true,
    approverFor: () => denyingApprover("nobody is there in a test"),
    onCrash: (run, error) => expect.fail(`${run}: ${String(error)}`),
  });
  api = evaluationApi(parts, evaluations);
}

const caller = { id: "c", host: "browser", user: "test" } as const;

/** As the host calls it: the input parsed on its way in, the output on its way out. */
async function call<M extends Method>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>> {
  const handler = api[method];
  if (!handler) throw new Error(`${method} is not there`);
  const { input: inputSchema, output } = contract[method];
  const parsed = inputSchema.parse(input) as Parameters<typeof handler>[0];
  return output.parse(await handler(parsed, caller)) as MethodOutput<M>;
}

const spec = (more: Partial<EvaluationSpec> = {}): EvaluationSpec => ({
  kind: "evaluation",
  title: "drive",
  suite: parts.catalogue().suite("drive"),
  variants: ["gated", "completion-check"].map((name) => parts.catalogue().variant(name)),
  endpoint: "demo",
  model: null,
  approve: "all",
  repeats: 2,
  seed: 1,
  at_once: 4,
  thresholds: [],
  ...more,
});

const runIds = (id: string) => evaluations.get(id).runs.map((run) => run.run);

async function evaluated(variants: string[], repeats: number): Promise<string> {
  const { id } = await call("evaluations.start", {
    suite: "drive",
    variants,
    endpoint: "demo",
    approve: "all",
    repeats,
  });
  await evaluations.finished(id);
  return id;
}

describe("an evaluation", () => {
  it("pauses, goes on, is cancelled and goes on again without repeating a run; its numbers are those of an undisturbed one", async () => {
    const first = reached(3);
    const { id } = evaluations.start(spec());
    await first;
    evaluations.pause(id);
    expect(evaluations.get(id).record.state).toBe("paused");
    const later = reached(7);
    evaluations.resume(id);
    await later;
    evaluations.cancel(id);
    expect((await evaluations.finished(id)).state).toBe("cancelled");
    const kept = runIds(id);
    evaluations.resume(id);
    expect((await evaluations.finished(id)).state).toBe("done");
    expect(runIds(id)).toEqual(expect.arrayContaining(kept));
    expect(runIds(id)).toHaveLength(12);

    const again = evaluations.start(spec());
    await evaluations.finished(again.id);
    const passes = (of: string) =>
      evaluations.get(of).document.variants.map((variant) => variant.tasks.map((task) => task.passed));
    expect(passes(id)).toEqual(passes(again.id));
    expect(passes(id)[0]).toEqual([2, 2, 2]);
  });

  it("goes on after its process was killed, twice, without repeating a run that had come to its end", async () => {
    const given = JSON.stringify(spec({ repeats: 4 }));
    await parts.close();
    const id = await killedAfter(4, given);
    await killedAfter(12, id);
    open();
    expect(evaluations.get(id).record.state).toBe("interrupted");
    const kept = runIds(id);
    expect(kept.length).toBeGreaterThanOrEqual(12);
    evaluations.resume(id);
    expect((await evaluations.finished(id)).state).toBe("done");
    expect(runIds(id)).toHaveLength(24);
    expect(runIds(id)).toEqual(expect.arrayContaining(kept));
    const listed = parts.store.listRuns(RunQuery.parse({ experiment: id, limit: 1000 })).runs;
    const ended = listed.filter((run) => run.ending !== "interrupted" && run.ending !== "aborted");
    expect(ended.map((run) => run.id).toSorted()).toEqual(runIds(id).toSorted());
    expect(parts.store.listRuns(RunQuery.parse({ samples: "hidden" })).total).toBe(0);
    expect(parts.store.verify().problems).toEqual([]);
  });

  it("is not taken from a process that is at work on it, and is no experiment", async () => {
    const { id } = evaluations.start(spec());
    const others = openParts(file);
    const second = createEvaluations(others, {
      host: "cli",
      user: "test",
      hideRuns: true,
      approverFor: () => denyingApprover("no one"),
      onCrash: () => undefined,
    });
    expect(() => second.resume(id)).toThrow("is being carried out by another process");
    await second.close();
    await others.close();
    const experiments = experimentJournal(parts.store);
    expect([experiments.list(), experiments.heads(), experiments.get(id)]).toEqual([[], [], null]);
    evaluations.cancel(id);
    await evaluations.finished(id);
  });

  it("fails in one line when its endpoint goes away, and is refused when it is not there to begin with", async () => {
    const { id } = evaluations.start(spec({ endpoint: "http://127.0.0.1:9/v1", model: "m" }));
    await expect(evaluations.finished(id)).rejects.toMatchObject({ code: "endpoint_unreachable" });
    expect(evaluations.get(id).record).toMatchObject({ state: "failed", note: expect.stringContaining("127.0.0.1:9") });
    const wanted = { suite: "drive", variants: ["gated"], endpoint: "http://127.0.0.1:9/v1" };
    await expect(call("evaluations.start", wanted)).rejects.toMatchObject({ code: "endpoint_unreachable" });
    const demo = { ...wanted, endpoint: "demo" };
    await expect(call("evaluations.start", { ...demo, suite: "drvie" })).rejects.toThrow('no suite named "drvie"');
    await expect(call("evaluations.start", { ...demo, thresholds: ["speed=1"] })).rejects.toThrow("no metric speed");
    expect((await call("evaluations.list", {})).evaluations).toHaveLength(1);
  });
});

describe("the contract", () => {
  it("says before anything is run how many runs it takes and what they can show", async () => {
    const plan = await call("evaluations.plan", {
      suite: "drive",
      variants: ["gated", "legacy"],
      endpoint: "demo",
      repeats: 3,
    });
    expect(plan).toMatchObject({ repeats: 3, tasks: 3, runs: 18, one_task: { runs: 3, from: 0.9, to: null } });
    expect(plan.all_tasks).toMatchObject({ runs: 9 });
    expect(plan.all_tasks.to).toBeLessThan(0.5);
    expect((await call("evaluations.list", {})).evaluations).toEqual([]);
  });

  it("compares with the suite's baseline, one of its variants, another evaluation or a file, with the runs to open", async () => {
    const good = await evaluated(["gated"], 6);
    expect((await call("evaluations.get", { id: good })).baseline).toBeNull();
    await call("evaluations.set_baseline", { suite: "drive", baseline: { kind: "evaluation", id: good } });
    const bad = await evaluated(["legacy", "completion-check"], 6);

    // No name is shared, and the baseline has one variant: that one.
    const document = await call("evaluations.get", { id: bad });
    expect(document.baseline).toEqual({
      kind: "evaluation",
      id: good,
      label: good,
      variants: ["gated"],
      variant: "gated",
      compared: ["legacy", "completion-check"],
    });
    const worst = document.regressions.find((entry) => entry.variant === "legacy" && entry.task === "user_task36");
    expect(worst).toMatchObject({
      metric: "task_completion",
      before: { count: 6, samples: 6 },
      after: { count: 0, samples: 6 },
      why: "always_to_not_always",
    });
    expect(worst?.p).toBeCloseTo(2 / 924, 8);
    const strip = document.evaluated[0]?.strips[1]?.flatMap((cell) => cell?.run ?? []) ?? [];
    expect(worst?.runs).toEqual(strip);
    expect(worst?.baseline_runs).toHaveLength(6);
    expect(document.evaluated[0]?.latency_ms).toMatchObject({ samples: 18 });

    // Against one of its own variants.
    const self = await call("evaluations.get", { id: bad, against: bad, against_variant: "completion-check" });
    expect(new Set(self.regressions.map((entry) => entry.variant))).toEqual(new Set(["legacy"]));
    await expect(call("evaluations.get", { id: bad, against_variant: "nope" })).rejects.toThrow("has no variant nope");

    // Its report, and the baseline as a file that the command line takes too.
    const { text } = await call("evaluations.report", { id: good, format: "json" });
    expect(EvalDocument.parse(JSON.parse(text)).regressions).toEqual([]);
    await call("evaluations.set_baseline", { suite: "drive", baseline: { kind: "file", name: "base.json", text } });
    const fromFile = await call("evaluations.get", { id: bad });
    expect(fromFile.baseline).toMatchObject({ kind: "file", id: null, label: "base.json" });
    expect(fromFile.regressions).toEqual(document.regressions);
    const junit = await call("evaluations.report", { id: bad, format: "junit" });
    expect(junit.text).toContain("legacy.user_task36.task_completion");
    const wrong = { kind: "file" as const, name: "x.json", text: "{}" };
    await expect(call("evaluations.set_baseline", { suite: "drive", baseline: wrong })).rejects.toThrow(
      "x.json: no baseline",
    );
    await call("evaluations.set_baseline", { suite: "drive", baseline: null });
    expect((await call("evaluations.get", { id: bad })).baseline).toBeNull();
  });
});

function reached(runs: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = evaluations.onProgress(({ done }) => {
      if (done < runs) return;
      stop();
      resolve();
    });
  });
}

/** Carries an evaluation (a spec or an id) out in a process that is killed once this many runs are finished; gives its id. */
async function killedAfter(runs: number, what: string): Promise<string> {
  const child = fileURLToPath(new URL("testing/evaluation-child.ts", import.meta.url));
  const worker = spawn(process.execPath, [child, file, what], { stdio: ["ignore", "pipe", "inherit"] });
  const closed = new Promise<NodeJS.Signals | null>((resolve) =>
    worker.once("close", (_code, signal) => resolve(signal)),
  );
  let id = what;
  for await (const line of createInterface({ input: worker.stdout })) {
    if (line.startsWith("evaluation ")) id = line.slice("evaluation ".length);
    else if (Number.parseInt(line, 10) >= runs) {
      worker.kill("SIGKILL");
      break;
    }
  }
  expect(await closed).toBe("SIGKILL");
  return id;
}
