// What policy decided about one proposed action, before anything ran.
import { z } from "zod";
import { JsonValue } from "../../prelude/json.ts";
import { EffectClass } from "../vocabulary.ts";

export const PolicyDecision = z.enum(["run", "ask", "refuse", "reconcile", "escalate"]);
export type PolicyDecision = z.infer<typeof PolicyDecision>;

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
});
export type PolicyDecided = z.infer<typeof PolicyDecided>;
