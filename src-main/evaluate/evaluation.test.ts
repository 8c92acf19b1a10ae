import { describe, expect, it } from "vitest";
import type { EvalDocument } from "../../src-shared/cli/documents.ts";
import { evaluate, evaluationDocument, type EvaluationPlan, type RunTask } from "./evaluation.ts";
import { junitReport } from "./junit.ts";
import { evaluationMarkdown } from "./markdown.ts";
import { findRegressions } from "./regressions.ts";
import { checkThresholds, parseThreshold } from "./thresholds.ts";
import { Suite } from "./types.ts";
import { createGate, runPool } from "./worker-pool.ts";

const suite = Suite.parse({
  name: "s",
  packs: ["drive"],
  tasks: [
    { id: "one", prompt: "p", class: "single", checks: [] },
    { id: "two", prompt: "p", class: "chained", checks: [] },
  ],
});
const plan = (more: Partial<EvaluationPlan> = {}): EvaluationPlan => ({
  suite,
  variants: ["a", "b"],
  repeats: 2,
  seed: 5,
  ...more,
});
const options = () => ({ atOnce: 3, signal: new AbortController().signal });

/** Runs whose verdict a test decides; their ids tell what they are. */
function scripted(passes: (variant: string, task: string, repeat: number) => boolean): RunTask & { seeds: string[] } {
  const seeds: string[] = [];
  const run: RunTask = ({ task, variant, repeat, seed }) => {
    seeds.push(`${variant} ${task.id} ${seed}`);
    const passed = passes(variant, task.id, repeat);
    return Promise.resolve({
      run: `r_${variant}_${task.id}_${repeat}`,
      task: task.id,
      class: task.class,
      passed,
      ending: passed ? "answered" : "early_stop",
      reached: 0,
      due: 0,
      converged: false,
      prompt_tokens: 10,
      completion_tokens: 1,
      working_ms: 0,
      duration_ms: 1500,
    });
  };
  return Object.assign(run, { seeds });
}

async function documentOf(passes: Parameters<typeof scripted>[0], more: Partial<EvaluationPlan> = {}) {
  const runs = await evaluate(plan(more), scripted(passes), options());
  return { runs, document: evaluationDocument(plan(more), runs) };
}

describe("an evaluation", () => {
  it("runs every task with every variant, its repeats with seeds of their own, the same for all", async () => {
    const run = scripted(() => true);
    await evaluate(plan(), run, options());
    expect(run.seeds).toEqual(
      [5, 6].flatMap((seed) =>
        ["a", "b"].flatMap((variant) => ["one", "two"].map((task) => `${variant} ${task} ${seed}`)),
      ),
    );
  });

  it("tells passes, endings and runs by task, and metrics by variant and class", async () => {
    const { document } = await documentOf(
      (variant, task, repeat) => variant === "a" || (task === "one" && repeat === 0),
    );
    expect(document.variants[1]).toMatchObject({
      variant: "b",
      tasks: [
        { task: "one", passed: 1, of: 2, runs: ["r_b_one_0", "r_b_one_1"], endings: { answered: 1, early_stop: 1 } },
        { task: "two", passed: 0, of: 2, class: "chained" },
      ],
      metrics: { task_completion: { count: 1, samples: 4 }, pass_hat_k: { "1": 0.25, "2": 0 } },
      classes: [
        { class: "single", metrics: { task_completion: { count: 1, samples: 2 } } },
        { class: "chained", metrics: { task_completion: { count: 0, samples: 2 } } },
      ],
    });
  });

  it("keeps what was finished when it is stopped", async () => {
    const controller = new AbortController();
    const run = scripted(() => true);
    const runs = await evaluate(
      plan(),
      async (job) => {
        if (job.repeat === 0 && job.task.id === "two") controller.abort();
        return run(job);
      },
      { atOnce: 1, signal: controller.signal },
    );
    expect(runs.map((entry) => entry.run)).toEqual(["r_a_one_0", "r_a_two_0"]);
  });

  it("goes on with what an earlier attempt finished, and leaves out a run that was stopped", async () => {
    const known = (
      await evaluate(
        plan(),
        scripted(() => true),
        options(),
      )
    ).filter((entry) => entry.variant === "a");
    const run = scripted(() => false);
    const told: string[] = [];
    const runs = await evaluate(plan(), async (job) => (job.repeat === 1 ? null : run(job)), {
      ...options(),
      known,
      onFinished: (entry, done, of) => told.push(`${entry.variant} ${entry.task} ${done}/${of}`),
    });
    expect(told.toSorted()).toEqual(["b one 5/8", "b two 6/8"]);
    expect(runs.map((entry) => [entry.run, entry.passed])).toEqual([
      ["r_a_one_0", true],
      ["r_a_two_0", true],
      ["r_b_one_0", false],
      ["r_b_two_0", false],
      ["r_a_one_1", true],
      ["r_a_two_1", true],
    ]);
  });
});

