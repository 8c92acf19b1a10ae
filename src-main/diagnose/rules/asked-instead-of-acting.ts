// The model asks the user for a go-ahead or for something it could have looked up.
import { asksUser } from "../lexicon.ts";
import type { Rule } from "../rule.ts";
import { evidenceOf } from "../rule.ts";

export const askedInsteadOfActing: Rule = ({ ended, last, stopped }) => {
  if (!stopped || !last) return [];
  const asked = ended.ending === "asked_user" || (ended.early_stop === true && asksUser(last.text));
  if (!asked) return [];
  return [
    {
      rule: "asked_instead_of_acting",
      severity: "cause",
      turn: last.turn,
      message: "Asks the user instead of acting on what was asked for.",
      evidence: evidenceOf(last.seq),
      try: [
        "Say in the system prompt that the user cannot answer, and that missing facts are to be looked up with the tools.",
        'Turn the gate to "remind".',
      ],
    },
  ];
};
