import { expect, it } from "vitest";
import { RunId } from "../../src-shared/prelude/ids.ts";
import { runIdMaker } from "./run-id.ts";

it("makes ids that sort by time, also within a millisecond", () => {
  const make = runIdMaker();
  const times = [0, 1, 1, 1, 31, 32, 1_024, Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1), Date.UTC(9999, 0, 1)];
  const ids = times.map(make);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => RunId.safeParse(id).success && id.length === 18)).toBe(true);
});

it("makes other ids in another process at the same time", () => {
  expect(runIdMaker()(1)).not.toBe(runIdMaker()(1));
});
