// One English sentence → the clauses that ask for something: imperatives, polite questions, wishes, passives and questions.
import type { Clause } from "./clause.ts";
import { clause } from "./english-clause.ts";
import { INTRODUCES_LIST, imperative } from "./english-imperative.ts";
import type { EnglishOptions } from "./english-verb.ts";
import { verbAt } from "./english-verb.ts";
import { caused, ensured, passiveWrite, wanted } from "./english-wanted.ts";
import { EACH, LEAD_IN, NARRATIVE, NEGATED, QUESTION, REFINEMENT, WISH } from "./lexicon/english.ts";

const CONDITION =
  /^(?:if|in case|in the event that|unless|provided(?: that)?|assuming(?: that)?|only if|as long as)\s+(.+?)(?:,\s*(?:then\s+)?|\s+then\s+)(.+)$/i;
const TRAILING_CONDITION = /\s(?:(?:only )?if|in case|unless|provided that|as long as)\s+([^,]+)/i;
/** "If the users were Adam and Chris, you should write …": an example of the form, not a request. */
const EXAMPLE =
  /^(?:for (?:example|instance)[\s,]+|e\.?g\.?[\s,]+)|^if\b[^.?!]{0,200}?\bwere\b[^.?!]{0,200}?\byou (?:should|would|could|might)\b/i;
