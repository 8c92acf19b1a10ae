// What policy decided about one proposed action, before anything ran.
import { z } from "zod";
import { JsonValue } from "../../prelude/json.ts";
import { EffectClass } from "../vocabulary.ts";

export const PolicyDecision = z.enum(["run", "ask", "refuse", "reconcile", "escalate"]);
export type PolicyDecision = z.infer<typeof PolicyDecision>;

/** What a further search is expected to bring: an item that is open, a value that the user named and no result holds, or an answer to what was not asked yet. */
export const ExpectedEvidence = z.object({
  kind: z.enum(["outstanding_item", "missing_value", "new_query"]),
  what: z.string(),
});
export type ExpectedEvidence = z.infer<typeof ExpectedEvidence>;

export const PolicyDecided = z.object({
  call_id: z.string(),
  tool: z.string(),
  arguments: JsonValue.nullable(),
  effect: EffectClass.nullable(),
  decision: PolicyDecision,
  /** A short code, e.g. `read_runs`, `write_asks`, `unknown_tool`, `invalid_arguments`, `attempt_budget`. */
  reason: z.string(),
  attempt: z.number().int().positive(),
  /** Idempotency key of the write intent; null for reads. */
  operation_key: z.string().nullable(),
  /** Which results stood in the context when it was proposed: sequence numbers of their `tool.finished` events. */
  provenance: z.array(z.number().int()),
  /** Id of the rejected call whose one corrected retry this is. */
  corrects: z.string().optional(),
  /** Set for each search after the run's first; empty where nothing new is to be expected. */
  expects: z.array(ExpectedEvidence).optional(),
});
export type PolicyDecided = z.infer<typeof PolicyDecided>;
