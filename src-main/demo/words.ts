// The words the demo model knows: how it splits text into comparable words, which it takes for the same, and dates.
import { remembered } from "./remembered.ts";

/** Chinese terms → the English words they are compared as. Longest first matters: 打包清單 before 清單. */
const CHINESE_TERMS: readonly (readonly [RegExp, string])[] = [
  [/夏威夷/g, "hawaii"],
  [/[渡度]假|假期|休假|旅[遊游行]|出[遊游]/g, "vacation"],
  [/行程|[計计][劃畫划]|[規规][劃划]/g, "plans"],
  [/打包|行李|[裝装]箱/g, "packing"],
  [/清[單单]|列表|名[單单]/g, "list"],
  [/待[辦办]/g, "actions"],
  [/[預预]算/g, "budget"],
  [/食[譜谱]/g, "recipe"],
  [/[材食]料|食材/g, "ingredients"],
  [/回[饋馈]|反[饋馈]|意[見见]/g, "feedback"],
  [/[會会][議议]/g, "meeting"],
  [/[紀记][錄录]|[記记][錄录]/g, "minutes"],
  [/合[約约同]/g, "contract"],
  [/手[冊册]/g, "handbook"],
  [/[員员]工/g, "employee"],
  [/[聯联][絡络系繫]/g, "contact"],
  [/[調调]查|[問问]卷/g, "survey"],
  [/花[園园]/g, "garden"],
  [/[庫库]存/g, "stock"],
  [/[產产]品/g, "product"],
  [/天[氣气]/g, "weather"],
  [/[筆笔][記记]/g, "notes"],
  [/活[動动]|事件/g, "event"],
  [/[郵邮]件/g, "email"],
  [/日[曆历]|行事[曆历]/g, "calendar"],
  [/[檔档]案|文件|[雲云]端|硬[碟盘]/g, "file"],
];

/** Chinese words too common to say which file or fact is meant; verbs of requests among them. */
const CHINESE_STOP =
  /根[據据]|按照|依照|我[們们]|你[們们]|什[麼么]|甚麼|哪[些個个]|要做|[請请]|[幫帮]我|告[訴诉]|找出|[查尋寻]找|列出|[總总][結结]|[刪删][除掉去]?|移除|建立|[創创]建|新增|新建|[製制]作|[寫写][入成到進进]?|[儲保]存|分享|共享|共用|附加|追加|加[到入]|唯[讀读]|只[讀读]|[編编][輯辑]|[權权]限|方式|同一?[份樣样個个]?|相同|[這这那該该][個个份]?|裡面?|里面?|[內内]容|最[大小新舊旧][的]?|[當当那]天|上述|以上|以下|相[關关]|[資资][訊料]|信息|可以?|多少|[幾几][個个份]|一[個个份]|名[為为叫]|叫做|命名|然[後后]|[並并再]|它|把|[將将]|[給给]|以及?|和|與|与|用|在|的|中|了|呢|[嗎吗]|是|有|到|上|份|新/g;

/** Words that stand for one another when files and requests are compared. */
const SYNONYMS: readonly (readonly string[])[] = [
  ["vacation", "holiday", "trip", "getaway"],
  ["plan", "itinerary", "schedule", "agenda"],
  ["packing", "pack"],
  ["recipe", "cooking"],
  ["minutes", "record", "protocol"],
  ["email", "mail", "message"],
  ["budget", "cost", "spending"],
  ["contract", "agreement"],
  ["survey", "questionnaire"],
  ["stock", "inventory"],
];

/** Words too common to say which file or fact is meant. */
const STOP_WORDS = new Set(
  (
    "a an the and or of to in on at for from by with without into onto as is are was were be been being am do does did done " +
    "doing have has had will would shall should can could may might must it its this that these those there here we us our " +
    "ours you your yours i me my mine he she they them their his her what when where who whom whose which why how according " +
    "per same also then please file files document documents drive named called titled name new it's what's thing things " +
    "based using use need want like let get give tell show find look up out about so if not no any some all each every only " +
    "just now two three four next first second third last finally create make write save add append share delete remove " +
    "put copy send read open content contents text contains containing holds holding going happening planned scheduled " +
    "many count number happens happen saying says say access someone inside within exactly still task finished outstanding person people " +
    "information info detail details result answer separate both reader readers editor editors viewer viewers edit rights listing " +
    "everything anything largest biggest smallest newest latest oldest following accordingly id"
  ).split(" "),
);

/** Weight of words that many file names share; every other word weighs 1. */
const WEAK_WORDS = new Map([
  ["list", 0.4],
  ["plan", 0.7],
  ["note", 0.7],
  ["item", 0.3],
  ["product", 0.7],
  ["day", 0.3],
  ["collection", 0.7],
]);

/** Content words of a text in comparable form (lower case, singular, Chinese terms as English words), each once. */
export const contentWords: (text: string) => readonly string[] = remembered(splitWords);

