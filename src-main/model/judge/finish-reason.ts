// What the finish reason should have been, judged from what came. Servers say "stop" after calls, "tool_calls" without
// any, and "stop" for an answer that was cut.

export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter";

const SYNONYMS: Record<string, FinishReason> = {
  stop: "stop",
  eos: "stop",
  eos_token: "stop",
  end_turn: "stop",
  end: "stop",
  stop_sequence: "stop",
  complete: "stop",
  completed: "stop",
  done: "stop",
  length: "length",
  max_tokens: "length",
  max_output_tokens: "length",
  max_length: "length",
  model_length: "length",
  limit: "length",
  tool_calls: "tool_calls",
  tool_call: "tool_calls",
  tool_use: "tool_calls",
  function_call: "tool_calls",
  function_calls: "tool_calls",
  content_filter: "content_filter",
  safety: "content_filter",
  refusal: "content_filter",
};

/** The reason in OpenAI's words; null for one that is not known. */
export function canonicalReason(reason: string): FinishReason | null {
  return (
    SYNONYMS[
      reason
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, "_")
    ] ?? null
  );
}

export interface FinishFacts {
  reason: string | null;
  calls: number;
  /** Output was cut, whatever the reason says. */
  truncated: boolean;
  refused: boolean;
  /** The response broke off: nothing can be said. */
  broken: boolean;
}

/** The effective reason, and whether the server's own differs from it. */
export function effectiveReason(facts: FinishFacts): { effective: FinishReason | null; mismatch: boolean } {
  const given = facts.reason === null ? null : canonicalReason(facts.reason);
  const effective: FinishReason | null = facts.broken
    ? null
    : facts.truncated
      ? "length"
      : facts.calls > 0
        ? "tool_calls"
        : facts.refused
          ? "content_filter"
          : "stop";
  return { effective, mismatch: facts.reason !== null && effective !== null && given !== effective };
}
