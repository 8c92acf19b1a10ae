// A/B on one frozen request, as host and renderer exchange it: the same request to several arms, nothing executed. An arm differs by
// streaming, thinking, endpoint and model alone.
import { z } from "zod";
import { BisectVerdict, Rate } from "../cli/documents.ts";
import { ForkEdit } from "../trace/fork-edit.ts";
import { ModelErrorCategory, ParsedCall, TextCall, Usage } from "../trace/events/response-finished.ts";
import { TurnFlag } from "../trace/vocabulary.ts";
import { ExperimentEntry, TurnVerdict } from "./experiments.ts";

/** What one answer came to: a call, a call that stands as text, neither, or no answer. */
export const AbOutcome = z.enum(["call", "text_call", "stop", "error"]);
export type AbOutcome = z.infer<typeof AbOutcome>;

/** One answer as it came. */
export const AbCompletion = z.object({
  outcome: AbOutcome,
  content: z.string().nullable(),
  reasoning: z.string().nullable(),
  finish_reason: z.string().nullable(),
  effective_finish_reason: z.string().nullable(),
  flags: z.array(TurnFlag),
  calls: z.array(ParsedCall),
  text_calls: z.array(TextCall),
  usage: Usage.nullable(),
  ttft_ms: z.number().nullable(),
  latency_ms: z.number().nullable(),
  error: z.object({ category: ModelErrorCategory, message: z.string() }).nullable(),
  /** Whose choice it was that no call came; null where one came. */
  verdict: TurnVerdict.nullable(),
  /** What was changed to suit the server, by rule. */
  adaptations: z.array(z.string()),
  /** The body of the last response as it crossed the wire, up to 24,000 characters; a cut in the middle is marked. */
  wire: z.string(),
});
export type AbCompletion = z.infer<typeof AbCompletion>;

export const AbRequestInput = z.object({
  run: z.string(),
  turn: z.number().int().positive(),
  /** Each value makes arms beside what was recorded, which is always among them. */
  stream: z.array(z.boolean()).max(2).default([]),
  thinking: z.array(z.boolean()).max(2).default([]),
  /** Other endpoints (`demo`, a kept address or a base URL); `model` null takes the same name where it is listed, else the first. */
  endpoints: z
    .array(z.object({ url: z.string().min(1), model: z.string().nullable().default(null) }))
    .max(16)
    .default([]),
  samples: z.number().int().min(1).max(1000).default(5),
});
export type AbRequestInput = z.infer<typeof AbRequestInput>;

/** What the recorded request was, and which arms its verdict suggests; nothing has been sent. */
export const AbPlanDocument = z.object({
  run: z.string(),
  turn: z.number().int(),
  recorded: z.object({
    endpoint: z.string(),
    label: z.string(),
    model: z.string(),
    stream: z.boolean(),
    thinking: z.boolean().nullable(),
  }),
  suggested: z.object({
    stream: z.array(z.boolean()),
    thinking: z.array(z.boolean()),
    other_endpoints: z.boolean(),
    /** Why, in one line; null where nothing points to any arm. */
    because: z.string().nullable(),
  }),
});
export type AbPlanDocument = z.infer<typeof AbPlanDocument>;

const Milliseconds = z.object({ median: z.number(), low: z.number(), high: z.number() });

export const AbArm = z.object({
  name: z.string(),
  detail: z.string(),
  /** The arm as the edits of a fork; empty for the baseline. */
  edits: z.array(ForkEdit),
  endpoint: z.string(),
  model: z.string(),
  stream: z.boolean(),
  thinking: z.boolean().nullable(),
  /** Samples taken; those without an answer among them. */
  taken: z.number().int(),
  /** The answer held a call; of the samples that were answered. 95 % Wilson interval. */
  going_on: Rate,
  outcomes: z.record(AbOutcome, z.number().int()),
  /** One cell a sample; null: not taken yet. */
  strip: z.array(AbOutcome.nullable()),
  /** Why no call came, most often first. */
  verdicts: z.array(
    z.object({ verdict: TurnVerdict.shape.verdict, whose: TurnVerdict.shape.whose, count: z.number().int() }),
  ),
  /** As the server sent them; null: it sent none. */
  finish_reasons: z.array(z.object({ reason: z.string().nullable(), count: z.number().int() })),
  errors: z.array(z.object({ category: ModelErrorCategory, message: z.string(), count: z.number().int() })),
  /** Null where no answer came. */
  latency_ms: Milliseconds.nullable(),
  ttft_ms: Milliseconds.nullable(),
  adaptations: z.array(z.string()),
  /** Two-sided Fisher exact test against the baseline, and after Holm's correction over all arms; null for the baseline. */
  compared: z.object({ p: z.number(), p_adjusted: z.number(), verdict: BisectVerdict }).nullable(),
});
export type AbArm = z.infer<typeof AbArm>;

export const AbDocument = ExperimentEntry.extend({
  /** The baseline first. */
  arms: z.array(AbArm),
  seed: z.enum(["honoured", "not honoured", "not sent", "makes no difference", "unknown"]),
});
export type AbDocument = z.infer<typeof AbDocument>;

export const AbSampleRef = z.object({ id: z.string(), arm: z.string(), index: z.number().int().nonnegative() });
