// The model concluded before the deciding constraint was looked at: the condition's words stand in no result.
import type { Rule } from "../rule.ts";
import { evidenceOf, short } from "../rule.ts";

export const constraintUnchecked: Rule = ({ trace, ledger, calls, last, stopped }) => {
  if (!stopped || !last) return [];
  const results = calls.filter((call) => call.resultSeq !== null);
  const seen = results
    .map((call) => `${call.shown ?? ""} ${JSON.stringify(call.arguments)}`)
    .join("\n")
    .toLowerCase();
  return ledger.flatMap(({ item }) => {
    if (item.source !== "request" || !item.condition) return [];
    const words = decidingWords(item.condition.text, trace.prompt);
    if (words.length === 0 || words.some((word) => seen.includes(word))) return [];
    const acted = item.status === "done" || item.condition.holds === "no";
    if (!acted) return [];
    return [
      {
        rule: "constraint_unchecked",
        severity: "warning" as const,
        turn: last.turn,
        message: `Decided "${short(item.condition.text)}" although no result speaks of it.`,
        evidence: evidenceOf(...item.evidence, last.seq),
        try: [
          "Ask for the check as a numbered step of its own.",
          "Let the tool's result hold the field that decides it.",
        ],
      },
    ];
  });
};

/** Content words and values of a condition that a result would have to speak of. */
function decidingWords(condition: string, _prompt: string): string[] {
  const latin = condition.toLowerCase().match(/[a-z]{4,}|\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}/g) ?? [];
  const han = [...condition.matchAll(/[\u4e00-\u9fff]{2}/g)].map((match) => match[0]);
  const common = new Set(
    "this that than then have has with from there their they does please would could higher lower more less than already still only when free available".split(
      " ",
    ),
  );
  return [...latin.filter((word) => !common.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, "")), ...han];
}
