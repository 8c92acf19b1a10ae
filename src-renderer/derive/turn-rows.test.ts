import { describe, expect, test } from "vitest";
import { sampleCall, sampleTurn } from "./trace-samples.ts";
import { turnRow } from "./turn-rows.ts";

describe("a row of the turn list", () => {
  test("shows calls, sizes, approvals and the first words", () => {
    const row = turnRow(
      sampleTurn(3, {
        content: "\n  Now I delete\nit.",
        calls: [
          sampleCall("list_files", { raw_chars: 28_000, shown_chars: 1_700, compactor: "file-metadata" }),
          sampleCall("delete_file", {
            arguments: { file_id: "11" },
            policy: "ask (destructive_asks)",
            outcome: "transient",
          }),
        ],
      }),
    );
    expect(row).toEqual({
      turn: 3,
      finish: null,
      flags: [],
      errors: 1,
      rawChars: 28_100,
      shownChars: 1_800,
      compacted: true,
      approvals: 1,
      reminded: false,
      says: "Now I delete it.",
      calls: [
        { id: "call_list_files", name: "list_files", line: "", outcome: "ok", flags: [] },
        { id: "call_delete_file", name: "delete_file", line: 'file_id="11"', outcome: "transient", flags: [] },
      ],
      promptTokens: 100,
      promptEstimated: false,
      completionTokens: 20,
      latencyMs: 120,
      ended: true,
      inherited: false,
      role: null,
      subtask: null,
    });
  });

  test("names every finish reason that is not a normal end", () => {
    const finish = (sent: string | null, judged: string | null, ended = true) =>
      turnRow(sampleTurn(1, { finish_reason: sent, effective_finish_reason: judged, ended })).finish;
    expect([finish("stop", "stop"), finish("tool_calls", "tool_calls"), finish(null, null, false)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(finish("length", "length")).toEqual({ sent: "length", judged: "length" });
    expect(finish("stop", "tool_calls")).toEqual({ sent: "stop", judged: "tool_calls" });
    expect(finish(null, "stop")).toEqual({ sent: null, judged: "stop" });
    expect(finish(null, null)).toEqual({ sent: null, judged: null });
  });
});
