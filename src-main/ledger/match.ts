// Which successful call did which action: the verb's family against what the tool does, the named objects against the arguments.
import type { LedgerStep } from "./types.ts";
import type { Family, ToolAct } from "./lexicon/families.ts";
import { fits, guessEffect, nameWords, ofItsOwnKind, toolActs } from "./lexicon/families.ts";
import type { FlatArguments, ObjectRef } from "./objects.ts";
import { conflicts, flatten, holds } from "./objects.ts";

export type CallStep = Extract<LedgerStep, { kind: "call" }>;

/** A call prepared for matching. `at` is its index among the steps. */
export interface Candidate {
  at: number;
  call: CallStep;
  acts: ReadonlySet<ToolAct>;
  flat: FlatArguments;
}

/** An action to be matched. */
export interface Wanted {
  family: Family;
  /** May be done by calls that did other actions too. */
  shares: boolean;
  objects: readonly ObjectRef[];
  /** The verb and words of the action, lower case: a tool named by the same verb fits whatever its family. */
  text: string;
}

/**
 * Successful calls that change something: declared so, or so by their name. A tool of unknown effect with a name that says nothing is kept: it
 * counts only for an action of its own verb.
 */
export function writeCandidates(steps: readonly LedgerStep[]): Candidate[] {
  return steps.flatMap((step, at) => {
    if (step.kind !== "call" || step.succeeded !== true) return [];
    const acts = toolActs(step.tool);
    // A tool that declares no effect, or the default `read` although its name says otherwise, is judged by its name.
    const guess = guessEffect(step.tool);
    const changes =
      step.effect === "write" || step.effect === "destructive" || guess === "write" || guess === "destructive";
    if (!changes && (guess === "read" || step.effect !== null)) return [];
    return [{ at, call: step, acts, flat: flatten(step.arguments) }];
  });
}

/** Successful calls that only look. */
export function readCandidates(steps: readonly LedgerStep[]): Array<{ at: number; call: CallStep }> {
  return steps.flatMap((step, at) => {
    if (step.kind !== "call" || step.succeeded !== true) return [];
    return (step.effect ?? guessEffect(step.tool) ?? "read") === "read" ? [{ at, call: step }] : [];
  });
}

/**
 * How well a call fits an action: null when it cannot be it; else 1 for the family alone, up to 1 more for the share of the named objects
 * that stand in the arguments.
 */
export function score(wanted: Wanted, candidate: Candidate): number | null {
  const sameWord = nameWords(candidate.call.tool).some(
    (word) => word.length > 2 && new RegExp(`^${word}\\b`).test(wanted.text),
  );
  if (!sameWord && !bringsAlong(wanted, candidate)) {
    const unknown =
      candidate.acts.size === 0 && candidate.call.effect !== "write" && candidate.call.effect !== "destructive";
    if (unknown) return null;
    if (candidate.acts.size > 0 && !fits(wanted.family, candidate.acts)) return null;
  }
  if (makesContainer(wanted, candidate) || conflicts(candidate.flat, wanted.objects)) return null;
  return (
    1 +
    overlap(wanted.objects, candidate.flat) +
    (sameWord ? 0.25 : 0) +
    (ofItsOwnKind(wanted.family, candidate.acts) ? 0.25 : 0)
  );
}

const WITH_GUESTS: readonly ToolAct[] = ["create", "schedule", "edit", "book"];
const PART_OF =
  /\b(?:from|out of|off|in)\b[^,]{0,60}(?:⟦f\d+⟧|\b(?:files?|documents?|docs?|code|config\w*|pages?|lists?|sheets?|notes?|tables?|rows?|lines?|descriptions?|texts?|events?|calendar entr\w+)\b)|⟦f\d+⟧[^，]{0,4}[里中的]/;

/**
 * What another act brings along: guests stand in the event that is made, a line is deleted by editing its file, access is taken away by
 * setting permissions.
 */
function bringsAlong({ family, text, objects }: Wanted, { acts, flat }: Candidate): boolean {
  if (family === "invite") return WITH_GUESTS.some((act) => acts.has(act)) && overlap(objects, flat) >= 0.5;
  if (family !== "delete") return false;
  return (
    (acts.has("edit") && PART_OF.test(text)) ||
    (acts.has("grant") && /\b(?:access|permissions?|rights?)\b|权限|權限/.test(text))
  );
}

const CONTAINER =
  /\b(?:to|into|in) (?:the|my|our|that|this|it|an? existing)\b(?! calendar)[^,]{0,40}?\b(?:files?|documents?|docs?|lists?|sheets?|notes?|spreadsheet)\b/;

/** Making a new file or list is not adding to the one that is there. */
function makesContainer(wanted: Wanted, candidate: Candidate): boolean {
  if (wanted.family !== "add" || !CONTAINER.test(wanted.text)) return false;
  const [verb = "", noun = ""] = nameWords(candidate.call.tool);
  return /^(?:create|new|make)$/.test(verb) && /^(?:file|document|doc|list|sheet|note|spreadsheet)$/.test(noun);
}

/** Share of the named objects that the arguments hold; 0 where none is named. */
export function overlap(objects: readonly ObjectRef[], flat: FlatArguments): number {
  const compared = objects.filter((object) => object.kind !== "number");
  if (compared.length === 0) return 0;
  return compared.filter((object) => holds(flat, object)).length / compared.length;
}

/**
 * Assigns calls to actions, best score first, each call to one action. An action left over may share a call whose arguments hold its objects
 * (one e-mail to two people, an event created with its guests).
 */
export function assign(wanted: readonly Wanted[], candidates: readonly Candidate[]): Array<Candidate[]> {
  const pairs = wanted.flatMap((action, index) =>
    candidates.flatMap((candidate) => {
      const value = score(action, candidate);
      return value === null ? [] : [{ index, candidate, value }];
    }),
  );
  // General actions come last: they take what is left, or share.
  const general = (index: number): number => (wanted[index]?.shares === true ? 1 : 0);
  pairs.sort(
    (a, b) =>
      general(a.index) - general(b.index) || b.value - a.value || a.index - b.index || a.candidate.at - b.candidate.at,
  );
  const taken = new Set<Candidate>();
  const out: Array<Candidate[]> = wanted.map(() => []);
  for (const { index, candidate } of pairs) {
    if (taken.has(candidate) || (out[index]?.length ?? 0) > 0) continue;
    out[index]?.push(candidate);
    taken.add(candidate);
  }
  wanted.forEach((action, index) => {
    if ((out[index]?.length ?? 0) > 0) return;
    const shared = candidates.find(
      (candidate) =>
        score(action, candidate) !== null &&
        (action.shares ||
          ((bringsAlong(action, candidate) || ofItsOwnKind(action.family, candidate.acts)) &&
            overlap(action.objects, candidate.flat) >= 0.5)),
    );
    if (shared) out[index]?.push(shared);
  });
  for (const { index, candidate } of pairs) {
    if (taken.has(candidate)) continue;
    out[index]?.push(candidate);
    taken.add(candidate);
  }
  return out;
}
