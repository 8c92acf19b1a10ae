// The verb an English clause begins with.
import type { Family } from "./lexicon/families.ts";
import { MAX_VERB_WORDS, OBJECT_STARTS, VERBS, WRITE_VERB_LIST, ingForm } from "./lexicon/english.ts";

export interface EnglishOptions {
  /** The sentence stands behind a number or bullet: a bare verb is enough. */
  listed: boolean;
  /** Further verbs that mean a change. */
  writeVerbs: ReadonlyMap<string, Family>;
}

/** "Would you mind forwarding …" */
const ING_BASE = new Map(WRITE_VERB_LIST.map(({ verb }): [string, string] => [ingForm(verb), verb]));

export interface FoundVerb {
  verb: string;
  family: Family | null;
  rest: string;
}

/** The verb a text begins with; ambiguous words count only before an object. */
export function verbAt(text: string, options: EnglishOptions, atStart: boolean): FoundVerb | null {
  const tokens = text.split(/\s+/).slice(0, MAX_VERB_WORDS + 1);
  for (let count = Math.min(MAX_VERB_WORDS, tokens.length); count >= 1; count--) {
    const phrase = tokens
      .slice(0, count)
      .join(" ")
      .toLowerCase()
      .replace(/[.,:!?]+$/, "");
    const verb = ING_BASE.get(phrase) ?? phrase;
    const known = VERBS.get(verb) ?? custom(verb, options);
    if (!known) continue;
    const rest = text.slice(tokens.slice(0, count).join(" ").length).trim();
    if (known.ambiguous && !objectFollows(rest, atStart)) return null;
    return { verb, family: known.family, rest };
  }
  return separated(tokens, text);
}

/** "Roll it back", "top my card up": a verb whose particle stands behind its object. */
function separated(tokens: readonly string[], text: string): FoundVerb | null {
  const first = (tokens[0] ?? "").toLowerCase();
  const found =
    /^(\S+)\s+((?:it|them|this|that|these|those|the|my|our|all)\b(?:\s+[\w⟦⟧-]+){0,4}?)\s+(back|up|off|out|down|in|together)\b/i.exec(
      text,
    );
  const verb = `${first} ${found?.[3]?.toLowerCase() ?? ""}`;
  const known = found ? VERBS.get(verb) : undefined;
  return known ? { verb, family: known.family, rest: text.slice(first.length).trim() } : null;
}

const MEANS: ReadonlySet<Family> = new Set<Family>(["send", "delete", "pay", "book", "share", "invite"]);

/** "… by posting a message": the act that the request names as its means; null where it names none that changes anything. */
export function meansAfterBy(rest: string): Family | null {
  const word = /\bby (?:\w+ly )?([a-z]+ing)\b/i.exec(rest)?.[1]?.toLowerCase();
  const base = word === undefined ? undefined : ING_BASE.get(word);
  const family = base === undefined ? undefined : VERBS.get(base)?.family;
  return family !== undefined && family !== null && MEANS.has(family) ? family : null;
}

function custom(phrase: string, options: EnglishOptions): { family: Family; ambiguous: boolean } | null {
  const family = options.writeVerbs.get(phrase);
  return family === undefined ? null : { family, ambiguous: true };
}

function objectFollows(rest: string, atStart: boolean): boolean {
  const next = rest.split(/\s+/)[0] ?? "";
  if (next === "") return false;
  const word = next.toLowerCase().replace(/[^\p{L}\p{N}⟦⟧']/gu, "");
  if (/^(?:on|off)$/.test(word) && /^(?:on|off)\s+\S/.test(rest)) return true;
  if (OBJECT_STARTS.has(word) || /^[A-Z0-9$€£⟦]/.test(next)) return true;
  return (
    atStart &&
    !/\?\s*$/.test(rest) &&
    rest.split(/\s+/).length >= 2 &&
    !/^(?:of|for|in|on|at|is|are|was|about|with|from|and|or|address(?:es)?|recommendations?|suggestions?|list|number|details?|history|status|confirmation|id|overview)$/.test(
      word,
    )
  );
}
