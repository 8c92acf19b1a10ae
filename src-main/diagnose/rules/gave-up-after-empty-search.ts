// One search found nothing, and the model gave up without another.
import { guessEffect } from "../../ledger/lexicon/families.ts";
import { isEmptyResult } from "../empty-result.ts";
import { givesUp } from "../lexicon.ts";
import type { Rule } from "../rule.ts";
import { evidenceOf } from "../rule.ts";

export const gaveUpAfterEmptySearch: Rule = ({ calls, last, stopped, ended }) => {
  if (!stopped || !last || ended.ending === "answered" || !givesUp(last.text)) return [];
  const looked = calls.filter((call) => (call.effect ?? guessEffect(call.tool) ?? "read") === "read");
  const final = looked.at(-1);
  if (!final) return [];
  const failed = final.outcome !== null && final.outcome !== "ok";
  if (!failed && !isEmptyResult(final.shown)) return [];
  return [
    {
      rule: "gave_up_after_empty_search",
      severity: ended.early_stop === true || ended.ending === "gave_up" ? "cause" : "warning",
      turn: last.turn,
      message: `Gave up after ${final.tool} found nothing; ${looked.length === 1 ? "no other search was tried" : `${looked.length} searches were tried`}.`,
      evidence: evidenceOf(final.resultSeq, last.seq),
      try: [
        "Let the empty result say what to try next (other words, another tool).",
        "Say in the system prompt that an empty search is to be repeated with other words before giving up.",
      ],
    },
  ];
};
