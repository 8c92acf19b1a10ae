// The trace: append-only facts of a run. One file per kind under events/; this is their table of contents.
import { z } from "zod";
import { RunId } from "../prelude/ids.ts";
import { JsonValue } from "../prelude/json.ts";
import { ApprovalDecided, ApprovalRequested } from "./events/approval.ts";
import { DebugEdited, DebugPaused, DebugResumed } from "./events/debug.ts";
import { GateReminded, LoopNoticed, Transition } from "./events/executor.ts";
import { FindingJudged } from "./events/finding-judged.ts";
import { HandOverSettled, RunResumed } from "./events/hand-over.ts";
import { PlannerAsked, SubtaskNamed } from "./events/planner.ts";
import { PolicyDecided } from "./events/policy-decided.ts";
import { RequestSent } from "./events/request-sent.ts";
import { ResponseFinished } from "./events/response-finished.ts";
import { ResponseStarted } from "./events/response-started.ts";
import { RunEnded } from "./events/run-ended.ts";
import { RunStarted } from "./events/run-started.ts";
import { EnvironmentChanged, ToolFinished, ToolStarted } from "./events/tool.ts";
import { TurnStarted } from "./events/turn-started.ts";
import { WaitEnded, WaitStarted } from "./events/waiting.ts";
import { WireLines } from "./events/wire-lines.ts";

/** Version of the event schemas; travels with every event. Older ones stay readable (resources/sample-traces). */
export const EVENT_VERSION = 1;

/** Kind → schema of its data. */
export const eventSchemas = {
  "run.started": RunStarted,
  "turn.started": TurnStarted,
  "request.sent": RequestSent,
  "response.started": ResponseStarted,
  "wire.lines": WireLines,
  "response.finished": ResponseFinished,
  "wait.started": WaitStarted,
  "wait.ended": WaitEnded,
  "policy.decided": PolicyDecided,
  "approval.requested": ApprovalRequested,
  "approval.decided": ApprovalDecided,
  "tool.started": ToolStarted,
  "tool.finished": ToolFinished,
  "environment.changed": EnvironmentChanged,
  transition: Transition,
  "gate.reminded": GateReminded,
  "loop.noticed": LoopNoticed,
  "planner.asked": PlannerAsked,
  "subtask.named": SubtaskNamed,
  "debug.paused": DebugPaused,
  "debug.edited": DebugEdited,
  "debug.resumed": DebugResumed,
  "turn.ended": z.object({}),
  "run.ended": RunEnded,
  "run.resumed": RunResumed,
  "handover.settled": HandOverSettled,
  "finding.judged": FindingJudged,
} as const;

export type EventKind = keyof typeof eventSchemas;
export type EventData<K extends EventKind> = z.infer<(typeof eventSchemas)[K]>;

/** An event on its way to the sink: it gets its `seq` there. `turn` is null outside turns. */
export type EventInput = { [K in EventKind]: { kind: K; turn: number | null; data: EventData<K> } }[EventKind];

interface Stamped {
  run: RunId;
  /** Counts the run's events from 1, without gaps. */
  seq: number;
  /** Milliseconds since the Unix epoch. */
  at: number;
  v: number;
}

/** An event of a known kind. */
export type TraceEvent = EventInput & Stamped;

/** Any stored event; a kind that this version does not know is kept and shown as it is. */
export const StoredEvent = z.object({
  run: RunId,
  seq: z.number().int().positive(),
  at: z.number(),
  v: z.number().int(),
  kind: z.string(),
  turn: z.number().int().positive().nullable(),
  data: JsonValue,
});
export type StoredEvent = z.infer<typeof StoredEvent>;

/** Reads a stored event as one of the known kinds; null for an unknown kind or data that its schema refuses. */
export function parseEvent(stored: StoredEvent): TraceEvent | null {
  if (!Object.hasOwn(eventSchemas, stored.kind)) return null;
  const parsed = eventSchemas[stored.kind as EventKind].safeParse(stored.data);
  return parsed.success ? ({ ...stored, data: parsed.data } as TraceEvent) : null;
}

/** A known event as any stored one. Its data passed through JSON or is about to, so it is a JSON value. */
export function toStored(event: TraceEvent): StoredEvent {
  return { ...event, data: event.data as unknown as JsonValue };
}

/** Narrows to one kind. */
export function isKind<K extends EventKind>(event: TraceEvent, kind: K): event is Extract<TraceEvent, { kind: K }> {
  return event.kind === kind;
}
