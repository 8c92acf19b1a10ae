// Requests without an imperative: passives ("the old file should be deleted"), states to be ensured, and things wanted.
import type { Clause } from "./clause.ts";
import { clause } from "./english-clause.ts";
import type { Family } from "./lexicon/families.ts";
import { WRITE_VERB_LIST, pastForms } from "./lexicon/english.ts";

const PARTICIPLES = new Map(
  WRITE_VERB_LIST.flatMap(({ verb, family }) => pastForms(verb).map((past): [string, Family] => [past, family])),
);
const PASSIVE =
  /\b(?:should|must|needs? to|has to|have to|ought to|is to|are to)\s+(?:also |then |now )?be\s+([a-z]+(?: up| out)?)\b/i;
const WANTED = /\b(?:want|need|would like|['’]d like|require|wish)\s+(?:to have\s+)?(.+?)\s+([a-z]+(?:ed|t|d|n))\b/i;
const WANTED_THING =
  /\b(?:want|need|would like|['’]d like|require)\s+(?:an? |the |another |some )?(?:\w+ ){0,3}?(reservation|booking|refund|reminder|appointment|transfer)\b/i;

/** "The old file should be deleted." */
export function passiveWrite(text: string): Clause | null {
  const match = PASSIVE.exec(text);
  const family = match ? PARTICIPLES.get((match[1] ?? "").toLowerCase()) : undefined;
  if (family === undefined || text.endsWith("?")) return null;
  return clause(text, { kind: "write", family, refinement: true });
}

const CAUSED =
  /^(?:have|get)\s+((?:it|them|this|these|that|those|the|my|our|an?|her|his|their|all)\b[^,?]{0,60}?)\s+([a-z]+(?:ed|t|d|n))\b(?!\s+[a-z]+ed\b)/i;

/** "Have the flowers delivered", "get it fixed": the family of what is to be done; null for anything else. */
export function caused(text: string): Family | null {
  const found = CAUSED.exec(text);
  if (!found || /\b(?:that|which|who)\b/i.test(found[1] ?? "") || text.endsWith("?")) return null;
  return PARTICIPLES.get((found[2] ?? "").toLowerCase()) ?? null;
}

const ENSURED =
  /^(?:please\s+)?(?:make sure|ensure|see to it)\s+(?:that\s+)?.+?\b(?:is|are|gets?|has been|have been)\s+(?:also |then |only )?([a-z]+)\b/i;

/** "Make sure that the door is locked." */
export function ensured(text: string): Clause[] {
  const family = PARTICIPLES.get((ENSURED.exec(text)?.[1] ?? "").toLowerCase());
  return family === undefined ? [] : [clause(text, { kind: "write", family, refinement: true })];
}

/** "I need the file deleted", "I need a reservation": the only requests in a first-person sentence. */
export function wanted(text: string): Clause[] {
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
