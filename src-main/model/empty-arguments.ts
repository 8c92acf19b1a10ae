// Calls with `{}` again and again from a model that thinks: its template drops earlier thinking, so it no longer knows
// what to pass (seen with Qwen3.6 on LM Studio).
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";

export interface EmptyArguments {
  /** The turns whose calls came with nothing. */
  turns: number[];
  what_to_change: string;
}

/** Turns in a row that are enough to call it a pattern. */
const ENOUGH = 2;

/** `needsArguments` tells whether a tool has required parameters. Null when there is no such run of turns at the end. */
export function repeatedEmptyArguments(
  turns: readonly Pick<TurnRecord, "turn" | "reasoning" | "calls">[],
  needsArguments: (tool: string) => boolean,
): EmptyArguments | null {
  const found: number[] = [];
  for (const turn of turns.toReversed()) {
    const empty = turn.calls.filter(
      (call) => needsArguments(call.name) && call.arguments_text.replaceAll(/\s/g, "") === "{}",
    );
    if (empty.length === 0 || (turn.reasoning ?? "") === "") break;
    found.unshift(turn.turn);
  }
  if (found.length < ENOUGH) return null;
  return {
    turns: found,
    what_to_change:
      "Keep earlier thinking in the prompt: set chat_template_kwargs.preserve_thinking, or turn thinking off for tool steps",
  };
}
