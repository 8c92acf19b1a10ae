// The model said what it would do next, and the call never came.
import type { Rule } from "../rule.ts";
import { evidenceOf } from "../rule.ts";

export const announcedWithoutCall: Rule = ({ ledger, last, stopped, trace, ended }) => {
  if (!stopped || !last) return [];
  return ledger
    .filter(
      ({ item, step }) =>
        item.source === "promise" && item.status === "outstanding" && trace.steps[step]?.seq === last.seq,
    )
    .map(({ item }) => ({
      rule: "announced_without_call",
      severity: ended.ending === "answered" ? ("info" as const) : ("cause" as const),
      turn: last.turn,
      message: `Announced "${item.action}" and ended the turn without the call.`,
      evidence: evidenceOf(last.seq),
      try: [
        "Look at the raw completion in the wire tab: a call may have been lost by the server's parser.",
        'Ask once with tool_choice "required" at this turn.',
        "Send the same request without streaming, or with thinking off.",
      ],
    }));
};
