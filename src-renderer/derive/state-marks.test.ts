import { expect, it } from "vitest";
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import { markAt, stateMarks, windowAround } from "./state-marks.ts";
import { sampleEvent } from "./trace-samples.ts";

const move = (seq: number, to: string, turn: number | null, more: object = {}): StoredEvent =>
  sampleEvent(seq, "transition", { from: "plan", to, reason: `r${seq}`, ...more }, turn);

const events = [
  sampleEvent(1, "run.started", {}, null),
  sampleEvent(2, "turn.started", {}),
  move(3, "call", 1, { tool: "get_plans", attempt: 1 }),
  move(4, "observe", 1, { tool: "get_plans", outcome: "transient", latency_ms: 3 }),
  move(5, "call", 1, { tool: "get_plans", attempt: 2 }),
  move(6, "observe", 1, { tool: "get_plans", outcome: "ok" }),
  move(7, "plan", 1),
  sampleEvent(8, "turn.started", {}, 2),
  move(9, "complete", null),
];

it("marks each state with the turn it belongs to", () => {
  expect(stateMarks(events).map((mark) => [mark.seq, mark.turn, mark.state, mark.failed])).toEqual([
    [2, 1, "plan", false],
    [3, 1, "call", false],
    [4, 1, "observe", true],
    [5, 1, "call", false],
    [6, 1, "observe", false],
    [7, 2, "plan", false],
    [9, 2, "complete", false],
  ]);
});

it("begins again with a plan where a run goes on, and passes over what it cannot read", () => {
  const more = [
    move(10, "dancing", 2),
    sampleEvent(11, "run.resumed", {}, null),
    sampleEvent(12, "turn.started", {}, 3),
    move(13, "abstain", null),
  ];
  expect(
    stateMarks([...events, ...more])
      .slice(-2)
      .map((mark) => [mark.seq, mark.state, mark.reason]),
  ).toEqual([
    [12, "plan", "resumed"],
    [13, "abstain", "r13"],
  ]);
});

it("shows a long run in pieces around one mark", () => {
  const marks = stateMarks(events);
  expect([
    windowAround(marks, 3, 99).marks.length,
    windowAround(marks, 5, 3).first,
    windowAround(marks, 0, 3).first,
  ]).toEqual([7, 4, 0]);
  expect([markAt(marks, 2, null), markAt(marks, 1, 5), markAt(marks, 9, 99)]).toEqual([5, 3, -1]);
});
