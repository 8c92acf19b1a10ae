import { describe, expect, test } from "vitest";
import { countMarks, eventMarks, nextWhere, turnMarks } from "./marks.ts";
import { sampleCall, sampleEvent, sampleTurn } from "./trace-samples.ts";

describe("marks", () => {
  test("are the errors, approvals, compactions, reminders and the stop, in order", () => {
    const marks = eventMarks([
      sampleEvent(1, "run.started", {}, null),
      sampleEvent(2, "tool.finished", { outcome: "ok", raw: { hash: "a" }, shown: { hash: "b" } }),
      sampleEvent(3, "tool.finished", { outcome: "empty", raw: { hash: "a" }, shown: { hash: "a" } }),
      sampleEvent(4, "approval.requested", {}),
      sampleEvent(5, "tool.finished", { outcome: "denied", raw: { hash: "a" }, shown: { hash: "b" } }),
      sampleEvent(6, "policy.decided", { decision: "refuse" }, 2),
      sampleEvent(7, "gate.reminded", {}, 2),
      sampleEvent(8, "run.ended", {}, null),
    ]);
    expect(marks).toEqual([
      { kind: "compaction", seq: 2, turn: 1 },
      { kind: "approval", seq: 4, turn: 1 },
      { kind: "error", seq: 5, turn: 1 },
      { kind: "error", seq: 6, turn: 2 },
      { kind: "reminder", seq: 7, turn: 2 },
      { kind: "stop", seq: 8, turn: null },
    ]);
    expect(countMarks(marks)).toEqual({ error: 2, approval: 1, compaction: 1, reminder: 1, stop: 1 });
  });

  test("of a turn come from its record", () => {
    const turn = sampleTurn(1, {
      reminded: true,
      calls: [
        sampleCall("list", { compactor: "file-metadata", shown_chars: 10 }),
        sampleCall("delete", { policy: "ask (destructive_asks)", outcome: "denied" }),
      ],
    });
    expect(turnMarks(turn, true)).toEqual(["error", "approval", "compaction", "reminder", "stop"]);
    expect(turnMarks(sampleTurn(2), false)).toEqual([]);
  });

  test("the next one goes round at the ends", () => {
    const even = (n: number) => n % 2 === 0;
    expect([nextWhere([2, 1, 4, 3], 0, even), nextWhere([2, 1, 4, 3], 2, even)]).toEqual([2, 0]);
    expect(nextWhere([2, 1, 4, 3], 0, even, true)).toBe(2);
    expect([nextWhere([2, 1], -1, even), nextWhere([1], 0, even)]).toEqual([0, null]);
  });
});
