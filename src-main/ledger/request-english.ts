// One English sentence → the clauses that ask for something: imperatives, polite questions, wishes, passives and questions.
import type { Family } from "./lexicon/families.ts";
import {
  COMPOSED,
  DESTINATION,
  DOINGS,
  EACH,
  LEAD_IN,
  MADE,
  MAX_VERB_WORDS,
  NARRATIVE,
  NEGATED,
  OBJECT_STARTS,
  QUESTION,
  REFINEMENT,
  VERBS,
  WISH,
  WRITE_VERB_LIST,
  pastForms,
} from "./lexicon/english.ts";
import type { Clause } from "./request.ts";

export interface EnglishOptions {
  /** The sentence stands behind a number or bullet: a bare verb is enough. */
  listed: boolean;
  /** Further verbs that mean a change. */
  writeVerbs: ReadonlyMap<string, Family>;
}

const CONDITION =
  /^(?:if|in case|in the event that|unless|provided(?: that)?|assuming(?: that)?|only if|as long as)\s+(.+?)(?:,\s*(?:then\s+)?|\s+then\s+)(.+)$/i;
const TRAILING_CONDITION = /\s(?:(?:only )?if|in case|unless|provided that|as long as)\s+(.+)$/i;
const OPTIONAL = /^(?:necessary|needed|required|applicable|appropriate|possible|you (?:can|want|like)|so desired)\b/i;
const REQUEST_AHEAD =
  /(?:[,;:—]|\s-|\b(?:and|so|but|then)\b)\s*(?=(?:(?:and|so|then|also)\s+)?(?:please|kindly|can you|could you|would you|will you)\b)/gi;
const LEADING_PHRASE =
  /^(?:in|on|for|from|with|within|based on|using|according to|after|before|by|at|once|when|as|given|to|under|out of|regarding|concerning|going through|looking at)\b[^,]*,\s*(.+)$/i;
const INTRODUCES_LIST =
  /(?:following|below|as follows|these (?:tasks|steps|things|actions)|(?:tasks?|steps?|things|order|favou?r)[^.]{0,40}:)\s*[^.]*$|:\s*$/i;

