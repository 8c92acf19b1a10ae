// Whether an answer says that a condition of the request does not hold ("you are not free then", "the rating is 3.8, below 4").

const NEGATION =
  /\b(?:not|no|none|never|isn['’]t|aren['’]t|wasn['’]t|doesn['’]t|don['’]t|didn['’]t|cannot|can['’]t|without|lower|below|under|less|fewer|already|unavailable|busy|conflict(?:s|ing)?|booked|occupied|fails?|instead|unfortunately)\b|没有|沒有|不|无|無|低于|低於|已有|已经有|已經有|冲突|衝突|未/i;
const INABILITY =
  /\b(?:i|we) (?:was|were|am|are|['’]m)?\s*(?:not able|unable|cannot|can['’]t|couldn['’]t|could not|don['’]t|do not|didn['’]t|did not|need|require)\b|无法|無法|不能|找不到|不知道/i;
const COMMON = new Set(
  `the a an is are was were be been to of in on at for and or if so it its my me i you your there then that this with any have has had do does
   please can could would will not than rating more give`.split(/\s+/),
);

const MOST_CHARS = 20_000;

/**
 * Judges a condition by what the final answer says of it: `no` when a sentence that shares a word with the condition (or with the question
 * it refers to) negates it, `yes` when one affirms it, else `unknown`. A sentence about what the model could not do says nothing.
 */
export function conditionHolds(condition: string, answer: string): "yes" | "no" | "unknown" {
  const words = contentWords(condition);
  let verdict: "yes" | "no" | "unknown" = "unknown";
  for (const sentence of answer.slice(-MOST_CHARS).split(/(?<=[!?。！？])\s*|(?<=\.)\s+|\n+/)) {
    if (INABILITY.test(sentence)) continue;
    const shared = contentWords(sentence).filter((word) => words.includes(word));
    if (shared.length === 0) continue;
    if (NEGATION.test(sentence)) {
      if (
        /\bno (?:conflicts?|events?|appointments?|other)\b|\bnot? (?:have )?(?:any )?(?:conflicts?|events?|appointments?|meetings?)/i.test(
          sentence,
        ) &&
        /\bfree\b|空/.test(condition)
      ) {
        verdict = "yes";
        continue;
      }
      return "no";
    }
    verdict = "yes";
  }
  return verdict;
}

function contentWords(text: string): string[] {
  const latin = text.toLowerCase().match(/[a-z][a-z'-]{2,}|\d{1,2}:\d{2}/g) ?? [];
  const han = [...text.matchAll(/[\u4e00-\u9fff]{2}/g)].map((match) => match[0]);
  return [...latin.filter((word) => !COMMON.has(word)).map(stem), ...han];
}

function stem(word: string): string {
  return word.replace(/(?:ing|ed|es|s)$/, "");
}
