// How many arms a choice makes, and how many samples tell anything.
import { expect, it } from "vitest";
import { countArms, fewestSamples, parseSamples } from "./ab-choice.ts";

const recorded = { endpoint: "http://127.0.0.1:1/v1", label: "a", model: "m", stream: true, thinking: null };

it("counts the baseline and every combination that differs from it", () => {
  expect(countArms(recorded, [], [], 0)).toBe(1);
  expect(countArms(recorded, [false], [], 0)).toBe(2);
  expect(countArms(recorded, [true, false], [true, false], 0)).toBe(6);
  expect(countArms(recorded, [false], [true, false], 2)).toBe(18);
  expect(countArms({ ...recorded, endpoint: "" }, [false], [], 2)).toBe(4);
  expect(countArms({ ...recorded, endpoint: "" }, [false], [], 0)).toBe(0);
});

it("takes only whole numbers from 1 to 1,000 as samples", () => {
  expect(["1", "10", "1000", "0", "1001", "1.5", "", "ten"].map(parseSamples)).toEqual([
    1,
    10,
    1000,
    null,
    null,
    null,
    null,
    null,
  ]);
});

it("knows the fewest samples: 4 of each for one comparison, more for several", () => {
  expect([1, 2, 5, 20].map(fewestSamples)).toEqual([4, 5, 5, 6]);
});
