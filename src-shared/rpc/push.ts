// What the core pushes to a renderer, unasked. Ephemeral deltas are never stored; everything else stands in the trace too.
import { z } from "zod";
import { StoredEvent } from "../trace/event.ts";
import { RunSummary } from "../trace/run-summary.ts";
import { HeldRun } from "./debug.ts";
import { EvaluationProgressPush } from "./evaluations.ts";
import { ExperimentProgressPush } from "./experiments.ts";
import { PendingApproval } from "./types.ts";

export const pushSchemas = {
  /** A run began, ended or its aggregates changed. */
  "run.changed": RunSummary,
  /** An event was stored; sent only for runs that the client watches (`runs.watch`). */
  "event.appended": StoredEvent,
  /** Text as it streams; sent only for runs that the client watches. */
  "live.delta": z.object({
    run: z.string(),
    turn: z.number().int(),
    channel: z.enum(["content", "reasoning", "call"]),
    text: z.string(),
  }),
  /** All that has streamed of a turn so far, for a client that begins to watch in the middle of it; replaces what it has. */
  "live.text": z.object({
    run: z.string(),
    turn: z.number().int(),
    content: z.string(),
    reasoning: z.string(),
    call: z.string(),
  }),
  /** A run is held at a breakpoint, a step or a pause; `debug.released` when it goes on. */
  "debug.held": HeldRun,
  "debug.released": z.object({ run: z.string() }),
  "approval.requested": PendingApproval,
  "approval.resolved": z.object({ approval_id: z.string(), run: z.string() }),
  /** After every sample and change of state. */
  "experiment.progress": ExperimentProgressPush,
  "evaluation.progress": EvaluationProgressPush,
} as const;

export type PushKind = keyof typeof pushSchemas;
export type PushData<K extends PushKind> = z.infer<(typeof pushSchemas)[K]>;
export type Push = { [K in PushKind]: { kind: K; data: PushData<K> } }[PushKind];