function splitWords(text: string): string[] {
  const words = translateTerms(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap(splitScripts)
    .filter((word) => word !== "" && !STOP_WORDS.has(word) && !/^\d{1,2}(st|nd|rd|th)?$/.test(word))
    .map(stem);
  return [...new Set(words)];
}

/** The words of a file's name, without its extension. */
export function nameWords(name: string): readonly string[] {
  return wordsOfName(name);
}

const wordsOfName = remembered((name) =>
  contentWords(name.replace(/\.[a-z0-9]{1,5}$/i, "").replace(/([a-z0-9])([A-Z])/g, "$1 $2")),
);

/** How well `words` are met by `others`: the sum of the weights of those that are, synonyms at 0.9. */
export function overlap(words: readonly string[], others: readonly string[]): number {
  return words.reduce((sum, word) => sum + wordWeight(word) * likeness(word, others), 0);
}

/** True for a word that narrows the choice, unlike "list" or "note". */
export function isTelling(word: string): boolean {
  return wordWeight(word) >= 0.7;
}

function wordWeight(word: string): number {
  return WEAK_WORDS.get(word) ?? 1;
}

function likeness(word: string, others: readonly string[]): number {
  if (others.includes(word)) return 1;
  return SYNONYMS.some((group) => group.includes(word) && others.some((other) => group.includes(other))) ? 0.9 : 0;
}

/** English singular, roughly; Chinese is left alone. */
function stem(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith("s") && !/(ss|us|is)$/.test(word) && word !== "minutes")
    return word.slice(0, -1);
  return word;
}

/** "vacation計劃" → the Latin and the Chinese part; runs of Chinese give their pairs of characters, since no spaces part them. */
function splitScripts(word: string): string[] {
  return (word.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? []).flatMap((run) => {
    if (!/\p{Script=Han}/u.test(run)) return [run];
    return run.length <= 2 ? [run] : Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2));
  });
}

function translateTerms(text: string): string {
  if (!/\p{Script=Han}/u.test(text)) return text;
  const known = CHINESE_TERMS.reduce((rest, [term, english]) => rest.replace(term, ` ${english} `), text);
  return known.replace(CHINESE_STOP, " ");
}

export type Language = "en" | "zh-Hant" | "zh-Hans";

/** The language a text is written in; Chinese as soon as it holds four Chinese characters. */
export function languageOf(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han < 4) return "en";
  const traditional = text.match(/[們個這為與來說時會請並讀寫檔案計劃單給裡麼誰後訴刪創動]/g)?.length ?? 0;
  const simplified = text.match(/[们个这为与来说时会请并读写档计划单给里么谁后诉删创动]/g)?.length ?? 0;
  return traditional >= simplified ? "zh-Hant" : "zh-Hans";
}

export interface DayOfYear {
  month: number;
  day: number;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const CHINESE_DIGITS = "一二三四五六七八九";

/** Days named in a text: June 13, 13 June, 13th of June, 2025-06-13, 6月13日, 六月十三日. Each once, in order. */
export function datesIn(text: string): DayOfYear[] {
  const found: { at: number; date: DayOfYear }[] = [];
  const collect = (pattern: RegExp, read: (match: RegExpMatchArray) => DayOfYear) => {
    for (const match of text.matchAll(pattern)) found.push({ at: match.index, date: read(match) });
  };
  const monthNumber = (name = "") => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  collect(new RegExp(`\\b${MONTH}\\.?\\s+(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\d|:\\d)`, "gi"), (m) => ({
    month: monthNumber(m[1]),
    day: Number(m[2]),
  }));
  collect(new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}\\b`, "gi"), (m) => ({
    month: monthNumber(m[2]),
    day: Number(m[1]),
  }));
  collect(/\b\d{4}-(\d{2})-(\d{2})/g, (m) => ({ month: Number(m[1]), day: Number(m[2]) }));
  collect(/(\d{1,2}|[一二三四五六七八九十]{1,3})\s*月\s*(\d{1,2}|[一二三四五六七八九十]{1,3})\s*[日號号]?/g, (m) => ({
    month: chineseNumber(m[1]),
    day: chineseNumber(m[2]),
  }));
  const seen = new Set<string>();
  return found
    .toSorted((a, b) => a.at - b.at)
    .map((entry) => entry.date)
    .filter(({ month, day }) => month >= 1 && month <= 12 && day >= 1 && day <= 31)
    .filter(({ month, day }) => !seen.has(`${month}/${day}`) && seen.add(`${month}/${day}`));
}

/** The text without the days it names, so that "june" is not taken for a word of a file's name. */
export function withoutDates(text: string): string {
  return text
    .replace(
      new RegExp(
        `\\b${MONTH}\\.?\\s+(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th)?\\b|\\b\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}\\b`,
        "gi",
      ),
      " ",
    )
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, " ")
    .replace(/(\d{1,2}|[一二三四五六七八九十]{1,3})\s*月\s*(\d{1,2}|[一二三四五六七八九十]{1,3})\s*[日號号]?/g, " ");
}

/** 13, 十三 and 二十一 as numbers. */
function chineseNumber(text = ""): number {
  if (/^\d+$/.test(text)) return Number(text);
  const [tens, ones] = text.includes("十") ? text.split("十") : ["", text];
  const ten = text.includes("十") ? (tens === "" ? 10 : (CHINESE_DIGITS.indexOf(tens ?? "") + 1) * 10) : 0;
  return ten + (ones ? CHINESE_DIGITS.indexOf(ones) + 1 : 0);
}
