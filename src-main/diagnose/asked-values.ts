// What the request asks to be told, against what results held and what the answer says: not held by any result is the tool's fault, held and left out
// the model's. Said only where it can be judged: where the item names what it is about, or what kind of value it wants.
import type { GroundedValue, GroundingGap, ValueKind, ValueOrigin } from "../../src-shared/cli/grounding-document.ts";
import type { LedgerItem } from "../../src-shared/trace/ledger.ts";
import { simplify } from "../ledger/lexicon/chinese.ts";
import { holdsValue, type Leaf, type ResultValues } from "./result-values.ts";
import type { TracedCall } from "./types.ts";
import { valueSpans, wordKey } from "./value-spans.ts";

export interface AskedContext {
  shown: ResultValues;
  raw: ResultValues;
  given: readonly Leaf[];
  values: readonly GroundedValue[];
  calls: readonly TracedCall[];
  originsOf(leaves: readonly Leaf[]): ValueOrigin[];
}

/** What an item wants to be told, by its question word; null: no kind of value. */
const WANTED: readonly { asks: RegExp; kinds: readonly ValueKind[] }[] = [
  { asks: /\be-?mails? (?:address(?:es)?)\b|\bemail of\b|邮箱|邮件地址|电邮/i, kinds: ["email"] },
  { asks: /\bwhat time\b|\bat what time\b|几点|什么时间/i, kinds: ["time"] },
  {
    asks: /\bwhen\b|\b(?:what|which) (?:date|day)s?\b|什么时候|何时|哪(?:一)?天|几月几[日号]|几号|什么日期|哪些?日期/i,
    kinds: ["date", "time"],
  },
  {
    asks: /\bhow (?:many|much|long|far|old|large|big|high)\b|\bwhat(?:'s| is| are| was| were) the (?:\w+ )?(?:total|number|price|cost|amount|balance|average|sum|size|temperature|rating)\b|多少|几(?:个|份|次|位|天|晚|间|条)|总(?:数|额|价|计)|价格|金额|费用|温度|气温/i,
    kinds: ["number", "time"],
  },
  { asks: /\b(?:id|identifier)s?\b|编号|单号/i, kinds: ["id", "number"] },
];

/** Not every item that reads something asks to be told it: "take a look at the file". */
const ASKS =
  /\?|？|\b(?:what|who|whom|whose|where|which|when|why|how|tell me|list|show|summari[sz]e)\b|什么|哪|谁|几|多少|告诉我|列出/i;
/** Answered in a word that stands in no result. */
const YES_OR_NO = /^(?:please )?(?:am|is|are|was|were|do|does|did|can|could|has|have|will|would)\b|吗|是否|有没有/i;
const NUMBER_WORD =
  /\b(?:no|none|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|once|twice)\b|[零一二两兩三四五六七八九十][个個份次位天晚间間条條]/i;

/** Gaps of what was asked to be told. */
export function askedGaps(ledger: readonly LedgerItem[], answer: string, context: AskedContext): GroundingGap[] {
  const items = ledger.filter(
    (item) => item.source === "request" && item.kind === "read" && item.condition?.holds !== "no",
  );
  const known = new Set(context.given.flatMap(({ text }) => wordsOf(text)));
  return items.flatMap((item) => gapOf(item, answer, context, known) ?? []);
}

function gapOf(
  item: LedgerItem,
  answer: string,
  context: AskedContext,
  known: ReadonlySet<string>,
): GroundingGap | null {
  const { shown, raw, values, calls } = context;
  if (calls.length === 0) return null;
  const wanted = WANTED.find(({ asks }) => asks.test(simplify(item.action)))?.kinds ?? null;
  const about = aboutOf(item.action);
  if (
    wanted === null &&
    (about.length === 0 || !ASKS.test(simplify(item.action)) || YES_OR_NO.test(simplify(item.action)))
  )
    return null;
  const said = values.filter(({ status, given }) => (status === "result" || status === "derived") && !given);
  if (wanted !== null && said.some(({ kind }) => wanted.includes(kind))) return null;
  if (wanted?.includes("number") && NUMBER_WORD.test(answer)) return null;
  const gap = (kind: "not_held" | "hidden" | "left_out", leaves: readonly Leaf[]): GroundingGap => ({
    gap: kind,
    whose: kind === "left_out" ? "model" : "tool",
    what: item.action,
    number: item.number,
    results: context.originsOf(leaves),
  });
  const inShown = passages(shown, about, wanted, context.given, known);
  if (inShown.length > 0) return repeats(answer, recordsOf(shown, inShown), known) ? null : gap("left_out", inShown);
  const inRaw = passages(raw, about, wanted, context.given, known);
  if (inRaw.length > 0) return gap("hidden", inRaw);
  // A result that answers in other words than the request's is not seen here: without a kind of value nothing is said.
  if (wanted === null || repeats(answer, shown.leaves, known)) return null;
  return gap("not_held", lastOfEach(shown));
}

/** Values that the item names: a date, a name, an id, an address. */
function aboutOf(action: string) {
  return valueSpans(action).filter(({ kind }) => kind !== "number" && kind !== "url");
}

/** Places beside the ones that hold what the item is about: the same record or line, with something that the request does not hold. */
function passages(
  { leaves }: ResultValues,
  about: ReturnType<typeof aboutOf>,
  wanted: readonly ValueKind[] | null,
  given: readonly Leaf[],
  known: ReadonlySet<string>,
): Leaf[] {
  const isAbout = (leaf: Leaf) => about.some((span) => span.keys.some((key) => holdsValue(leaf, span, key)));
  const records = new Set(leaves.filter(isAbout).map(({ record }) => record));
  const near =
    about.length === 0
      ? leaves
      : leaves.filter((leaf) => records.has(leaf.record) && (wanted !== null || isAbout(leaf)));
  if (wanted === null) return near.filter((leaf) => newWords(leaf, known).length > 0);
  return near.filter((leaf) => {
    const spans = valueSpans(leaf.text);
    const fresh = spans.some(
      (span) =>
        wanted.includes(span.kind) && !given.some((place) => span.keys.some((key) => holdsValue(place, span, key))),
    );
    return fresh || (wanted.includes("number") && leaf.number !== null) || (wanted.includes("id") && isId(leaf));
  });
}

/** The places and all others of their records. */
function recordsOf({ leaves }: ResultValues, places: readonly Leaf[]): Leaf[] {
  const records = new Set(places.map(({ record }) => record));
  return leaves.filter(({ record }) => records.has(record));
}

function isId(leaf: Leaf): boolean {
  return /(?:^|[._])ids?_?$|Id$|编号|編號/.test(leaf.field ?? "");
}

/** The answer shares a value or a word with a place that the request does not hold. */
function repeats(answer: string, leaves: readonly Leaf[], known: ReadonlySet<string>): boolean {
  const said = new Set(wordsOf(answer));
  return leaves.some((leaf) => newWords(leaf, known).some((word) => said.has(word)));
}

function newWords(leaf: Leaf, known: ReadonlySet<string>): string[] {
  return wordsOf(leaf.text).filter((word) => !known.has(word));
}

const COMMON = new Set(
  "the and for are was were has had have with from that this they them your you our will would can could should not but all any its into about there their here what when where which who how".split(
    " ",
  ),
);

/** Words of three letters and more, numbers, and pairs of Chinese characters. */
function wordsOf(text: string): string[] {
  const plain = wordKey(text);
  const latin = plain.match(/[\p{L}\p{N}]+/gu)?.filter((word) => !/\p{Script=Han}/u.test(word)) ?? [];
  const han = [...plain.matchAll(/(?=(\p{Script=Han}{2}))/gu)].map((match) => match[1] ?? "");
  return [
    ...latin
      .filter((word) => (word.length >= 3 && !COMMON.has(word)) || /^\d+$/.test(word))
      .map((word) => word.replace(/(?:ing|ed|es|s)$/, "")),
    ...han,
  ];
}

function lastOfEach({ leaves }: ResultValues): Leaf[] {
  return [...new Map(leaves.map((leaf) => [`${leaf.call.turn} ${leaf.call.id}`, leaf])).values()].map((leaf) => ({
    ...leaf,
    field: null,
  }));
}
