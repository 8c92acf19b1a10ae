// A request's text → the actions it asks for. Text alone: no task list, no tool list is needed, though names of offered write tools
// widen the verbs that are known.
import type { Clause } from "./clause.ts";
import type { Family } from "./lexicon/families.ts";
import { contraryOf } from "./condition.ts";
import { chineseClauses } from "./request-chinese.ts";
import { englishClauses } from "./request-english.ts";
import type { ObjectRef } from "./objects.ts";
import { objectsIn, togetherIn } from "./objects.ts";
import type { Masked } from "./text.ts";
import { inOneLine, isChinese, mask, segments, sentences, unmask } from "./text.ts";

export interface RequestAction extends Omit<Clause, "condition"> {
  action: string;
  number: number | null;
  condition: string | null;
  objects: ObjectRef[];
  /** Receivers or places named side by side ("to Bob and Alice"), lower case. */
  together: string[];
  /** Index of the user message it stands in, and of its sentence there. */
  message: number;
  sentence: number;
}

const MAX_ACTION_CHARS = 200;
/** Of a longer message (a pasted document) only the beginning is read as a request. */
const MOST_SENTENCE_CHARS = 1_500;
const MOST_REQUEST_CHARS = 20_000;
/** "Do this for all existing users": about the action before. */
const REPEATED = /^(?:please\s+)?(?:do|repeat) (?:this|that|it|the same)(?: thing| process)? for (?:all|each|every)\b/i;

/** "Please do two things for me:", "Complete the following tasks": announces the actions and asks for none itself. */
const PREFACE = new RegExp(
  [
    "^(?:(?:please|kindly|now|can|could|would|will|you|i|we|need|want|to|like|help|me|us|just)\\s+)*",
    "(?:do|complete|handle|finish|perform|execute|carry out|take care of|work through|get|accomplish)\\s+",
    "(?:(?:all|each|both|of|the|these|those|this|my|following|next|a|an|few|couple|several|some|many|two|three|four|five|six|seven|eight|nine|ten|\\d+|small|quick|simple|different|separate|more)\\s+)*",
    "(?:things?|tasks?|items?|steps?|actions?|jobs?|points?|requests?|chores?|errands?|to-?dos?|following)",
    "(?:\\s+(?:for|to|with|me|us|you|please|below|done|in|this|that|the|given|listed|now|today|order|sequence))*\\s*[:,.]?$",
  ].join(""),
  "i",
);

