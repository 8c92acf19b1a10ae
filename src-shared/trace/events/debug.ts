// A person steps through a live run: where it was held, what was edited before it went on, and how it went on.
import { z } from "zod";
import { JsonValue } from "../../prelude/json.ts";

/** Where a run can be held: before a model request, before a tool call, before a result is shown, when the model stopped. */
export const CheckpointPlace = z.enum(["request", "call", "result", "stop"]);
export type CheckpointPlace = z.infer<typeof CheckpointPlace>;

export const DebugPaused = z.object({
  at: CheckpointPlace,
  /** The breakpoint's text, `step` or `pause`. */
  why: z.string(),
  call_id: z.string().nullable(),
});
export type DebugPaused = z.infer<typeof DebugPaused>;

export const DebugEdited = z.object({
  at: CheckpointPlace,
  call_id: z.string().nullable(),
  /** What was changed: `messages`, `tools`, `sampling`, `arguments`, `answer`, `shown`, `message`. */
  what: z.string(),
  from: JsonValue.nullable(),
  to: JsonValue.nullable(),
  by: z.string(),
});
export type DebugEdited = z.infer<typeof DebugEdited>;

export const DebugResumed = z.object({
  at: CheckpointPlace,
  how: z.enum(["continue", "step", "stop"]),
  waited_ms: z.number().nonnegative(),
  by: z.string(),
});
export type DebugResumed = z.infer<typeof DebugResumed>;
