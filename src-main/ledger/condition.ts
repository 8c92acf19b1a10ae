// Whether an answer says that a condition of the request does not hold ("you are not free then", "the rating is 3.8, below 4").

const NEGATION =
  /\b(?:not|no|none|never|cannot|without|lower|below|under|less|fewer|already|unavailable|busy|conflict(?:s|ing)?|booked|occupied|fails?|instead|unfortunately)\b|n['’]t\b|没(?!关系|问题|事)|沒(?!關係|問題|事)|不|无|無|低于|低於|已有|已经有|已經有|冲突|衝突|未/i;
const NEGATION_BUT_ALREADY = new RegExp(
  NEGATION.source.replace("already|", "").replace("已有|已经有|已經有|", ""),
  "i",
);
/** The condition itself is a negation: a sentence that negates affirms it. */
const NEGATED_CONDITION = /\b(?:not|no|none|never|cannot|without)\b|n['’]t\b|没有|沒有|还没|還沒|尚未|未|不/i;
const LESS = /\b(?:lower|below|under|less|fewer|cheaper)\b|低于|低於|少于|少於|以下/i;
const INABILITY =
  /\b(?:i|we) (?:was|were|am|are|['’]m)?\s*(?:not able|unable|cannot|can['’]t|couldn['’]t|could not|don['’]t|do not|didn['’]t|did not|need|require)\b|无法|無法|不能|找不到|不知道/i;
const COMMON = new Set(
  `the a an is are was were be been to of in on at for and or if so it its my me i you your there then that this with any have has had do does
   please can could would will not than rating more give`.split(/\s+/),
);

/** Ends of sentences, and of clauses before what follows from them ("it costs over 500, so I did not book it"). */
const CLAUSE_ENDS =
  /(?<=[!?。！？])\s*|(?<=\.)\s+|\n+|[,;]\s+(?=(?:and )?(?:so|therefore|thus|hence)\b)|[，,；;]\s*(?=所以|因此|于是|於是|故)/;
const CONTRARY = "not so: ";

/** The contrary of a condition or question ("if not", "otherwise"). */
export function contraryOf(condition: string): string {
  return condition.startsWith(CONTRARY) ? condition.slice(CONTRARY.length) : `${CONTRARY}${condition}`;
}

const MOST_CHARS = 20_000;

/**
 * Judges a condition by what the final answer says of it: `no` when a sentence that shares a word with the condition (or with the question
 * it refers to) negates it, `yes` when one affirms it, else `unknown`. A sentence about what the model could not do says nothing.
 */
export function conditionHolds(condition: string, answer: string): "yes" | "no" | "unknown" {
  if (condition.startsWith(CONTRARY)) {
    const holds = conditionHolds(contraryOf(condition), answer);
    return holds === "unknown" ? holds : holds === "yes" ? "no" : "yes";
  }
  const words = contentWords(condition);
  // "Did I pay already?": that it was done already affirms it.
  const negation = /\balready\b|已经|已經/i.test(condition) ? NEGATION_BUT_ALREADY : NEGATION;
  if (/[?？吗嗎]\s*$/.test(condition)) {
    const reply = /^\W*(?:(yes\b|是的|有的|有，|对，|對，)|(no\b(?! (?:problem|worries))|没有|沒有|不是|否))/i.exec(
      answer.trim(),
    );
    if (reply) return reply[1] === undefined ? "no" : "yes";
  }
  let verdict: "yes" | "no" | "unknown" = "unknown";
  for (const sentence of answer.slice(-MOST_CHARS).split(CLAUSE_ENDS)) {
    if (INABILITY.test(sentence)) continue;
    const shared = contentWords(sentence).filter((word) => words.includes(word));
    if (shared.length === 0) continue;
    // "It had not shipped" affirms "in case it has not shipped".
    if (NEGATED_CONDITION.test(condition)) {
      if (!negation.test(sentence)) return "no";
      verdict = "yes";
      continue;
    }
    // "The price is below 210" affirms "if it is lower than 210".
    if (LESS.test(condition) && LESS.test(sentence) && !NEGATED_CONDITION.test(sentence)) {
      verdict = "yes";
      continue;
    }
    if (negation.test(sentence)) {
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
  const latin = text.toLowerCase().match(/[a-z][a-z'-]{2,}|\d{1,2}:\d{2}|\d{2,}/g) ?? [];
  const han = [...text.matchAll(/(?=([\u4e00-\u9fff]{2}))/g)].map((match) => match[1] ?? "");
  return [...latin.filter((word) => !COMMON.has(word)).map(stem), ...han];
}

function stem(word: string): string {
  return word.replace(/(?:ing|ed|es|s)$/, "");
}
