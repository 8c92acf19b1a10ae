// Answers from a recording: each recorded result is given once, first in first out for the same tool and arguments.
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import type { TraceEvent } from "../../src-shared/trace/event.ts";
import { normalisedArguments } from "../agent/operation-key.ts";
import type { RecordedResults } from "../agent/ports.ts";
import type { ToolAttempt } from "../tools/types.ts";

/** From the calls that settled in these events. A text that is JSON is given back as the JSON it was. */
export function recordedResults(events: readonly TraceEvent[], blobText: (hash: string) => string): RecordedResults {
  const argumentsOf = new Map<string, JsonValue>();
  const answers = new Map<string, ToolAttempt[]>();
  for (const event of events) {
    if (event.kind === "tool.started") argumentsOf.set(`${event.turn}:${event.data.call_id}`, event.data.arguments);
    if (event.kind !== "tool.finished" || event.data.message === null) continue;
    const args = argumentsOf.get(`${event.turn}:${event.data.call_id}`);
    if (args === undefined) continue;
    const key = keyOf(event.data.tool, args);
    const attempt: ToolAttempt = { outcome: event.data.outcome, value: parseText(blobText(event.data.raw.hash)) };
    if (event.data.error) attempt.error = event.data.error;
    answers.set(key, [...(answers.get(key) ?? []), attempt]);
  }
  return {
    has: (tool, args) => (answers.get(keyOf(tool, args))?.length ?? 0) > 0,
    take: (tool, args) => answers.get(keyOf(tool, args))?.shift() ?? null,
  };
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
