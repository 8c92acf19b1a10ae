// Evaluations and the user's own files as host and renderer exchange them. Rates carry 95 % Wilson intervals; p values are two-sided Fisher.
import { z } from "zod";
import { EvalDocument, EvalMetrics, Rate } from "../cli/documents.ts";
import { JsonValue } from "../prelude/json.ts";
import { ApproveMode } from "../trace/variant.ts";
import { Ending } from "../trace/vocabulary.ts";
import { ExperimentStateName } from "./experiments.ts";

export const EvaluationRequest = z.object({
  suite: z.string(),
  /** Names, the one that the others are compared with first. */
  variants: z.array(z.string()).min(1).max(20),
  /** `demo` or a base URL. */
  endpoint: z.string().min(1),
  /** Null: each variant's own, else the first that the server lists. */
  model: z.string().nullable().default(null),
  approve: ApproveMode.nullable().default(null),
  /** Null: the suite's. */
  repeats: z.number().int().min(1).max(1000).nullable().default(null),
  /** Seed of the first repeat; they count up. */
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 30)
    .default(1),
  /** `metric=value`. */
  thresholds: z.array(z.string()).max(50).default([]),
});
export type EvaluationRequest = z.infer<typeof EvaluationRequest>;

/** A fall that a number of runs can show: from `from` to `to` or lower with a chance of 80 %; `to` null: not even to nothing. */
const Fall = z.object({ runs: z.number().int(), from: z.number(), to: z.number().nullable() });

/** What an evaluation would do; nothing has been sent. */
export const EvaluationPlanDocument = z.object({
  repeats: z.number().int(),
  tasks: z.number().int(),
  runs: z.number().int(),
  one_task: Fall,
  all_tasks: Fall,
});
export type EvaluationPlanDocument = z.infer<typeof EvaluationPlanDocument>;

export const EvaluationEntry = z.object({
  id: z.string(),
  title: z.string(),
  suite: z.string(),
  variants: z.array(z.string()),
  repeats: z.number().int(),
  endpoint: z.string(),
  model: z.string().nullable(),
  state: ExperimentStateName,
  /** Why it failed, in one line; null otherwise. */
  note: z.string().nullable(),
  created_at: z.string(),
  done: z.number().int(),
  of: z.number().int(),
  /** The suite's baseline. */
  is_baseline: z.boolean(),
});
export type EvaluationEntry = z.infer<typeof EvaluationEntry>;

/** One repeat; null: not run yet. `passed` null: the task has no checks. */
export const EvaluationCell = z
  .object({ run: z.string(), passed: z.boolean().nullable(), ending: Ending.nullable() })
  .nullable();
export type EvaluationCell = z.infer<typeof EvaluationCell>;

export const SpreadDocument = z.object({
  min: z.number(),
  low: z.number(),
  median: z.number(),
  high: z.number(),
  max: z.number(),
  samples: z.number().int(),
});
export type SpreadDocument = z.infer<typeof SpreadDocument>;

export const EvaluatedVariant = z.object({
  variant: z.string(),
  description: z.string(),
  metrics: EvalMetrics,
  classes: z.array(z.object({ class: z.string(), metrics: EvalMetrics })),
  /** By task, in the order of the suite: a cell for each repeat. */
  strips: z.array(z.array(EvaluationCell)),
  /** Quartiles over the runs; null where nothing was counted. Tokens are those of the prompt and the answers together. */
  tokens: SpreadDocument.nullable(),
  latency_ms: SpreadDocument.nullable(),
});
export type EvaluatedVariant = z.infer<typeof EvaluatedVariant>;

export const RegressionDocument = z.object({
  variant: z.string(),
  /** `*`: over all tasks. */
  task: z.string(),
  metric: z.string(),
  before: Rate,
  after: Rate,
  p: z.number(),
  why: z.enum(["always_to_not_always", "mostly_to_seldom", "more_than_chance"]),
  /** Runs of now that fell short. */
  runs: z.array(z.string()),
  /** The baseline's runs of the task that are in this database. */
  baseline_runs: z.array(z.string()),
});
export type RegressionDocument = z.infer<typeof RegressionDocument>;

/** What an evaluation is compared with. */
export const BaselineDocument = z.object({
  kind: z.enum(["evaluation", "file"]),
  /** Null for a file. */
  id: z.string().nullable(),
  label: z.string(),
  variants: z.array(z.string()),
  /** The variant that all are compared with; null: each with the one of its own name. */
  variant: z.string().nullable(),
  /** Variants of the evaluation that have something to be compared with. */
  compared: z.array(z.string()),
});
export type BaselineDocument = z.infer<typeof BaselineDocument>;

