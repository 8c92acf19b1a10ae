import { describe, expect, it } from "vitest";
import { fisherExact } from "./fisher-exact.ts";
import { holmAdjust } from "./holm.ts";
import { logChoose } from "./log-factorial.ts";
import { median } from "./median.ts";
import { passHatK, passHatTable } from "./pass-hat-k.ts";
import { detectableFall, fewestTellingSamples, fisherPower, requiredSamples } from "./required-samples.ts";
import { spreadOf } from "./spread.ts";
import { rateOf } from "./wilson.ts";

describe("Wilson intervals agree with Newcombe 1998, table I, method 3", () => {
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("%i of %i", (count, samples, low, high) => {
    const rate = rateOf(count, samples);
    expect({ ...rate, low: Number(rate.low.toFixed(4)), high: Number(rate.high.toFixed(4)) }).toEqual({
      count,
      samples,
      rate: count / samples,
      low,
      high,
    });
  });

  it("without samples say nothing, and reach the ends exactly", () => {
    expect(rateOf(0, 0)).toEqual({ samples: 0, count: 0, rate: 0, low: 0, high: 1 });
    expect(rateOf(10, 10)).toMatchObject({ rate: 1, high: 1 });
    expect(() => rateOf(3, 2)).toThrow("3 of 2 is no rate");
  });
});

describe("Fisher's exact test, two-sided", () => {
  it.each([
    ["the lady tasting tea (Fisher 1935; R fisher.test)", [3, 4, 1, 4], 0.4857143],
    ["convictions of twins (Fisher 1925; R fisher.test)", [2, 12, 15, 18], 0.0005367],
    ["SciPy's example of two oceans", [8, 10, 1, 6], 0.034965],
    ["studying and not (Wikipedia, Fisher's exact test)", [1, 10, 11, 14], 0.0027595],
    ["the same rate on both sides", [5, 10, 5, 10], 1],
    ["none against all of ten", [0, 10, 10, 10], 0.0000108],
    ["an empty side", [0, 0, 3, 5], 1],
  ] as const)("%s", (_name, [a, m, b, n], p) => {
    expect(fisherExact(a, m, b, n)).toBeCloseTo(p, 7);
  });

  it("is the same whichever side comes first, and holds for thousands of samples", () => {
    expect(fisherExact(8, 10, 1, 6)).toBeCloseTo(fisherExact(1, 6, 8, 10), 12);
    expect(fisherExact(500, 5000, 600, 5000)).toBeCloseTo(0.00154672, 7);
    expect(() => fisherExact(5, 4, 0, 1)).toThrow("is no table");
  });
});

it("Holm's adjustment keeps the order given and is monotone (Wikipedia's example of four; R p.adjust)", () => {
  const rounded = (ps: number[]) => holmAdjust(ps).map((p) => Number(p.toFixed(6)));
  expect(rounded([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  expect(rounded([0.01, 0.02, 0.03, 0.04, 0.05])).toEqual([0.05, 0.08, 0.09, 0.09, 0.09]);
  expect(rounded([0.5, 0.9])).toEqual([1, 1]);
  expect(holmAdjust([])).toEqual([]);
});

describe("pass^k (Yao et al. 2024)", () => {
  it("is the mean of C(c,k)/C(n,k)", () => {
    const tasks = [
      { passed: 4, of: 4 },
      { passed: 2, of: 4 },
      { passed: 0, of: 4 },
    ];
    const table = passHatTable(tasks);
    expect(Object.keys(table)).toEqual(["1", "2", "3", "4"]);
    expect(table["1"]).toBeCloseTo(0.5, 12);
    expect(table["2"]).toBeCloseTo((1 + 1 / 6) / 3, 12);
    expect(table["3"]).toBeCloseTo(1 / 3, 12);
    expect(table["4"]).toBeCloseTo(1 / 3, 12);
  });

  it("says nothing about more tries than there are", () => {
    expect(passHatK([{ passed: 1, of: 2 }], 3)).toBeNull();
    expect(passHatTable([])).toEqual({});
  });
});

describe("the samples a difference needs", () => {
  it("has the power that rational arithmetic gives", () => {
    // statmod's example, power.fisher.test(0.5, 0.9, 20, 20), simulates this figure.
    expect(fisherPower(0.5, 0.9, 20)).toBeCloseTo(0.74238878391147, 10);
    expect(fisherPower(0.2, 0.5, 44)).toBeCloseTo(0.8020895152443357, 10);
  });

  it("is the smallest number that reaches a power of 0.8", () => {
    expect([requiredSamples(0.2, 0.5), requiredSamples(0.1, 0.7)]).toEqual([44, 12]);
    expect(requiredSamples(0.1, 0.7, 0.05 / 9)).toBeGreaterThan(12);
    expect(requiredSamples(0.5, 0.5)).toBeNull();
  });

  it("knows from how many samples on a test can tell anything", () => {
    expect([fewestTellingSamples(0.05), fewestTellingSamples(0.05 / 9)]).toEqual([4, 6]);
  });
});

it("the median is the middle, or the mean of the two in the middle", () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, null]);
});

it("log binomial coefficients are those of Pascal's triangle", () => {
  expect(Math.round(Math.exp(logChoose(30, 15)))).toBe(155_117_520);
});

describe("the fall that a number of samples can show", () => {
  it("is the nearest rate below that is seen in four of five cases", () => {
    const fall = detectableFall(0.9, 20);
    expect(fall).not.toBeNull();
    expect(fisherPower(0.9, fall ?? 1, 20)).toBeGreaterThanOrEqual(0.8);
    expect(fisherPower(0.9, (fall ?? 1) + 0.01, 20)).toBeLessThan(0.8);
    expect(requiredSamples(0.9, fall ?? 1)).toBeLessThanOrEqual(20);
  });

  it("is none where even a fall to nothing would not be seen", () => {
    expect(detectableFall(1, 3)).toBeNull();
    expect(detectableFall(1, 4)).not.toBeNull();
  });
});

it("quartiles are those of R's quantile, type 7", () => {
  expect(spreadOf([])).toBeNull();
  expect(spreadOf([7])).toEqual({ min: 7, low: 7, median: 7, high: 7, max: 7, samples: 1 });
  expect(spreadOf([4, 1, 3, 2])).toEqual({ min: 1, low: 1.75, median: 2.5, high: 3.25, max: 4, samples: 4 });
});
