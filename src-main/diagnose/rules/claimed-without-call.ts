// The answer says that something was done which no call did.
import { isDue } from "../../../src-shared/trace/ledger.ts";
import { claimSentences } from "../lexicon.ts";
import type { Rule } from "../rule.ts";
import { evidenceOf, short } from "../rule.ts";

export const claimedWithoutCall: Rule = ({ ledger, last, stopped }) => {
  if (!stopped || !last) return [];
  const due = ledger.filter(({ item }) => item.source === "request" && item.kind === "write" && isDue(item));
  const [claim] = claimSentences(last.text);
  if (due.length === 0 || claim === undefined) return [];
  return [
    {
      rule: "claimed_without_call",
      severity: "cause",
      turn: last.turn,
      message: `Says that it was done ("${short(claim)}"), but no call did: ${due.map(({ item }) => item.action).join("; ")}.`,
      evidence: evidenceOf(last.seq),
      try: [
        "Say in the system prompt that actions come through the native tool interface only and are never described as done.",
        'Turn the gate to "require-evidence".',
      ],
    },
  ];
};
