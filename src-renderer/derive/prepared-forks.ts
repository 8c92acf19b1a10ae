// A finding → the changes that may mend it, as ready edits of a fork. The core prepares the changes (reminder, raw result, …); here is which
// of them answers which rule.
import type { ForkEdit } from "../../src-shared/trace/fork-edit.ts";
import type { Gate } from "../../src-shared/trace/vocabulary.ts";

export interface PreparedChange {
  name: string;
  detail: string;
  edits: ForkEdit[];
}

/** Names of changes, or their beginnings (`raw result of` fits every tool), the likeliest first. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  outstanding_obligations: ["gate remind", "reminder", "completion rules", "tool_choice required"],
  announced_without_call: ["gate remind", "reminder", "tool_choice required"],
  claimed_without_call: ["gate require-evidence", "completion rules", "tool_choice required"],
  asked_instead_of_acting: ["gate remind", "completion rules"],
  gave_up_after_empty_search: ["raw result of", "completion rules"],
  compaction_loss: ["raw result of"],
  answer_leaves_out: ["raw result of", "completion rules"],
  constraint_unchecked: ["completion rules"],
  result_too_large: ["short result of", "old turns dropped"],
  wrong_tool: ["only outstanding tools"],
  tool_too_early: ["only outstanding tools"],
  truncated: ["max_tokens raised", "thinking off"],
  unclosed_text_call: ["max_tokens raised"],
  reasoning_only: ["thinking off", "max_tokens raised"],
  context_truncated: ["short result of", "old turns dropped"],
  prompt_shrank: ["short result of", "old turns dropped"],
};

/**
 * The changes that answer a finding, in order of likelihood. A change about one tool's result counts only when the finding names the
 * tool, where it names any.
 */
export function preparedForks(
  finding: { rule: string; message: string },
  changes: readonly PreparedChange[],
  gate: Gate,
): PreparedChange[] {
  const known = [...gateChanges(gate), ...changes];
  const wanted = ANSWERS[finding.rule] ?? [];
  return wanted.flatMap((name) => {
    const fitting = known.filter((change) => change.name === name || change.name.startsWith(`${name} `));
    const named = fitting.filter((change) => finding.message.includes(change.name.slice(name.length + 1)));
    return name.endsWith(" of") && named.length > 0 ? named : fitting;
  });
}

function gateChanges(gate: Gate): PreparedChange[] {
  const gates = (["remind", "require-evidence"] as const).filter((other) => other !== gate);
  return gates.map((other) => ({
    name: `gate ${other}`,
    detail: `The gate is "${other}" in place of "${gate}".`,
    edits: [{ kind: "gate", gate: other }],
  }));
}
