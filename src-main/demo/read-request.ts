// Reads a request the way the demo model does: its text becomes a list of actions, numbered or chained, English or Chinese.
import { contentWords, datesIn, type DayOfYear, withoutDates } from "./words.ts";

export type ActionKind = "answer" | "create" | "append" | "share" | "delete" | "other";
export type Superlative = "largest" | "smallest" | "newest" | "oldest";

export interface Action {
  kind: ActionKind;
  /** Number of the item it stands in; null where the request is not numbered. */
  number: number | null;
  /** The clause, as the user wrote it. */
  text: string;
  /** Content words of the clause without names, addresses and days. */
  words: readonly string[];
  dates: DayOfYear[];
  /** A file or title the clause names, e.g. `trip-list.docx`; further names follow. */
  names: string[];
  emails: string[];
  /** For sharing. */
  permission: "r" | "rw";
  /** Text in quotes, taken word for word as content; null where there is none. */
  quoted: string | null;
  superlative: Superlative | null;
  /** Speaks of "it", "this file", "the new file". */
  refersBack: boolean;
  /** Speaks of the source used before: "the same plans". */
  sameSource: boolean;
  /** Asks how many there are. */
  counts: boolean;
  /** Asks for the gist of a whole text. */
  summarizes: boolean;
  /** An id given outright: "file 12", "id: A-7"; null where there is none. */
  id: string | null;
}

export interface Request {
  text: string;
  actions: Action[];
}

const FILE_NAME =
  /[\p{L}\p{N}][\p{L}\p{N}_.-]*\.(?:docx?|xlsx?|pptx?|txt|md|csv|pdf|json|ya?ml|html?|log|rtf|odt)(?![\p{L}\p{N}])/giu;
const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const QUOTED =
  /"([^"\n]+)"|“([^”\n]+)”|「([^」\n]+)」|『([^』\n]+)』|`([^`\n]+)`|(?<=[\s(:])'([^'\n]+)'(?=[\s.,;:!?)]|$)/gu;
const CALLED = /(?:\b(?:called|named|titled|name it|call it)\b|名[為为叫]|叫[做作]?|命名[為为])\s*[:：]?\s*/iu;

const REFERS_BACK =
  /\b(?:it|this|them)\b|\bthat\b(?=\s*(?:$|[.,;]|as\b|in\b|into\b|to\b|with\b|information|info|file|document|list))|\bthe (?:new|created|resulting|same)(?: \w+)? ?(?:file|document|list)?\b|\b(?:the|this|that) (?:file|document|list)\b|它|[這这那該该](?:[個个份])?(?:新)?(?:[檔档]案|文件)|新(?:[檔档]案|文件)|[當当那]天|上述|以上/iu;

