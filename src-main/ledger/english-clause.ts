// A clause with its defaults, and whether it asks for several calls.
import type { Clause } from "./clause.ts";

/** Builds a clause; what is not said is the plain case. */
export function clause(text: string, what: Partial<Clause> & { kind: "read" | "write" }): Clause {
  return {
    text: text.trim(),
    family: null,
    weak: false,
    refinement: false,
    condition: null,
    optional: false,
    each: distributes(text),
    shares: false,
    ...what,
  };
}

const DISTRIBUTES: readonly RegExp[] = [
  /^\W*[a-z]+ (?:(?:an?|the|one) [\w-]+ )?(?:to )?(?:each|every(?! (?:day|week|month|year|hour))|all (?:of )?(?:the |my |our |existing |other )*(?:users?|people|persons?|members|participants|friends|colleagues|employees|contacts|channels|customers|guests))\b/i,
  /(?<!\b(?:references?|referring|links?|related|relevant|visible|available|known|similar|compared|access|introductions?) )\bto (?:each|every|all (?:of )?(?:the |my |our |existing |other )*(?:users?|people|persons?|members|participants|friends|colleagues|employees|contacts|channels|customers|guests)|everyone|everybody)\b/i,
  /\b(?:inbox(?:es)?|channels?|accounts?|pages?) of (?:each|every|all)\b/i,
  /^\W*[a-z]+ (?:an?|the|one|separate) (?:[\w-]+ )?[\w-]+ for (?:each|every)\b/i,
  /\b(?:an?|one) [\w-]+ each\b/i,
  /(?<!\b(?:of|about|for|from|between|name|rating|price|size|details?) )\b(?:each|both) of (?:them|us|these|those)\b/i,
];

/** More than one call is meant: the receivers or objects are distributed over ("to each person"), not merely mentioned. */
function distributes(text: string): boolean {
  return DISTRIBUTES.some((pattern) => pattern.test(text));
}
