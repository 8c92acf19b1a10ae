// The audit as host and renderer exchange it: decisions and approvals over all runs, one of them in full, and what a person says of a finding.
import { z } from "zod";
import { JsonValue } from "../prelude/json.ts";
import { EffectClass } from "../trace/vocabulary.ts";

export const AuditQuery = z.object({
  /** Null: all runs. */
  run: z.string().nullable().default(null),
  tool: z.string().nullable().default(null),
  /** `run`, `ask`, `refuse`, `reconcile`, `escalate` of policy; `approve`, `deny`, `stop` of a person; `reconcile`, `resolve` of the queue. */
  decision: z.string().nullable().default(null),
  /** Newest first. */
  descending: z.boolean().default(true),
  offset: z.number().int().nonnegative().default(0),
  limit: z.number().int().min(1).max(500).default(100),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** One decision of policy, one answer of a person, or one step of the hand-over queue. */
export const AuditEntry = z.object({
  run: z.string(),
  run_title: z.string(),
  seq: z.number().int(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  turn: z.number().int().nullable(),
  kind: z.enum(["policy.decided", "approval.decided", "handover.settled"]),
  tool: z.string().nullable(),
  decision: z.string(),
  reason: z.string(),
  /** The system user, or `policy`. */
  by: z.string(),
  host: z.string(),
  effect: EffectClass.nullable(),
  operation_key: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditPage = z.object({ entries: z.array(AuditEntry), total: z.number().int() });
export type AuditPage = z.infer<typeof AuditPage>;

export const AuditFacets = z.object({ tools: z.array(z.string()), decisions: z.array(z.string()) });

/** A result that stood in the context when the action was proposed. */
export const AuditProvenance = z.object({
  run: z.string(),
  seq: z.number().int(),
  turn: z.number().int().nullable(),
  tool: z.string(),
});
export type AuditProvenance = z.infer<typeof AuditProvenance>;

export const AuditDetail = AuditEntry.extend({
  arguments: JsonValue.nullable(),
  call_id: z.string().nullable(),
  /** Of an answer: 1 or 2; null otherwise. */
  question: z.number().int().nullable(),
  /** Approved for the same call again in this run. */
  again: z.boolean(),
  provenance: z.array(AuditProvenance),
});
export type AuditDetail = z.infer<typeof AuditDetail>;

export const JudgeFinding = z.object({
  run: z.string(),
  /** The finding's `key`. */
  key: z.string(),
  judgement: z.enum(["confirmed", "rejected", "withdrawn"]),
  reason: z.string(),
});
export type JudgeFinding = z.infer<typeof JudgeFinding>;
