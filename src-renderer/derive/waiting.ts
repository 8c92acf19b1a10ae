// What a live run is doing right now, from its events: waiting (for what, until when), asking a person, calling a tool or the model.
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import { numberAt, objectOf, textAt } from "./read-data.ts";

export type Doing =
  | { kind: "waiting"; why: string; detail: string; since: number; until: number | null; seq: number }
  | { kind: "tool"; tool: string; since: number; seq: number }
  | { kind: "model"; since: number; seq: number }
  | { kind: "between" };

/** Looks back from the last event; `between` when nothing is open. */
export function doingNow(events: readonly StoredEvent[]): Doing {
  for (let at = events.length - 1; at >= 0; at--) {
    const event = events[at];
    if (!event) break;
    const data = objectOf(event.data);
    switch (event.kind) {
      case "wait.started": {
        const planned = numberAt(data, "planned_ms");
        return {
          kind: "waiting",
          why: textAt(data, "why") ?? "",
          detail: textAt(data, "detail") ?? "",
          since: event.at,
          until: planned === null ? null : event.at + planned,
          seq: event.seq,
        };
      }
      case "debug.paused":
        return { kind: "waiting", why: "paused", detail: "", since: event.at, until: null, seq: event.seq };
      case "tool.started":
        return { kind: "tool", tool: textAt(data, "tool") ?? "", since: event.at, seq: event.seq };
      case "request.sent":
        return { kind: "model", since: event.at, seq: event.seq };
      case "response.started":
      case "wire.lines":
      case "wait.ended":
        continue;
      default:
        return { kind: "between" };
    }
  }
  return { kind: "between" };
}
