// What the model itself said it would do: announcements ("I'll now create …", "我現在就建立…") and open entries of to-do lists it wrote.
import type { Family } from "./lexicon/families.ts";
import { ingForm, WRITE_VERB_LIST } from "./lexicon/english.ts";
import { simplify } from "./lexicon/chinese.ts";
import { chineseClauses } from "./request-chinese.ts";
import { englishClauses } from "./request-english.ts";
import type { ObjectRef } from "./objects.ts";
import { objectsIn } from "./objects.ts";
import type { Clause } from "./clause.ts";
import type { Masked } from "./text.ts";
import { isChinese, mask, sentences, unmask } from "./text.ts";

export interface PromisedAction {
  action: string;
  kind: "read" | "write";
  family: Family | null;
  objects: ObjectRef[];
}

const ANNOUNCED =
  /(?:^|[,;:—]\s*|\b(?:so|and|then|now|next|first|finally|therefore|this|that|information|results?)\s*,?\s*)(?:i(?:['’]ll| will| shall|['’]m going to| am going to|['’]m about to| am about to)|let me|let['’]s|let us|i (?:now )?need to|i (?:now )?have to|i (?:should|must)(?: now)?|we (?:need to|will)|the next step is to)\s+((?:(?:now|then|next|first|also|just|finally|quickly|immediately|simply|start by|begin by|proceed to|proceed with|go ahead and|try to|have to|need to)\s+)*)(.+)$/i;
const CONDITIONAL =
  /^(?:if|unless|would you|shall i|do you|should you|when you|once you|after you|as soon as you|whenever you|let me know|please|could you|can you)\b|\b(?:if you(?:['’]d)?|once you|after you|when you|unless you|before i|let me know|as soon as you|without your|i can(?:not|['’]t)?|i(?:['’]d| would) be|be (?:able|unable|happy|glad))\b/i;
const ING = new Map(WRITE_VERB_LIST.map(({ verb }) => [ingForm(verb), verb]));
const IN_PROGRESS = /(?:^|\b(?:now|so)\s*,?\s*)i(?:['’]m| am)(?: now| currently)?\s+([a-z]+ing)\b(.*)$/i;
const CHINESE_ANNOUNCED =
  /^(?:好的?|接下来|接着|现在|然后|首先|下一步|那么|所以|因此|明白了?|没问题|[,，、：:\s])*(?:我(?:现在|接下来|马上|立刻|这就|将|先|会)*(?:就|将|会|来|先|要|需要|去|马上)|让我(?:先|来|现在)?|我们(?:来|先|需要))(?!您|你)(.+)$/;
const CHINESE_CONDITIONAL =
  /如果|若您|若你|要是|是否|吗|[?？]|等您|等你|您确认|你确认|可以帮|请(?:您|你)?(?:提供|告诉|确认)/;
const OPEN_TODO = /^\s*(?:[-*•]\s*|\d+[.)、]\s*)?\[ \]\s*(.+)$/;
const LIST_LINE = /^\s*(?:\d+[.)、]|[-*•])\s+(?!\[[xX]\])(.+)$/;
const LIST_HEAD =
  /(?:to-?do(?: list)?|remaining(?: steps| tasks)?|next steps?|my plan|plan|待办(?:事项|清单)?|计划|接下来的步骤|剩余步骤)\s*(?:\*\*)?\s*[:：]?\s*(?:\*\*)?\s*$/i;

/**
 * What each of the expressions above needs: a line without it promises nothing and heads no list. A quick look that spares most lines the
 * slow ones; whatever is not written in Latin letters passes.
 */
const MAY_PROMISE =
  /i(?:['’](?:ll|m)| (?:will|shall|am|now|need|have|should|must))|let(?: |['’])|we (?:need|will)|next step|\[ \]|to-?do|remaining|plan|[\u2e80-\uffff]/i;

/** Promises stand in what the model says, not in pages it hands on. */
const MOST_CHARS = 20_000;
const MOST_SENTENCE_CHARS = 1_500;

/** Reads what an assistant's text promises, in order. Offers, questions and conditional sentences promise nothing. */
export function promisesIn(text: string): PromisedAction[] {
  const read = text.slice(0, MOST_CHARS);
  if (!MAY_PROMISE.test(read)) return [];
  const masked = mask(read);
  const out: PromisedAction[] = [];
  let inList = false;
  for (const line of masked.text.split(/\n+/)) {
    if (!inList && !MAY_PROMISE.test(line)) continue;
    const open = OPEN_TODO.exec(line);
    const listed = inList ? LIST_LINE.exec(line) : null;
    if (open || listed) {
      out.push(...actionsOf(open?.[1] ?? listed?.[1] ?? "", masked));
      continue;
    }
    inList = LIST_HEAD.test(simplify(line.trim())) && !/[?？]/.test(line);
    for (const sentence of sentences(line)) out.push(...announced(sentence.slice(0, MOST_SENTENCE_CHARS), masked));
  }
  return out;
}

function announced(sentence: string, masked: Masked): PromisedAction[] {
  if (!MAY_PROMISE.test(sentence)) return [];
  if (isChinese(sentence)) {
    const plain = simplify(sentence);
    if (CHINESE_CONDITIONAL.test(plain)) return [];
    const match = CHINESE_ANNOUNCED.exec(plain);
    return match ? actionsOf(sentence.slice(plain.length - (match[1] ?? "").length), masked) : [];
  }
  if (CONDITIONAL.test(sentence) || /\?\s*$/.test(sentence)) return [];
  const match = ANNOUNCED.exec(sentence);
  if (match) return actionsOf(match[2] ?? "", masked);
  const progress = IN_PROGRESS.exec(sentence);
  const verb = progress ? ING.get((progress[1] ?? "").toLowerCase()) : undefined;
  return verb === undefined ? [] : actionsOf(`${verb}${progress?.[2] ?? ""}`, masked);
}

function actionsOf(text: string, masked: Masked): PromisedAction[] {
  const clauses: readonly Clause[] = isChinese(text)
    ? chineseClauses(text)
    : englishClauses(text, { listed: true, writeVerbs: new Map() });
  return clauses
    .filter(needsCall)
    .slice(0, 4)
    .map((clause) => ({
      action: unmask(clause.text, masked).replace(/\s+/g, " ").trim().slice(0, 200),
      kind: clause.kind,
      family: clause.family,
      objects: objectsIn(clause.text, masked),
    }));
}

const LOOKS_UP =
  /^(?:search|look|check|fetch|retrieve|list|get|find(?! (?:the )?(?:differences?|sum|total|maximum|minimum|average|file with))|read|view|query|browse|locate|see|verify|confirm|investigate|inspect|visit|print|extract|show|gather)\b|搜|查|找|读|讀|取|看/i;

/** What only the model's own head is needed for ("calculate the difference", "summarize it") promises no call. */
function needsCall(clause: Clause): boolean {
  if (clause.kind === "write")
    return clause.family !== "do" && !/^(?:ask|tell|inform|notify) (?:the user|you|them)\b/i.test(clause.text);
  return LOOKS_UP.test(clause.text);
}
