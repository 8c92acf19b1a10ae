import { expect, test } from "vitest";
import { callsText, contextText, policyText, responseText, resultsText } from "./facet-text.ts";
import { sampleCall, sampleEvent, sampleTurn } from "./trace-samples.ts";

test("each facet of a turn reads as a text", () => {
  const turn = sampleTurn(2, {
    content: "Done.",
    reasoning: "hm",
    finish_reason: "stop",
    effective_finish_reason: "tool_calls",
    reminded: true,
    calls: [
      sampleCall("get", { arguments: { id: "7" } }),
      sampleCall("bad", { arguments: null, arguments_text: "{id:" }),
    ],
  });
  expect(responseText(turn)).toBe("<reasoning>\nhm\n</reasoning>\nDone.\nfinish_reason: stop, judged tool_calls");
  expect(callsText(turn)).toBe('get\n{\n  "id": "7"\n}\n\nbad\n{id:');
  expect(policyText(turn)).toBe("get: run (read_runs), ok\nbad: run (read_runs), ok\ngate.reminded");
  expect(
    policyText(turn, [
      sampleEvent(1, "approval.decided", { tool: "get", decision: "approve", reason: "" }, 2),
      sampleEvent(2, "gate.reminded", { outstanding: [{ action: "create x" }] }, 2),
      sampleEvent(3, "gate.reminded", { outstanding: [{ action: "of another turn" }] }, 3),
    ]),
  ).toBe("get: run (read_runs), ok\nbad: run (read_runs), ok\napproval: get approve\ngate.reminded: create x");
});

test("a context and results read as texts", () => {
  const message = { role: "user", content: "Go", tool_call_id: null, tokens: 1, new: true, tool_calls: null };
  expect(contextText({ turn: 1, messages: [message], tools: ["get"], parameters: {} })).toBe(
    "[user]\nGo\n\ntools: get\n\n{}",
  );
  const result = {
    call_id: "c",
    tool: "get",
    raw: "[1]",
    shown: "[1]",
    compactor: "none",
    raw_chars: 3,
    shown_chars: 3,
    outcome: "ok",
    kept: null,
  };
  expect(resultsText([result])).toBe("get (ok, none)\n[\n  1\n]");
});
