// Finds an answer in a result by the names of its fields, as a model does: the first field named like what is asked for is taken, whatever it holds.
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import type { Asked } from "./thing-requests.ts";
import type { Language } from "./words.ts";

export interface Field {
  name: string;
  value: JsonValue;
}

/** Every field of a JSON result in document order, the outer ones before those inside them; none of a text. */
export function fieldsOf(shown: string): Field[] {
  try {
    return listFields(JSON.parse(shown) as JsonValue);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function listFields(value: JsonValue): Field[] {
  if (Array.isArray(value)) return value.flatMap(listFields);
  if (!isJsonObject(value)) return [];
  const own = Object.entries(value).map(([name, entry]) => ({ name, value: entry }));
  return [...own, ...own.flatMap(({ value: entry }) => (typeof entry === "object" ? listFields(entry) : []))];
}

/** The value for an argument: of the first field of its name, but for case, separators and a leading `expected` or `current`. */
export function fieldFor(argument: string, fields: readonly Field[]): JsonValue {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const wanted = plain(argument).replace(/^(?:expected|current)/, "");
  const found = fields.find(({ name, value }) => plain(name) === wanted && isScalar(value));
  return found?.value ?? null;
}

const FIELD_NAMES: Readonly<Record<Asked, readonly RegExp[]>> = {
  seats: [/seats?_?(?:left|free|available|remaining)/i, /seats?|places/i],
  access: [/accessib|wheelchair|step_?free/i],
  when: [/^starts?|^begin|^date|^when$/i],
  where: [/venue|location|^place$|address|^where$/i],
  price: [/price|cost|^fee$/i],
  about: [/^description$|^summary$|^about$/i],
};

/** What a text without fields can be taken to say by its form; of anything else it says nothing. */
const IN_TEXT: Partial<Record<Asked, RegExp>> = {
  when: /\d{4}-\d{2}-\d{2}|\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)/,
  seats: /\d+ (?:seats?|places)\b|座位/i,
  access: /wheelchair|step-free|accessible|無障礙|无障碍/i,
  price: /\d+ (?:TWD|USD|EUR)|\$\d/,
  where: /,\s*\p{Lu}/u,
  about: /./s,
};

/** In words; null where the result does not say. */
export function answerFrom(shown: string, asked: Asked): string | null {
  const fields = fieldsOf(shown);
  if (fields.length === 0) return IN_TEXT[asked]?.test(shown) === true ? plainText(shown) : null;
  for (const pattern of FIELD_NAMES[asked]) {
    for (const { name, value } of fields) {
      if (pattern.test(name) && isScalar(value)) return `${name.replaceAll("_", " ")}: ${String(value)}`;
    }
  }
  return null;
}

/** A text that came as a JSON string, without its quotes. */
function plainText(shown: string): string {
  return /^"[\s\S]*"$/.test(shown) ? shown.slice(1, -1) : shown;
}

function isScalar(value: JsonValue): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

export interface ThingPhrases {
  found(titles: string): string;
  nothing(words: string): string;
  answer(title: string, said: string): string;
  notSaid(title: string, asked: Asked): string;
  kept(title: string): string;
  lacks(title: string, tool: string, argument: string): string;
  unavailable(title: string): string;
  confirm(title: string): string;
  failed(title: string, why: string): string;
  noTool: string;
  which: string;
  separator: string;
}

const ENGLISH_ASKED: Record<Asked, string> = {
  seats: "how many seats are left",
  access: "whether it is accessible",
  when: "when it is",
  where: "where it is",
  price: "what it costs",
  about: "what it is about",
};
const HANT_ASKED: Record<Asked, string> = {
  seats: "剩餘座位",
  access: "無障礙情況",
  when: "時間",
  where: "地點",
  price: "票價",
  about: "內容",
};
const HANS_ASKED: Record<Asked, string> = {
  seats: "剩余座位",
  access: "无障碍情况",
  when: "时间",
  where: "地点",
  price: "票价",
  about: "内容",
};

const PHRASES: Record<Language, ThingPhrases> = {
  en: {
    found: (titles) => `I found: ${titles}.`,
    nothing: (words) => `I could not find anything for "${words}": the search has no result.`,
    answer: (title, said) => `${title}: ${said}.`,
    notSaid: (title, asked) => `I could not find out ${ENGLISH_ASKED[asked]} (${title}): the details do not say.`,
    kept: (title) => `I saved ${title}.`,
    lacks: (title, tool, argument) => `I could not save ${title}: ${tool} needs ${argument}, which no result holds.`,
    unavailable: (title) => `I could not save ${title}: its details say that it cannot be saved now.`,
    confirm: (title) => `${title} obliges you to something when it is saved. Do you confirm that I should save it?`,
    failed: (title, why) => `I could not do this for ${title}: ${why}`,
    noTool: "there is no tool for it.",
    which: "Which one do you mean?",
    separator: ", ",
  },
  "zh-Hant": {
    found: (titles) => `找到：${titles}。`,
    nothing: (words) => `找不到「${words}」：搜尋沒有結果。`,
    answer: (title, said) => `${title}：${said}。`,
    notSaid: (title, asked) => `無法得知${HANT_ASKED[asked]}（${title}）：詳情中沒有說明。`,
    kept: (title) => `已儲存 ${title}。`,
    lacks: (title, tool, argument) => `無法儲存 ${title}：${tool} 需要 ${argument}，但結果中沒有。`,
    unavailable: (title) => `無法儲存 ${title}：詳情說明目前不能儲存。`,
    confirm: (title) => `儲存 ${title} 會產生義務。您確認要我儲存嗎？`,
    failed: (title, why) => `無法完成 ${title}：${why}`,
    noTool: "沒有可用的工具。",
    which: "您指的是哪一個活動？",
    separator: "、",
  },
  "zh-Hans": {
    found: (titles) => `找到：${titles}。`,
    nothing: (words) => `找不到“${words}”：搜索没有结果。`,
    answer: (title, said) => `${title}：${said}。`,
    notSaid: (title, asked) => `无法得知${HANS_ASKED[asked]}（${title}）：详情中没有说明。`,
    kept: (title) => `已收藏 ${title}。`,
    lacks: (title, tool, argument) => `无法收藏 ${title}：${tool} 需要 ${argument}，但结果中没有。`,
    unavailable: (title) => `无法收藏 ${title}：详情说明目前不能收藏。`,
    confirm: (title) => `收藏 ${title} 会产生义务。您确认要我收藏吗？`,
    failed: (title, why) => `无法完成 ${title}：${why}`,
    noTool: "没有可用的工具。",
    which: "您指的是哪一个活动？",
    separator: "、",
  },
};

export function thingPhrases(language: Language): ThingPhrases {
  return PHRASES[language];
}
