import { expect, test } from "vitest";
import type { Push } from "../../src-shared/rpc/push.ts";
import { createWatchedRuns } from "./watched-runs.ts";

function watched() {
  const sent: [string, Push][] = [];
  return { sent, runs: createWatchedRuns((push, caller) => sent.push([caller, push])) };
}

test("who begins to watch in the middle of an answer gets what has streamed so far, once", () => {
  const { sent, runs } = watched();
  runs.watch("first", ["r_1"]);
  runs.streamed("r_1", 2, { channel: "reasoning", text: "Hm." });
  runs.streamed("r_1", 2, { channel: "content", text: "On June 13 " });
  runs.streamed("r_1", 2, { channel: "content", text: "you hike" });
  runs.watch("second", ["r_0", "r_1"]);
  runs.watch("second", ["r_1"]);
  runs.watch("first", ["r_1"]);
  const data = { run: "r_1", turn: 2, content: "On June 13 you hike", reasoning: "Hm.", call: "" };
  expect(sent).toEqual([["second", { kind: "live.text", data }]]);
});

test("nothing is kept of a response that is stored, or of a run that has ended", () => {
  const { sent, runs } = watched();
  runs.streamed("r_1", 1, { channel: "content", text: "Done" });
  runs.stored({ run: "r_1", turn: 1, kind: "response.finished" });
  runs.streamed("r_2", 1, { channel: "content", text: "Cut" });
  runs.stored({ run: "r_2", turn: null, kind: "run.ended" });
  runs.watch("caller", ["r_1", "r_2"]);
  expect(sent).toEqual([]);
});

test("a caller hears of the runs it named last, and of none after it has gone", () => {
  const { runs } = watched();
  runs.watch("caller", ["r_1"]);
  runs.watch("caller", ["r_2"]);
  expect([runs.watches("caller", "r_1"), runs.watches("caller", "r_2")]).toEqual([false, true]);
  runs.forget("caller");
  expect(runs.watches("caller", "r_2")).toBe(false);
});
