// What `loopscope audit` prints: each rule of the executor's policy, judged from the trace alone, with the events it rests on.
import { z } from "zod";

/** `not_applicable`: nothing in the trace falls under the rule. */
export const AuditVerdict = z.enum(["pass", "fail", "not_applicable"]);
export type AuditVerdict = z.infer<typeof AuditVerdict>;

export const AuditViolation = z.object({
  message: z.string(),
  /** Sequence numbers of the events that show it. */
  seqs: z.array(z.number().int()),
});
export type AuditViolation = z.infer<typeof AuditViolation>;

export const AuditCheck = z.object({
  /** A stable name, e.g. `approval_before_run`. */
  check: z.string(),
  /** The rule in one sentence. */
  rule: z.string(),
  verdict: AuditVerdict,
  /** How many facts of the trace fall under it. */
  examined: z.number().int().nonnegative(),
  violations: z.array(AuditViolation),
});
export type AuditCheck = z.infer<typeof AuditCheck>;

export const AuditDocument = z.object({
  run: z.string(),
  /** No rule is broken. */
  ok: z.boolean(),
  terminal_state: z.string().nullable(),
  checks: z.array(AuditCheck),
  /** The environment rebuilt by applying each recorded change in order; null where the run has none. */
  environment: z
    .object({
      /** Changes applied. */
      changes: z.number().int().nonnegative(),
      /** Hash of the body that the trace names as the last environment. */
      recorded: z.string(),
      /** What was rebuilt equals the recorded one. */
      same: z.boolean(),
    })
    .nullable(),
});
export type AuditDocument = z.infer<typeof AuditDocument>;
