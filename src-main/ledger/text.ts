// Request text made safe to take apart: quoted strings, code, addresses, links and file names become opaque words, so that a
// verb or a full stop inside them is never read as part of the request. `unmask` gives the text back exactly.

/** What a masked word stood for. */
export type MaskKind = "quote" | "email" | "url" | "file" | "code";

export interface Masked {
  text: string;
  parts: ReadonlyArray<{ kind: MaskKind; text: string; inner: string }>;
}

/** Masks look like `⟦q3⟧`: kind letter, index. Brackets that occur in real text are left alone by `unmask`. */
const LETTER: Record<MaskKind, string> = { quote: "q", email: "e", url: "u", file: "f", code: "c" };

const FILE_NAME =
  /(?<![\w@.-])(?:~?\/|\.{1,2}\/)?(?:[\p{Script=Latin}\p{N}_.-]{1,60}\/){0,12}(?:[\p{Script=Latin}\p{N}_][\p{Script=Latin}\p{N}_.-]{0,100}|(?<=\s)[\p{L}\p{N}_-]{1,60})\.[a-z][a-z0-9]{0,5}(?![\w@])/giu;
const KNOWN_FILE_ENDING =
  /\.(?:docx?|xlsx?|pptx?|txt|md|csv|tsv|json|jsonl|ya?ml|xml|html?|pdf|png|jpe?g|gif|svg|log|ini|cfg|conf|toml|py|js|ts|tsx|jsx|rs|go|c|h|cpp|java|rb|sh|sql|zip|tar|gz|rtf|odt|ods|mp[34]|wav|eml|ics|bak|env)$/i;
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}/g;
const URL = /(?:https?:\/\/|www\.)[^\s"'<>，。」』）)]+[^\s"'<>，。」』）).,;:!?]/gi;

/** Nothing in a text without this is masked as a file name: a quick look that spares most texts the slow one. */
const MAY_NAME_FILE = new RegExp(`${KNOWN_FILE_ENDING.source.replace(/\$$/, "")}(?![\\w@])`, "i");
const MAY_HOLD_URL = /:\/\/|www\./i;

/** Each by the mark that opens it, without which it is not looked for. */
const QUOTES: ReadonlyArray<readonly [marks: readonly string[], quote: RegExp]> = [
  [['"'], /"[^"\n]{1,400}"/g],
  [["“"], /“[^”\n]{1,400}”/g],
  [["「"], /「[^」\n]{1,400}」/g],
  [["『"], /『[^』\n]{1,400}』/g],
  [["《"], /《[^》\n]{1,400}》/g],
  [["`"], /`[^`\n]{1,400}`/g],
  [["'", "‘"], /(?<![\p{L}\p{N}])['‘][^'’\n]{1,300}(?:['’](?=\p{L})[^'’\n]{1,300}){0,3}['’](?![\p{L}\p{N}])/gu],
];

const maskCache = new Map<string, Masked>();
const MASK_CACHE_ENTRIES = 100;

/** Replaces what must not be read as words of the request. Text inside another mask is masked once. Cached: one text is read by several. */
export function mask(text: string): Masked {
  const known = maskCache.get(text);
  if (known) return known;
  const masked = maskAll(text);
  if (maskCache.size >= MASK_CACHE_ENTRIES) maskCache.clear();
  maskCache.set(text, masked);
  return masked;
}

function maskAll(text: string): Masked {
  const parts: Array<{ kind: MaskKind; text: string; inner: string }> = [];
  const put = (kind: MaskKind, found: string, inner: string): string => {
    parts.push({ kind, text: found, inner });
    return `⟦${LETTER[kind]}${parts.length - 1}⟧`;
  };
  let out = text.includes("```") ? text.replace(/```[\s\S]*?(?:```|$)/g, (found) => put("code", found, found)) : text;
  for (const [marks, quote] of QUOTES) {
    if (!marks.some((mark) => text.includes(mark))) continue;
    out = out.replace(quote, (found) => {
      const inner = found.slice(1, -1).trim();
      return put(kindOf(inner), found, inner);
    });
  }
  if (out.includes("@")) out = out.replace(EMAIL, (found) => put("email", found, found));
  if (MAY_HOLD_URL.test(out)) out = out.replace(URL, (found) => put("url", found, found));
  if (MAY_NAME_FILE.test(out))
    out = out.replace(FILE_NAME, (found) => (KNOWN_FILE_ENDING.test(found) ? put("file", found, found) : found));
  return { text: out, parts };
}

function kindOf(inner: string): MaskKind {
  if (/^[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}$/.test(inner)) return "email";
  if (/^(?:https?:\/\/|www\.)\S+$/i.test(inner)) return "url";
  return KNOWN_FILE_ENDING.test(inner) && inner.length <= 80 ? "file" : "quote";
}

/** The original text of a masked stretch. */
export function unmask(text: string, masked: Masked): string {
  let out = text;
  for (let round = 0; round < 3 && out.includes("⟦"); round++) {
    out = out.replace(/⟦[qeufc](\d+)⟧/g, (found, index: string) => masked.parts[Number(index)]?.text ?? found);
  }
  return out;
}

/** The masked parts that stand in a stretch, in order. */
export function partsIn(
  text: string,
  masked: Masked,
): Array<{ kind: MaskKind; text: string; inner: string; at: number }> {
  return [...text.matchAll(/⟦[qeufc](\d+)⟧/g)].flatMap((match) => {
    const part = masked.parts[Number(match[1])];
    return part ? [{ ...part, at: match.index }] : [];
  });
}

/** One stretch of the request with its number in the request's own list; null where it has none. */
export interface Segment {
  text: string;
  number: number | null;
  /** It stood behind a bullet or a number. */
  listed: boolean;
}

const NUMBER_MARK = /(?:^|(?<=[\s:：。.!?？）)]))\(?(\d{1,2})(?:[.)、．:]|）)(?=\s*\S)(?!\d)/gm;
const CHINESE_NUMBER = /(?:^|(?<=[\s:：。；;\n]))(?:第)?([一二三四五六七八九十])(?:、|，|\.|：|步)/gm;
const BULLET = /^\s*(?:[-*•·▪◦‣]|\[[ x]\]|- \[[ x]\])\s+/i;

