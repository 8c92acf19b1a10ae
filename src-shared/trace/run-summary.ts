// One run in one row: what the run table, the CLI and the compare view's heads show. Stored as aggregates.
import { z } from "zod";
import { Ending, TerminalState } from "./vocabulary.ts";

/** Public JSON (CLI contract): snake_case, null for what is not known. */
export const RunSummary = z.object({
  id: z.string(),
  title: z.string(),
  source: z.string(),
  source_file: z.string().nullable(),
  parent_run: z.string().nullable(),
  fork_turn: z.number().int().nullable(),
  /** The experiment that took it as a sample; absent where none did. */
  experiment: z.string().optional(),
  task: z.string().nullable(),
  suite: z.string().nullable(),
  variant: z.string().nullable(),
  model: z.string().nullable(),
  endpoint: z.string().nullable(),
  terminal_state: TerminalState.nullable(),
  /** Null while the run goes on. */
  ending: Ending.nullable(),
  early_stop: z.boolean().nullable(),
  passed: z.boolean().nullable(),
  turns: z.number().int(),
  tool_attempts: z.number().int(),
  prompt_tokens: z.number().int().nullable(),
  completion_tokens: z.number().int().nullable(),
  duration_ms: z.number().nullable(),
  /** ISO 8601 in UTC. */
  started_at: z.string(),
  /** The endpoint is the embedded demo model, which simulates. */
  simulated: z.boolean(),
});
export type RunSummary = z.infer<typeof RunSummary>;
