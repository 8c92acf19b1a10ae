// The executor's part of a trace as lines a test can compare: one an event, in order; what the model was asked and said is left out.
import type { TraceEvent } from "../../../src-shared/trace/event.ts";

/** Kind, outcome and reason code of each event; nothing of a model's text. */
export function executorLines(events: readonly TraceEvent[]): string[] {
  return events.flatMap((event) => lineOf(event) ?? []);
}

function lineOf(event: TraceEvent): string | null {
  switch (event.kind) {
    case "policy.decided":
      return `policy ${event.data.decision} (${event.data.reason})`;
    case "approval.requested":
      return `ask ${event.data.question}`;
    case "approval.decided":
      return `${event.data.decision} ${event.data.question}`;
    case "tool.started":
      return `start ${event.data.attempt}`;
    case "tool.finished":
      return `finish ${event.data.attempt} ${event.data.outcome}${event.data.message === null ? ", not shown" : ""}`;
    case "wait.started":
      return `wait ${event.data.planned_ms} ms (${event.data.cause ?? event.data.why})`;
    case "wait.ended":
      return `waited ${event.data.waited_ms} ms ${event.data.how}`;
    case "transition":
      return `→ ${event.data.to} (${event.data.reason})`;
    case "gate.reminded":
      return `remind ${event.data.count}`;
    case "loop.noticed":
      return `notice ${event.data.times}`;
    case "environment.changed":
      return "changed";
    case "turn.started":
      return `turn ${event.turn}${event.data.role === undefined ? "" : ` ${event.data.role}`}`;
    case "planner.asked":
      return "ask the planner";
    case "subtask.named":
      return `sub-task ${event.data.number}: ${event.data.subtask ?? "none left"} [${event.data.tools.join(", ")}]`;
    default:
      return null;
  }
}
