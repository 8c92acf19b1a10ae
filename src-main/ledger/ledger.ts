// The ledger: what the user asked for and the model promised, each done or outstanding with the events that prove it. Pure; the
// gate uses it on a run that goes on, the diagnosis on finished and imported ones.
import type { LedgerItem } from "../../src-shared/trace/ledger.ts";
import type { LedgerStep } from "./types.ts";
import type { Family } from "./lexicon/families.ts";
import { fits, nameWords, toolActs } from "./lexicon/families.ts";
import { conditionHolds, contraryOf } from "./condition.ts";
import type { Candidate, Wanted } from "./match.ts";
import { assign, readCandidates, score, writeCandidates } from "./match.ts";
import { flatten, holds } from "./objects.ts";
import type { PromisedAction } from "./promises.ts";
import { promisesIn } from "./promises.ts";
import { isReminder } from "./reminder.ts";
import type { RequestAction } from "./request.ts";
import { requestActions } from "./request.ts";
import { VERBS } from "./lexicon/english.ts";
import { inOneLine } from "./text.ts";

/** An action that a suite declares: done when a call of the tool succeeded. */
export interface DeclaredAction {
  action: string;
  kind: "read" | "write";
  tool: string;
}

export interface LedgerOptions {
  /** What a suite declares takes the place of what is read from the request's text. */
  declared?: readonly DeclaredAction[];
  /** Tools offered: the verbs in the names of those that write are known as verbs of a request. */
  tools?: ReadonlyArray<{ name: string; effect: "read" | "write" | "destructive" | null }>;
}

/** A ledger item with what it was read from, for the rules of the diagnosis. */
export interface LedgerEntry {
  item: LedgerItem;
  family: Family | null;
  /** Index of the step it stands in. */
  step: number;
  optional: boolean;
}

/**
 * Derives the ledger of a trace. Request items first, in the order asked, then promises in the order made. Write items are done only by a
 * successful call of a tool that fits the action; read items by an answer that follows. Evidence are `seq` numbers of the results (and of
 * the answer, for reads), without nulls.
 */
export function deriveLedger(steps: readonly LedgerStep[], options: LedgerOptions = {}): LedgerItem[] {
  return deriveEntries(steps, options).map(({ item }) => item);
}

/** The same with each item's origin. */
export function deriveEntries(steps: readonly LedgerStep[], options: LedgerOptions = {}): LedgerEntry[] {
  const candidates = writeCandidates(steps);
  const declared = options.declared ?? [];
  const asked = declared.length > 0 ? declaredEntries(declared, steps) : requestEntries(steps, candidates, options);
  return [...asked, ...promiseEntries(steps, candidates)];
}

function declaredEntries(declared: readonly DeclaredAction[], steps: readonly LedgerStep[]): LedgerEntry[] {
  const used = new Set<number>();
  return declared.map((action): LedgerEntry => {
    const at = steps.findIndex(
      (step, index) => step.kind === "call" && step.tool === action.tool && step.succeeded === true && !used.has(index),
    );
    if (at !== -1) used.add(at);
    const item: LedgerItem = {
      action: action.action,
      source: "request",
      kind: action.kind,
      number: null,
      status: at === -1 ? "outstanding" : "done",
      evidence: seqs([steps[at]]),
    };
    return { item, family: null, step: 0, optional: false };
  });
}

function requestEntries(
  steps: readonly LedgerStep[],
  candidates: readonly Candidate[],
  options: LedgerOptions,
): LedgerEntry[] {
  const actions = askedFor(steps, options);
  const writes = actions.flatMap(({ action }) => (isWrite(action) ? [action] : []));
  const own = writes.filter((action) => !action.refinement);
  const assigned = new Map<RequestAction, Candidate[]>();
  assign(own.map(wanted), candidates).forEach((calls, index) => {
    const action = own[index];
    if (action) assigned.set(action, calls);
  });
  const taken = new Set([...assigned.values()].flat());
  const answer = finalAnswer(steps);
  let host: Candidate[] = [];
  const entries = actions.map(({ action, step }): LedgerEntry => {
    if (!isWrite(action))
      return asEntry(action, step, readStatus(action, steps, answer), readEvidence(action, steps, answer));
    let calls = assigned.get(action) ?? [];
    if (action.refinement) calls = refined(action, host, candidates, taken);
    else host = calls;
    const condition = conditionOf(action, answer?.text ?? null, calls.length > 0);
    const done = calls.length > 0 && !tooFew(calls, action);
    return asEntry(action, step, done ? "done" : "outstanding", seqs(calls.map(({ call }) => call)), condition);
  });
  return withoutOtherBranch(entries);
}

