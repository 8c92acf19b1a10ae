// What the loop is handed: it knows no store, no UI and no clock of its own. Everything here is injected.
import type { Clock } from "../../src-shared/prelude/clock.ts";
import type { MessageId, RunId } from "../../src-shared/prelude/ids.ts";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import type { BlobRef } from "../../src-shared/trace/blob-ref.ts";
import type { EventInput, TraceEvent } from "../../src-shared/trace/event.ts";
import type { ApprovalDecided, ApprovalRequested } from "../../src-shared/trace/events/approval.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { ToolDefinition } from "../../src-shared/trace/tool-contract.ts";
import type { Tool, ToolAttempt } from "../tools/types.ts";

/**
 * Writes one run's trace. Bodies and messages are content-addressed and may be buffered until the next `append`, which
 * writes everything in one transaction: when `append` returns, the event is on disk.
 */
export interface Recorder {
  readonly run: RunId;
  /** Stores a body once and refers to it by its hash. */
  blob(text: string): BlobRef;
  /** Adds a message to the chain; the same message after the same parent gives the same id. Hashed once. */
  message(parent: MessageId | null, message: ChatMessage): MessageId;
  /** Appends events in order and returns them with their `seq` and time. */
  append(...events: EventInput[]): TraceEvent[];
}

/** Opens the trace of a new run; the first event is its `run.started`. */
export interface RecorderFactory {
  /** With a function, bodies that `run.started` refers to (the environment) are stored along with it. */
  create(started: RunStarted | ((blob: Recorder["blob"]) => RunStarted)): Recorder;
}

/** Text as it streams, for whoever watches; never stored. */
export type LiveDelta = { channel: "content" | "reasoning" | "call"; text: string };
export type OnDelta = (turn: number, delta: LiveDelta) => void;

/** Asks a person (or a fixed rule). Never rejects: an aborted signal answers `stop`. */
export interface Approver {
  ask(request: ApprovalRequested, turn: number, signal: AbortSignal): Promise<ApprovalAnswered>;
}
export type ApprovalAnswered = Pick<ApprovalDecided, "decision" | "reason" | "by" | "host" | "again">;

export interface LoopDeps {
  clock: Clock;
  recorder: Recorder;
  approver: Approver;
  onDelta: OnDelta;
  signal: AbortSignal;
}

/** The environments of a run's packs, by pack name. */
export type EnvironmentSnapshot = { [pack: string]: JsonValue };

/** The tools of one run: the offered ones and what runs them. */
export interface ToolBox {
  /** As offered to the model, in order. */
  readonly definitions: readonly ToolDefinition[];
  find(name: string): OfferedTool | null;
  /** Offered names, those nearest to a wrong name first. */
  nearest(name: string): string[];
}

export interface OfferedTool {
  tool: Tool;
  pack: string;
  /** Its environment is made up and stands in the trace. */
  simulated: boolean;
  /** Version of the pack's slice of the environment; left out where the pack keeps none. */
  stateVersion?: (environment: JsonValue) => string | number;
}

/** Answers of a recorded run, for replays: the next recorded answer for this very call, or null. */
export interface RecordedResults {
  take(tool: string, args: JsonValue): ToolAttempt | null;
  has(tool: string, args: JsonValue): boolean;
}
