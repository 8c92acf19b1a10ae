// The model stopped while something that was asked for is outstanding.
import { isDue } from "../../../src-shared/trace/ledger.ts";
import type { Rule } from "../rule.ts";
import { evidenceOf } from "../rule.ts";

export const outstandingObligations: Rule = ({ ledger, last, stopped }) => {
  if (!stopped || !last) return [];
  return ledger
    .filter(({ item }) => item.source === "request" && item.kind === "write" && isDue(item))
    .map(({ item }) => ({
      rule: "outstanding_obligations",
      severity: "cause" as const,
      turn: last.turn,
      message: `Stopped with "${item.action}" outstanding: no successful call did it.`,
      evidence: evidenceOf(...item.evidence, last.seq),
      try: [
        `Turn the gate to "remind": the model is told that "${item.action}" is outstanding.`,
        "Add completion rules to the system prompt: re-check the request after each result.",
        'Ask once with tool_choice "required" at this turn.',
      ],
    }));
};