/** Of "if A … otherwise …" one is done: the other is not due. */
function withoutOtherBranch(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const taken = new Set(
    entries.flatMap(({ item }) => (item.condition && item.status === "done" ? [contraryOf(item.condition.text)] : [])),
  );
  return entries.map((entry) => {
    const { condition, status } = entry.item;
    if (!condition || status === "done" || !taken.has(condition.text)) return entry;
    return { ...entry, item: { ...entry.item, condition: { ...condition, holds: "no" } } };
  });
}

type WriteAction = RequestAction & { family: Family };

function isWrite(action: RequestAction): action is WriteAction {
  return action.kind === "write" && action.family !== null;
}

function wanted(action: WriteAction): Wanted {
  return { family: action.family, objects: action.objects, text: action.text.toLowerCase(), shares: action.shares };
}

/** What all user messages ask for; a message repeated word for word asks once, and a later message asks only for what it says outright. */
function askedFor(
  steps: readonly LedgerStep[],
  options: LedgerOptions,
): Array<{ action: RequestAction; step: number }> {
  const seen = new Set<string>();
  const verbs = writeVerbs(options);
  const out: Array<{ action: RequestAction; step: number }> = [];
  steps.forEach((step, index) => {
    if (step.kind !== "user" || isReminder(step.text)) return;
    const key = inOneLine(step.text);
    if (key === "" || seen.has(key)) return;
    const first = seen.size === 0;
    seen.add(key);
    const actions = requestActions(step.text, seen.size - 1, verbs);
    for (const action of actions)
      if (first || action.kind === "write" || /[?？]/.test(step.text)) out.push({ action, step: index });
  });
  return out;
}

/** Verbs in the names of offered write tools that the lexicon does not know: `archive_thread` teaches "archive". */
function writeVerbs(options: LedgerOptions): Map<string, Family> {
  const out = new Map<string, Family>();
  for (const tool of options.tools ?? []) {
    if (tool.effect !== "write" && tool.effect !== "destructive") continue;
    const head = nameWords(tool.name)[0];
    if (head !== undefined && head.length > 2 && !VERBS.has(head))
      out.set(head, tool.effect === "destructive" ? "delete" : "do");
  }
  return out;
}

const OWN_CALL: ReadonlySet<Family> = new Set<Family>(["delete", "send", "share", "pay", "buy", "do", "run"]);

/** A refinement is done with the action it refines, unless it names an act of its own kind ("make sure to send it to Bob"). */
function refined(
  action: WriteAction,
  host: readonly Candidate[],
  candidates: readonly Candidate[],
  taken: Set<Candidate>,
): Candidate[] {
  if (!OWN_CALL.has(action.family) && host.length > 0) return [...host];
  const free = candidates.find((candidate) => !taken.has(candidate) && score(wanted(action), candidate) !== null);
  if (free) {
    taken.add(free);
    return [free];
  }
  const shared = host.filter((candidate) => fits(action.family, toolActs(candidate.call.tool)));
  return shared.length > 0
    ? shared
    : candidates.filter((candidate) => score(wanted(action), candidate) !== null).slice(0, 1);
}

/**
 * "To each person": one call with one receiver is not all of it. Of several addresses that the action names, each must stand in some call.
 */
function tooFew(calls: readonly Candidate[], action: RequestAction): boolean {
  const [only] = calls;
  if (!only || calls.some((call) => call.acts.has("exec"))) return false;
  const addresses = action.objects.filter((object) => object.kind === "email" && object.target);
  const addressed = calls.some((call) => call.flat.emails.size > 0);
  if (missesOne(calls, action)) return true;
  if (addressed && addresses.some((address) => !calls.some((call) => holds(call.flat, address)))) return true;
  return action.each && calls.length === 1 && only.flat.width <= 1 && action.family !== "delete" && !only.flat.toAll;
}

const TOLD: ReadonlySet<Family> = new Set<Family>(["send", "share", "invite", "add"]);