const OPTIONAL = /^(?:necessary|needed|required|applicable|appropriate|possible|you (?:can|want|like)|so desired)\b/i;
const REQUEST_AHEAD =
  /(?::[-']?[()/D](?=\s)|[,;:—]|\s-|\b(?:and|so|but|then)\b)\s*(?=(?:(?:and|so|then|also)\s+)?(?:please|pls|kindly|(?:can|could|would|will) (?:you|u))\b)/gi;
const LEADING_PHRASE =
  /^(?:in|on|for|from|with|within|based on|using|according to|after|before|by|at|once|when|as|given|to|under|out of|regarding|concerning|going through|looking at)\b[^,]*,\s*(.+)$/i;
/** "… and, if it's true, return it", "…; otherwise open an incident": the condition begins a piece of its own. */
const CONDITION_AHEAD =
  /(?:,\s*|;\s*|\s+)(?:and|but|then)[\s,]+(?=(?:if|in case|unless)\s[^,]{1,120},)|[,;.]?\s+(?=(?:otherwise|or else|if not)\b,?\s)/gi;
/** "Otherwise …": on the contrary of the condition before. */
const OTHERWISE = /^(?:and |but |or )?(otherwise|else|if not)\b[\s,]*(.+)$/i;

const cache = new Map<string, readonly Clause[]>();
const CACHE_ENTRIES = 500;

/** Reads one sentence of masked text. Cached where no tool taught it a verb: logs of one suite ask the same again and again. */
export function englishClauses(sentence: string, options: EnglishOptions): readonly Clause[] {
  if (options.writeVerbs.size > 0) return readSentence(sentence, options);
  const key = `${options.listed ? "-" : " "}${sentence}`;
  const known = cache.get(key);
  if (known) return known;
  const clauses = readSentence(sentence, options);
  if (cache.size >= CACHE_ENTRIES) cache.clear();
  cache.set(key, clauses);
  return clauses;
}

function readSentence(sentence: string, options: EnglishOptions): Clause[] {
  const pieces = splitAt(sentence, CONDITION_AHEAD).flatMap((piece) => splitAtColon(piece, options));
  const clauses = pieces.flatMap((piece) => readPiece(piece, options)).filter(hasObject);
  if (clauses.length === 0 && /\?\s*$/.test(sentence)) clauses.push(clause(sentence, { kind: "read" }));
  return clauses;
}

function readPiece(piece: string, options: EnglishOptions): Clause[] {
  const contrary = OTHERWISE.exec(piece.trim());
  if (contrary)
    return readPiece(contrary[2] ?? "", options).map((found) => ({
      ...found,
      condition: found.condition ?? (/^if not$/i.test(contrary[1] ?? "") ? "not" : "otherwise"),
    }));
  const conditional = CONDITION.test(stripLeadIn(piece).text);
  return (conditional ? [piece] : splitAt(piece, REQUEST_AHEAD)).flatMap((part) => readPart(part, options));
}

/** "I need a few things: Send …": what stands before the colon only introduces what follows it. */
function splitAtColon(sentence: string, options: EnglishOptions): string[] {
  const colon = /:\s+(?=\S)/.exec(sentence);
  if (!colon) return [sentence];
  const head = sentence.slice(0, colon.index);
  const rest = sentence.slice(colon.index + colon[0].length);
  if (!verbAt(stripLeadIn(rest).text, options, false)) return [sentence];
  return INTRODUCES_LIST.test(`${head}:`) ? [rest] : [head, rest];
}

/** "Find and delete the file" asks for one thing: a reading verb without an object of its own is part of what follows. */
function hasObject(found: Clause, index: number, all: readonly Clause[]): boolean {
  return found.kind === "write" || all[index + 1] === undefined || /\s/.test(found.text);
}

function splitAt(text: string, pattern: RegExp): string[] {
  const out: string[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index === 0) continue;
    out.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  out.push(text.slice(from));
  return out.filter((part) => part.trim() !== "");
}

/** Conditions inside conditions that are read. */
const MOST_NESTED = 2;

function readPart(part: string, options: EnglishOptions, depth = 0): Clause[] {
  const polite = stripLeadIn(part);
  if (EXAMPLE.test(polite.text)) return [];
  const condition = depth < MOST_NESTED ? conditionIn(polite.text, options, depth) : null;
  if (condition) {
    const { text, inner } = condition;
    return inner.map((found) => ({
      ...found,
      condition: found.condition ?? text,
      optional: found.optional || OPTIONAL.test(text),
    }));
  }
  if (NEGATED.test(polite.text) && !/^(?:please\s+)?(?:do not|don['’]t|never) forget/i.test(polite.text)) return [];
  if (/^you (?:can|may|could|might)\b/i.test(polite.text)) return [];
  const passive = passiveWrite(polite.text);
  if (passive) return [passive];
  if (/^(?:make sure|ensure|see to it)\b/i.test(polite.text)) {
    const sure = ensured(polite.text);
    return sure.length > 0 ? sure : refinement(polite.text, options);
  }
  if (REFINEMENT.test(polite.text) && !polite.asked) return refinement(polite.text, options);
  const wish = WISH.exec(polite.text);
  if (wish) {
    const wished = chain(polite.text.slice(wish[0].length), options, true).map((found) => ({ ...found, weak: true }));
    return polite.text.endsWith("?") ? [...wished, clause(polite.text, { kind: "read" })] : wished;
  }
  const causes = caused(polite.text) !== null;
  if (!polite.asked && !causes && QUESTION.test(polite.text)) return chainAfterQuestion(polite.text, options);
  if (!polite.asked && NARRATIVE.test(polite.text)) return wanted(polite.text);
  const phrase = LEADING_PHRASE.exec(polite.text);
  if (phrase) {
    const each = EACH.test(polite.text.slice(0, polite.text.length - (phrase[1] ?? "").length));
    return readPart(phrase[1] ?? "", options).map((found) => ({ ...found, each: found.each || each }));
  }
  return chain(polite.text, options, polite.asked || options.listed);
}

/** "If A, and B is lower than 1000 then book it": the condition ends where a request begins; else at the first comma. */
function conditionIn(text: string, options: EnglishOptions, depth: number): { text: string; inner: Clause[] } | null {
  const first = CONDITION.exec(text);
  if (!first || /^(?:so|not) please$/i.test(first[1] ?? "")) return null;
  let condition = first[1] ?? "";
  let rest = first[2] ?? "";
  for (let round = 0; round < 4; round++) {
    const inner = splitAt(rest, REQUEST_AHEAD).flatMap((part) => readPart(part, options, depth + 1));
    if (inner.length > 0) return { text: condition, inner };
    const further = /^(.+?)(?:,\s*(?:then\s+)?|\s+then\s+)(.+)$/i.exec(rest);
    if (!further) break;
    condition = `${condition}, ${further[1] ?? ""}`;
    rest = further[2] ?? "";
  }
  return { text: first[1] ?? "", inner: [] };
}

/** Strips politeness; `asked` is true where the text said "please" or "could you", so that what follows is a request whatever its form. */
function stripLeadIn(text: string): { text: string; asked: boolean } {
  let rest = text.trim();
  let asked = false;
  for (let round = 0; round < 12; round++) {
    const match = LEAD_IN.exec(rest);
    if (!match || match[0] === "") break;
    if (/please|pls|kindly|you|help|task|job|go ahead/i.test(match[0])) asked = true;
    rest = rest.slice(match[0].length).trimStart();
  }
  return { text: rest.replace(/(?:[\s.!;:,]|\s(?:and|then|so|but|also)(?=[\s,]*$))+$/, ""), asked };
}

/** "Do not forget to invite Mark and to set the location": changes named so are part of the action before, or of their own. */
function refinement(text: string, options: EnglishOptions): Clause[] {
  const body = text.replace(/^.*?\b(?:forget|remember|sure|ensure)\b\s*(?:to\s+|that\s+(?:you\s+)?)?(?:also\s+)?/i, "");
  if (body === text && !/^(?:attach|make|book)\b/i.test(text)) return [];
  return chain(body, options, true)
    .filter((found) => found.kind === "write")
    .map((found) => ({ ...found, refinement: true }));
}

/** The question itself, and whatever requests follow in the same sentence. */
function chainAfterQuestion(text: string, options: EnglishOptions): Clause[] {
  const [first, ...rest] = splitChain(text, options);
  const out = [clause(first ?? text, { kind: "read" })];
  for (const part of rest) out.push(...chain(part, options, true));
  return out;
}

/** A chain of imperatives: "find and delete the largest file", "suggest two more activities, and add them to the file". */
function chain(text: string, options: EnglishOptions, strict: boolean): Clause[] {
  const out: Clause[] = [];
  for (const part of splitChain(text, options)) {
    const { text: bare } = stripLeadIn(part.replace(/^\s*to\s+/i, ""));
    if (NEGATED.test(bare)) continue;
    const found = imperative(bare, options, strict);
    if (found) out.push(tellsSame(found, out.at(-1)));
    else if (out.length === 0 && !strict && !/^[A-Z]?[a-z]+(?<!ing|ed|s|ly)\s/.test(bare)) return [];
  }
  return withTrailingCondition(out);
}

/** "Thank Olga and tell her that …": the second says what the message says. */
function tellsSame(found: Clause, before: Clause | undefined): Clause {
  // "Order the flowers and have them delivered": how the order is to be done.
  if (before?.kind === "write" && /^(?:have|get) (?:it|them|this|these)\b/i.test(found.text) && found.kind === "write")
    return { ...found, family: "do", refinement: true };
  const same =
    found.family === "send" &&
    before?.family === "send" &&
    /^(?:tell|ask|inform|let|notify|thank|remind|assure|wish)\s+(?:him|her|them)\b/i.test(found.text);
  return same ? { ...found, refinement: true } : found;
}

function withTrailingCondition(clauses: Clause[]): Clause[] {
  return clauses.map((found) => {
    const trailing = TRAILING_CONDITION.exec(found.text);
    if (
      !trailing ||
      found.kind === "read" ||
      found.condition !== null ||
      / or /i.test(found.text.slice(0, trailing.index))
    )
      return found;
    const text = trailing[1] ?? "";
    return { ...found, condition: text, optional: OPTIONAL.test(text) };
  });
}

const JOIN =
  /(?:,\s*(?:and\s+then\s+|and\s+also\s+|and\s+|then\s+|also\s+|plus\s+)?|\s+(?:and\s+then|and\s+also|and|then|as well as|&)\s+|;\s*)/gi;

/** Splits where a joint is followed by a verb. Text inside parentheses is not split. */
function splitChain(text: string, options: EnglishOptions): string[] {
  const out: string[] = [];
  let from = 0;
  for (const match of text.matchAll(JOIN)) {
    if (match.index < from || depthAt(text, match.index) > 0) continue;
    const end = match.index + match[0].length;
    const ahead = text.slice(end);
    const bare = stripLeadIn(ahead.replace(/^to\s+(?=[a-z])/i, "")).text;
    if (!verbAt(bare, options, false) && caused(bare) === null) continue;
    out.push(text.slice(from, match.index));
    from = end;
  }
  out.push(text.slice(from));
  return out.filter((part) => part.trim() !== "").flatMap(elided);
}

/** A second message without a verb of its own: "… and a message to Bob", "… and to the second one saying …". */
const ELIDED =
  /,?\s+and (?:also )?(?=(?:(?:an?|another|one|the same) (?:[\w-]+ ){0,2}(?:message|e-?mail|dm|reply|text|letter|copy|note)\b[^,]* to |to (?:the |my |our )?[\w -]{1,40} (?:saying|that says|with the (?:text|content|message))\b))/i;

function elided(part: string): string[] {
  const verb = /^\W*(?:please )?(send|write|email|post|dm|message)\b/i.exec(part)?.[1];
  if (verb === undefined) return [part];
  const [first = part, ...others] = part.split(ELIDED);
  return [first, ...others.map((other) => `${verb} ${other.startsWith("to ") ? "a message " : ""}${other}`)];
}

function depthAt(text: string, index: number): number {
  let depth = 0;
  for (let at = 0; at < index; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")") depth--;
  }
  return depth;
}
