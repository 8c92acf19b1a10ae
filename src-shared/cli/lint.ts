// What the lint of a tool registry finds, as the command line prints it and the app shows it.
import { z } from "zod";

/** What a check was read off: the contracts and schemas, or what was seen in one run. The two are never added up. */
export const CheckGrade = z.enum(["contract_test", "observed_run"]);
export type CheckGrade = z.infer<typeof CheckGrade>;

export const LintRule = z.enum([
  "no_use_when",
  "no_not_when",
  "names_absent_tool",
  "confusable_names",
  "id_named_otherwise",
  "field_named_like_argument",
  "two_ids",
  "no_result_schema",
  "internal_fields_not_projected",
  "public_field_missing",
]);
export type LintRule = z.infer<typeof LintRule>;

export const LintFinding = z.object({
  rule: LintRule,
  /** `info`: known and explained by the contracts themselves. */
  severity: z.enum(["error", "warning", "info"]),
  grade: CheckGrade,
  tools: z.array(z.string()).min(1),
  /** The field or argument it is about, as a path with `*` for list entries; null where it is about the tool as such. */
  field: z.string().nullable(),
  message: z.string(),
  mend: z.string(),
});
export type LintFinding = z.infer<typeof LintFinding>;

/** Findings by how they were come by; never summed. */
export const GradeCounts = z.object({
  contract_test: z.object({ errors: z.number().int(), warnings: z.number().int() }),
  observed_run: z.object({ errors: z.number().int(), warnings: z.number().int() }),
});
export type GradeCounts = z.infer<typeof GradeCounts>;

export const LintDocument = z.object({
  packs: z.array(z.string()),
  tools_file: z.string().nullable(),
  tools: z.array(z.string()),
  /** No error among the findings. */
  ok: z.boolean(),
  counts: GradeCounts,
  findings: z.array(LintFinding),
});
export type LintDocument = z.infer<typeof LintDocument>;