/** "To Bob and Alice", "in 'general' and 'random'": the calls name one of them and another one not. */
function missesOne(calls: readonly Candidate[], action: RequestAction): boolean {
  if (action.family === null || !TOLD.has(action.family) || action.together.length < 2) return false;
  const named = action.together.map((name) => calls.some((call) => call.flat.text.includes(name)));
  return named.includes(true) && named.includes(false);
}

function conditionOf(action: RequestAction, answer: string | null, done: boolean): LedgerItem["condition"] {
  if (action.condition === null) return undefined;
  if (done) return { text: action.condition, holds: "yes" };
  if (action.optional) return { text: action.condition, holds: "no" };
  return { text: action.condition, holds: answer === null ? "unknown" : conditionHolds(action.condition, answer) };
}

interface Answer {
  text: string;
  seq: number | null;
}

/** The last assistant text with no call after it; null while the run goes on or where nothing was said. */
export function finalAnswer(steps: readonly LedgerStep[]): Answer | null {
  for (let index = steps.length - 1; index >= 0; index--) {
    const step = steps[index];
    if (!step || step.kind !== "assistant") return null;
    if (step.text.trim() !== "") return { text: step.text, seq: step.seq };
  }
  return null;
}

function readStatus(action: RequestAction, _steps: readonly LedgerStep[], answer: Answer | null): LedgerItem["status"] {
  return answer !== null && action.text !== "" ? "done" : "outstanding";
}

/** Results that the answer can stand on (those that hold a thing the item names; else the last one), and the answer itself. */
function readEvidence(action: RequestAction, steps: readonly LedgerStep[], answer: Answer | null): number[] {
  const reads = readCandidates(steps);
  const about = reads.filter(({ call }) => {
    const flat = flatten([call.arguments, call.result ?? ""]);
    return action.objects.some((object) => holds(flat, object));
  });
  const used = about.length > 0 ? about : reads.slice(-1);
  const proof = seqs(used.map(({ call }) => call));
  return answer === null || answer.seq === null ? proof : [...proof, answer.seq];
}

function asEntry(
  action: RequestAction,
  step: number,
  status: LedgerItem["status"],
  evidence: number[],
  condition?: LedgerItem["condition"],
): LedgerEntry {
  const item: LedgerItem = {
    action: action.action,
    source: "request",
    kind: action.kind,
    number: action.number,
    status,
    evidence,
  };
  if (condition) item.condition = condition;
  return { item, family: action.family, step, optional: action.optional };
}

/** Promises, merged when the model repeats itself; done by what it called after making them. */
function promiseEntries(steps: readonly LedgerStep[], candidates: readonly Candidate[]): LedgerEntry[] {
  const out = new Map<string, LedgerEntry>();
  const reads = readCandidates(steps);
  steps.forEach((step, index) => {
    if (step.kind !== "assistant") return;
    for (const promise of promisesIn(step.text)) {
      const calls = keptBy(promise, index, candidates, reads);
      const key = `${promise.kind}:${promise.action.toLowerCase()}`;
      out.delete(key);
      out.set(key, {
        item: {
          action: promise.action,
          source: "promise",
          kind: promise.kind,
          number: null,
          status: calls.length > 0 ? "done" : "outstanding",
          evidence: seqs(calls),
        },
        family: promise.family,
        step: index,
        optional: false,
      });
    }
  });
  return [...out.values()];
}

/** Changes behind a promise among which the one that keeps it is looked for. */
const MOST_LATER = 60;

function keptBy(
  promise: PromisedAction,
  from: number,
  candidates: readonly Candidate[],
  reads: ReadonlyArray<{ at: number; call: Candidate["call"] }>,
): Candidate["call"][] {
  const { family } = promise;
  if (family === null) {
    const next = reads.find(({ at }) => at > from);
    return next ? [next.call] : [];
  }
  const next = candidates.findIndex(({ at }) => at > from);
  const later = next === -1 ? [] : candidates.slice(next, next + MOST_LATER);
  const [calls = []] = assign(
    [{ family, objects: promise.objects, text: promise.action.toLowerCase(), shares: false }],
    later,
  );
  return calls.slice(0, 1).map(({ call }) => call);
}

function seqs(steps: ReadonlyArray<LedgerStep | undefined>): number[] {
  return [...new Set(steps.flatMap((step) => (step === undefined || step.seq === null ? [] : [step.seq])))];
}

export { outstandingReminder } from "./reminder.ts";