export const EvaluationDocument = EvaluationEntry.extend({
  seed: z.number().int(),
  approve: ApproveMode.nullable(),
  tasks: z.array(z.object({ task: z.string(), class: z.string().nullable(), prompt: z.string() })),
  evaluated: z.array(EvaluatedVariant),
  /** Null: there is none. */
  baseline: BaselineDocument.nullable(),
  regressions: z.array(RegressionDocument),
  thresholds: EvalDocument.shape.thresholds,
});
export type EvaluationDocument = z.infer<typeof EvaluationDocument>;

export const EvaluationQuery = z.object({
  id: z.string(),
  /** Another evaluation of the suite to compare with; null: the suite's baseline. */
  against: z.string().nullable().default(null),
  /** A variant of the baseline that all are compared with; null: each with its own name, or the only one there is. */
  against_variant: z.string().nullable().default(null),
});

export const SetBaseline = z.object({
  suite: z.string(),
  baseline: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("evaluation"), id: z.string() }),
      /** The text of a baseline file. */
      z.object({ kind: z.literal("file"), name: z.string(), text: z.string().max(20_000_000) }),
    ])
    .nullable(),
});

export const EvaluationProgressPush = z.object({
  id: z.string(),
  state: ExperimentStateName,
  done: z.number().int(),
  of: z.number().int(),
  note: z.string().nullable(),
});

const ConfigKindName = z.enum(["suite", "variant"]);

export const UserFileEntry = z.object({
  kind: ConfigKindName,
  /** File name in its folder. */
  file: z.string(),
  /** Shipped with the app: to read, not to write. */
  builtin: z.boolean(),
  /** Name of the suite or variant in it; null where it cannot be read. */
  name: z.string().nullable(),
  /** The first thing that is wrong in it, in one line. */
  problem: z.string().nullable(),
});
export type UserFileEntry = z.infer<typeof UserFileEntry>;

export const ConfigProblemDocument = z.object({
  /** From 1. */
  line: z.number().int(),
  column: z.number().int(),
  /** Null for text that cannot be read at all. */
  field: z.string().nullable(),
  message: z.string(),
});
export type ConfigProblemDocument = z.infer<typeof ConfigProblemDocument>;

const FileName = z.string().min(1).max(200);
const FileText = z.string().max(4_194_304);

export const fileMethods = {
  /** The built-in suites and variants and the user's own; `folder` is where those are kept. */
  "files.list": { input: z.object({}), output: z.object({ folder: z.string(), files: z.array(UserFileEntry) }) },
  "files.read": {
    input: z.object({ kind: ConfigKindName, file: FileName, builtin: z.boolean().default(false) }),
    output: z.object({ text: z.string(), version: z.string() }),
  },
  /** All that is wrong in a text; an empty list lets it be used. */
  "files.check": {
    input: z.object({ kind: ConfigKindName, file: FileName, text: FileText }),
    output: z.object({ problems: z.array(ConfigProblemDocument) }),
  },
  /** Writes one of the user's own files whole. `replaces`: the version that may be replaced; null makes a new file only. */
  "files.save": {
    input: z.object({ kind: ConfigKindName, file: FileName, text: FileText, replaces: z.string().nullable() }),
    output: z.object({ version: z.string() }),
  },
  /** The JSON Schema of suites or variants, with the names of packs, tools and compactors there are. */
  "files.schema": { input: z.object({ kind: ConfigKindName }), output: z.object({ schema: JsonValue }) },
} as const;

export const evaluationMethods = {
  /** Newest first. */
  "evaluations.list": { input: z.object({}), output: z.object({ evaluations: z.array(EvaluationEntry) }) },
  "evaluations.get": { input: EvaluationQuery, output: EvaluationDocument },
  /** Sends nothing: how many runs it would be, and what they can show. */
  "evaluations.plan": { input: EvaluationRequest, output: EvaluationPlanDocument },
  "evaluations.start": { input: EvaluationRequest, output: z.object({ id: z.string() }) },
  "evaluations.pause": { input: z.object({ id: z.string() }), output: z.object({}) },
  /** Goes on with one that is paused, cancelled, interrupted or failed. */
  "evaluations.resume": { input: z.object({ id: z.string() }), output: z.object({}) },
  "evaluations.cancel": { input: z.object({ id: z.string() }), output: z.object({}) },
  /** Null takes the suite's baseline away. */
  "evaluations.set_baseline": { input: SetBaseline, output: z.object({}) },
  /** A report as a file to keep; `json` is what `eval --baseline` takes. */
  "evaluations.report": {
    input: EvaluationQuery.extend({ format: z.enum(["junit", "markdown", "json"]) }),
    output: z.object({ name: z.string(), text: z.string() }),
  },
} as const;
