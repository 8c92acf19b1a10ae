// The rules on a call's input beyond its schema: one corrected retry of the same meaning, no further search after two barren ones, and nothing
// again that was denied for lack of permission. Every refusal has a reason code and tells the model what to do instead.
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import type { ExpectedEvidence } from "../../src-shared/trace/events/policy-decided.ts";
import type { ToolError } from "../../src-shared/trace/events/tool.ts";
import type { ToolContract } from "../../src-shared/trace/tool-contract.ts";
import { deriveLedger } from "../ledger/ledger.ts";
import type { Feedback } from "../tools/feedback.ts";
import { type MeaningChange, namedFields } from "./correction.ts";
import { ledgerOptions, type RunContext } from "./run-context.ts";
import { isSearchTool } from "./search-tools.ts";

/** What is recorded about an admitted call beside the decision. */
export interface CallMarks {
  corrects?: string;
  expects?: ExpectedEvidence[];
}

export type InputJudgement =
  | { kind: "admitted"; marks: CallMarks }
  | { kind: "refused"; reason: "correction_changes_meaning"; feedback: Feedback }
  | { kind: "stop"; why: "correction_spent" | "search_exhausted"; reason: string };

/** Judges arguments that the schema accepts. */
export function judgeInput(
  contract: ToolContract,
  args: JsonObject,
  turn: number,
  context: RunContext,
): InputJudgement {
  const correction = context.corrections.judge(contract.name, turn, args, rulesFor(contract, context));
  if (correction.kind === "spent") return { kind: "stop", why: "correction_spent", reason: "correction_spent" };
  if (correction.kind === "changes_meaning") {
    return {
      kind: "refused",
      reason: "correction_changes_meaning",
      feedback: changedMeaning(contract.name, correction.changes),
    };
  }
  const marks: CallMarks = correction.kind === "corrects" ? { corrects: correction.callId } : {};
  if (!isSearchTool(contract)) return { kind: "admitted", marks };
  if (context.searches.isExhausted()) {
    return { kind: "stop", why: "search_exhausted", reason: "searches_bring_nothing_new" };
  }
  const expects = context.searches.expects(contract.name, args, {
    ledger: () => deriveLedger(context.steps, ledgerOptions(context)),
    messages: context.conversation.messages,
  });
  return { kind: "admitted", marks: expects === null ? marks : { ...marks, expects } };
}

/**
 * Counts an answer `invalid_arguments`. The first goes to the model as it is, the second says that it is not retried; for a further one the run
 * ends (null).
 */
export function countRejection(
  feedback: Feedback,
  rejected: { tool: string; callId: string; turn: number; args: JsonObject | null },
  contract: ToolContract,
  context: RunContext,
): { feedback: Feedback; again: boolean } | null {
  const fields = Object.keys(rejected.args ?? {});
  const named = namedFields(problemsOf(feedback), feedback.error.message, fields);
  const { callId, turn, args } = rejected;
  const times = context.corrections.rejected(rejected.tool, { callId, turn, args, named }, rulesFor(contract, context));
  if (times === "further") return null;
  return times === "first" ? { feedback, again: false } : { feedback: notRetried(feedback), again: true };
}

/** The same error, said to be final. */
export function notRetried(feedback: Feedback): Feedback {
  const told =
    "This was the one corrected retry: do not call it again for this. Go on without it, or say what is missing.";
  const error: ToolError = { ...feedback.error, retryable: false, message: `${feedback.error.message} ${told}` };
  const value: JsonObject = { ...feedback.value, ...error };
  return { outcome: feedback.outcome, error, value, text: JSON.stringify(value) };
}

/** What a correction may change: by the tool's effect and the user's own words. */
export function rulesFor(contract: ToolContract, context: RunContext) {
  const request = context.steps.flatMap((step) => (step.kind === "user" ? [step.text] : [])).join("\n");
  return { effect: contract.effect, request };
}

function problemsOf(feedback: Feedback): { path: string }[] | null {
  const { problems } = feedback.value;
  if (!Array.isArray(problems)) return null;
  return problems.flatMap((problem) =>
    typeof problem === "object" && problem !== null && !Array.isArray(problem) && typeof problem.path === "string"
      ? [{ path: problem.path }]
      : [],
  );
}

function changedMeaning(tool: string, changes: readonly MeaningChange[]): Feedback {
  const told = changes
    .slice(0, 5)
    .map(({ path, from, to }) => `${path.slice(1)} from ${short(from)} to ${short(to)}`)
    .join("; ");
  const error: ToolError = {
    status: "error",
    error_code: "correction_changes_meaning",
    retryable: false,
    message: `The corrected call of ${tool} changes what was meant: ${told}. Nothing was run, and it is not tried again. A correction may change only what the error named. Go on without it, or ask the person.`,
  };
  const value: JsonObject = { ...error, tool, changed: changes.map(({ path }) => path) };
  return { outcome: "invalid_arguments", error, value, text: JSON.stringify(value) };
}

function short(value: MeaningChange["from"]): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}
