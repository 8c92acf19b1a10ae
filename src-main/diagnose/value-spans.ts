// The values of a text with their places: dates, times, numbers, ids, names, addresses and files, in English and Chinese. Each has keys, the forms in
// which equal values are equal: `June 13` and `2024-06-13` share one, `1,036` and `1036` do.
import type { ValueKind } from "../../src-shared/cli/grounding-document.ts";
import { simplify } from "../ledger/lexicon/chinese.ts";
import { EMAIL, ID, NAME } from "./values.ts";

export interface ValueSpan {
  kind: ValueKind;
  text: string;
  start: number;
  end: number;
  /** Any of them makes it equal to another value. */
  keys: string[];
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const TO = String.raw`\s*(?:-|–|—|to|through|until|and|至|到|~)\s*`;

const URL = /https?:\/\/[^\s<>"'`()\]，。；、」』》]+/g;
const FILE =
  /(?<![\p{L}\p{N}@/.-])[\p{L}\p{N}_-]{1,100}(?:\.[\w-]{1,60}){0,4}\.(?:docx?|xlsx?|pptx?|txt|md|csv|json|ya?ml|xml|html?|pdf|png|jpe?g|log|py|js|ts|zip|gz|sql)(?![\p{L}\p{N}_])/giu;
/** Numbers that only count lines: "1." and "(2)" at the beginning of one, "Step 3:", "第2步". */
const NUMBERING = [
  /^[ \t]*(?:[>*#-]+[ \t]*)*(?:\*\*)?[(（]?\d{1,3}[.)、）](?=[\s*\p{L}「《])/gmu,
  /^[ \t]*(?:[>*#-]+[ \t]*)*(?:\*\*)?(?:step|item|option|part|no\.|task)\s+\d{1,3}\b(?=\s*[:.)*—–-])/gim,
  /第\s*\d{1,3}\s*(?:步|项|条|点|题|部分)/g,
  /\b\d{1,3}(?:st|nd|rd|th)\b(?!\s+(?:of\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/gi,
];

const MOST_CHARS = 200_000;

/** The values of a text in order of their places; no two overlap. Texts beyond 200,000 characters are cut. */
export function valueSpans(text: string): ValueSpan[] {
  const whole = text.slice(0, MOST_CHARS);
  const scan = new Scan(whole);
  scan.take("url", URL, ([url = ""]) => [`u ${url.toLowerCase().replace(/[.,;:!?/]+$/, "")}`]);
  scan.take("email", EMAIL, ([email = ""]) => [`e ${email.toLowerCase()}`]);
  scan.take("file", FILE, ([file = ""]) => [`f ${file.toLowerCase()}`]);
  takeDates(scan);
  takeTimes(scan);
  for (const pattern of NUMBERING) scan.skip(pattern);
  takeIds(scan);
  takeNumbers(scan);
  takeNames(scan);
  return scan.found.toSorted((a, b) => a.start - b.start);
}

class Scan {
  readonly found: ValueSpan[] = [];
  readonly #text: string;
  /** The text with what is taken blanked out, Chinese simplified and full-width forms made plain; as long as the text. */
  rest: string;

  constructor(text: string) {
    this.#text = text;
    this.rest = simplify(
      text.replace(/[０-９Ａ-Ｚａ-ｚ％：]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)),
    );
  }

  /** Takes each match as one value; no keys: it is none and stays. `read` may give several values with places of their own. */
  take(kind: ValueKind, pattern: RegExp, keys: (match: RegExpExecArray) => string[] | null): void {
    this.takeAll(pattern, (match) => {
      const own = keys(match);
      return own === null ? [] : [{ kind, at: 0, length: match[0].trimEnd().length, keys: own }];
    });
  }

  takeAll(
    pattern: RegExp,
    read: (match: RegExpExecArray) => { kind: ValueKind; at: number; length: number; keys: string[] }[],
  ): void {
    const taken: [number, number][] = [];
    for (const match of this.rest.matchAll(pattern)) {
      const values = read(match);
      for (const { kind, at, length, keys } of values) {
        const start = match.index + at;
        this.found.push({ kind, text: this.#text.slice(start, start + length), start, end: start + length, keys });
      }
      if (values.length > 0) taken.push([match.index, match[0].length]);
    }
    this.#blank(taken);
  }

  skip(pattern: RegExp): void {
    this.#blank([...this.rest.matchAll(pattern)].map((match) => [match.index, match[0].length]));
  }

  /** All at once: the text is long and the places are many. */
  #blank(places: readonly [at: number, length: number][]): void {
    const parts: string[] = [];
    let from = 0;
    for (const [at, length] of places) {
      parts.push(this.rest.slice(from, at), " ".repeat(length));
      from = at + length;
    }
    parts.push(this.rest.slice(from));
    this.rest = parts.join("");
  }
}

/** Keys of a date: day and month with the year where it stands there; `d` equals whatever the year, `D` only in that year. */
function dateKeys(year: string | undefined, month: number, day: string | number): string[] | null {
  const number = Number(day);
  if (month < 1 || month > 12 || number < 1 || number > 31) return null;
  const md = `${String(month).padStart(2, "0")}-${String(number).padStart(2, "0")}`;
  return year === undefined ? [`d ${md}`] : [`D ${year}-${md}`];
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf((name ?? "").toLowerCase().slice(0, 3)) + 1;
}

function takeDates(scan: Scan): void {
  scan.take("date", /(?<!\d)(\d{4})[-/.年]\s*(\d{1,2})[-/.月]\s*(\d{1,2})(?!\d)\s*[日号]?/g, ([, year, month, day]) =>
    dateKeys(year, Number(month), day ?? ""),
  );
  // "June 13 to 15, 2024" names two days.
  scan.takeAll(
    new RegExp(String.raw`\b${MONTH}\.?\s+${DAY}${TO}(?:${MONTH}\.?\s+)?${DAY}(?!\d)(?:,?\s+(\d{4})\b)?`, "gi"),
    (match) => twoDays(match, match[5], [monthOf(match[1]), match[2]], [monthOf(match[3] ?? match[1]), match[4]]),
  );
  scan.takeAll(
    new RegExp(String.raw`\b${DAY}${TO}${DAY}\s+(?:of\s+)?${MONTH}\b\.?(?:,?\s+(\d{4})\b)?`, "gi"),
    (match) => twoDays(match, match[4], [monthOf(match[3]), match[1]], [monthOf(match[3]), match[2]]),
  );
  scan.takeAll(
    /(?<!\d)(?:(\d{4})\s*年\s*)?(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?\s*(?:至|到|-|–|~)\s*(?:(\d{1,2})\s*月\s*)?(\d{1,2})\s*[日号]/g,
    (match) => twoDays(match, match[1], [Number(match[2]), match[3]], [Number(match[4] ?? match[2]), match[5]]),
  );
  scan.take("date", new RegExp(String.raw`\b${MONTH}\.?\s+${DAY}\b(?:,?\s+(\d{4})\b)?`, "gi"), ([, month, day, year]) =>
    dateKeys(year, monthOf(month), day ?? ""),
  );
  scan.take(
    "date",
    new RegExp(String.raw`\b${DAY}\s+(?:of\s+)?${MONTH}\b\.?(?:,?\s+(\d{4})\b)?`, "gi"),
    ([, day, month, year]) => dateKeys(year, monthOf(month), day ?? ""),
  );
  scan.take("date", /(?<!\d)(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]/g, ([, month, day]) =>
    dateKeys(undefined, Number(month), day ?? ""),
  );
  // 6/13/2024 or 13/6/2024: where both readings are days, either may be meant.
  scan.take("date", /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/g, ([, one, two, year]) => {
    const keys = [dateKeys(year, Number(one), two ?? ""), dateKeys(year, Number(two), one ?? "")].flatMap(
      (found) => found ?? [],
    );
    return keys.length === 0 ? null : keys;
  });
  scan.take("date", new RegExp(String.raw`\b${MONTH}\.?\s+(\d{4})\b`, "gi"), ([, month, year]) => [
    monthKey(year, monthOf(month)),
  ]);
  scan.take("date", /(?<!\d)(\d{4})\s*年\s*(\d{1,2})\s*月(?!\s*\d)/g, ([, year, month]) => [
    monthKey(year, Number(month)),
  ]);
}

function monthKey(year: string | undefined, month: number): string {
  return `m ${year ?? ""}-${String(month).padStart(2, "0")}`;
}

function twoDays(
  match: RegExpExecArray,
  year: string | undefined,
  first: [number, string | undefined],
  second: [number, string | undefined],
): { kind: ValueKind; at: number; length: number; keys: string[] }[] {
  const [one, two] = [dateKeys(year, first[0], first[1] ?? ""), dateKeys(year, second[0], second[1] ?? "")];
  if (!one || !two) return [];
  const text = match[0];
  // The second day begins behind the dash or the word between.
  const split = /\s*(?:-|–|—|\bto\b|\bthrough\b|\buntil\b|\band\b|至|到|~)\s*/i.exec(text);
  const middle = split ? split.index + split[0].length : text.length;
  return [
    { kind: "date", at: 0, length: split?.index ?? text.length, keys: one },
    { kind: "date", at: middle, length: text.trimEnd().length - middle, keys: two },
  ];
}

function takeTimes(scan: Scan): void {
  const key = (hour: number, minute: number) =>
    `t ${String(hour % 24).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
  const marked = (hour: number, minute: number, marker: string): string[] | null => {
    if (hour > 24 || minute > 59) return null;
    const late = /^p|下午|晚上|傍晚|中午/i.test(marker) && hour < 12;
    const midnight = /^a|凌晨/i.test(marker) && hour === 12;
    return [key(late ? hour + 12 : midnight ? 0 : hour, minute)];
  };
  scan.take("time", /\b(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*([ap])(?:m\b|\.m\.?)/gi, ([, hour, minute, half]) =>
    marked(Number(hour), Number(minute ?? 0), half ?? ""),
  );
  scan.take(
    "time",
    /(上午|早上|下午|晚上|傍晚|中午|凌晨)\s*(\d{1,2})(?::(\d{2})|\s*[点时](半|\d{1,2}(?=\s*分))?\s*分?)/g,
    (match) => marked(Number(match[2]), match[4] === "半" ? 30 : Number(match[3] ?? match[4] ?? 0), match[1] ?? ""),
  );
  scan.take("time", /(?<!\d)(\d{1,2})\s*[点时](?!间|候)(半|\d{1,2}(?=\s*分))?\s*分?/g, ([, hour, minute]) =>
    plain(Number(hour), minute === "半" ? 30 : Number(minute ?? 0)),
  );
  scan.take(
    "time",
    /(?<![\d:])([01]?\d|2[0-4]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?(?![\d:])/g,
    ([, hour, minute]) => plain(Number(hour), Number(minute)),
  );
  /** Without a marker an hour before noon may stand for one after it. */
  function plain(hour: number, minute: number): string[] | null {
    if (hour > 24 || minute > 59) return null;
    return hour > 0 && hour < 12 ? [key(hour, minute), key(hour + 12, minute)] : [key(hour, minute)];
  }
}

function takeIds(scan: Scan): void {
  scan.take("id", ID, ([id = ""]) => [`i ${id.toLowerCase()}`]);
  // "ID 7", "file id: 11", "编号 12": a bare number that is called an id.
  scan.takeAll(
    /(?:\b(?:id|no\.|number)\b|编号|单号|#)\s*(?:is|为|是|[:=：])?\s*[`"'*「(]*(\d{1,12})(?![\w.,]*\d)/giu,
    (match) => {
      const id = match[1] ?? "";
      return [{ kind: "id", at: match[0].lastIndexOf(id), length: id.length, keys: [`i ${id}`, `n ${Number(id)}`] }];
    },
  );
}

const SCALES: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  billion: 1e9,
  bn: 1e9,
  千: 1e3,
  万: 1e4,
  亿: 1e8,
};

function takeNumbers(scan: Scan): void {
  const amount = String.raw`(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)`;
  scan.take(
    "number",
    new RegExp(
      String.raw`(?<![\w./:-]|\d[.,])(?:(?:NT\$|US\$|HK\$|[$€£¥])\s?)?${amount}(?:\s?(k|m|bn|thousand|million|billion)\b|\s?(千|万|亿))?(\s?%)?(?![\d/]|[.,]\d|:\d)`,
      "giu",
    ),
    ([whole = "", digits = "", latin, han, percent]) => {
      // A dash joins what is no number: "B-52", "2-bedroom" count as words.
      const value = Number(digits.replaceAll(",", ""));
      if (!Number.isFinite(value)) return null;
      const scale = SCALES[(latin ?? han ?? "").toLowerCase()] ?? 1;
      const keys = [numberKey(value * scale)];
      if (percent !== undefined) keys.push(numberKey(value / 100));
      if (scale !== 1) keys.push(numberKey(value));
      if (/^(?:19|20)\d\d$/.test(whole.trim())) keys.push(`y ${whole.trim()}`);
      if (/^\d+$/.test(digits)) keys.push(`i ${digits}`);
      return keys;
    },
  );
}

/** One form for one number; binary fractions do not show. */
export function numberKey(value: number): string {
  return `n ${Number(value.toPrecision(12))}`;
}

const QUOTED =
  /「([^「」]{1,80})」|『([^『』]{1,80})』|《([^《》]{1,80})》|“([^“”]{2,80})”|(?<![\w"])"([^"\n]{2,80})"(?!\w)/gu;

/** Longer rows of capitals are titles or tables, no names. */
const MOST_WORDS = 8;

function takeNames(scan: Scan): void {
  scan.takeAll(QUOTED, (match) => {
    const inner = match.slice(1).find((group) => group !== undefined) ?? "";
    const name = inner.trim();
    if (name === "" || /^[\d\s.,:%-]*$/.test(name)) return [];
    // A name of code: a tool, a field, a value of a setting.
    if (/^[a-z_][\w.-]*$/.test(name)) return [];
    return [{ kind: "name", at: match[0].indexOf(name), length: name.length, keys: [`w ${wordKey(name)}`] }];
  });
  scan.take("name", NAME, ([name = ""]) => {
    const words = name.split(" ");
    if (words.length > MOST_WORDS) return null;
    // A capital at the beginning of a sentence may not be part of the name ("The Hotel Aurora").
    const parts = words.map((_word, index) => words.slice(index)).filter((part) => part.length > 1);
    return parts.map((part) => `w ${wordKey(part.join(" "))}`);
  });
}

/** Letters and digits alone, so that a title equals the file that is named after it. */
export function wordKey(text: string): string {
  return simplify(text.normalize("NFKC"))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
