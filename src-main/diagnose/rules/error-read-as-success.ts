// A call failed, was not made good later, and the answer says that it worked.
import { guessEffect } from "../../ledger/lexicon/families.ts";
import { claimSentences, givesUp } from "../lexicon.ts";
import type { Rule } from "../rule.ts";
import { evidenceOf, short } from "../rule.ts";

const FAILED = new Set([
  "invalid_arguments",
  "unknown_tool",
  "invalid_result",
  "transient",
  "permanent",
  "access_denied",
  "denied",
  "timeout",
]);

export const errorReadAsSuccess: Rule = ({ calls, last, stopped }) => {
  if (!stopped || !last) return [];
  const [claim] = claimSentences(last.text);
  if (claim === undefined || givesUp(last.text)) return [];
  return calls
    .filter(
      (call) => call.outcome !== null && FAILED.has(call.outcome) && (call.effect ?? guessEffect(call.tool)) !== "read",
    )
    .filter(
      (call) =>
        !calls.some(
          (other) =>
            other.tool === call.tool &&
            other.turn >= call.turn &&
            (other.outcome === "ok" || other.outcome === "empty"),
        ),
    )
    .slice(-1)
    .map((call) => ({
      rule: "error_read_as_success",
      severity: "cause" as const,
      turn: last.turn,
      message: `${call.tool} failed (${call.outcome}) and was not repeated, yet the answer says "${short(claim)}".`,
      evidence: evidenceOf(call.resultSeq, last.seq),
      try: [
        "Show the error in a structured form that cannot be read as a result (status, error_code, message).",
        "Say in the system prompt that an error result is a failure, not an answer.",
      ],
    }));
};
