// Answers from a recording: each recorded result is given once, first in first out for the same tool and arguments, or strictly in order.
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import type { ReplayOrder } from "../../src-shared/trace/replay-order.ts";
import type { TraceEvent } from "../../src-shared/trace/event.ts";
import { normalisedArguments } from "../agent/operation-key.ts";
import type { RecordedResults } from "../agent/ports.ts";
import type { ToolAttempt } from "../tools/types.ts";

/** From the calls that settled in these events. A text that is JSON is given back as the JSON it was. */
export function recordedResults(
  events: readonly TraceEvent[],
  blobText: (hash: string) => string,
  order: ReplayOrder = "fifo",
): RecordedResults {
  const settled = settledCalls(events, blobText);
  if (order === "strict") return inOrder(settled);
  const answers = new Map<string, ToolAttempt[]>();
  for (const { key, attempt } of settled) answers.set(key, [...(answers.get(key) ?? []), attempt]);
  return {
    has: (tool, args) => (answers.get(keyOf(tool, args))?.length ?? 0) > 0,
    take: (tool, args) => answers.get(keyOf(tool, args))?.shift() ?? null,
  };
}

interface SettledCall {
  key: string;
  attempt: ToolAttempt;
}

/** Only the next recorded call answers. A call that differs from it ends the recording: what follows answers another course. */
function inOrder(settled: readonly SettledCall[]): RecordedResults {
  const left = [...settled];
  const isNext = (tool: string, args: JsonValue): boolean => {
    if (left[0]?.key === keyOf(tool, args)) return true;
    left.length = 0;
    return false;
  };
  return {
    has: isNext,
    take: (tool, args) => (isNext(tool, args) ? (left.shift()?.attempt ?? null) : null),
  };
}

/** In the order in which they were answered. */
function settledCalls(events: readonly TraceEvent[], blobText: (hash: string) => string): SettledCall[] {
  const argumentsOf = new Map<string, JsonValue>();
  const settled: SettledCall[] = [];
  for (const event of events) {
    if (event.kind === "tool.started") argumentsOf.set(`${event.turn}:${event.data.call_id}`, event.data.arguments);
    if (event.kind !== "tool.finished" || event.data.message === null) continue;
    const args = argumentsOf.get(`${event.turn}:${event.data.call_id}`);
    if (args === undefined) continue;
    const attempt: ToolAttempt = { outcome: event.data.outcome, value: parseText(blobText(event.data.raw.hash)) };
    if (event.data.error) attempt.error = event.data.error;
    settled.push({ key: keyOf(event.data.tool, args), attempt });
  }
  return settled;
}

function keyOf(tool: string, args: JsonValue): string {
  return `${tool} ${normalisedArguments(args)}`;
}

/** Raw results are stored as text: a string as it was, anything else as JSON. */
function parseText(text: string): JsonValue {
  const start = text.trimStart()[0];
  if (start !== "{" && start !== "[") return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
