// The answer leaves out a numbered item, or only an earlier message holds what was asked for.
import { promisesIn } from "../../ledger/promises.ts";
import type { FoundValue } from "../values.ts";
import { valuesIn } from "../values.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { evidenceOf, short } from "../rule.ts";

export const answerLeavesOut: Rule = (context) => {
  const { ledger, last, stopped, trace } = context;
  if (!stopped || !last || last.text.trim() === "") return [];
  const numbers = [
    ...new Set(ledger.flatMap(({ item }) => (item.source === "request" && item.number !== null ? [item.number] : []))),
  ];
  if (numbers.length < 2 && !earlierAnswer(context)) return [];
  const items = ledger.filter(
    ({ item }) => item.source === "request" && item.kind === "read" && (item.number !== null || numbers.length === 0),
  );
  return items.flatMap(({ item }) => {
    // How to answer is not what to answer.
    if (/\bin the (?:format|form)\b|格式/i.test(item.action)) return [];
    if (ONLY_LOOKS.test(item.action)) return [];
    const spoken = speaksOf(item.action, last.text, context, item.evidence);
    if (spoken) return [];
    const earlier = trace.turns.find(
      (turn) =>
        turn.turn < last.turn &&
        turn.text.trim() !== "" &&
        // Before the first result it can only have been announced.
        (context.calls.some((call) => call.turn < turn.turn) || promisesIn(turn.text).length === 0) &&
        speaksOf(item.action, turn.text, context, item.evidence),
    );
    if (!earlier && numbers.length < 2) return [];
    return [
      {
        rule: earlier ? "only_earlier_message" : "answer_leaves_out_item",
        severity: "warning" as const,
        turn: last.turn,
        message: earlier
          ? `Only the message of turn ${earlier.turn} answers "${short(item.action)}"; the final answer does not repeat it.`
          : `The final answer says nothing of ${item.number === null ? "" : `item ${item.number}, `}"${short(item.action)}".`,
        evidence: evidenceOf(earlier?.seq ?? null, last.seq),
        try: [
          "Say in the system prompt that the final answer addresses every numbered item and includes what was retrieved.",
        ],
      },
    ];
  });
};

/** Asks to be looked at, not to be told. */
const ONLY_LOOKS =
  /^(?:please )?(?:(?:take|have) a look|look at|open|read|go to|visit|access|go through)\b(?!.*\btell\b)/i;

function earlierAnswer({ trace, last }: RuleContext): boolean {
  return trace.turns.some((turn) => last !== null && turn.turn < last.turn && turn.text.length > 40);
}

/** The text shares two content words with the item, or a value that only the item's results hold. */
function speaksOf(action: string, text: string, { calls, values }: RuleContext, evidence: readonly number[]): boolean {
  const plain = text.toLowerCase();
  const words = contentWords(action);
  const shared = words.filter((word) => plain.includes(word));
  if (shared.length >= Math.min(2, words.length) && words.length > 0) return true;
  const said = new Set(valuesIn(text).map(({ value }) => value));
  const proof = calls.filter((call) => call.resultSeq !== null && evidence.includes(call.resultSeq));
  const fresh = (found: FoundValue): boolean =>
    said.has(found.value) && !values.given(found.value) && (found.kind !== "number" || found.value.length > 1);
  return proof.some((call) => valuesIn(call.shown ?? "").some(fresh));
}

const COMMON = new Set(
  "what which when where who how many much does have give tell show please find summary according there their about going will would could should list with from that this they them your for the and are was were the has had".split(
    " ",
  ),
);

function contentWords(text: string): string[] {
  const latin = text.toLowerCase().match(/[a-z0-9][a-z0-9.'-]{2,}/g) ?? [];
  const han = [...text.matchAll(/[\u4e00-\u9fff]{2}/g)].map((match) => match[0]);
  return [
    ...new Set([
      ...latin.filter((word) => !COMMON.has(word)).map((word) => word.replace(/(?:ing|ed|es|s|[.'-]+)$/, "")),
      ...han,
    ]),
  ];
}