/**
 * Splits masked text at the numbers of its list ("1. … 2. …", also in one line, also starting at 2 as in "… plans? 2. create …"), at
 * bullets and at line breaks. A number counts only as part of a rising sequence, so that "June 13. Then" does not split.
 */
export function segments(text: string): Segment[] {
  const marks = listMarks(text);
  if (marks.length === 0) return lines(text, null);
  const out: Segment[] = [];
  const head = text.slice(0, marks[0]?.start);
  if (head.trim() !== "") out.push(...lines(head, marks[0]?.number === 2 ? 1 : null));
  marks.forEach((mark, index) => {
    const body = text.slice(mark.end, marks[index + 1]?.start ?? text.length);
    const [own, ...rest] = splitParagraph(body);
    out.push({ text: own ?? "", number: mark.number, listed: true });
    for (const part of rest) out.push(...lines(part, null));
  });
  return out.filter((segment) => segment.text.trim() !== "");
}

/** After the last item, a blank line ends the list. */
function splitParagraph(body: string): string[] {
  return body.split(/\n\s*\n/);
}

/** " - " before a capital, twice or more in one line, is a list written in one line. */
const INLINE_BULLETS = /(?<=[\s:.])[-•–]\s+(?=[A-Z⟦\u4e00-\u9fff])/g;

function unfold(line: string): string[] {
  if ((line.match(INLINE_BULLETS) ?? []).length < 2) return [line];
  return line.split(INLINE_BULLETS).map((part, index) => (index === 0 ? part : `- ${part}`));
}

function lines(text: string, number: number | null): Segment[] {
  return text
    .split(/\n+/)
    .flatMap(unfold)
    .filter((line) => line.trim() !== "")
    .map((line) => ({ text: line.replace(BULLET, ""), number, listed: BULLET.test(line) }));
}

interface Mark {
  number: number;
  start: number;
  end: number;
}

function listMarks(text: string): Mark[] {
  const arabic = [...text.matchAll(NUMBER_MARK)].map((match): Mark => {
    return { number: Number(match[1]), start: match.index, end: match.index + match[0].length };
  });
  const rising = longestRising(arabic);
  if (rising.length > 0) return rising;
  const chinese = [...text.matchAll(CHINESE_NUMBER)].map((match): Mark => {
    return {
      number: "一二三四五六七八九十".indexOf(match[1] ?? "") + 1,
      start: match.index,
      end: match.index + match[0].length,
    };
  });
  return longestRising(chinese);
}

/** Marks counting 1, 2, 3 … (or from 2 when the first was left out): at least "1, 2", or a lone "1" or "2". */
function longestRising(marks: readonly Mark[]): Mark[] {
  for (const first of [1, 2]) {
    const out: Mark[] = [];
    let next = first;
    for (const mark of marks) {
      if (mark.number !== next) continue;
      out.push(mark);
      next++;
    }
    if (out.length >= 2 || (out.length === 1 && (out[0]?.start === 0 || first === 2))) return out;
  }
  return [];
}

/** White space in a row, or of another kind than a space: single spaces, which are most, cost nothing. */
const UNEVEN_SPACE = /\s{2,}|[^\S ]/g;

/** Text in one line with single spaces. */
export function inOneLine(text: string): string {
  return text.replace(UNEVEN_SPACE, " ").trim();
}

const SENTENCE_END = /[.!?](?=\s)|[。！？；;]|\.(?=[A-Z][a-z])/g;

/** Sentences of a segment; a question keeps its mark. */
export function sentences(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { index } of text.matchAll(SENTENCE_END)) {
    parts.push(text.slice(from, index + 1));
    from = index + 1;
  }
  parts.push(text.slice(from));
  return parts.map((sentence) => sentence.trim()).filter((sentence) => /[\p{L}\p{N}⟦]/u.test(sentence));
}

/** True for text that is mostly Chinese. */
export function isChinese(text: string): boolean {
  const han = (text.match(/[\u4e00-\u9fff]/g) ?? []).length;
  if (han === 0) return false;
  const latin = (text.match(/[A-Za-z]+/g) ?? []).length;
  return han >= latin;
}
