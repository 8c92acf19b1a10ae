// The trace's own words for a person: endings, outcomes, roles, flags. The words themselves are the vocabulary's.
import type { ApprovalRule } from "../../../../src-shared/trace/variant.ts";
import type {
  CallFlag,
  EffectClass,
  Ending,
  Outcome,
  TerminalState,
  TurnFlag,
} from "../../../../src-shared/trace/vocabulary.ts";
import type { Role } from "../../../../src-shared/trace/message.ts";

const endings: Record<Ending, string> = {
  answered: "answered",
  early_stop: "stopped early",
  dropped_call: "dropped call",
  claimed_without_call: "claimed, no call",
  asked_user: "asked the user",
  gave_up: "gave up",
  blank: "blank",
  think_only: "only reasoning",
  truncated: "truncated",
  context_overflow: "context overflow",
  abstained: "abstained",
  escalated: "escalated",
  outcome_unknown: "outcome unknown",
  step_cap: "turn limit",
  budget_spent: "budget spent",
  loop: "loop",
  provider_error: "provider error",
  aborted: "stopped by you",
  interrupted: "interrupted",
};

const endingHelp: Record<Ending, string> = {
  answered: "The model answered and nothing that was asked for is outstanding.",
  early_stop: "The model stopped although something that was asked for is outstanding.",
  dropped_call: "The model stopped early: a tool call stands in its text and was never run.",
  claimed_without_call: "The model stopped early: it claims an action that no call did.",
  asked_user: "The model stopped early: it asked the user instead of going on.",
  gave_up: "The model stopped early: it gave up.",
  blank: "The response held nothing visible.",
  think_only: "The response held only reasoning, no answer and no call.",
  truncated: "The response was cut by its token limit.",
  context_overflow: "The request was longer than the model's context.",
  abstained: "The model says that it cannot be done with what it has.",
  escalated: "A person has to decide.",
  outcome_unknown: "A call that may have changed something has an unknown result.",
  step_cap: "The limit of turns was reached.",
  budget_spent: "The budget of tool attempts or of time was spent.",
  loop: "The same call came again and again.",
  provider_error: "The model's server failed for good.",
  aborted: "The run was stopped by a person.",
  interrupted: "The process that recorded this run died.",
};

const outcomes: Record<Outcome, string> = {
  ok: "ok",
  empty: "empty",
  invalid_arguments: "invalid arguments",
  unknown_tool: "unknown tool",
  invalid_result: "invalid result",
  transient: "transient error",
  permanent: "permanent error",
  access_denied: "access denied",
  denied: "denied by you",
  timeout: "timed out",
  unknown: "unknown",
};

const roles: Record<Role, string> = {
  system: "system",
  developer: "developer",
  user: "user",
  assistant: "assistant",
  tool: "tool",
};

const effects: Record<EffectClass, string> = { read: "read", write: "write", destructive: "destructive" };

const terminalStates: Record<TerminalState, string> = {
  complete: "complete",
  abstain: "abstain",
  escalate: "escalate",
  unknown: "unknown",
};

const approvalRules: Record<ApprovalRule, string> = { run: "run", ask: "ask", deny: "deny" };

const turnFlags: Record<TurnFlag, string> = {
  finish_mismatch: "finish reason contradicts the content",
  no_finish_reason: "no finish reason",
  truncated: "cut by the token limit",
  blank: "nothing visible",
  reasoning_only: "only reasoning",
  answer_in_reasoning: "answer stands in the reasoning",
  text_call: "a call stands as text",
  unclosed_text_call: "an unfinished call stands as text",
  intent_without_call: "announced a call, made none",
  swallowed_output: "output was swallowed",
  usage_missing: "no token counts",
  context_truncated: "the server cut the context",
  prompt_shrank: "the prompt shrank",
  stream_error: "error inside the stream",
  incomplete_stream: "the stream broke off",
  not_a_stream: "not a stream",
  refused: "refused",
  tools_not_offered: "tools were not offered",
  template_leak: "template text leaked",
};

const callFlags: Record<CallFlag, string> = {
  id_synthetic: "no id from the server",
  arguments_repaired: "arguments repaired",
  arguments_invalid: "arguments invalid",
  arguments_truncated: "arguments cut",
  unknown_tool: "unknown tool",
  name_repaired: "name repaired",
  duplicate: "duplicate",
  from_text: "read from text",
};

export const vocabulary = {
  running: "running",
  runningHelp: "The run goes on.",
  endings,
  endingHelp,
  outcomes,
  roles,
  effects,
  terminalStates,
  approvalRules,
  turnFlags,
  callFlags,
};
