import { expect, test } from "vitest";
import { strip } from "./strip.ts";
import { sampleTurn } from "./trace-samples.ts";

test("the strip scales tokens and latency to the run's largest and marks where it stopped", () => {
  const { columns, maxTokens, maxLatencyMs } = strip(
    [
      sampleTurn(1, {
        usage: { prompt_tokens: 80, completion_tokens: 20, estimated_prompt_tokens: 70 },
        latency_ms: 50,
      }),
      sampleTurn(2, {
        usage: { prompt_tokens: null, completion_tokens: null, estimated_prompt_tokens: 200 },
        latency_ms: 100,
      }),
    ],
    true,
  );
  expect([maxTokens, maxLatencyMs]).toEqual([200, 100]);
  expect(
    columns.map((c) => [c.turn, c.promptShare, c.completionShare, c.latencyShare, c.promptEstimated, c.marks]),
  ).toEqual([
    [1, 0.4, 0.1, 0.5, false, []],
    [2, 1, 0, 1, true, ["stop"]],
  ]);
  expect(strip([], false)).toEqual({ columns: [], maxTokens: 0, maxLatencyMs: 0 });
});