/** "If so", "if I did", "if that's true": the condition is the question before. */
const REFERS_BACK =
  /^(?:so|yes|true|(?:it|that|this)(?:['’]s| is| was) (?:so|true|correct|right|the case)|(?:i|it|he|she|they|there|we|you|that|this) (?:did|does|do|is|are|was|were|has|have|had|can|will|would)|是|有|可以|会|會|是的话|是的話)$/i;
/** "If not", "otherwise": it is the contrary of the question or condition before. */
const REFERS_TO_CONTRARY =
  /^(?:no|not|false|otherwise|else|(?:it|that|this)(?:['’]s| is| was)(?:n['’]t| not) (?:so|true|correct|right|the case)|(?:i|it|he|she|they|there|we|you|that|this) (?:did|does|do|is|are|was|were|has|have|had|ca|can|will|would|wo)(?:n['’]t| not)|cannot|没有|沒有|还没有?|還沒有?|不是|不会|不會|不行|否则|否則)$/i;

/** What a condition stands for, given what was asked before; `before` is the last question or condition. */
function resolved(condition: string, question: string | null, before: string | null): string {
  const plain = condition.trim();
  if (REFERS_BACK.test(plain)) return question ?? condition;
  if (!REFERS_TO_CONTRARY.test(plain)) return condition;
  const asked = /^(?:otherwise|else|否则|否則)$/i.test(plain) ? (before ?? question) : (question ?? before);
  return asked === null ? condition : contraryOf(asked);
}

/**
 * Reads what a user's message asks for, in order. `writeVerbs` are further verbs that mean a change (from the names of offered tools).
 * A message that asks for nothing recognisable is one read item, so that every request has a ledger.
 */
export function requestActions(
  text: string,
  message = 0,
  writeVerbs: ReadonlyMap<string, Family> = new Map(),
): RequestAction[] {
  const masked = mask(text.slice(0, MOST_REQUEST_CHARS));
  const actions: RequestAction[] = [];
  let count = 0;
  let previousQuestion: string | null = null;
  let previousCondition: string | null = null;
  for (const segment of segments(masked.text)) {
    for (const whole of sentences(segment.text)) {
      const sentence = whole.slice(0, MOST_SENTENCE_CHARS);
      count += 1;
      if (REPEATED.test(sentence)) {
        const last = actions.findLast((action) => action.kind === "write");
        if (last) last.each = true;
        continue;
      }
      const clauses: readonly Clause[] = isChinese(unmaskLight(sentence))
        ? chineseClauses(sentence)
        : englishClauses(sentence, { listed: segment.listed, writeVerbs });
      for (const clause of clauses) {
        const condition: string | null =
          clause.condition === null
            ? null
            : unmask(resolved(clause.condition, previousQuestion, previousCondition), masked);
        if (clause.condition !== null && !REFERS_TO_CONTRARY.test(clause.condition.trim()))
          previousCondition = clause.condition;
        if (PREFACE.test(clause.text.trim())) continue;
        actions.push({
          ...clause,
          condition,
          ...described(clause, masked),
          number: segment.number,
          message,
          sentence: count,
        });
      }
      if (clauses.some((clause) => clause.kind === "read")) previousQuestion = sentence;
    }
  }
  return settle(actions, text, message);
}

function unmaskLight(sentence: string): string {
  return sentence.replace(/⟦[qeufc]\d+⟧/g, "");
}

function described(clause: Clause, masked: Masked): { action: string; objects: ObjectRef[]; together: string[] } {
  const plain = unmask(clause.text, masked).replace(/\s+/g, " ").trim();
  const action = clause.kind === "write" ? plain.replace(/\s*[?？]+$/, "") : plain;
  return {
    action: action.length > MAX_ACTION_CHARS ? `${action.slice(0, MAX_ACTION_CHARS - 1)}…` : action,
    objects: objectsIn(clause.text, masked),
    together: togetherIn(clause.text, masked),
  };
}

/** "Please help me to do that", behind a wish: the wish is what is asked for. */
const THAT =
  /^(?:help (?:me|us) (?:to )?)?(?:do|handle|arrange|take care of) (?:that|this|it|so)(?: for me| please)?$/i;

function outright(actions: readonly RequestAction[]): RequestAction[] {
  const at = actions.findLastIndex((action) => THAT.test(action.action));
  const wish = actions.slice(0, Math.max(0, at)).findLast((action) => action.weak && action.kind === "write");
  if (!wish) return [...actions];
  return actions.flatMap((action, index) => {
    if (index === at) return [];
    return [action === wish ? { ...action, weak: false } : action];
  });
}

/**
 * Drops wishes beside outright requests, and gives an unreadable request one read item. A wish to do something ("I want to rent a car.")
 * is background, too, where a later sentence wishes to be told something.
 */
function settle(given: readonly RequestAction[], text: string, message: number): RequestAction[] {
  const actions = outright(given);
  const strong = actions.some((action) => !action.weak && !action.refinement);
  const told = actions.findLast((action) => action.weak && action.kind === "read");
  const isBackground = (action: RequestAction): boolean =>
    action.kind === "write" && told !== undefined && action.sentence < told.sentence;
  const kept = actions.filter((action) => !action.weak || (!strong && !isBackground(action)));
  if (kept.some((action) => !action.refinement)) return kept;
  if (kept.length > 0) return kept.map((action) => ({ ...action, refinement: false }));
  const plain = inOneLine(text);
  if (plain === "") return [];
  return [
    {
      text: plain,
      action: plain.length > MAX_ACTION_CHARS ? `${plain.slice(0, MAX_ACTION_CHARS - 1)}…` : plain,
      kind: "read",
      family: null,
      weak: false,
      refinement: false,
      condition: null,
      optional: false,
      each: false,
      shares: false,
      number: null,
      objects: [],
      together: [],
      message,
      sentence: 0,
    },
  ];
}
