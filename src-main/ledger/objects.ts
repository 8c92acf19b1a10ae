// The things an action names: e-mail addresses, file names, links, dates, account numbers, quoted strings, names. Compared with a
// call's arguments they tell which call did which action.
import type { Masked } from "./text.ts";
import { partsIn } from "./text.ts";

export interface ObjectRef {
  kind: "email" | "file" | "url" | "quote" | "date" | "id" | "name" | "number";
  /** Lower case; dates as `MM-DD` or `YYYY-MM-DD`. */
  value: string;
  /** Where the action acts, not what it is made from ("named X", "to X" as against "from X", "based on X"). */
  target: boolean;
}

const MONTHS = "january february march april may june july august september october november december".split(" ");
const MONTH_PATTERN =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const MONTH_DAY = new RegExp(String.raw`\b${MONTH_PATTERN}\.? (\d{1,2})(?:st|nd|rd|th)?\b`, "gi");
const DAY_MONTH = new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH_PATTERN}\b`, "gi");
const ISO_DATE = /\b(\d{4})-(\d{2})-(\d{2})\b/g;
const CHINESE_DATE = /(\d{1,2})\s*月\s*(\d{1,2})\s*[日号號]/g;
const ACCOUNT = /\b[A-Z]{2}\d{2}[A-Z0-9]{8,30}\b/g;
const NAME = /(?<![.!?:]\s|^)(?<=\s|^)[A-Z][a-z]+(?![\w])(?: [A-Z][a-z]+(?!\w))*/g;
const NAME_AFTER_VERB = /^(?:\p{Ll}+ |\p{Lu}\p{Ll}+ )([A-Z][a-z]+(?: [A-Z][a-z]+)*)/u;
const NOT_NAMES = new Set(
  `I Please The A An And Then Also If It My Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May
   June July August September October November December`.split(/\s+/),
);
const SOURCE_BEFORE =
  /(?:from|of|in|based on|according to|per|using|with|by|mentioned in|listed in|read|see|check|open|根据|依|从|按|依照|参考|读)\s*(?:the |my |our |an? )?(?:\w+ ){0,2}?$/i;
const TARGET_BEFORE =
  /(?:named|called|titled|as|to|into|onto|名为|命名为|叫|到|给)\s*(?:the |my |our |an? )?(?:file |document |user )?$/i;

/** Reads the objects of one action from its masked text. */
export function objectsIn(text: string, masked: Masked): ObjectRef[] {
  const out: ObjectRef[] = [];
  for (const part of partsIn(text, masked)) {
    const before = text.slice(0, part.at);
    const target = TARGET_BEFORE.test(before) || !SOURCE_BEFORE.test(before);
    const kind = part.kind === "code" ? "quote" : part.kind;
    out.push({ kind, value: part.inner.toLowerCase(), target });
  }
  const bare = text.replace(/⟦[qeufc]\d+⟧/g, " ⟦⟧ ");
  for (const value of datesIn(bare)) out.push({ kind: "date", value, target: true });
  for (const match of bare.matchAll(ACCOUNT)) out.push({ kind: "id", value: match[0].toLowerCase(), target: true });
  const names = [...bare.matchAll(NAME)].map((match) => match[0]);
  const direct = NAME_AFTER_VERB.exec(bare)?.[1];
  for (const name of new Set(direct === undefined ? names : [direct, ...names])) {
    if (!name.split(" ").every((word) => NOT_NAMES.has(word))) {
      out.push({ kind: "name", value: name.toLowerCase(), target: name === direct });
    }
  }
  return out;
}

/** Dates in a text, as `YYYY-MM-DD` where the year stands there, else `MM-DD`. */
export function datesIn(text: string): string[] {
  const out: string[] = [];
  const pad = (value: string | number): string => String(value).padStart(2, "0");
  for (const match of text.matchAll(ISO_DATE)) out.push(`${match[1]}-${match[2]}-${match[3]}`);
  for (const match of text.matchAll(MONTH_DAY)) out.push(`${pad(monthNumber(match[1] ?? ""))}-${pad(match[2] ?? "")}`);
  for (const match of text.matchAll(DAY_MONTH)) out.push(`${pad(monthNumber(match[2] ?? ""))}-${pad(match[1] ?? "")}`);
  for (const match of text.matchAll(CHINESE_DATE)) out.push(`${pad(match[1] ?? "")}-${pad(match[2] ?? "")}`);
  return [...new Set(out)];
}

function monthNumber(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3))) + 1;
}

/** "Bob and Alice" behind the verb or behind "to"; "'general' and 'random'" anywhere; "王小明和李大同". */
const NAMES_TOGETHER =
  /(?:^[a-z]+\s|\b(?:to|with|both)\s)((?:[A-Z][a-z]+, )*[A-Z][a-z]+,? and [A-Z][a-z]+)(?![\w'’]| [A-Z])/;
const MASKS_TOGETHER = /(?:⟦[qeuf]\d+⟧, )*⟦[qeuf]\d+⟧(?:,? (?:and|&) |\s*[和与及、]\s*)⟦[qeuf]\d+⟧/;

/** Receivers or places that stand side by side, each of which is meant. */
export function togetherIn(text: string, masked: Masked): string[] {
  const masks = MASKS_TOGETHER.exec(text);
  if (masks) return partsIn(masks[0], masked).map(({ inner }) => inner.toLowerCase());
  const names = NAMES_TOGETHER.exec(text);
  return names ? (names[1] ?? "").split(/,? and |, /).map((name) => name.toLowerCase()) : [];
}

/** A call's arguments flattened for comparison. */
export interface FlatArguments {
  text: string;
  emails: ReadonlySet<string>;
  files: ReadonlySet<string>;
  dates: readonly string[];
  /** Most elements of any list among the arguments; 1 where there is none. */
  width: number;
  /** An argument says that everybody is meant ("all", "#team"). */
  toAll: boolean;
}

const EVERYBODY = /^[@#]?(?:all|everyone|everybody|here|channel|team|members|all[ _-]?\w+|所有人?|全体|全體|大家)$/i;

/** Flattens a call's arguments (any JSON value, or the text as sent). */
export function flatten(value: unknown): FlatArguments {
  const texts: string[] = [];
  let width = 1;
  const walk = (node: unknown, depth: number): void => {
    if (depth > 12) return;
    if (typeof node === "string") texts.push(node);
    else if (typeof node === "number" || typeof node === "boolean") texts.push(String(node));
    else if (Array.isArray(node)) {
      width = Math.max(width, node.length);
      for (const child of node) walk(child, depth + 1);
    } else if (typeof node === "object" && node !== null) {
      for (const child of Object.values(node)) walk(child, depth + 1);
    }
  };
  walk(value, 0);
  const short = texts
    .filter((text) => text.length <= 200)
    .join("\n")
    .toLowerCase();
  const whole = texts.join("\n").toLowerCase();
  return {
    text: whole,
    emails: new Set(short.match(/(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}/g) ?? []),
    files: new Set(
      (
        short.match(/(?<![\p{L}\p{N}_@.-])[\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,100}\.[a-z][a-z0-9]{0,5}(?![\w@])/gu) ?? []
      ).map(baseName),
    ),
    dates: datesIn(whole),
    width,
    toAll: texts.some((text) => text.length <= 20 && EVERYBODY.test(text)),
  };
}

/** True when the arguments hold the object. */
export function holds(flat: FlatArguments, object: ObjectRef): boolean {
  switch (object.kind) {
    case "date":
      return flat.dates.some(
        (date) => date === object.value || date.endsWith(object.value) || object.value.endsWith(date),
      );
    case "file":
      return flat.text.includes(baseName(object.value));
    case "name":
      return object.value.split(" ").some((word) => flat.text.includes(word));
    case "email":
    case "url":
    case "quote":
    case "id":
    case "number":
      return flat.text.includes(object.value);
  }
}

/**
 * True when the arguments name another thing of the same kind than the action does: the action wants `a.txt` and the call made `b.txt`.
 * Only kinds that cannot be resolved to an id unseen (addresses and file names) conflict, and only where the action acts on them.
 */
export function conflicts(flat: FlatArguments, objects: readonly ObjectRef[]): boolean {
  for (const kind of ["email", "file"] as const) {
    const wanted = objects.filter((object) => object.kind === kind && object.target);
    const given = kind === "email" ? flat.emails : flat.files;
    if (wanted.length === 0 || given.size === 0) continue;
    if (!objects.some((object) => object.kind === kind && holds(flat, object))) return true;
  }
  return false;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
