// The closed word lists of the trace (design vocabulary): one word for one thing in code, UI, CLI and docs.
import { z } from "zod";

/** What happened, as diagnosed. `early_stop` and its finer forms mean: stopped with items outstanding. */
export const Ending = z.enum([
  "answered",
  "early_stop",
  "dropped_call",
  "claimed_without_call",
  "asked_user",
  "gave_up",
  "blank",
  "think_only",
  "truncated",
  "context_overflow",
  "abstained",
  "escalated",
  "outcome_unknown",
  "step_cap",
  "budget_spent",
  "loop",
  "provider_error",
  "aborted",
  "interrupted",
]);
export type Ending = z.infer<typeof Ending>;

/** The executor's verdict. Runs from elsewhere (imports, proxy) have none. */
export const TerminalState = z.enum(["complete", "abstain", "escalate", "unknown"]);
export type TerminalState = z.infer<typeof TerminalState>;

/** The executor's seven states. */
export const ExecutorState = z.enum(["plan", "call", "observe", "complete", "abstain", "escalate", "unknown"]);
export type ExecutorState = z.infer<typeof ExecutorState>;

/** What one tool attempt came to. `denied` is a person's no, `access_denied` the system's. */
export const Outcome = z.enum([
  "ok",
  "empty",
  "invalid_arguments",
  "unknown_tool",
  "invalid_result",
  "transient",
  "permanent",
  "access_denied",
  "denied",
  "timeout",
  "unknown",
]);
export type Outcome = z.infer<typeof Outcome>;

/** What a tool does to the world. `destructive` cannot be undone. */
export const EffectClass = z.enum(["read", "write", "destructive"]);
export type EffectClass = z.infer<typeof EffectClass>;

/** What the executor does when the model stops with ledger items outstanding. */
export const Gate = z.enum(["off", "remind", "require-evidence"]);
export type Gate = z.infer<typeof Gate>;

/** Where a run came from: `loop`, `fork`, `proxy`, `otlp` or `import:<format>`. */
export const RunSource = z.union([z.enum(["loop", "fork", "proxy", "otlp"]), z.string().regex(/^import:[a-z0-9-]+$/)]);
export type RunSource = z.infer<typeof RunSource>;

/** Marks on a turn; see the CLI's JSON reference in docs/. */
export const TurnFlag = z.enum([
  "finish_mismatch",
  "no_finish_reason",
  "truncated",
  "blank",
  "reasoning_only",
  "answer_in_reasoning",
  "text_call",
  "unclosed_text_call",
  "intent_without_call",
  "swallowed_output",
  "usage_missing",
  "context_truncated",
  "prompt_shrank",
  "stream_error",
  "incomplete_stream",
  "not_a_stream",
  "refused",
  "tools_not_offered",
  "template_leak",
]);
export type TurnFlag = z.infer<typeof TurnFlag>;

/** Marks on one call of a turn. */
export const CallFlag = z.enum([
  "id_synthetic",
  "arguments_repaired",
  "arguments_invalid",
  "arguments_truncated",
  "unknown_tool",
  "name_repaired",
  "duplicate",
  /** It stood as text: the endpoint's user accepts the syntax, or a person had this one run. */
  "from_text",
]);
export type CallFlag = z.infer<typeof CallFlag>;