describe("regressions", () => {
  const against = async (before: number, after: number, repeats = 10) => {
    const was = await documentOf((_v, task, repeat) => task === "two" || repeat < before, { repeats });
    const is = await documentOf((_v, task, repeat) => task === "two" || repeat < after, { repeats });
    return findRegressions(was.document, is.document, is.runs).filter((entry) => entry.variant === "a");
  };

  it("are a task that always passed and does not now, with the runs to open", async () => {
    expect(await against(10, 9)).toEqual([
      { variant: "a", task: "one", metric: "task_completion", before: 1, after: 0.9, runs: ["r_a_one_9"] },
    ]);
    expect(await against(1, 0, 1)).toHaveLength(1);
  });

  it("are not the scatter of repeats, and not what got better", async () => {
    expect(await against(8, 7)).toEqual([]);
    expect(await against(4, 2)).toEqual([]);
    expect(await against(2, 9)).toEqual([]);
  });

  it("are a fall from mostly to seldom, or one that chance does not explain", async () => {
    expect(await against(6, 4)).toHaveLength(1);
    expect(await against(5, 0)).toHaveLength(1);
  });

  it("leave out variants and tasks that the baseline does not have", async () => {
    const was = await documentOf(() => true, { variants: ["other"] });
    const is = await documentOf(() => false);
    expect(findRegressions(was.document, is.document, is.runs)).toEqual([]);
  });
});

describe("thresholds", () => {
  it("are floors for rates and pass^k and ceilings for cost; what was not measured is not met", async () => {
    const { document } = await documentOf((_v, task) => task === "one", { variants: ["a"] });
    const wanted = [
      "task_completion=0.5",
      "task_completion=0.6",
      "pass_hat_2=0.5",
      "pass_hat_9=0.1",
      "prompt_tokens=9",
      "prompt_tokens=10",
      "tool_reach=0.1",
    ];
    expect(checkThresholds(wanted.map(parseThreshold), document.variants).map((entry) => entry.met)).toEqual([
      true,
      false,
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  it.each(["task_completion", "speed=3", "task_completion=90", "tool_reach=x", "tool_reach=-1"])(
    "%s is refused in one line",
    (text) => {
      expect(() => parseThreshold(text)).toThrow(/^--threshold [^\n]+$/);
    },
  );
});

it("reports hold names as text: no markup in JUnit, no table cells in Markdown", () => {
  const evil = `<b>&"|x`;
  const document: EvalDocument = {
    ...evaluationDocument(plan({ variants: ["a"] }), []),
    suite: evil,
    regressions: [{ variant: evil, task: evil, metric: "task_completion", before: 1, after: 0.5, runs: ["r_1"] }],
    thresholds: [{ variant: "a", metric: "tool_reach", limit: 1, value: null, met: false }],
  };
  const xml = junitReport(document, []);
  expect(xml).not.toContain("<b>");
  expect(xml).toContain(`tests="4" failures="2"`);
  expect(xml).toContain("task_completion fell from 100 % to 50 %; runs to open: r_1");
  const markdown = evaluationMarkdown(document);
  expect(markdown).not.toMatch(/<b>|[^\\]\|x/);
  expect(markdown).toContain("tool_reach is not known, wanted 1");
});

describe("the worker pool", () => {
  it("has no more under way than allowed, and stops for the first failure", async () => {
    let underWay = 0;
    let most = 0;
    const begun: number[] = [];
    const work = async (job: number) => {
      begun.push(job);
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      if (job === 4) throw new Error("job 4");
    };
    const jobs = Array.from({ length: 20 }, (_, index) => index);
    await expect(runPool(jobs, work, { atOnce: 3, signal: new AbortController().signal })).rejects.toThrow("job 4");
    expect(most).toBe(3);
    expect(begun.length).toBeLessThan(9);
  });

  it("waits while its gate is closed", async () => {
    const gate = createGate();
    const done: number[] = [];
    gate.close();
    const pool = runPool([1, 2], (job) => Promise.resolve(void done.push(job)), {
      atOnce: 2,
      signal: new AbortController().signal,
      gate,
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual([]);
    gate.open();
    await pool;
    expect(done).toEqual([1, 2]);
  });
});
