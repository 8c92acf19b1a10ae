// A person is asked before a tool that changes something runs, and what was answered.
import { z } from "zod";
import { JsonValue } from "../../prelude/json.ts";
import { EnvironmentChange } from "../tool-contract.ts";
import { EffectClass } from "../vocabulary.ts";

/** What the call is a part of, as the model gave it and as the ledger stands. The model's own words are shown, and prove nothing. */
export const ProposedPlan = z.object({
  /** Text beside the turn's calls; "" where there was none. */
  text: z.string(),
  /** All calls of the turn in order, arguments as sent. */
  calls: z.array(z.object({ call_id: z.string(), tool: z.string(), arguments_text: z.string() })),
  /** What the request asks for that is not done yet. */
  outstanding: z.array(z.string()),
  /** The sub-task that the planner named; left out in a run without one. */
  subtask: z.string().optional(),
});
export type ProposedPlan = z.infer<typeof ProposedPlan>;

export const ApprovalRequested = z.object({
  approval_id: z.string(),
  call_id: z.string(),
  tool: z.string(),
  arguments: JsonValue,
  effect: EffectClass,
  /** 1, or 2 for the second question about a destructive action. */
  question: z.union([z.literal(1), z.literal(2)]),
  /** Why it counts as a write, from the tool's contract. */
  why: z.string(),
  /** What a dry run says will change; null where the tool offers none. */
  changes: z.array(EnvironmentChange).nullable(),
  operation_key: z.string().nullable(),
  /** Tools whose results stood in the context, in order, e.g. `get_file_by_id`. */
  provenance: z.array(
    z.object({
      seq: z.number().int(),
      tool: z.string(),
      /** The ancestor whose event it is, for results that a fork shares; left out for the run's own. */
      run: z.string().optional(),
    }),
  ),
  /** Left out by older versions. */
  plan: ProposedPlan.optional(),
});
export type ApprovalRequested = z.infer<typeof ApprovalRequested>;

export const ApprovalDecided = z.object({
  approval_id: z.string(),
  call_id: z.string(),
  tool: z.string(),
  decision: z.enum(["approve", "deny", "stop"]),
  reason: z.string(),
  /** The system user who answered, or `policy` where no one was asked. */
  by: z.string(),
  host: z.enum(["desktop", "browser", "cli"]),
  question: z.union([z.literal(1), z.literal(2)]),
  /** Approve the same tool with the same normalised arguments again in this run; never for destructive. */
  again: z.boolean(),
});
export type ApprovalDecided = z.infer<typeof ApprovalDecided>;
