import fc from "fast-check";
import { expect, it } from "vitest";
import { smallestSubset } from "./reduce.ts";

const items = Array.from({ length: 12 }, (_, index) => index);
const holdsAll = (needed: readonly number[]) => (subset: readonly number[]) =>
  Promise.resolve(needed.every((item) => subset.includes(item)));

it("finds one item that is enough without looking further", async () => {
  expect(await smallestSubset(items, holdsAll([7]), 100)).toEqual({ smallest: [7], tests: 8, complete: true });
});

it("finds exactly the items that are needed together, whichever they are", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 5 }), async (needed) => {
      const found = await smallestSubset(items, holdsAll(needed), 1_000);
      expect(found).toMatchObject({ smallest: needed.toSorted((a, b) => a - b), complete: true });
    }),
    { numRuns: 60 },
  );
});

it("says so when nothing has the effect, and when it ran out of tests", async () => {
  expect(await smallestSubset(items, () => Promise.resolve(false), 100)).toMatchObject({
    smallest: null,
    complete: true,
  });
  expect(await smallestSubset(items, holdsAll([0, 11]), 14)).toMatchObject({ tests: 14, complete: false });
  expect(await smallestSubset([], holdsAll([]), 10)).toEqual({ smallest: null, tests: 0, complete: true });
});

it("never asks twice about the same set", async () => {
  const asked: string[] = [];
  await smallestSubset(
    items,
    (subset) => {
      asked.push(subset.join());
      return holdsAll([2, 5, 9])(subset);
    },
    1_000,
  );
  expect(new Set(asked).size).toBe(asked.length);
});