/** Verbs in the order they are looked for; the one that stands first in the clause decides. */
const VERBS: readonly { kind: ActionKind; pattern: RegExp }[] = [
  {
    kind: "delete",
    pattern:
      /\b(?:delet(?:e|ing)|remov(?:e|ing)|eras(?:e|ing)|get(?:ting)? rid of|trash|discard|throw(?:ing)? away)\b|[刪删](?:除|掉|去)?|移除|清除|丟掉|丢掉/iu,
  },
  {
    kind: "append",
    pattern:
      /\b(?:append(?:ing)?|extend|add(?:ing)?\b(?![^.]*\b(?:new|called|named)\b))|附加|追加|添加|加[到入進进在]|[補补]充到/iu,
  },
  {
    kind: "share",
    pattern:
      /\b(?:shar(?:e|ing)|grant|give\b[^.]*\baccess|let\b[^.]*\b(?:read|edit|view|see)|send|invite)\b|分享|共享|共用|[傳传寄][給给送]|[發发][給给送]/iu,
  },
  {
    kind: "create",
    pattern:
      /\b(?:creat(?:e|ing)|mak(?:e|ing)|writ(?:e|ing)|sav(?:e|ing)|generat(?:e|ing)|prepare|draft|produce|put|store|copy|add\b[^.]*\b(?:new|called|named))\b|建立|[創创]建|新增|新建|[製制]作|做一[個个份]|[寫写](?:成|入|[進进]|到|一)?|生成|[產产]生|[儲保]存|存[成到為为]/iu,
  },
  {
    kind: "answer",
    pattern:
      /\b(?:tell|what|what's|when|where|who|which|how|summari[sz]e|list|show|give|explain|find|locate|look|search|open|read|check|see|identify|determine|report|get|name|remind me)\b|告[訴诉]|什[麼么]|甚麼|哪|[誰谁]|[幾几]|多少|何[時时]|[嗎吗]|找|查|列出|看|[總总][結结]|[說说]明|[讀读]|打[開开]/iu,
  },
];
const OTHER_VERB =
  /^(?:book|schedule|reserve|rename|move|cancel|update|set|reply|post|order|pay|call|run|compute|calculate|convert|translate|add)\b/iu;
const QUESTION_START = /^(?:what|when|where|who|which|how|is|are|do (?:we|you|i|they)|does|did|can|will|was|were)\b/iu;
/** "Don't change anything else" asks for nothing; a "without" further on only narrows what is asked. */
const NEGATED =
  /^(?:(?:you |we )?(?:must|should|may) not|do not|don't|never|without|nothing else|no other|[請请]?(?:不要|[別别](?!的)|切勿|勿))/iu;
const POLITE =
  /^(?:(?:ok|okay|hi|hello|hey|please|kindly|also|then|and|now|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|finally|lastly|afterwards|after that|once (?:that is |that's )?done|could you|can you|would you|will you|i(?:'d| would) like (?:you )?to|i (?:want|need) you to|help me(?: to)?|your task is to|try to|go ahead and|make sure (?:to|you)|[請请]?[你您]?[幫帮]我|麻[煩烦][你您]?|[請请]|首先|先|再|然[後后]|接[著着]|最[後后])[\s,，:：]*)+/iu;

/** Splits the request into actions. A request without a verb this model knows is one question. */
export function readRequest(text: string): Request {
  const masked = maskQuotes(text);
  const actions: Action[] = [];
  let preamble = "";
  for (const item of splitItems(masked.text)) {
    const clauses = mergeFragments(splitClauses(item.text));
    for (const clause of clauses) {
      const kind = kindOf(clause);
      if (kind === null) {
        preamble += ` ${clause}`;
        continue;
      }
      actions.push(...describe(kind, masked.restore(clause), item.number));
    }
  }
  if (actions.length === 0) actions.push(...describe("answer", text.trim(), null));
  const [first] = actions;
  // What is said before the first action ("Using the travel plans: …") tells where to look.
  if (first && preamble !== "") {
    const words = contentWords(withoutNames(withoutDates(masked.restore(preamble))));
    first.words = [...new Set([...first.words, ...words])];
  }
  return { text, actions };
}

interface Item {
  number: number | null;
  text: string;
}

/** Cuts at 1. 2. 3. (also "1)", "(1)", "1、", "一、"), in sequence only, so that "June 13." is no item. */
function splitItems(text: string): Item[] {
  const markers: { at: number; end: number; number: number }[] = [];
  const pattern =
    /(?<=^|[\s。．；;:：?？!！,，、(（])(?:[(（]?(\d{1,2}|[一二三四五六七八九])[)）、．]|(\d{1,2})\.(?=\s|\p{Script=Han}|\p{Lu}))/gu;
  for (const match of text.matchAll(pattern)) {
    const label = match[1] ?? match[2] ?? "";
    const number = /^\d+$/.test(label) ? Number(label) : "一二三四五六七八九".indexOf(label) + 1;
    const expected = markers.length === 0 ? [1, 2] : [(markers.at(-1)?.number ?? 0) + 1];
    if (!expected.includes(number)) continue;
    // A list may begin at 2 when the first item stands unnumbered before it.
    if (
      markers.length === 0 &&
      number === 2 &&
      (match.index < 8 || /(?:^|[\s。(（])1[.)、]\s/.test(text.slice(match.index)))
    )
      continue;
    markers.push({ at: match.index, end: match.index + match[0].length, number });
  }
  const [first] = markers;
  if (!first || (markers.length === 1 && first.number === 1 && text.slice(0, first.at).trim() !== "")) {
    return [
      { number: null, text: markers.length === 1 && first ? text.slice(0, first.at) + text.slice(first.end) : text },
    ];
  }
  const items: Item[] = [{ number: first.number === 2 ? 1 : null, text: text.slice(0, first.at) }];
  for (const [index, marker] of markers.entries()) {
    items.push({ number: marker.number, text: text.slice(marker.end, markers[index + 1]?.at ?? text.length) });
  }
  return items.filter((item) => item.text.trim() !== "");
}

const CONNECTOR =
  /[,;，；]?\s*\b(?:and then|then|and after that|after that|afterwards|and finally|finally|and also|and next)\b\s*,?\s*|[,，、；]?\s*(?:然[後后]|接[著着]|[隨随][後后]|最[後后]|之[後后])[,，]?\s*/giu;
const NEXT_VERB =
  /(?:,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)(?=(?:please\s+|also\s+|to\s+)?(?:delete|remove|erase|get rid of|trash|append|add|share|grant|give|let|send|invite|create|make|write|save|generate|prepare|draft|put|store|copy|tell|summari[sz]e|find|read|check|explain|book|schedule|rename|move|cancel|update|do not|don't|never|what|when|where|who|which|how)\b)/giu;
const CHINESE_NEXT_VERB =
  /(?:[,，、]\s*(?:[並并再也]?且?)|[並并再](?!且)|以及)(?=(?:[請请]|再|也|[並并]|把|[將将]|[幫帮]我)*[^,，。、]{0,14}?(?:[刪删][除掉]|移除|分享|共享|共用|附加|追加|加到|建立|[創创]建|新增|新建|[製制]作|告[訴诉]我))/gu;

function splitClauses(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|[。！？；;\n]+|(?<=[?!])(?=\p{Script=Han})/u)
    .flatMap((sentence) => sentence.split(CONNECTOR))
    .flatMap((clause) => clause.split(NEXT_VERB))
    .flatMap((clause) => clause.split(CHINESE_NEXT_VERB))
    .map((clause) => clause.replace(/^[\s\-*•·–—]+/, "").trim())
    .filter((clause) => /[\p{L}\p{N}\uE000]/u.test(clause));
}

/** "Using the packing list from the plans, | create x.docx": a part without a verb belongs to the clause after it, else before it. */
function mergeFragments(clauses: string[]): string[] {
  const merged: string[] = [];
  let waiting = "";
  for (const clause of clauses) {
    if (NEGATED.test(clause.replace(POLITE, ""))) continue;
    if (kindOf(clause) === null && !/[:：]$/.test(clause)) {
      waiting = waiting === "" ? clause : `${waiting}, ${clause}`;
      continue;
    }
    merged.push(waiting === "" ? clause : `${waiting}, ${clause}`);
    waiting = "";
  }
  if (waiting === "") return merged;
  const last = merged.pop();
  return [...merged, last === undefined ? waiting : `${last}, ${waiting}`];
}

/** Null for a clause that asks for nothing: no verb, or a "do not". */
function kindOf(clause: string): ActionKind | null {
  const bare = clause.replace(POLITE, "");
  if (NEGATED.test(bare) || /^(?:do|complete|perform|carry out)\b(?! (?:we|you|i|they)\b)/i.test(bare)) return null;
  if (QUESTION_START.test(bare)) return "answer";
  const text = bare.replace(FILE_NAME, " ").replace(EMAIL, " ");
  if (/\b(?:as|in|into|to) an? (?:(?:new|separate|own) )*(?:file|document)\b|\bname it\b/iu.test(text)) return "create";
  if (OTHER_VERB.test(text) && !/^add\b/i.test(text)) return "other";
  const found = VERBS.flatMap(({ kind, pattern }) => {
    const at = text.search(pattern);
    return at < 0 ? [] : [{ kind, at }];
  });
  const writes = found.filter((entry) => entry.kind !== "answer");
  const chosen = (writes.length > 0 && !startsWithReading(text) ? writes : found).toSorted((a, b) => a.at - b.at)[0];
  return chosen?.kind ?? null;
}

/** "Find out who made …", "tell me what to write": the verb at the front decides, whatever follows. */
function startsWithReading(text: string): boolean {
  return /^(?:tell|find|locate|look|search|open|read|check|see|list|show|summari[sz]e|explain|identify|告[訴诉]|找|查|列出|看|[總总][結结])/iu.test(
    text.trim(),
  );
}

function describe(kind: ActionKind, text: string, number: number | null): Action[] {
  const emails = text.match(EMAIL) ?? [];
  const quotes = [...text.matchAll(QUOTED)].map((match) => match.slice(1).find((part) => part !== undefined) ?? "");
  const names = namesIn(text, quotes);
  const quoted =
    kind === "create" || kind === "append"
      ? (quotes.find((quote) => !names.includes(quote)) ?? spokenText(text))
      : null;
  const action: Action = {
    kind,
    number,
    text: text.replace(/[\s,，.。]+$/u, ""),
    words: contentWords(withoutNames(withoutDates(text))),
    dates: datesIn(text),
    names,
    emails,
    permission: mayEdit(text) ? "rw" : "r",
    quoted,
    superlative: superlativeIn(text),
    refersBack: REFERS_BACK.test(text),
    sameSource: /\bsame\b|同一|相同|同[樣样份個个]/iu.test(text),
    counts: /\bhow many\b|\bcount\b|\bnumber of\b|多少[個个份]|[幾几][個个份]/iu.test(text),
    summarizes: /\bsummar(?:y|i[sz]e)|\bgist\b|[總总][結结]|摘要/iu.test(text),
    id: idIn(text),
  };
  if (kind === "share" && emails.length > 1) return emails.map((email) => ({ ...action, emails: [email] }));
  return [action];
}

function idIn(text: string): string | null {
  const found =
    /\bids?\s*(?:is|number|no\.?)?\s*[:=#]?\s*["']?([A-Za-z]*-?\d[\w-]*)|#(\d+)\b|\bfile\s+(\d+)\b|[編编][號号](?:[為为是])?\s*[:：]?\s*(\d+)/iu.exec(
      text.replace(FILE_NAME, " "),
    );
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? found?.[4] ?? null;
}

/** Names with an extension, in order; failing that, what follows "called". */
function namesIn(text: string, quotes: readonly string[]): string[] {
  const files = text.replace(EMAIL, " ").match(FILE_NAME) ?? [];
  if (files.length > 0) {
    // A quoted name may hold spaces: "Trip list.docx".
    const whole = quotes.filter((quote) => FILE_NAME.test(quote) || quote.match(FILE_NAME) !== null);
    return [...new Set(files.map((file) => whole.find((quote) => quote.endsWith(file)) ?? file))];
  }
  const called = CALLED.exec(text);
  if (!called) return [];
  const rest = text.slice(called.index + called[0].length);
  const quote = quotes.find((entry) => rest.slice(1, entry.length + 1) === entry);
  const word = quote ?? /^[\p{L}\p{N}][\p{L}\p{N}_.-]*/u.exec(rest)?.[0];
  return word === undefined ? [] : [word];
}

/** Content said in plain words: "with the text: buy milk", "saying hello", "內容為…". */
function spokenText(text: string): string | null {
  const spoken =
    /\b(?:with the (?:text|content|line|words?)|saying|that says|the (?:line|words?))\s*[:：]?\s*(?!from\b|of\b)(.+)$|[內内]容[為为是]\s*[:：]?\s*(.+)$/iu.exec(
      text,
    );
  const said = (spoken?.[1] ?? spoken?.[2])?.trim();
  return said === undefined ||
    said === "" ||
    /\b(?:from|of the|according to|list|plans?)\b|清[單单]|[計计][劃画划畫]/iu.test(said)
    ? null
    : said;
}

function mayEdit(text: string): boolean {
  if (/read[- ]?only|view[- ]?only|[唯只][讀读]|[僅仅]供|only (?:read|view)|as (?:a )?(?:reader|viewer)/iu.test(text))
    return false;
  return /\b(?:edit|write access|editor|read[- ]?(?:and|\/|-)?[- ]?write|rw|modify|change)\b|[編编][輯辑]|可[寫写]|[讀读][寫写]|修改/iu.test(
    text,
  );
}

function superlativeIn(text: string): Superlative | null {
  if (/\b(?:largest|biggest|longest|greatest)\b|最[大長长]/iu.test(text)) return "largest";
  if (/\b(?:smallest|shortest|tiniest)\b|最[小短]/iu.test(text)) return "smallest";
  if (/\b(?:newest|latest|most recent(?:ly)?|last (?:changed|modified))\b|最[新近]/iu.test(text)) return "newest";
  return /\b(?:oldest|earliest)\b|最[舊旧老早]/iu.test(text) ? "oldest" : null;
}

function withoutNames(text: string): string {
  return text.replace(EMAIL, " ").replace(QUOTED, " ").replace(FILE_NAME, " ");
}

/** Quotes must not be cut into clauses: they are set aside while the text is split. */
function maskQuotes(text: string): { text: string; restore(part: string): string } {
  const kept: string[] = [];
  const masked = text.replace(QUOTED, (quote) => `\uE000${kept.push(quote) - 1}\uE001`);
  return {
    text: masked,
    restore: (part) => part.replace(/\uE000(\d+)\uE001/g, (_, index: string) => kept[Number(index)] ?? ""),
  };
}
