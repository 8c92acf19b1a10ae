// Phrases of a model's last message that tell a claim, a question and a surrender apart, in English and Chinese.
import { WRITE_VERB_LIST, pastForms } from "../ledger/lexicon/english.ts";
import { CHINESE_WRITE_VERBS, simplify } from "../ledger/lexicon/chinese.ts";
import { mask } from "../ledger/text.ts";

const PARTICIPLES = [...new Set(WRITE_VERB_LIST.flatMap(({ verb }) => pastForms(verb)))]
  .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  .join("|");
const CLAIM_EN = new RegExp(
  String.raw`\b(?:i(?:['’]ve| have)(?: now| also| just| already| successfully)* (?:${PARTICIPLES})|i(?: also| then| just| successfully)* (?:${PARTICIPLES})\b(?! to\b)|(?:has|have) (?:now |also |already |just )?been (?:successfully )?(?:${PARTICIPLES})|(?:is|are|was|were) (?:now |also )?successfully (?:${PARTICIPLES})|successfully (?:${PARTICIPLES})|(?:was|were|is now|are now) (?:${PARTICIPLES})(?: successfully)?|(?:so|therefore|hence|and) (?:it|they|this|that)(?: is| are|['’]s) (?:now )?(?:${PARTICIPLES})|(?:is|are) (?:${PARTICIPLES})\W*$|(?:^|\n)\W*(?:done|all (?:done|set)|completed)\b)`,
  "i",
);
const HYPOTHETICAL =
  /\b(?:nothing|none|nobody|no (?:\w+ ){0,2}(?:is|was|were|has|have)|would|could|should|can|will|once|when|whenever|unless|after|if|until|before|not|n['’]t|unable|cannot|to be|needs?)\b/i;
const CHINESE_VERB = CHINESE_WRITE_VERBS.filter(({ verb }) => verb.length > 1)
  .map(({ verb }) => verb)
  .join("|");
const CLAIM_ZH = new RegExp(
  `(?:已经?|成功)(?:为您|为你|帮您|帮你|将|把)?[^，。！？\\n]{0,16}?(?:${CHINESE_VERB})|(?:${CHINESE_VERB})(?:完成|成功|好了|完毕)|(?:${CHINESE_VERB})了`,
);

const ASK_EN =
  /\b(?:would you like|do you want|shall i|should i|could you|can you|please (?:provide|confirm|specify|clarify|let me know|tell|share|give|advise|choose|reply)|let me know (?:if|which|what|how|whether|when|the)|may i|what (?:would|should|is) (?:you|the|your)|which (?:one|of|file|option)|is that (?:ok|okay|correct|right)|is this (?:ok|okay|correct|right)|i(?:['’]ll| will)? need (?:your|you to|more|the following|additional|some|to know)|i require|to proceed,? (?:i|please)|if you(?:['’]d| would)? (?:like|want|prefer)|how would you like|confirm(?:ation)?\b.*\?)/i;
const ASK_ZH =
  /请(?:您|你)?(?:提供|告诉|告知|确认|说明|指定|选择|回复|补充|问)|您?(?:需要|希望|想要)我|是否(?:要|需要|继续|可以)|要不要|可以吗|好吗|吗[?？]/;

const GAVE_UP_EN =
  /\b(?:(?:i(?:['’]m| am| was)|we (?:are|were)) (?:unable|not able|sorry|afraid)|i (?:could(?: not|n['’]t)|can(?:not|['’]t| not)|did(?: not|n['’]t) find|do(?: not|n['’]t) (?:have|see|find)|failed to|was unable|wasn['’]t able|have not found|haven['’]t found|apologi[sz]e)|unfortunately|there (?:is|are|was|were|does not|doesn['’]t)(?: seem to be| appear to be)? no\b|no (?:\w+ ){0,4}(?:were|was) found|(?:could not|couldn['’]t|cannot|can['’]t|not) (?:be )?(?:found|find|located?|accessed?|complete[d]?|possible)|it (?:seems|appears) (?:that )?(?:there|the|i|you)[^.]*\b(?:not|no|n['’]t)\b|(?:did not|didn['’]t|does not|doesn['’]t) (?:return|exist|contain|have|find|seem)|i don['’]t have (?:access|the ability))/i;
const GAVE_UP_ZH =
  /无法|不能|没有(?:找到|权限|办法|相关|任何)|找不到|未(?:能)?找到|抱歉|对不起|很遗憾|失败|不存在|没有.{0,8}(?:功能|工具)/;

/** Claims, questions and surrenders stand at the end of what was said. */
const MOST_CHARS = 20_000;

function plainText(text: string): string {
  return simplify(mask(text.slice(-MOST_CHARS)).text);
}

/** The text says that a change was made. */
export function claimsAction(text: string): boolean {
  return claimSentences(text).length > 0;
}

/** Sentences that say a change was made; conditional and negated ones do not. */
export function claimSentences(text: string): string[] {
  return plainText(text)
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/)
    .filter((sentence) => {
      const english = CLAIM_EN.exec(sentence);
      if (english && !isHypothetical(sentence, english)) return true;
      // What stands before the comma may be the reason ("還沒出貨，已經取消").
      return sentence.split(/[，,；;]/).some((clause) => {
        const chinese = CLAIM_ZH.exec(clause);
        return (
          chinese !== null && !/如果|若|尚未|还没|没有|未|无法|可以|将|是否/.test(clause.slice(0, chinese.index + 1))
        );
      });
    });
}

/** "It had not shipped, so it is cancelled": a reason before the comma negates nothing behind it. */
function isHypothetical(sentence: string, claim: RegExpExecArray): boolean {
  const before = sentence.slice(Math.max(0, claim.index - 30), claim.index);
  return HYPOTHETICAL.test(`${before.slice(before.search(/[,;][^,;]*$/) + 1)}${claim[0]}`);
}

/** The text asks the user for something: a decision, a fact, a go-ahead. */
export function asksUser(text: string): boolean {
  const tail = plainText(text).slice(-700);
  return ASK_EN.test(tail) || ASK_ZH.test(tail) || /[?？]\s*["'”’)）*_]*\s*$/.test(tail);
}

/** The text says that something cannot be done or was not found. */
export function givesUp(text: string): boolean {
  const plain = plainText(text);
  return GAVE_UP_EN.test(plain) || GAVE_UP_ZH.test(plain);
}

const UNDETERMINED =
  /\b(?:could(?: not|n['’]t)|can(?:not|['’]t| not)|(?:was|were|am|are|been)(?: not|n['’]t) able to|unable to|failed to) (?:find out|determine|tell|answer|say|access|retrieve|look up|work out|establish|read|open)\b|\bi (?:do not|don['’]t) know\b|无法(?:确定|得知|查到|查询|回答|判断|取得|读取|知道)|查不到|不知道/i;

/** All that is said is that the answer could not be had; an answer with one gap in it is an answer. */
export function answersNothing(text: string): boolean {
  const said = plainText(text)
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return said.length > 0 && said.length <= 2 && UNDETERMINED.test(said[0] ?? "");
}
