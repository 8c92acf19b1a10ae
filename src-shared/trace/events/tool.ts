// One attempt of a tool: admitted, run, and what came back, raw and as the model was shown it.
import { z } from "zod";
import { MessageId } from "../../prelude/ids.ts";
import { JsonValue } from "../../prelude/json.ts";
import { BlobRef } from "../blob-ref.ts";
import { EnvironmentChange } from "../tool-contract.ts";
import { Outcome } from "../vocabulary.ts";

export const ToolStarted = z.object({
  call_id: z.string(),
  tool: z.string(),
  attempt: z.number().int().positive(),
  arguments: JsonValue,
  operation_key: z.string().nullable(),
});
export type ToolStarted = z.infer<typeof ToolStarted>;

/** The one typed form of a tool's error. */
export const ToolError = z.object({
  status: z.literal("error"),
  error_code: z.string(),
  /** A hint of the tool's; it never overrides policy. */
  retryable: z.boolean(),
  message: z.string(),
});
export type ToolError = z.infer<typeof ToolError>;

/** What a search brought: ids, dates, numbers and names that did not stand in the context before. */
export const BroughtEvidence = z.object({
  new_values: z.number().int().nonnegative(),
  /** The first of them as they stand in the result. */
  sample: z.array(z.string()),
  /** Searches in a row, up to this one, that brought nothing new. */
  barren_in_a_row: z.number().int().nonnegative(),
});
export type BroughtEvidence = z.infer<typeof BroughtEvidence>;

export const ToolFinished = z.object({
  call_id: z.string(),
  tool: z.string(),
  attempt: z.number().int().positive(),
  outcome: Outcome,
  raw: BlobRef,
  shown: BlobRef,
  compactor: z.string(),
  /** JSON Pointers of the raw value that the shown result keeps; null where it keeps all of it. */
  kept: z.array(z.string()).nullable(),
  error: ToolError.nullable(),
  /** Null where it was not measured (imports). */
  latency_ms: z.number().nonnegative().nullable(),
  operation_key: z.string().nullable(),
  /** The tool message that goes into history; null for an attempt that is followed by another. */
  message: MessageId.nullable(),
  /** Milliseconds that the provider asked to wait before another attempt (`Retry-After`); absent where it said nothing. */
  retry_after_ms: z.number().nonnegative().optional(),
  /** Set for searches that were answered. */
  brought: BroughtEvidence.optional(),
});
export type ToolFinished = z.infer<typeof ToolFinished>;

export const EnvironmentChanged = z.object({
  call_id: z.string().nullable(),
  before: BlobRef,
  after: BlobRef,
  changes: z.array(EnvironmentChange),
});
export type EnvironmentChanged = z.infer<typeof EnvironmentChanged>;
