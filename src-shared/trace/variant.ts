// A variant: a named configuration of everything but the task.
import { z } from "zod";
import { EffectClass, Gate } from "./vocabulary.ts";

/** Sampling and other request parameters. A null is not sent. */
export const Sampling = z.object({
  temperature: z.number().nullable().default(null),
  top_p: z.number().nullable().default(null),
  max_tokens: z.number().int().positive().nullable().default(null),
  seed: z.number().int().nullable().default(null),
  tool_choice: z.enum(["auto", "required", "none"]).nullable().default(null),
  stop: z.array(z.string()).nullable().default(null),
  logprobs: z.boolean().nullable().default(null),
  /** Qwen-style thinking switch, sent as `chat_template_kwargs.enable_thinking`. */
  thinking: z.boolean().nullable().default(null),
  stream: z.boolean().default(true),
});
export type Sampling = z.infer<typeof Sampling>;

export const Budgets = z.object({
  /** Model requests. */
  turns: z.number().int().positive().default(15),
  /** Admitted tool attempts: rejected arguments, retries and reconciliation look-ups count, each at admission. */
  attempts: z.number().int().positive().default(20),
  /** Wall time; waiting for a person and being paused do not count. */
  elapsed_ms: z
    .number()
    .int()
    .positive()
    .default(15 * 60_000),
});
export type Budgets = z.infer<typeof Budgets>;

export const ApprovalRule = z.enum(["run", "ask", "deny"]);
export type ApprovalRule = z.infer<typeof ApprovalRule>;

/** A person's choice for one run, before the variant's rules: ask for writes, approve all of them, or deny them. */
export const ApproveMode = z.enum(["ask", "all", "deny"]);
export type ApproveMode = z.infer<typeof ApproveMode>;

/** A planner names the next sub-task, and the executor sees that sub-task's tools alone. */
export const Planner = z.object({
  /** What the planner is told beside the protocol; "" adds nothing. */
  instructions: z.string().default(""),
});
export type Planner = z.infer<typeof Planner>;

export const Variant = z.object({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]*$/i, "letters, digits, dot, dash and underscore, starting with a letter or digit"),
  description: z.string().default(""),
  /** The system prompt; `{{tools}}` stands for the textual list of the offered tools' schemas. "" sends no system message. */
  system_prompt: z.string().default(""),
  /** Names of the tools offered; null offers all of the run's packs. */
  tools: z.array(z.string()).nullable().default(null),
  /** Compactor by tool name; `*` is the default for the others (itself `none` when absent). */
  compactors: z.record(z.string(), z.string()).default({}),
  /** Form of the result by tool name, for tools that answer in more than one; a tool left out answers in its usual one. */
  result_shapes: z.record(z.string(), z.string()).default({}),
  sampling: Sampling.prefault({}),
  budgets: Budgets.prefault({}),
  gate: Gate.default("off"),
  /** Null: one model does both, and sees all tools at each turn. */
  planner: Planner.nullable().default(null),
  /** Effect class → decision; null takes the host's default (see the user guide, "Approvals"). */
  approvals: z.partialRecord(EffectClass, ApprovalRule).nullable().default(null),
  /** Endpoint and model, where the variant fixes them; null leaves both to the run. */
  endpoint: z.string().nullable().default(null),
  model: z.string().nullable().default(null),
});
export type Variant = z.infer<typeof Variant>;
export type VariantInput = z.input<typeof Variant>;
