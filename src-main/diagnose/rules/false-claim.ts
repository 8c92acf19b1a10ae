// A result says of the state what the environment contradicts: that something was done, shown, or stands at another version.
import { claimsOf } from "../checks/claims.ts";
import type { Rule } from "../rule.ts";
import { evidenceOf } from "../rule.ts";

export const falseClaim: Rule = ({ trace, calls }) =>
  calls.flatMap((call) =>
    claimsOf(call, trace)
      .filter(({ holds }) => holds === false)
      .map(({ claim, path, value, detail }) => ({
        rule: "false_claim",
        severity: "warning" as const,
        turn: call.turn,
        message: `The result of ${call.tool} claims ${claim} ${JSON.stringify(value)} (${path}). ${detail}`,
        evidence: evidenceOf(call.askedSeq, call.resultSeq),
        try: [
          `Mend ${call.tool}: ${claim} must be read off the state after the call, not assumed.`,
          `Leave ${claim} out of the result where the tool cannot know it.`,
        ],
      })),
  );
