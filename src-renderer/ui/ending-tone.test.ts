import { expect, test } from "vitest";
import { Ending } from "../../src-shared/trace/vocabulary.ts";
import { endingTone } from "./ending-tone.ts";

test("only a run that answered, left nothing outstanding and failed no check is green", () => {
  const green = Ending.options.flatMap((ending) =>
    [true, false, null].flatMap((early) =>
      [true, false, null]
        .filter((passed) => endingTone({ ending, early_stop: early, passed }) === "good")
        .map((passed) => [ending, early, passed]),
    ),
  );
  expect(green).toEqual([
    ["answered", false, true],
    ["answered", false, null],
    ["answered", null, true],
    ["answered", null, null],
  ]);
});

test("a run that goes on is busy", () => {
  expect(endingTone({ ending: null, early_stop: null, passed: null })).toBe("busy");
});
