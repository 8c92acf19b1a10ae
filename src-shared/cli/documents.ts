// The JSON documents that the CLI prints with --json: a public, stable interface. One schema per command.
import { z } from "zod";
import { JsonObject, JsonValue } from "../prelude/json.ts";
import { ForkEdit } from "../trace/fork-edit.ts";
import { LedgerRefinement } from "../trace/ledger-refinement.ts";
import { LedgerItem } from "../trace/ledger.ts";
import { RunSummary } from "../trace/run-summary.ts";
import { Variant } from "../trace/variant.ts";
import { EnvironmentChange } from "../trace/tool-contract.ts";
import { TurnRecord } from "../trace/turn-record.ts";
import { Ending } from "../trace/vocabulary.ts";

export const RunsDocument = z.object({ runs: z.array(RunSummary) });
export const RunListDocument = z.object({ runs: z.array(RunSummary), total: z.number().int() });
export const ShowDocument = z.object({ run: RunSummary, turns: z.array(TurnRecord) });

export const ContextMessage = z.object({
  role: z.string(),
  content: JsonValue.nullable(),
  tool_call_id: z.string().nullable(),
  /** Estimated, calibrated by the server's own usage where it reports one. */
  tokens: z.number().int(),
  /** No earlier turn of this run has sent it. */
  new: z.boolean(),
  tool_calls: z.array(JsonValue).nullable(),
});
export type ContextMessage = z.infer<typeof ContextMessage>;
export const ContextDocument = z.object({
  turn: z.number().int(),
  messages: z.array(ContextMessage),
  tools: z.array(z.string()),
  parameters: JsonObject,
});
export type ContextDocument = z.infer<typeof ContextDocument>;

export const ResultDocument = z.object({
  turn: z.number().int(),
  results: z.array(
    z.object({
      call_id: z.string(),
      tool: z.string(),
      raw: z.string(),
      shown: z.string(),
      compactor: z.string(),
      raw_chars: z.number().int(),
      shown_chars: z.number().int(),
      outcome: z.string(),
      /** JSON Pointers of the raw value that the shown result keeps; null: all of it. */
      kept: z.array(z.string()).nullable(),
    }),
  ),
});
export type ResultDocument = z.infer<typeof ResultDocument>;

export const WireDocument = z.object({
  turn: z.number().int(),
  attempt: z.number().int(),
  attempts: z.number().int(),
  url: z.string(),
  request: JsonValue,
  request_headers: z.record(z.string(), z.string()),
  status: z.number().int().nullable(),
  response_headers: z.record(z.string(), z.string()),
  lines: z.array(z.object({ at_ms: z.number(), text: z.string() })),
  adaptations: z.array(z.object({ rule: z.string(), detail: z.string() })),
});
export type WireDocument = z.infer<typeof WireDocument>;

export const EnvironmentDocument = z.object({
  turn: z.number().int(),
  before: JsonValue.nullable(),
  after: JsonValue.nullable(),
  changes: z.array(EnvironmentChange),
});
export type EnvironmentDocument = z.infer<typeof EnvironmentDocument>;

export const EventsDocument = z.object({
  events: z.array(
    z.object({
      seq: z.number().int(),
      at: z.string(),
      kind: z.string(),
      turn: z.number().int().nullable(),
      data: JsonValue,
    }),
  ),
});

export const Difference = z.enum(["context", "response", "calls", "results", "policy", "environment"]);
export type Difference = z.infer<typeof Difference>;
export const DiffDocument = z.object({
  a: RunSummary,
  b: RunSummary,
  first_divergence: z.number().int().nullable(),
  pairs: z.array(
    z.object({
      a_turn: z.number().int().nullable(),
      b_turn: z.number().int().nullable(),
      same: z.boolean(),
      differs: z.array(Difference),
    }),
  ),
});
export type DiffDocument = z.infer<typeof DiffDocument>;
export const DiffManyDocument = z.object({
  runs: z.array(RunSummary),
  rows: z.array(
    z.object({ turns: z.array(z.number().int().nullable()), same: z.boolean(), differs: z.array(Difference) }),
  ),
});
export type DiffManyDocument = z.infer<typeof DiffManyDocument>;

/** Severity of a finding: `cause` is what most likely ended the run, `warning` contributed, `info` is worth knowing. */
export const Finding = z.object({
  rule: z.string(),
  severity: z.enum(["cause", "warning", "info"]),
  turn: z.number().int().nullable(),
  message: z.string(),
  /** Sequence numbers of events. */
  evidence: z.array(z.number().int()),
  /** What to try: one sentence each; prepared forks come with the app. */
  try: z.array(z.string()),
});
export type Finding = z.infer<typeof Finding>;

