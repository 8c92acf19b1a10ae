// What the executor had counted before a process ended or a fork began, taken up again from the calls on record: rejected input, searches that brought
// nothing, the same call again, and what a person had denied.
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import type { BroughtEvidence, ToolError } from "../../src-shared/trace/events/tool.ts";
import type { ToolContract } from "../../src-shared/trace/tool-contract.ts";
import type { Outcome } from "../../src-shared/trace/vocabulary.ts";
import { toolError, type Feedback } from "../tools/feedback.ts";
import { parseResult } from "../tools/parse-result.ts";
import { RAN_IN_VAIN } from "./call-result.ts";
import { countRejection, rulesFor } from "./input-rules.ts";
import type { LoopGuard } from "./loop-guard.ts";
import type { RunContext } from "./run-context.ts";
import { isSearchTool } from "./search-tools.ts";

/** One call as the trace has it, in the order in which calls were decided. */
export interface EarlierCall {
  tool: string;
  callId: string;
  turn: number;
  arguments: JsonValue | null;
  /** Policy's reason where it refused the call; null: it ran. */
  refused: string | null;
  /** Null: it has no result. */
  result: { outcome: Outcome; raw: string; error: ToolError | null; brought: BroughtEvidence | null } | null;
}

/** Refusals that count as rejected input; those of other reasons leave no count. */
const REJECTIONS: ReadonlySet<string> = new Set([
  "invalid_arguments",
  "arguments_truncated",
  "invalid_json",
  "reserved_argument",
  "invalid_again",
]);

/** Counts the calls again as they were counted when they were made. The messages of the context hold their results. */
export function takeUp(calls: readonly EarlierCall[], context: RunContext, guard: LoopGuard): void {
  for (const call of calls) {
    if (!call.result) continue;
    const contract = context.toolbox.find(call.tool)?.tool.contract;
    if (contract) {
      countInput(call, contract, context);
      countSearch(call, contract, context);
    }
    if (call.result.outcome === "denied") context.denied += 1;
    if (RAN_IN_VAIN.has(call.result.outcome)) context.ranInVain += 1;
    guard.saw(call.tool, call.arguments);
  }
}

function countInput(call: EarlierCall, contract: ToolContract, context: RunContext): void {
  const { result, refused, turn, callId } = call;
  const args = isJsonObject(call.arguments) ? call.arguments : null;
  const rejected = { tool: call.tool, callId, turn, args: refused === "arguments_truncated" ? null : args };
  if (refused !== null && REJECTIONS.has(refused)) countRejection(feedbackOf(result), rejected, contract, context);
  if (args === null || (refused !== null && refused !== "correction_changes_meaning")) return;
  const judged = context.corrections.judge(call.tool, turn, args, rulesFor(contract, context));
  if (refused !== null) return;
  if (result?.outcome === "invalid_arguments") countRejection(feedbackOf(result), rejected, contract, context);
  else if (result?.outcome !== "transient" && result?.outcome !== "timeout")
    context.corrections.settled(call.tool, judged.kind === "corrects" ? judged.callId : null);
}

function countSearch(call: EarlierCall, contract: ToolContract, context: RunContext): void {
  const { result, refused, tool, callId } = call;
  if (refused !== null || result === null) return;
  if (isSearchTool(contract)) {
    context.searches.restore(tool, isJsonObject(call.arguments) ? call.arguments : {}, result.brought);
    return;
  }
  // What it brought is measured against the context before its own result.
  const { messages } = context.conversation;
  const at = messages.findLastIndex((message) => message.role === "tool" && message.tool_call_id === callId);
  context.searches.otherCall(
    result.outcome,
    contract.effect !== "read",
    result.raw,
    at < 0 ? messages : messages.slice(0, at),
  );
}

/** The feedback as it was given: its problems stand in the raw result. */
function feedbackOf(result: EarlierCall["result"]): Feedback {
  const value = parseResult(result?.raw ?? "");
  const error = result?.error ?? {
    status: "error" as const,
    error_code: "invalid_arguments",
    retryable: true,
    message: "",
  };
  const feedback = toolError("invalid_arguments", error);
  return isJsonObject(value) ? { ...feedback, value: { ...value, ...feedback.value } } : feedback;
}
