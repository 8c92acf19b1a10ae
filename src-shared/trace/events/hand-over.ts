// What happens to a run after its process or the executor gave it up: it goes on, or a person settles it.
import { z } from "zod";
import { JsonValue } from "../../prelude/json.ts";

/** The run goes on after an end: the process had died, or a person lets an escalated run continue. Its earlier end no longer holds. */
export const RunResumed = z.object({
  why: z.enum(["restart", "continued_by_person"]),
  reason: z.string(),
  by: z.string(),
  host: z.enum(["desktop", "browser", "cli"]),
});
export type RunResumed = z.infer<typeof RunResumed>;

/** A person settled a run that stood in the hand-over queue. */
export const HandOverSettled = z.object({
  action: z.enum(["reconcile", "resolve"]),
  reason: z.string(),
  by: z.string(),
  host: z.enum(["desktop", "browser", "cli"]),
  operation_key: z.string().nullable(),
  /** What a look-up by the operation key found; null where none was made. */
  found: z.enum(["done", "not_done", "unknown"]).nullable(),
  value: JsonValue.nullable(),
});
export type HandOverSettled = z.infer<typeof HandOverSettled>;
