// The run waits for something that is not the model's work: a server that loads, a rate limit, a back-off, a person.
import { z } from "zod";

export const WaitStarted = z.object({
  why: z.enum(["loading", "rate_limited", "backoff", "approval", "paused"]),
  detail: z.string(),
  /** How long it will wait; null where that is not known. */
  planned_ms: z.number().nonnegative().nullable(),
  /** For a back-off of a tool: its own schedule, or what the provider asked for (`Retry-After`). */
  cause: z.enum(["backoff", "retry_after"]).optional(),
  /** The call that waits, and the attempt that follows. */
  call_id: z.string().optional(),
  attempt: z.number().int().positive().optional(),
});
export type WaitStarted = z.infer<typeof WaitStarted>;

export const WaitEnded = z.object({
  why: WaitStarted.shape.why,
  waited_ms: z.number().nonnegative(),
  /** `done` the wait was over, `aborted` the person stopped it, `refused` it would not have fitted the budget. */
  how: z.enum(["done", "aborted", "refused"]),
});
export type WaitEnded = z.infer<typeof WaitEnded>;
