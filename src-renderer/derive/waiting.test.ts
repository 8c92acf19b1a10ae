import { expect, test } from "vitest";
import { sampleEvent } from "./trace-samples.ts";
import { doingNow } from "./waiting.ts";

test("what a live run does now is the last thing it opened", () => {
  const sent = sampleEvent(1, "request.sent", {});
  const loading = sampleEvent(2, "wait.started", { why: "loading", detail: "503", planned_ms: 500 });
  expect(doingNow([sent])).toEqual({ kind: "model", since: 1_010, seq: 1 });
  expect(doingNow([sent, loading])).toEqual({
    kind: "waiting",
    why: "loading",
    detail: "503",
    since: 1_020,
    until: 1_520,
    seq: 2,
  });
  expect(doingNow([sent, loading, sampleEvent(3, "wait.ended", {}), sampleEvent(4, "request.sent", {})])).toMatchObject(
    {
      kind: "model",
      seq: 4,
    },
  );
  expect(doingNow([sampleEvent(1, "tool.started", { tool: "get" })])).toEqual({
    kind: "tool",
    tool: "get",
    since: 1_010,
    seq: 1,
  });
  expect(doingNow([sent, sampleEvent(2, "debug.paused", { at: "request", why: "step" })])).toEqual({
    kind: "waiting",
    why: "paused",
    detail: "",
    since: 1_020,
    until: null,
    seq: 2,
  });
  expect(doingNow([sampleEvent(1, "tool.finished", {})])).toEqual({ kind: "between" });
});