/** A finding is suspected until an experiment or a person says more. */
export const FindingStatus = z.enum([
  "suspected",
  "confirmed_by_experiment",
  "confirmed_by_person",
  "rejected_by_person",
]);
export type FindingStatus = z.infer<typeof FindingStatus>;

/** Who or what settled it. */
export const FindingSettled = z.object({
  /** ISO 8601 in UTC. */
  at: z.string(),
  /** The system user and the host; null for an experiment. */
  by: z.string().nullable(),
  host: z.string().nullable(),
  reason: z.string(),
  /** Id of the experiment, and the change that made the difference. */
  experiment: z.string().nullable(),
  change: z.string().nullable(),
});
export type FindingSettled = z.infer<typeof FindingSettled>;

export const JudgedFinding = Finding.extend({
  /** Names the finding within its run: rule, turn and evidence. */
  key: z.string(),
  status: FindingStatus,
  /** Null while it is only suspected. */
  settled: FindingSettled.nullable(),
});
export type JudgedFinding = z.infer<typeof JudgedFinding>;
export const Diagnosis = z.object({
  id: z.string(),
  source_file: z.string().nullable(),
  ending: Ending.nullable(),
  early_stop: z.boolean().nullable(),
  /** 0 to 1; how sure the rules are of the ending. */
  confidence: z.number().min(0).max(1),
  ledger: z.array(LedgerItem),
  findings: z.array(JudgedFinding),
  /** What a model said of the ledger, where it was asked (`--refine`); the ledger and the verdict above are the rules'. */
  refinement: LedgerRefinement.optional(),
});
export type Diagnosis = z.infer<typeof Diagnosis>;
export const DiagnoseDocument = z.object({ runs: z.array(Diagnosis) });

export const Rate = z.object({
  samples: z.number().int(),
  count: z.number().int(),
  rate: z.number(),
  low: z.number(),
  high: z.number(),
});
export type Rate = z.infer<typeof Rate>;
export const BisectVerdict = z.enum(["helps", "no evidence", "hurts"]);
export const CountedMismatch = z.object({
  tool: z.string(),
  arguments: JsonValue,
  ran: z.boolean(),
  count: z.number().int(),
});
export type CountedMismatch = z.infer<typeof CountedMismatch>;

export const BisectDocument = z.object({
  run: z.string(),
  turn: z.number().int(),
  samples: z.number().int(),
  /** The recorded request sent again as it was: how often the next message holds a call. */
  baseline: Rate,
  interventions: z.array(
    z.object({
      name: z.string(),
      /** Going on: the next message holds a call. */
      rate: Rate,
      /** The task was done in the end. */
      succeeded: Rate,
      /** Two-sided Fisher exact test against the baseline; `p_adjusted` after Holm over all interventions. */
      p: z.number(),
      p_adjusted: z.number(),
      verdict: BisectVerdict,
      detail: z.string(),
      /** The change as the edits of a fork: `loopscope fork RUN --turn N --edit FILE` takes them as they are. */
      edits: z.array(ForkEdit),
      endings: z.record(z.string(), z.number().int()),
      /** How often it ended in each way, of the samples whose ending is known. */
      ending_rates: z.record(z.string(), Rate).default({}),
      /** Calls of live tools that no recorded result answered; `ran` where the user allowed the tool. */
      mismatches: z.array(CountedMismatch).default([]),
      /** Samples without an answer; they count for nothing. */
      errors: z.number().int(),
      runs: z.array(z.string()),
      /** Samples that went on only by asking again for what the context holds or held. */
      repeated: z.number().int(),
    }),
  ),
  experiment: z.string(),
  ending: Ending.nullable(),
  outstanding: z.array(z.string()),
  baseline_succeeded: Rate,
  baseline_endings: z.record(z.string(), z.number().int()),
  baseline_ending_rates: z.record(z.string(), Rate).default({}),
  baseline_mismatches: z.array(CountedMismatch).default([]),
  baseline_runs: z.array(z.string()),
  /** Whether the same seed gives the same answer on this server. */
  seed: z.enum(["honoured", "not honoured", "not sent", "makes no difference", "unknown"]),
  /** Samples needed to tell two rates apart (power 0.8), and the fewest that can tell anything. */
  estimate: z.object({
    from: z.number(),
    to: z.number(),
    needed: z.number().int().nullable(),
    fewest: z.number().int(),
  }),
  /** The smallest set of messages whose removal makes it go on; null where it was not looked for. */
  reduction: z
    .object({
      /** Positions in the request; null: nothing that was tried makes it go on. */
      removed: z.array(z.number().int()).nullable(),
      labels: z.array(z.string()),
      /** With samples that were not used to find it. */
      rate: Rate.nullable(),
      p: z.number().nullable(),
      verdict: BisectVerdict,
      tests: z.number().int(),
      complete: z.boolean(),
    })
    .nullable(),
  /** The change that helps most, as a prepared fork; null where none helps. */
  fix: z
    .object({
      name: z.string(),
      turn: z.number().int(),
      edits: z.array(ForkEdit),
      /** The recorded variant with the change in it ("apply to variant"); null where a variant cannot hold it. */
      variant: Variant.nullable().default(null),
      /** Why a variant cannot hold it; null where it can. */
      not_for_variant: z.string().nullable().default(null),
    })
    .nullable(),
});
export type BisectDocument = z.infer<typeof BisectDocument>;

