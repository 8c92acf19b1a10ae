// The calls that stand in a context, and whether a further call asks for something new.
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { nearlyEqualCalls, type ComparedCall } from "../../agent/near-equality.ts";
import type { SampleOutcome } from "./types.ts";

export function callsIn(messages: readonly ChatMessage[]): ComparedCall[] {
  return messages.flatMap((message) =>
    (message.tool_calls ?? []).map((call) => ({
      tool: call.function.name,
      args: parseArguments(call.function.arguments),
    })),
  );
}

/** True when one of the calls is not nearly equal to any that was made. */
export function asksForNew(calls: SampleOutcome["calls"], made: readonly ComparedCall[]): boolean {
  return calls.some(
    (call) => !made.some((before) => nearlyEqualCalls(before, { tool: call.tool, args: call.arguments })),
  );
}

/** Arguments that are no JSON are compared as the text they are. */
function parseArguments(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
