// Experiments and verdicts as host and renderer exchange them. Rates carry 95 % Wilson intervals; p values are two-sided Fisher, adjusted after Holm.
import { z } from "zod";
import { BisectVerdict, CountedMismatch, Rate } from "../cli/documents.ts";
import { ForkEdit } from "../trace/fork-edit.ts";
import { ReplayOrder } from "../trace/replay-order.ts";
import { Variant } from "../trace/variant.ts";
import { EffectClass } from "../trace/vocabulary.ts";

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

/** `interrupted`: it was going on when its process ended. Everything but `done` can be gone on with. */
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
  /** The same as rates of the samples whose ending is known. */
  ending_rates: z.record(z.string(), Rate),
  /** Calls of live tools that no recorded result answered. */
  mismatches: z.array(CountedMismatch),
  /** The variant that the arm ran in; null: as recorded. */
  variant: z.string().nullable(),
  /** Why a variant cannot hold the change; null: it can ("apply to variant"). */
  not_for_variant: z.string().nullable(),
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
  /** `requests`: an A/B; its arms stand in `ab.get`. */
  samples_are: z.enum(["runs", "requests"]),
  /** What the arms are compared by. */
  by: z.enum(["going_on", "succeeded"]),
  /** The baseline first. */
  arms: z.array(ExperimentArm),
  seed: z.enum(["honoured", "not honoured", "not sent", "makes no difference", "unknown"]),
  seed_dropped: z.number().int(),
  /** Live tools that were allowed. */
  allow: z.array(z.string()),
});
export type ExperimentDocument = z.infer<typeof ExperimentDocument>;

/** Live tools that samples may call; all others answer from the recording or not at all. */
const AllowedTools = z.array(z.string()).max(200).default([]);

export const BisectRequestInput = z.object({
  run: z.string(),
  /** Null: the turn where it stopped. */
  turn: z.number().int().positive().nullable().default(null),
  samples: z.number().int().min(1).max(1000).default(20),
  /** Requests that may be spent on the smallest removal; 0: it is not looked for. */
  probes: z.number().int().min(0).max(10_000).default(200),
  /** Another endpoint to try the same request on; `model` null takes the first it lists. */
  endpoint: z
    .object({ url: z.string().min(1), model: z.string().min(1).nullable() })
    .nullable()
    .default(null),
  allow: AllowedTools,
  order: ReplayOrder.default("fifo"),
});

/** A tool outside the simulated packs; where it is not at hand, the recording alone answers for it. */
export const LiveToolDocument = z.object({ tool: z.string(), effect: EffectClass, at_hand: z.boolean() });
export type LiveToolDocument = z.infer<typeof LiveToolDocument>;

const SampleEstimateDocument = z.object({
  from: z.number(),
  to: z.number(),
  /** Samples of each arm that see the difference in 80 % of cases; null beyond 1,000. */
  needed: z.number().int().nullable(),
  /** With fewer nothing can be told from chance. */
  fewest: z.number().int(),
});

export const VariantName = Variant.shape.name;

const Share = z.number().min(0).max(1);

/** What is carried out in several variants. */
export const ExperimentSubject = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("turn"), run: z.string(), turn: z.number().int().positive() }),
  z.object({
    kind: z.literal("task"),
    suite: z.string(),
    task: z.string(),
    endpoint: z.string().min(1),
    model: z.string().min(1).nullable(),
  }),
  z.object({
    kind: z.literal("prompt"),
    prompt: z.string().min(1),
    packs: z.array(z.string()),
    endpoint: z.string().min(1),
    model: z.string().min(1).nullable(),
  }),
]);

export const VariantsExperimentInput = z.object({
  subject: ExperimentSubject,
  /** The first is the baseline of a task or prompt; a frozen turn is compared with itself as recorded. */
  variants: z.array(z.string()).max(100),
  samples: z.number().int().min(1).max(1000).default(20),
  seed: z.number().int().nonnegative().nullable().default(null),
  allow: AllowedTools,
  order: ReplayOrder.default("fifo"),
  /** The difference of rates that is worth seeing, for the estimate. */
  difference: z.object({ from: Share, to: Share }).nullable().default(null),
});

/** What an experiment on variants would do; nothing has been sent. */
export const VariantsPlanDocument = z.object({
  title: z.string(),
  /** The baseline first. */
  arms: z.array(z.object({ name: z.string(), detail: z.string() })),
  samples: z.number().int(),
  total: z.number().int(),
  estimate: SampleEstimateDocument,
  live_tools: z.array(LiveToolDocument),
});
export type VariantsPlanDocument = z.infer<typeof VariantsPlanDocument>;

/** What a bisect would do; nothing has been sent. */
export const BisectPlanDocument = z.object({
  run: z.string(),
  turn: z.number().int(),
  changes: z.array(z.object({ name: z.string(), detail: z.string(), edits: z.array(ForkEdit) })),
  /** Samples of each arm, and of all arms with the baseline together. */
  samples: z.number().int(),
  total: z.number().int(),
  estimate: SampleEstimateDocument,
  live_tools: z.array(LiveToolDocument),
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
