import { describe, expect, it } from "vitest";
import { estimateSamples, openJobs, sampleJobs } from "./sample-plan.ts";
import { summarise } from "./summarise.ts";
import { ExperimentSpec, type JournaledSample, type SampleOutcome } from "./types.ts";

const spec = (arms: readonly string[], samples: number) =>
  ExperimentSpec.parse({
    title: "test",
    base: { kind: "turn", run: "r_0000000000", turn: 1 },
    arms: arms.map((name) => ({ name, detail: "", edits: [], variant: null })),
    samples,
    seed: 100,
  });

const outcome = (goingOn: boolean | null, more: Partial<SampleOutcome> = {}): SampleOutcome => ({
  run: null,
  going_on: goingOn,
  succeeded: goingOn,
  ending: goingOn ? "answered" : "early_stop",
  calls: [],
  answer: null,
  error: goingOn === null ? { category: "server_error", message: "down" } : null,
  seed_dropped: false,
  mismatches: [],
  ...more,
});

const samplesOf = (arm: string, outcomes: readonly SampleOutcome[]): JournaledSample[] =>
  outcomes.map((entry, index) => ({ arm, index, run: null, outcome: entry }));
const times = (goingOn: number, of: number) => Array.from({ length: of }, (_, index) => outcome(index < goingOn));

/** Mulberry32, so that the repeated experiments are the same at every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("a verdict", () => {
  it("is given only where the difference survives the correction for all arms", () => {
    const summary = summarise(spec(["base", "much", "some", "none", "less"], 10), [
      ...samplesOf("base", times(3, 10)),
      ...samplesOf("much", times(10, 10)),
      ...samplesOf("some", times(8, 10)),
      ...samplesOf("none", times(3, 10)),
      ...samplesOf("less", times(0, 10)),
    ]);
    expect(summary.arms.map((arm) => [arm.name, arm.verdict])).toEqual([
      ["much", "helps"],
      ["some", "no evidence"],
      ["none", "no evidence"],
      ["less", "no evidence"],
    ]);
    expect(summary.arms[0]?.pAdjusted).toBeCloseTo(4 * (summary.arms[0]?.p ?? 0), 12);
    expect(summary.arms[1]?.p).toBeGreaterThan(0.05);
  });

  it("says hurts where going on became rarer", () => {
    const summary = summarise(spec(["base", "worse"], 10), [
      ...samplesOf("base", times(9, 10)),
      ...samplesOf("worse", times(1, 10)),
    ]);
    expect(summary.arms[0]?.verdict).toBe("hurts");
  });

  it("of changes that change nothing is wrong in at most 5 % of experiments", () => {
    const random = randomFrom(7);
    const names = ["base", ...Array.from({ length: 9 }, (_, index) => `null ${index}`)];
    const plan = spec(names, 20);
    let wrong = 0;
    const experiments = 1_000;
    for (let i = 0; i < experiments; i++) {
      const rate = [0.1, 0.3, 0.5, 0.8][i % 4] ?? 0.5;
      const samples = names.flatMap((name) =>
        samplesOf(
          name,
          Array.from({ length: 20 }, () => outcome(random() < rate)),
        ),
      );
      if (summarise(plan, samples).arms.some((arm) => arm.verdict !== "no evidence")) wrong += 1;
    }
    expect(wrong / experiments).toBeLessThanOrEqual(0.05);
  });

  it("of a real difference is found with the power the estimate promises", () => {
    const random = randomFrom(11);
    const { needed, from, to } = estimateSamples(9);
    const names = ["base", "real", ...Array.from({ length: 8 }, (_, index) => `null ${index}`)];
    const plan = spec(names, needed ?? 0);
    let found = 0;
    for (let i = 0; i < 300; i++) {
      const samples = names.flatMap((name) =>
        samplesOf(
          name,
          Array.from({ length: needed ?? 0 }, () => outcome(random() < (name === "real" ? to : from))),
        ),
      );
      if (summarise(plan, samples).arms[0]?.verdict === "helps") found += 1;
    }
    expect(found / 300).toBeGreaterThanOrEqual(0.75);
  });
});

it("samples without an answer count for nothing and are told", () => {
  const summary = summarise(spec(["base"], 4), samplesOf("base", [outcome(true), outcome(null), outcome(false)]));
  expect(summary.baseline).toMatchObject({
    goingOn: { samples: 2, count: 1 },
    errors: 1,
    endings: { answered: 1, early_stop: 2 },
    strip: [
      { run: null, outcome: "success" },
      { run: null, outcome: "error" },
      { run: null, outcome: "stopped" },
      null,
    ],
  });
});

it("samples are taken round by round with the same seed in every arm, and finished ones are not taken again", () => {
  const plan = spec(["a", "b"], 2);
  expect(sampleJobs(plan)).toEqual([
    { arm: "a", index: 0, seed: 100 },
    { arm: "b", index: 0, seed: 100 },
    { arm: "a", index: 1, seed: 101 },
    { arm: "b", index: 1, seed: 101 },
  ]);
  const begun = [
    { arm: "b", index: 0, run: "r_1", outcome: outcome(true) },
    { arm: "a", index: 0, run: "r_2", outcome: null },
  ];
  expect(openJobs(plan, begun).map((job) => `${job.arm}${job.index}`)).toEqual(["a0", "a1", "b1"]);
});
