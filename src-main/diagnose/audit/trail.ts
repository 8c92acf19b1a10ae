// A run's events sorted by call: what was decided, asked, answered and attempted for each, in order. What the model said is not read.
import type { TraceEvent } from "../../../src-shared/trace/event.ts";
import type { RunStarted } from "../../../src-shared/trace/events/run-started.ts";
import type { ToolContract } from "../../../src-shared/trace/tool-contract.ts";

export type EventOf<K extends TraceEvent["kind"]> = Extract<TraceEvent, { kind: K }>;

/** One attempt. `started` is null for what never ran (refused), `finished` for what has no result. */
export interface AttemptTrail {
  attempt: number;
  started: EventOf<"tool.started"> | null;
  finished: EventOf<"tool.finished"> | null;
  /** It looked the write up by its operation key. */
  lookUp: boolean;
}

export interface CallTrail {
  turn: number;
  callId: string;
  tool: string;
  /** Null where no contract of the run names the tool. */
  contract: ToolContract | null;
  decisions: EventOf<"policy.decided">[];
  requests: EventOf<"approval.requested">[];
  answers: EventOf<"approval.decided">[];
  attempts: AttemptTrail[];
  /** A person answered in the tool's place, at a breakpoint. */
  answeredByPerson: boolean;
}

export interface Trail {
  /** The run's own events in order, those of known kinds. */
  events: readonly TraceEvent[];
  started: RunStarted;
  calls: readonly CallTrail[];
  resumes: readonly EventOf<"run.resumed">[];
}

/** Null where the events do not begin with `run.started`. */
export function trailOf(events: readonly TraceEvent[]): Trail | null {
  const first = events[0];
  if (first?.kind !== "run.started") return null;
  const contracts = new Map(first.data.tools.map((tool) => [tool.name, tool]));
  const calls = new Map<string, CallTrail>();
  const resumes: EventOf<"run.resumed">[] = [];
  const callOf = (event: TraceEvent, callId: string, tool: string): CallTrail => {
    const key = `${event.turn} ${callId}`;
    const known = calls.get(key);
    if (known) return known;
    const call: CallTrail = {
      turn: event.turn ?? 0,
      callId,
      tool,
      contract: contracts.get(tool) ?? null,
      decisions: [],
      requests: [],
      answers: [],
      attempts: [],
      answeredByPerson: false,
    };
    calls.set(key, call);
    return call;
  };
  for (const event of events) {
    if (event.kind === "run.resumed") resumes.push(event);
    else fold(event, callOf);
  }
  return { events, started: first.data, calls: [...calls.values()], resumes };
}

function fold(event: TraceEvent, callOf: (event: TraceEvent, callId: string, tool: string) => CallTrail): void {
  switch (event.kind) {
    case "policy.decided":
      callOf(event, event.data.call_id, event.data.tool).decisions.push(event);
      return;
    case "approval.requested":
      callOf(event, event.data.call_id, event.data.tool).requests.push(event);
      return;
    case "approval.decided":
      callOf(event, event.data.call_id, event.data.tool).answers.push(event);
      return;
    case "tool.started": {
      const call = callOf(event, event.data.call_id, event.data.tool);
      const { attempt } = event.data;
      const lookUp = call.decisions.some(({ data }) => data.decision === "reconcile" && data.attempt === attempt);
      call.attempts.push({ attempt, started: event, finished: null, lookUp });
      return;
    }
    case "tool.finished": {
      const call = callOf(event, event.data.call_id, event.data.tool);
      const open = call.attempts.findLast(
        (attempt) => attempt.finished === null && attempt.attempt === event.data.attempt,
      );
      if (open) open.finished = event;
      else call.attempts.push({ attempt: event.data.attempt, started: null, finished: event, lookUp: false });
      return;
    }
    case "debug.edited":
      if (event.data.at === "call" && event.data.what === "answer" && event.data.call_id !== null)
        callOf(event, event.data.call_id, "").answeredByPerson = true;
      return;
    default:
      return;
  }
}

/** The run was let go on (a restart, a person) between two of its events. */
export function resumedBetween(trail: Trail, from: number, to: number): boolean {
  return trail.resumes.some(({ seq }) => seq > from && seq < to);
}
