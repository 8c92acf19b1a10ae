// The calls of a trace as the executor counts them when it goes on: what was proposed, what policy said, what came of it.
import type { TraceEvent } from "../../src-shared/trace/event.ts";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import type { EarlierCall } from "../agent/earlier-calls.ts";

/** In the order in which they were proposed. A person who let the run go on has given its counts a new beginning: calls before that are left out. */
export function earlierCalls(events: readonly TraceEvent[], blobText: (hash: string) => string): EarlierCall[] {
  const proposed = new Map<string, JsonValue | null>();
  const calls = new Map<string, EarlierCall>();
  const from = events.findLastIndex(
    (event) => event.kind === "run.resumed" && event.data.why === "continued_by_person",
  );
  for (const event of events.slice(from + 1)) {
    if (event.turn === null) continue;
    const { turn } = event;
    if (event.kind === "response.finished") {
      for (const call of event.data.calls) proposed.set(`${turn} ${call.id}`, call.arguments);
    } else if (event.kind === "policy.decided") {
      const { call_id: callId, tool, decision, reason } = event.data;
      // A look-up's decision stands beside the call's own.
      if (decision === "reconcile") continue;
      const refused = decision === "refuse" || decision === "escalate" ? reason : null;
      calls.set(`${turn} ${callId}`, { tool, callId, turn, arguments: event.data.arguments, refused, result: null });
    } else if (event.kind === "tool.finished" && event.data.message !== null) {
      const { call_id: callId, tool, outcome, raw, error, brought } = event.data;
      const key = `${turn} ${callId}`;
      const call = calls.get(key) ?? { tool, callId, turn, arguments: proposed.get(key) ?? null, refused: null };
      calls.set(key, { ...call, result: { outcome, raw: blobText(raw.hash), error, brought: brought ?? null } });
    }
  }
  return [...calls.values()];
}
