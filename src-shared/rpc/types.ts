// Shapes that only the host and its renderer exchange.
import { z } from "zod";
import { JsonValue } from "../prelude/json.ts";
import { ApprovalRequested } from "../trace/events/approval.ts";
import { LedgerItem } from "../trace/ledger.ts";
import { ReplayOrder } from "../trace/replay-order.ts";
import { RunSummary } from "../trace/run-summary.ts";
import { ForkEdit } from "../trace/fork-edit.ts";
import { ApproveMode, Variant } from "../trace/variant.ts";
import { EffectClass } from "../trace/vocabulary.ts";

export const PendingApproval = ApprovalRequested.extend({
  run: z.string(),
  run_title: z.string(),
  turn: z.number().int(),
});
export type PendingApproval = z.infer<typeof PendingApproval>;

export const ApprovalAnswer = z.object({
  approval_id: z.string(),
  decision: z.enum(["approve", "deny", "stop"]),
  reason: z.string().max(4000),
  again: z.boolean().default(false),
});
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

/** A variant by its name, or spelled out. */
export const VariantChoice = z.union([z.string(), Variant]);

export const StartRun = z.object({
  /** A suite's task, or a prompt of the user's own. */
  what: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("task"), suite: z.string(), task: z.string() }),
    z.object({ kind: z.literal("prompt"), prompt: z.string().min(1), packs: z.array(z.string()) }),
  ]),
  variant: VariantChoice,
  /** `demo` or a base URL such as `http://127.0.0.1:11434/v1`. */
  endpoint: z.string(),
  /** Null takes the variant's, else the endpoint's first model. */
  model: z.string().nullable(),
  approve: ApproveMode.nullable(),
  samples: z.number().int().min(1).max(200).default(1),
  seed: z.number().int().nullable().default(null),
  /** Held before its first request, to be stepped through. */
  paused: z.boolean().default(false),
});
export type StartRun = z.infer<typeof StartRun>;

export const StartFork = z.object({
  run: z.string(),
  /** The turn whose request is edited and sent again. */
  turn: z.number().int().positive(),
  edits: z.array(ForkEdit),
  variant: VariantChoice.nullable(),
  approve: ApproveMode.nullable(),
  samples: z.number().int().min(1).max(200).default(1),
  seed: z.number().int().nullable().default(null),
  paused: z.boolean().default(false),
  /** How recorded results answer live tools; absent: first in first out. */
  order: ReplayOrder.optional(),
});
export type StartFork = z.infer<typeof StartFork>;

/** A run that waits for a person, with what they need to decide. */
export const HandOverEntry = z.object({
  run: RunSummary,
  reason: z.string(),
  detail: z.string(),
  ledger: z.array(LedgerItem),
  /** Writes whose result is not known, with their keys. */
  open_writes: z.array(z.object({ seq: z.number().int(), tool: z.string(), operation_key: z.string() })),
});
export type HandOverEntry = z.infer<typeof HandOverEntry>;

export const RunSort = z.enum([
  "started_at",
  "title",
  "task",
  "variant",
  "model",
  "ending",
  "passed",
  "turns",
  "tool_attempts",
  "prompt_tokens",
  "completion_tokens",
  "duration_ms",
]);
export type RunSort = z.infer<typeof RunSort>;

export const RunQuery = z.object({
  /** Words looked for in title, prompt, task, model, variant and the answer; any script, two characters are enough. */
  search: z.string().default(""),
  ending: z.string().nullable().default(null),
  task: z.string().nullable().default(null),
  variant: z.string().nullable().default(null),
  model: z.string().nullable().default(null),
  source: z.string().nullable().default(null),
  early_stop: z.boolean().nullable().default(null),
  parent_run: z.string().nullable().default(null),
  /** Runs that an experiment took as its samples; absent: shown like all others. */
  samples: z.enum(["shown", "hidden", "only"]).optional(),
  /** Only the samples of this experiment. */
  experiment: z.string().nullable().optional(),
  sort: RunSort.default("started_at"),
  descending: z.boolean().default(true),
  offset: z.number().int().nonnegative().default(0),
  limit: z.number().int().min(1).max(1000).default(100),
});
export type RunQuery = z.infer<typeof RunQuery>;

/** An endpoint the user keeps. A key is never stored here: `key_env` names the environment variable that holds it. */
export const Endpoint = z.object({
  url: z.string(),
  label: z.string(),
  simulated: z.boolean(),
  key_env: z.string().nullable(),
});
export type Endpoint = z.infer<typeof Endpoint>;

export const EndpointStatus = z.object({
  url: z.string(),
  reachable: z.boolean(),
  server: z.string().nullable(),
  models: z.array(z.string()),
  /** One line: what was found, or what is wrong and what to do. */
  detail: z.string(),
  /** It answers that it is loading: worth asking again in a moment. Left out where it is not. */
  loading: z.boolean().optional(),
  capabilities: z
    .object({
      tools: z.boolean().nullable(),
      streaming_tools: z.boolean().nullable(),
      parallel_calls: z.boolean().nullable(),
      usage: z.boolean().nullable(),
      logprobs: z.boolean().nullable(),
      seed: z.boolean().nullable(),
      context_window: z.number().int().nullable(),
    })
    .nullable(),
  /** One line each on what to change before something bites. */
  advice: z.array(z.string()),
});
export type EndpointStatus = z.infer<typeof EndpointStatus>;

export const Catalogue = z.object({
  suites: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      packs: z.array(z.string()),
      tasks: z.array(z.object({ id: z.string(), prompt: z.string(), class: z.string().nullable() })),
    }),
  ),
  variants: z.array(Variant),
  packs: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      simulated: z.boolean(),
      tools: z.array(z.object({ name: z.string(), description: z.string(), effect: EffectClass })),
    }),
  ),
  compactors: z.array(z.object({ name: z.string(), description: z.string() })),
  /** Files of the user's own folder that could not be read, and why. */
  problems: z.array(z.object({ file: z.string(), problem: z.string() })),
});
export type Catalogue = z.infer<typeof Catalogue>;

export const AppInfo = z.object({
  version: z.string(),
  host: z.enum(["desktop", "browser"]),
  /** Chromium without Electron stands in for the desktop runtime (tests only). */
  stand_in: z.boolean(),
  platform: z.string(),
  user: z.string(),
  database: z.string(),
  node: z.string(),
});
export type AppInfo = z.infer<typeof AppInfo>;

/** Blob text with its size, cut at `limit` characters when asked. */
export const BlobText = z.object({ text: z.string(), chars: z.number().int(), cut: z.boolean() });
export type BlobText = z.infer<typeof BlobText>;

/** A result laid out field by field: what the shown result kept, lost and changed. */
export const FieldRow = z.object({
  path: z.string(),
  status: z.enum(["kept", "lost", "changed", "added"]),
  raw: JsonValue.nullable(),
  shown: JsonValue.nullable(),
  chars: z.number().int(),
});
export type FieldRow = z.infer<typeof FieldRow>;
