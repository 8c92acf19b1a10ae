// The token and latency strip: one column a turn, heights as shares of the run's largest value.
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";
import type { MarkKind } from "./event-rows.ts";
import { turnMarks } from "./marks.ts";

export interface StripColumn {
  turn: number;
  promptTokens: number | null;
  promptEstimated: boolean;
  completionTokens: number | null;
  latencyMs: number | null;
  ttftMs: number | null;
  /** 0 to 1, of the largest prompt + completion of the run. */
  promptShare: number;
  completionShare: number;
  /** 0 to 1, of the longest latency. */
  latencyShare: number;
  marks: MarkKind[];
}

export interface Strip {
  columns: StripColumn[];
  maxTokens: number;
  maxLatencyMs: number;
}

/** `ended`: the run is over, so that its last turn is where it stopped. */
export function strip(turns: readonly TurnRecord[], ended: boolean): Strip {
  let maxTokens = 0;
  let maxLatencyMs = 0;
  for (const { usage, latency_ms } of turns) {
    const prompt = usage.prompt_tokens ?? usage.estimated_prompt_tokens ?? 0;
    maxTokens = Math.max(maxTokens, prompt + (usage.completion_tokens ?? 0));
    maxLatencyMs = Math.max(maxLatencyMs, latency_ms ?? 0);
  }
  const share = (value: number | null, of: number) => (of === 0 ? 0 : (value ?? 0) / of);
  const columns = turns.map((turn, index) => {
    const promptTokens = turn.usage.prompt_tokens ?? turn.usage.estimated_prompt_tokens;
    return {
      turn: turn.turn,
      promptTokens,
      promptEstimated: turn.usage.prompt_tokens === null,
      completionTokens: turn.usage.completion_tokens,
      latencyMs: turn.latency_ms,
      ttftMs: turn.ttft_ms,
      promptShare: share(promptTokens, maxTokens),
      completionShare: share(turn.usage.completion_tokens, maxTokens),
      latencyShare: share(turn.latency_ms, maxLatencyMs),
      marks: turnMarks(turn, ended && index === turns.length - 1),
    };
  });
  return { columns, maxTokens, maxLatencyMs };
}
