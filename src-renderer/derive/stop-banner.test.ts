import { describe, expect, test } from "vitest";
import type { RunEnded } from "../../src-shared/trace/events/run-ended.ts";
import type { LedgerItem } from "../../src-shared/trace/ledger.ts";
import { Variant } from "../../src-shared/trace/variant.ts";
import type { Ending } from "../../src-shared/trace/vocabulary.ts";
import { stopBanner } from "./stop-banner.ts";
import { sampleCall, sampleEnded, sampleEvent, sampleStarted, sampleSummary, sampleTurn } from "./trace-samples.ts";

const create: LedgerItem = {
  action: "create hawaii.docx",
  source: "request",
  kind: "write",
  number: 2,
  status: "outstanding",
  evidence: [],
};

describe("the stop banner", () => {
  test("knows an early stop from an outstanding item, whatever the ending is called", () => {
    const early = (part: Partial<RunEnded>) =>
      stopBanner({
        summary: sampleSummary(),
        started: sampleStarted(),
        ended: sampleEnded(part),
        turns: [],
        events: [],
      }).earlyStop;
    expect([early({}), early({ ledger: [create] }), early({ early_stop: true })]).toEqual([false, true, true]);
    expect(early({ ledger: [{ ...create, source: "promise" }] })).toBe(false);
  });

  test("links each part to its event", () => {
    const banner = stopBanner({
      summary: sampleSummary({ ending: "early_stop", terminal_state: "escalate", early_stop: true }),
      started: sampleStarted(),
      ended: sampleEnded({
        ending: "early_stop",
        terminal_state: "escalate",
        reason: "stopped_with_items_outstanding",
        detail: "It stopped.",
        early_stop: true,
        ledger: [create, { ...create, action: "read", status: "done", evidence: [4] }],
      }),
      turns: [
        sampleTurn(1, { calls: [sampleCall("get", { outcome: "permanent" })] }),
        sampleTurn(2, { finish_reason: "stop", effective_finish_reason: "tool_calls" }),
      ],
      events: [
        sampleEvent(1, "response.finished", {}, 1),
        sampleEvent(2, "tool.finished", { call_id: "call_get", error: { message: "No such file" } }, 1),
        sampleEvent(3, "response.finished", {}, 2),
        sampleEvent(4, "run.ended", {}, null),
      ],
    });
    expect(banner).toEqual({
      ending: "early_stop",
      earlyStop: true,
      terminalState: "escalate",
      reason: "stopped_with_items_outstanding",
      detail: "It stopped.",
      end: { turn: 2, seq: 4 },
      finish: { sent: "stop", judged: "tool_calls", place: { turn: 2, seq: 3 } },
      limit: null,
      outstanding: [{ item: create, place: { turn: 2, seq: 4 } }],
      done: 1,
      lastError: { text: "get: No such file", code: "permanent", place: { turn: 1, seq: 2 } },
      passed: null,
      failedChecks: [],
      simulated: true,
    });
  });

  test("names the limit and its value for a run that was cut", () => {
    const variant = Variant.parse({
      name: "v",
      budgets: { turns: 6, attempts: 8, elapsed_ms: 30_000 },
      sampling: { max_tokens: 64 },
    });
    const limit = (ending: Ending, reason = "") =>
      stopBanner({
        summary: sampleSummary({ ending, turns: 6, tool_attempts: 8, duration_ms: 30_010 }),
        started: sampleStarted({ variant }),
        ended: sampleEnded({ ending, reason }),
        turns: [sampleTurn(6, { usage: { prompt_tokens: 900, completion_tokens: 64, estimated_prompt_tokens: 890 } })],
        events: [sampleEvent(1, "loop.noticed", { times: 3 }, 6)],
      }).limit;
    const at = { turn: 6, seq: null };
    expect(limit("step_cap", "turn_budget")).toEqual({ name: "turns", limit: 6, value: 6, place: at });
    expect(limit("budget_spent", "attempt_budget")).toEqual({ name: "attempts", limit: 8, value: 8, place: at });
    expect(limit("budget_spent", "elapsed_budget")).toEqual({
      name: "elapsed_ms",
      limit: 30_000,
      value: 30_010,
      place: at,
    });
    expect(limit("truncated")).toEqual({ name: "max_tokens", limit: 64, value: 64, place: at });
    expect(limit("context_overflow")).toEqual({ name: "context", limit: null, value: 900, place: at });
    expect(limit("loop")).toEqual({ name: "repeats", limit: null, value: 3, place: { turn: 6, seq: 1 } });
    expect(limit("early_stop")).toBe(null);
  });

  test("of a running run has no verdict", () => {
    const banner = stopBanner({
      summary: sampleSummary({ ending: null, terminal_state: null }),
      started: sampleStarted(),
      ended: null,
      turns: [],
      events: [],
    });
    expect([banner.ending, banner.finish, banner.lastError]).toEqual([null, null, null]);
  });
});