export const EvalMetrics = z.object({
  /** Expected tools that were chosen in their order, of those due over all runs. */
  tool_reach: Rate,
  task_completion: Rate,
  /** Runs that came to their own end within their task's turns without asking for the same thing twice. */
  step_convergence: Rate,
  /** pass^k for k = 1 to the fewest tries any task has. */
  pass_hat_k: z.record(z.string(), z.number()),
  /** Means over the runs whose server counted them. */
  prompt_tokens: z.number().nullable(),
  completion_tokens: z.number().nullable(),
  /** Time the model and the tools worked, median over the runs. */
  latency_ms_median: z.number().nullable(),
});
export type EvalMetrics = z.infer<typeof EvalMetrics>;

export const EvalDocument = z.object({
  suite: z.string(),
  repeats: z.number().int(),
  variants: z.array(
    z.object({
      variant: z.string(),
      tasks: z.array(
        z.object({
          task: z.string(),
          passed: z.number().int(),
          of: z.number().int(),
          runs: z.array(z.string()),
          class: z.string().nullable().default(null),
          /** How often the task's runs ended in each way. */
          endings: z.record(z.string(), z.number().int()).default({}),
        }),
      ),
      metrics: EvalMetrics,
      classes: z.array(z.object({ class: z.string(), metrics: EvalMetrics })).default([]),
    }),
  ),
  regressions: z.array(
    z.object({
      variant: z.string(),
      /** `*`: over all tasks. */
      task: z.string(),
      metric: z.string(),
      before: z.number(),
      after: z.number(),
      runs: z.array(z.string()),
    }),
  ),
  /** What `--threshold` asked for, and what came of it. */
  thresholds: z
    .array(
      z.object({
        variant: z.string(),
        metric: z.string(),
        /** At least this for rates and pass^k, at most this for tokens and latency. */
        limit: z.number(),
        value: z.number().nullable(),
        met: z.boolean(),
      }),
    )
    .default([]),
});
export type EvalDocument = z.infer<typeof EvalDocument>;

export const ImportDocument = z.object({
  files: z.number().int(),
  imported: z.array(RunSummary),
  /** Records that were there before. */
  already: z.number().int(),
  /** It was stopped on the way; what was imported stays. */
  cancelled: z.boolean(),
  skipped: z.array(z.object({ file: z.string(), line: z.number().int().nullable(), reason: z.string() })),
  seconds: z.number(),
});
export type ImportDocument = z.infer<typeof ImportDocument>;

export const FileDocument = z.object({ file: z.string(), bytes: z.number().int(), runs: z.number().int() });

/** A bundle: one turn, with what it kept of the request's messages and tools, and why. */
export const BundleDocument = FileDocument.extend({
  turn: z.number().int(),
  messages: z.object({ kept: z.number().int(), of: z.number().int() }),
  tools: z.object({ kept: z.number().int(), of: z.number().int() }),
  note: z.string(),
});

/** `runs` counts those saved; `lost` says in one line each what could not be. */
export const RecoverDocument = FileDocument.extend({ lost: z.array(z.string()) });

export const UrlDocument = z.object({ url: z.string() });

export const VerifyDocument = z.object({
  ok: z.boolean(),
  runs: z.number().int(),
  events: z.number().int(),
  blobs: z.number().int(),
  problems: z.array(z.object({ run: z.string().nullable(), seq: z.number().int().nullable(), problem: z.string() })),
});
export type VerifyDocument = z.infer<typeof VerifyDocument>;

export const DoctorDocument = z.object({
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
  endpoints: z.array(
    z.object({
      url: z.string(),
      server: z.string().nullable(),
      models: z.array(z.string()),
      tools: z.boolean().nullable(),
    }),
  ),
});
export type DoctorDocument = z.infer<typeof DoctorDocument>;