/** Reads one sentence of masked text. */
export function englishClauses(sentence: string, options: EnglishOptions): Clause[] {
  const conditional = CONDITION.test(stripLeadIn(sentence).text);
  const parts = conditional ? [sentence] : splitAt(sentence, REQUEST_AHEAD);
  const clauses = parts.flatMap((part) => readPart(part, options)).filter(hasObject);
  if (clauses.length === 0 && /\?\s*$/.test(sentence)) clauses.push(clause(sentence, { kind: "read" }));
  return clauses;
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

function readPart(part: string, options: EnglishOptions): Clause[] {
  const polite = stripLeadIn(part);
  const condition = CONDITION.exec(polite.text);
  if (condition && !/^(?:so|not) please$/i.test(condition[1] ?? "")) {
    const inner = splitAt(condition[2] ?? "", REQUEST_AHEAD).flatMap((rest) => readPart(rest, options));
    const text = condition[1] ?? "";
    return inner.map((found) => ({
      ...found,
      condition: found.condition ?? text,
      optional: found.optional || OPTIONAL.test(text),
    }));
  }
  if (NEGATED.test(polite.text) && !/^(?:please\s+)?(?:do not|don['’]t|never) forget/i.test(polite.text)) return [];
  const passive = passiveWrite(polite.text);
  if (passive) return [passive];
  if (REFINEMENT.test(polite.text) && !polite.asked) return refinement(polite.text, options);
  const wish = WISH.exec(polite.text);
  if (wish) {
    const rest = polite.text.slice(wish[0].length);
    return chain(rest, options, true).map((found) => ({ ...found, weak: true }));
  }
  if (!polite.asked && QUESTION.test(polite.text)) return chainAfterQuestion(polite.text, options);
  if (!polite.asked && NARRATIVE.test(polite.text)) return wanted(polite.text);
  const direct = chain(polite.text, options, polite.asked || options.listed);
  if (direct.length > 0) return direct;
  const phrase = LEADING_PHRASE.exec(polite.text);
  if (phrase) {
    const each = EACH.test(polite.text);
    return readPart(phrase[1] ?? "", options).map((found) => ({ ...found, each: found.each || each }));
  }
  return [];
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
  return { text: rest.replace(/[\s.!;:,]+$/, ""), asked };
}

function clause(text: string, what: Partial<Clause> & { kind: "read" | "write" }): Clause {
  return {
    text: text.trim(),
    family: null,
    weak: false,
    refinement: false,
    condition: null,
    optional: false,
    each: EACH.test(text),
    ...what,
  };
}

const PARTICIPLES = new Map(
  WRITE_VERB_LIST.flatMap(({ verb, family }) => pastForms(verb).map((past): [string, Family] => [past, family])),
);
const PASSIVE =
  /\b(?:should|must|needs? to|has to|have to|ought to|is to|are to)\s+(?:also |then |now )?be\s+([a-z]+(?: up| out)?)\b/i;
const WANTED = /\b(?:want|need|would like|['’]d like|require|wish)\s+(?:to have\s+)?(.+?)\s+([a-z]+(?:ed|t|d|n))\b/i;
const WANTED_THING =
  /\b(?:want|need|would like|['’]d like|require)\s+(?:an? |the |another |some )?(?:\w+ ){0,3}?(reservation|booking|refund|reminder|appointment|transfer)\b/i;

/** "The old file should be deleted." */
function passiveWrite(text: string): Clause | null {
  const match = PASSIVE.exec(text);
  const family = match ? PARTICIPLES.get((match[1] ?? "").toLowerCase()) : undefined;
  if (family === undefined || /\?$/.test(text)) return null;
  return clause(text, { kind: "write", family, refinement: true });
}

/** "I need the file deleted", "I need a reservation": the only requests in a first-person sentence. */
function wanted(text: string): Clause[] {
  const match = /^(?:and |also |so )?(?:i|we)\b/i.test(text) ? WANTED.exec(text) : null;
  const family = match ? PARTICIPLES.get((match[2] ?? "").toLowerCase()) : undefined;
  if (family !== undefined && !/\b(?:that|which|who|to)\b/i.test(match?.[1] ?? ""))
    return [clause(text, { kind: "write", family })];
  const thing = /^(?:and |also |so )?(?:i|we)\b/i.test(text) ? WANTED_THING.exec(text) : null;
  if (!thing) return [];
  const noun = (thing[1] ?? "").toLowerCase();
  const thingFamily: Family =
    noun === "refund" || noun === "transfer"
      ? "pay"
      : noun === "reminder" || noun === "appointment"
        ? "create"
        : "book";
  return [clause(text, { kind: "write", family: thingFamily, weak: true })];
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
    if (found) out.push(found);
    else if (out.length === 0 && !strict) return [];
  }
  return withTrailingCondition(out);
}

function withTrailingCondition(clauses: Clause[]): Clause[] {
  return clauses.map((found) => {
    const trailing = TRAILING_CONDITION.exec(found.text);
    if (!trailing || found.condition !== null || / or /i.test(found.text.slice(0, trailing.index))) return found;
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
    if (!verbAt(bare, options, false)) continue;
    out.push(text.slice(from, match.index));
    from = end;
  }
  out.push(text.slice(from));
  return out.filter((part) => part.trim() !== "");
}

function depthAt(text: string, index: number): number {
  let depth = 0;
  for (let at = 0; at < index; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")") depth--;
  }
  return depth;
}

interface FoundVerb {
  verb: string;
  family: Family | null;
  rest: string;
}

/** The verb a text begins with; ambiguous words count only before an object. */
function verbAt(text: string, options: EnglishOptions, atStart: boolean): FoundVerb | null {
  const tokens = text.split(/\s+/).slice(0, MAX_VERB_WORDS + 1);
  for (let count = Math.min(MAX_VERB_WORDS, tokens.length); count >= 1; count--) {
    const phrase = tokens
      .slice(0, count)
      .join(" ")
      .toLowerCase()
      .replace(/[.,:!?]+$/, "");
    const known = VERBS.get(phrase) ?? custom(phrase, options);
    if (!known) continue;
    const rest = text.slice(tokens.slice(0, count).join(" ").length).trim();
    if (known.ambiguous && !objectFollows(rest, atStart)) return null;
    return { verb: phrase, family: known.family, rest };
  }
  return null;
}

function custom(phrase: string, options: EnglishOptions): { family: Family; ambiguous: boolean } | null {
  const family = options.writeVerbs.get(phrase);
  return family === undefined ? null : { family, ambiguous: true };
}

function objectFollows(rest: string, atStart: boolean): boolean {
  const next = rest.split(/\s+/)[0] ?? "";
  if (next === "") return false;
  const word = next.toLowerCase().replace(/[^\p{L}\p{N}⟦⟧']/gu, "");
  if (OBJECT_STARTS.has(word) || /^[A-Z0-9$€£⟦]/.test(next)) return true;
  return (
    atStart &&
    !/\?\s*$/.test(rest) &&
    rest.split(/\s+/).length >= 2 &&
    !/^(?:of|for|in|on|at|is|are|was|about|with|from|and|or|address(?:es)?|recommendations?|list|number|details?)$/.test(
      word,
    )
  );
}

/** One imperative clause, or null when the text does not begin with a verb. */
function imperative(text: string, options: EnglishOptions, strict: boolean): Clause | null {
  const found = verbAt(text, options, true);
  if (!found) return null;
  const { verb, rest } = found;
  const read = clause(text, { kind: "read" });
  const write = (family: Family): Clause => clause(text, { kind: "write", family });
  if (found.family === null) return read;
  const toMe = /^(?:me|us)\b/i.test(rest);
  switch (verb) {
    case "tell":
    case "ask":
    case "give":
    case "send":
      return recipient(verb, rest, toMe, read, write);
    case "let":
      return !toMe && /\bknow\b/i.test(rest) ? write("send") : toMe ? read : null;
    case "do":
    case "perform":
    case "carry out":
    case "follow":
    case "handle":
    case "process":
    case "complete":
    case "finish":
    case "act on":
    case "work through":
    case "take care of":
      if (INTRODUCES_LIST.test(rest) && (strict || /:/.test(text) || /following/i.test(rest))) return null;
      return DOINGS.test(rest) ? write("do") : read;
    case "make":
    case "write":
    case "create":
    case "generate":
    case "draft":
    case "prepare":
    case "compose":
    case "build":
    case "plan":
    case "put together":
      return composed(verb, rest, toMe, read, write);
    case "open":
      return /\b(?:file|document|e?-?mail|page|link|website|url|article|folder|attachment)\b|⟦[fuq]\d+⟧/i.test(rest)
        ? read
        : write("create");
    case "add":
      return /^(?:up\b|the numbers)/i.test(rest) ? read : write("add");
    case "transfer":
      return /\bfiles?\b|⟦f\d+⟧|\bownership\b/i.test(rest) ? write("update") : write("pay");
    case "schedule":
    case "set up":
      return /\b(?:payments?|transfers?|transactions?)\b/i.test(rest) ? write("pay") : write("create");
    default:
      return toMe &&
        !/^(?:email|e-mail|mail|message|text|dm|remind|notify|book|reserve|order|buy|invite|add|rent)$/.test(verb)
        ? read
        : write(found.family);
  }
}

const MONEY =
  /\b(?:money|amount|differences?|payments?|refund|deposit|usd|eur|dollars?|euros?|pounds?|bill|rent|iban|how much|funds|fee)\b|[$€£]\s?\d|\d\s?[$€£]/i;

function recipient(verb: string, rest: string, toMe: boolean, read: Clause, write: (family: Family) => Clause): Clause {
  if (toMe)
    return /\b(?:e-?mail|inbox|via|by (?:mail|message|sms))\b/i.test(rest) && verb === "send" ? write("send") : read;
  if (verb === "give") {
    if (
      /^(?:a|an|the|some|any|your|its|their|details?|examples?|information|only|just|in|as|all|each|it in|it as)\b/i.test(
        rest,
      ) &&
      !/\bto (?!the (?:question|point))/i.test(rest)
    )
      return read;
    if (/\b(?:access|permissions?|rights?)\b/i.test(rest)) return write("share");
    return MONEY.test(rest) ? write("pay") : write("send");
  }
  if (
    verb === "send" &&
    MONEY.test(rest.replace(/\b(?:summary|e-?mail|message|list|reminder|note|file|document|link)\b.*$/i, ""))
  )
    return write("pay");
  return write("send");
}

/** "Write a summary" is answered; "write a summary into notes.txt" and "create an event" are changes; "make the payments" pays. */
function composed(
  verb: string,
  rest: string,
  toMe: boolean,
  read: Clause,
  write: (family: Family) => Clause,
): Clause | null {
  if (verb === "make") {
    if (/^(?:sure|sense|certain|use of)\b/i.test(rest)) return null;
    const made = MADE.find(([pattern]) => pattern.test(rest));
    if (made) return write(made[1]);
  }
  const head =
    rest.split(
      /\b(?:of|for|about|from|that|which|who|with|based|according|in|into|to|on|as|named|called|titled|at|under|containing)\b/i,
    )[0] ?? "";
  const place =
    /(?<!\b(?:posted|stored|mentioned|listed|sent|shared|found|written|saved|contained|described|given|received)\s)\b(?:in|into|to|on|as|at|under|named|called|titled)\s+(.+)$/i.exec(
      rest,
    )?.[1] ?? "";
  const placed = DESTINATION.test(head) || DESTINATION.test(place.split(/\b(?:of|from|about|that|which)\b/i)[0] ?? "");
  if (/\b(?:e-?mails?|messages?|letters?|posts?|repl(?:y|ies))\b/i.test(head))
    return verb === "draft" && !placed ? read : write(/\bposts?\b/i.test(head) ? "create" : "send");
  if (toMe && !placed) return read;
  if (COMPOSED.test(head) && !placed) return read;
  if (
    (verb === "write" ||
      verb === "plan" ||
      verb === "draft" ||
      verb === "prepare" ||
      verb === "compose" ||
      verb === "generate") &&
    !placed
  )
    return verb === "write" && /⟦q\d+⟧/.test(rest) ? write("create") : read;
  return write("create");
}
