import { describe, expect, test } from "vitest";
import { eventRow } from "./event-rows.ts";
import { sampleEvent } from "./trace-samples.ts";

const body = (hash: string, chars: number, preview = "") => ({ hash, chars, preview });

describe("a line of the event list", () => {
  test("shows a tool's attempt with its sizes, time, outcome and compactor", () => {
    const event = sampleEvent(7, "tool.finished", {
      call_id: "c1",
      tool: "list_files",
      outcome: "ok",
      raw: body("a", 28_640),
      shown: body("b", 1_790, "FILE METADATA ONLY:\n- filename: x"),
      compactor: "file-metadata",
      latency_ms: 12.4,
      error: null,
    });
    expect(eventRow(event, 1_010)).toEqual({
      seq: 7,
      kind: "tool.finished",
      turn: 1,
      offsetMs: 60,
      durationMs: 12.4,
      subject: "list_files",
      detail: "FILE METADATA ONLY: - filename: x",
      chars: 28_640,
      shownChars: 1_790,
      outcome: "ok",
      flags: ["file-metadata"],
      mark: "compaction",
    });
  });

  test("shows an error beside the partial output", () => {
    const event = sampleEvent(9, "response.finished", {
      content: "I will now",
      finish_reason: null,
      flags: ["stream_error"],
      calls: [{ name: "get", arguments: { id: "7" } }],
      latency_ms: 300,
      error: { category: "connection_lost", status: null, message: "The stream broke off." },
    });
    expect(eventRow(event, 1_000)).toMatchObject({
      detail: 'The stream broke off. get(id="7") I will now',
      outcome: "connection_lost",
      flags: ["stream_error"],
      chars: 10,
      mark: "error",
    });
  });

  test("gives an unknown kind and a broken record their rows", () => {
    const blank = {
      durationMs: null,
      subject: "",
      chars: null,
      shownChars: null,
      outcome: null,
      flags: [],
      mark: null,
    };
    expect(eventRow(sampleEvent(1, "future.kind", { some: ["thing"] }), 1_010)).toEqual({
      seq: 1,
      kind: "future.kind",
      turn: 1,
      offsetMs: 0,
      detail: '{"some":["thing"]}',
      ...blank,
    });
    expect(eventRow(sampleEvent(2, "tool.started", "not an object", null), 1_010)).toEqual({
      seq: 2,
      kind: "tool.started",
      turn: null,
      offsetMs: 10,
      detail: "",
      ...blank,
    });
    expect(eventRow(sampleEvent(3, "constructor", null), 1_010)).toMatchObject({ detail: "null" });
  });
});
