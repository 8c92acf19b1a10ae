// One turn as the CLI prints it and the inspector lists it (public JSON): derived from the trace by `foldTurns`.
import { z } from "zod";
import { JsonValue } from "../prelude/json.ts";
import { TurnRole } from "./events/planner.ts";
import { ModelError, TextCall } from "./events/response-finished.ts";
import { CallFlag, Outcome, TurnFlag } from "./vocabulary.ts";

export const CallRecord = z.object({
  id: z.string(),
  id_synthetic: z.boolean(),
  name: z.string(),
  arguments: JsonValue.nullable(),
  arguments_text: z.string(),
  /** Null while it has not finished, or when it never ran. */
  outcome: Outcome.nullable(),
  attempts: z.number().int().nonnegative(),
  /** Decision and reason, e.g. `run (read_runs)`. */
  policy: z.string().nullable(),
  operation_key: z.string().nullable(),
  latency_ms: z.number().nullable(),
  raw_chars: z.number().int().nullable(),
  shown_chars: z.number().int().nullable(),
  flags: z.array(CallFlag),
  compactor: z.string().nullable(),
  effect: z.string().nullable(),
});
export type CallRecord = z.infer<typeof CallRecord>;

export const TurnRecord = z.object({
  turn: z.number().int().positive(),
  content: z.string().nullable(),
  reasoning: z.string().nullable(),
  finish_reason: z.string().nullable(),
  effective_finish_reason: z.string().nullable(),
  flags: z.array(TurnFlag),
  calls: z.array(CallRecord),
  text_calls: z.array(TextCall),
  usage: z.object({
    prompt_tokens: z.number().int().nullable(),
    completion_tokens: z.number().int().nullable(),
    estimated_prompt_tokens: z.number().int().nullable(),
  }),
  ttft_ms: z.number().nullable(),
  latency_ms: z.number().nullable(),
  error: ModelError.nullable(),
  /** The gate reminded the model after this turn, naming what was outstanding. */
  reminded: z.boolean(),
  adaptations: z.array(z.object({ rule: z.string(), detail: z.string() })),
  started_at: z.string().nullable(),
  ended: z.boolean(),
  /** The ancestor a fork shares this turn with; null for a turn of its own. */
  inherited_from: z.string().nullable().default(null),
  /** In a run with a planner: what the turn was for, and the sub-task that the executor worked on. Left out elsewhere. */
  role: TurnRole.optional(),
  subtask: z.object({ number: z.number().int().positive(), text: z.string() }).optional(),
});
export type TurnRecord = z.infer<typeof TurnRecord>;
