// Experiments and verdicts as host and renderer exchange them. Rates carry 95 % Wilson intervals; p values are two-sided Fisher, adjusted after Holm.
import { z } from "zod";
import { BisectVerdict, Rate } from "../cli/documents.ts";
import { ForkEdit } from "../trace/fork-edit.ts";

/** Model or server: why a turn ended without a call. */
export const TurnVerdict = z.object({
  verdict: z.enum([
    "text_call",
    "tools_not_offered",
    "context_truncated",
    "cut",
    "swallowed",
    "template_tools_hidden",
    "reasoning_not_echoed",
    "tool_choice_ignored",
    "broken_off",
    "refused",
    "model_choice",
  ]),
  whose: z.enum(["model", "server", "template", "client"]),
  evidence: z.array(z.string()),
  what_to_change: z.string().nullable(),
  /** Log-probability of ending minus that of opening a call; null where the server gave none. */
  stop_margin: z.number().nullable(),
});
export type TurnVerdict = z.infer<typeof TurnVerdict>;

export const ExperimentStateName = z.enum(["running", "paused", "cancelled", "failed", "interrupted", "done"]);
export type ExperimentStateName = z.infer<typeof ExperimentStateName>;

export const ExperimentEntry = z.object({
  id: z.string(),
  title: z.string(),
  state: ExperimentStateName,
  /** Why it failed, in one line; null otherwise. */
  note: z.string().nullable(),
  created_at: z.string(),
  /** The frozen turn; null for an experiment on a whole task. */
  run: z.string().nullable(),
  turn: z.number().int().nullable(),
  /** Samples of each arm. */
  samples: z.number().int(),
  /** Samples taken, of all arms together. */
  done: z.number().int(),
  of: z.number().int(),
});
export type ExperimentEntry = z.infer<typeof ExperimentEntry>;

export const ExperimentArm = z.object({
  name: z.string(),
  detail: z.string(),
  /** The change as the edits of a fork; empty for the baseline. */
  edits: z.array(ForkEdit),
  /** The next message held a call. */
  going_on: Rate,
  succeeded: Rate,
  endings: z.record(z.string(), z.number().int()),
  /** One cell a sample; null: not taken yet. */
  strip: z.array(
    z.object({ run: z.string().nullable(), outcome: z.enum(["success", "going_on", "stopped", "error"]) }).nullable(),
  ),
  errors: z.number().int(),
  /** Null for the baseline, which the others are compared with. */
  compared: z.object({ p: z.number(), p_adjusted: z.number(), verdict: BisectVerdict }).nullable(),
});
export type ExperimentArm = z.infer<typeof ExperimentArm>;

export const ExperimentDocument = ExperimentEntry.extend({
  /** What the arms are compared by. */
  by: z.enum(["going_on", "succeeded"]),
  /** The baseline first. */
  arms: z.array(ExperimentArm),
  seed: z.enum(["honoured", "not honoured", "not sent", "makes no difference", "unknown"]),
  seed_dropped: z.number().int(),
});
export type ExperimentDocument = z.infer<typeof ExperimentDocument>;

export const BisectRequestInput = z.object({
  run: z.string(),
  /** Null: the turn where it stopped. */
  turn: z.number().int().positive().nullable().default(null),
  samples: z.number().int().min(1).max(1000).default(20),
  /** Requests that may be spent on the smallest removal; 0: it is not looked for. */
  probes: z.number().int().min(0).max(10_000).default(200),
});

/** What a bisect would do; nothing has been sent. */
export const BisectPlanDocument = z.object({
  run: z.string(),
  turn: z.number().int(),
  changes: z.array(z.object({ name: z.string(), detail: z.string(), edits: z.array(ForkEdit) })),
  /** Samples of each arm, and of all arms with the baseline together. */
  samples: z.number().int(),
  total: z.number().int(),
  estimate: z.object({
    from: z.number(),
    to: z.number(),
    /** Samples of each arm that see the difference in 80 % of cases; null beyond 1,000. */
    needed: z.number().int().nullable(),
    /** With fewer nothing can be told from chance. */
    fewest: z.number().int(),
  }),
  /** An experiment with this plan that was not finished: starting goes on with it. */
  goes_on_with: z.string().nullable(),
});
export type BisectPlanDocument = z.infer<typeof BisectPlanDocument>;

export const ExperimentProgressPush = z.object({
  id: z.string(),
  state: ExperimentStateName,
  done: z.number().int(),
  of: z.number().int(),
  note: z.string().nullable(),
});
