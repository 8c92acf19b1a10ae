// What the checks of a run's tool contracts and results say: leaks, sufficiency, fields with cost and use, claims, and the result in three shapes.
import { z } from "zod";
import { CheckGrade, GradeCounts, LintFinding } from "../cli/lint.ts";
import { ForkEdit } from "../trace/fork-edit.ts";
import { Outcome } from "../trace/vocabulary.ts";

export const LeakKind = z.enum([
  "session",
  "cookie",
  "secret",
  "user_id",
  "email",
  "stack_trace",
  "sql",
  "internal_flag",
  "html_page",
]);
export type LeakKind = z.infer<typeof LeakKind>;

export const Leak = z.object({
  kind: LeakKind,
  /** JSON Pointer of the first place. */
  path: z.string(),
  /** The field: the same with `*` for list entries. */
  pattern: z.string(),
  /** Places of this field that hold it. */
  count: z.number().int(),
  /** Masked: it tells the kind and does not repeat the value. */
  excerpt: z.string(),
  /** It reached the model. */
  shown: z.boolean(),
  /** `public`: the contract means it for the model; `unclear`: no contract says. Only `leak` warns. */
  standing: z.enum(["leak", "unclear", "public"]),
});
export type Leak = z.infer<typeof Leak>;

/** One use of a field's value: as an argument, or (tool null) in what the model said. */
export const ValueUse = z.object({
  turn: z.number().int(),
  tool: z.string().nullable(),
  argument: z.string().nullable(),
});
export type ValueUse = z.infer<typeof ValueUse>;

export const FieldCost = z.object({
  /** JSON Pointer with `*` for list entries. */
  path: z.string(),
  count: z.number().int(),
  /** Characters of JSON, keys and separators with it. */
  chars: z.number().int(),
  /** Estimated. */
  tokens: z.number().int(),
  /** The model was shown it. */
  shown: z.boolean(),
  /** Null: the contract names no public fields. */
  public: z.boolean().nullable(),
  /** Null: not known yet, the run has no later turn. */
  used: z.boolean().nullable(),
  used_by: z.array(ValueUse),
});
export type FieldCost = z.infer<typeof FieldCost>;

export const SufficiencyCheck = z.object({
  check: z.enum(["answer", "ids_for_next", "what_changed", "state_version", "no_excess", "no_leak"]),
  /** Null: it does not apply here, or cannot be told; `detail` says why. */
  ok: z.boolean().nullable(),
  grade: CheckGrade,
  detail: z.string(),
});
export type SufficiencyCheck = z.infer<typeof SufficiencyCheck>;

export const SufficiencyVerdict = z.enum(["too_little", "too_much", "just_enough", "not_judged"]);
export type SufficiencyVerdict = z.infer<typeof SufficiencyVerdict>;

/** Whether the parts that tell what changed stand in the result. */
export const ChangeParts = z.object({
  ok: z.boolean(),
  code: z.boolean(),
  data: z.boolean(),
  available_actions: z.boolean(),
  current_target: z.boolean(),
  requires_human_confirmation: z.boolean(),
  ui_updated: z.boolean(),
  state_version: z.boolean(),
});
export type ChangeParts = z.infer<typeof ChangeParts>;

export const Sufficiency = z.object({
  verdict: SufficiencyVerdict,
  /** One sentence. */
  why: z.string(),
  checks: z.array(SufficiencyCheck),
  parts: ChangeParts,
});
export type Sufficiency = z.infer<typeof Sufficiency>;

export const ClaimCheck = z.object({
  claim: z.enum(["ok", "uiUpdated", "stateVersion"]),
  path: z.string(),
  value: z.union([z.boolean(), z.string(), z.number()]),
  /** Null: nothing to compare it with; `detail` says why. */
  holds: z.boolean().nullable(),
  detail: z.string(),
});
export type ClaimCheck = z.infer<typeof ClaimCheck>;

export const ResultShape = z.object({
  /** The whole size; `text` may be cut. */
  chars: z.number().int(),
  tokens: z.number().int(),
  text: z.string(),
  cut: z.boolean(),
  /** `derived`: the result itself has no such form, this is what it would be. */
  origin: z.enum(["result", "derived", "contract", "used_fields"]),
});
export type ResultShape = z.infer<typeof ResultShape>;

export const ResultCheck = z.object({
  turn: z.number().int(),
  call_id: z.string(),
  tool: z.string(),
  outcome: Outcome,
  /** The event that holds the result. */
  seq: z.number().int().nullable(),
  /** A contract of this tool is known. */
  contract: z.boolean(),
  public_fields: z.array(z.string()).nullable(),
  /** In which of the shapes the model got it; `other`: compacted or edited in another way. */
  shown_as: z.enum(["message", "raw", "contract", "other"]),
  leaks: z.array(Leak),
  sufficiency: Sufficiency,
  fields: z.array(FieldCost),
  /** Fields that a later argument or the answer used and the contract does not make public. */
  contract_lacks: z.array(z.string()),
  claims: z.array(ClaimCheck),
  shapes: z.object({
    message: ResultShape,
    raw: ResultShape,
    /** Null: neither a contract nor a later use says which fields matter, or the result has no fields. */
    contract: ResultShape.nullable(),
  }),
  /** The result projected, as a fork; null where there is nothing to project. */
  fork: z.object({ turn: z.number().int().positive(), edits: z.array(ForkEdit) }).nullable(),
});
export type ResultCheck = z.infer<typeof ResultCheck>;

export const RunChecks = z.object({
  run: z.string(),
  /** Contracts alone against what was seen in the run; the two are never added up. */
  counts: z.object({
    contract_test: z.object({ tools: z.number().int(), errors: z.number().int(), warnings: z.number().int() }),
    observed_run: z.object({
      results: z.number().int(),
      too_little: z.number().int(),
      too_much: z.number().int(),
      just_enough: z.number().int(),
      not_judged: z.number().int(),
      leaks_shown: z.number().int(),
      false_claims: z.number().int(),
      errors: z.number().int(),
      warnings: z.number().int(),
    }),
  }),
  lint: z.array(LintFinding),
  lint_counts: GradeCounts,
  results: z.array(ResultCheck),
});
export type RunChecks = z.infer<typeof RunChecks>;

/** `turn` null: every result of the run, the texts of the shapes cut short. */
export const RunChecksInput = z.object({
  run: z.string(),
  turn: z.number().int().positive().nullable().default(null),
});
