// Where each value of a run's final answer came from, and what of the request it does not answer.
import { z } from "zod";

export const ValueKind = z.enum(["id", "date", "time", "number", "name", "email", "file", "url"]);
export type ValueKind = z.infer<typeof ValueKind>;

/** A place in a result. `seq` is that of its `tool.finished`, in the run that owns the turn; null where the trace has no event for it. */
export const ValueOrigin = z.object({
  turn: z.number().int(),
  call_id: z.string(),
  tool: z.string(),
  seq: z.number().int().nullable(),
  /** Dotted path of the field; null in running text. */
  field: z.string().nullable(),
});
export type ValueOrigin = z.infer<typeof ValueOrigin>;

/**
 * `result` a result that the model was shown holds it · `given` the request or the system prompt names it · `derived` computed from values that
 * are found · `argument` the model chose it itself, for a call · `hidden` only the raw form of a result holds it, the model was not shown it ·
 * `not_found` no result holds it and nobody named it.
 */
export const ValueStatus = z.enum(["result", "given", "derived", "argument", "hidden", "not_found"]);
export type ValueStatus = z.infer<typeof ValueStatus>;

export const GroundedValue = z.object({
  kind: ValueKind,
  text: z.string(),
  /** Position in the answer, in UTF-16 code units. */
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  status: ValueStatus,
  /** The request or the system prompt names it too. */
  given: z.boolean(),
  /** The earliest places, at most eight. */
  origins: z.array(ValueOrigin),
  /** How a derived value comes about, e.g. `sum of size in list_files`; null otherwise. */
  derivation: z.string().nullable(),
});
export type GroundedValue = z.infer<typeof GroundedValue>;

/** What is amiss, and whose it is: the tool's where no result held what was asked for, the model's where it was there. */
export const GroundingGap = z.object({
  gap: z.enum(["not_held", "hidden", "left_out", "not_found"]),
  whose: z.enum(["tool", "model"]),
  /** What was asked for, or the value that no result holds. */
  what: z.string(),
  /** Number of the item in the request; null where it is not numbered. */
  number: z.number().int().nullable(),
  /** Results that hold it, or that were asked and do not. */
  results: z.array(ValueOrigin),
});
export type GroundingGap = z.infer<typeof GroundingGap>;

export const GroundingDocument = z.object({
  run: z.string(),
  /** Turn of the final answer; null where there is none. */
  turn: z.number().int().nullable(),
  answer: z.string().nullable(),
  values: z.array(GroundedValue),
  gaps: z.array(GroundingGap),
});
export type GroundingDocument = z.infer<typeof GroundingDocument>;
