import { expect, it } from "vitest";
import { turnDecisions } from "./decisions.ts";
import { sampleEvent } from "./trace-samples.ts";

const call = { call_id: "c1", tool: "hold_room", operation_key: "op_1" };

it("puts each call's decisions, questions, attempts and waits in order, with its key", () => {
  const turn = turnDecisions([
    sampleEvent(1, "turn.started", { role: "executor", subtask: { number: 2, text: "Hold a room" } }),
    sampleEvent(2, "wait.started", { why: "rate_limited", detail: "429", planned_ms: 2000 }),
    sampleEvent(3, "wait.ended", { why: "rate_limited", waited_ms: 2000, how: "done" }),
    sampleEvent(4, "policy.decided", { ...call, decision: "ask", reason: "write_asks", provenance: [7] }),
    sampleEvent(5, "approval.requested", { ...call, question: 1 }),
    sampleEvent(6, "approval.decided", { ...call, decision: "approve", by: "ann", host: "browser", reason: "" }),
    sampleEvent(7, "tool.started", { ...call, attempt: 1 }),
    sampleEvent(8, "tool.finished", {
      ...call,
      attempt: 1,
      outcome: "transient",
      latency_ms: 4,
      message: null,
      error: { error_code: "rate_limited" },
    }),
    sampleEvent(9, "wait.started", {
      why: "backoff",
      detail: "",
      planned_ms: 500,
      cause: "retry_after",
      call_id: "c1",
    }),
    sampleEvent(10, "wait.ended", { why: "backoff", waited_ms: 501, how: "done" }),
    sampleEvent(11, "policy.decided", { ...call, decision: "reconcile", reason: "write_response_lost" }),
    sampleEvent(12, "tool.started", { ...call, attempt: 2 }),
  ]);
  expect(turn).toEqual({
    role: "executor",
    subtask: { number: 2, text: "Hold a room" },
    named: null,
    waits: [
      {
        kind: "wait",
        seq: 2,
        why: "rate_limited",
        cause: null,
        detail: "429",
        plannedMs: 2000,
        until: 3020,
        since: 1020,
        waitedMs: 2000,
        how: "done",
      },
    ],
    calls: [
      {
        callId: "c1",
        tool: "hold_room",
        key: "op_1",
        corrects: null,
        attempts: 2,
        steps: [
          { kind: "policy", seq: 4, decision: "ask", reason: "write_asks", provenance: 1, expects: null },
          { kind: "asked", seq: 5, question: 1 },
          { kind: "answered", seq: 6, at: 1060, decision: "approve", by: "ann", host: "browser", reason: "" },
          {
            kind: "attempt",
            seq: 7,
            attempt: 1,
            lookUp: false,
            outcome: "transient",
            latencyMs: 4,
            errorCode: "rate_limited",
            shown: false,
            brought: null,
          },
          {
            kind: "wait",
            seq: 9,
            why: "backoff",
            cause: "retry_after",
            detail: "",
            plannedMs: 500,
            until: 1590,
            since: 1090,
            waitedMs: 501,
            how: "done",
          },
          {
            kind: "policy",
            seq: 11,
            decision: "reconcile",
            reason: "write_response_lost",
            provenance: 0,
            expects: null,
          },
          {
            kind: "attempt",
            seq: 12,
            attempt: 2,
            lookUp: true,
            outcome: null,
            latencyMs: null,
            errorCode: null,
            shown: false,
            brought: null,
          },
        ],
      },
    ],
  });
});

it("shows a refused call's result, what a search was to bring and brought, and what the planner named", () => {
  const search = { call_id: "c2", tool: "search_notes" };
  const turn = turnDecisions([
    sampleEvent(1, "policy.decided", {
      ...search,
      decision: "run",
      reason: "read_runs",
      corrects: "c0",
      expects: [{ kind: "new_query", what: "loaf" }],
    }),
    sampleEvent(2, "tool.finished", {
      ...search,
      attempt: 1,
      outcome: "empty",
      message: "m_1",
      brought: { new_values: 0, sample: [], barren_in_a_row: 2 },
    }),
    sampleEvent(3, "subtask.named", { number: 1, subtask: null, tools: [], chosen_by: null }),
    sampleEvent(4, "wait.started", { why: "backoff", planned_ms: 700 }),
  ]);
  expect([turn.named, turn.calls[0]?.corrects, turn.calls[0]?.steps]).toEqual([
    { subtask: null, tools: [], chosenBy: null, seq: 3 },
    "c0",
    [
      {
        kind: "policy",
        seq: 1,
        decision: "run",
        reason: "read_runs",
        provenance: 0,
        expects: [{ kind: "new_query", what: "loaf" }],
      },
      {
        kind: "attempt",
        seq: 2,
        attempt: 1,
        lookUp: false,
        outcome: "empty",
        latencyMs: null,
        errorCode: null,
        shown: true,
        brought: { newValues: 0, sample: [], barren: 2 },
      },
      {
        kind: "wait",
        seq: 4,
        why: "backoff",
        cause: null,
        detail: "",
        plannedMs: 700,
        until: 1740,
        since: 1040,
        waitedMs: null,
        how: null,
      },
    ],
  ]);
});
