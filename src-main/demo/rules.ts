// THE RULES of the demo model: when it calls, when it stops too early, when it loses the thread. A simulation with known causes, so that
// a debugger's findings about it can be checked. Everything it says is worked out from the request; no task is known beforehand.
// docs/demo-model.md tells the same in prose and must be changed together with this.
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import { earlyAnswer, finalAnswer, phrasesFor, thoughts } from "./answer.ts";
import type { Draw } from "./chance.ts";
import type { Context } from "./context.ts";
import type { Intent } from "./intent.ts";
import { decideKeptThings, type ThingDecision } from "./kept-things.ts";
import { makePlan, type Plan } from "./plan.ts";
import type { OfferedTool } from "./tool-roles.ts";
import { decideTrip, type TripDecision } from "./trip.ts";
import { languageOf } from "./words.ts";

/** Used when a request names no seed. */
export const DEFAULT_SEED = 1;

/** Tool results of more than this many characters in the context make it lose the thread. */
const THREAD_LIMIT = 12_000;

/** Chance to stop after a retrieval, by the number of outstanding actions: 1, 2, 3 and more. */
const STOP_CHANCE = {
  withoutRules: [0.8, 0.88, 0.93],
  withRules: [0.5, 0.65, 0.75],
} as const;

/** A listing tempts it less than the content of a file: the chance is this share of the one above. */
const AFTER_LISTING = 0.3;

/** After a reminder that names an outstanding action it goes on, but for this chance. */
const AFTER_REMINDER = 0.02;

/** "Please continue", without saying what is missing, takes this share of the chance away. */
const AFTER_NUDGE = 0.5;

/** Chance, once the thread is lost, to make up an id rather than to stop. */
const MAKES_UP_ID = 0.5;

/** How often a turn that should end opens a call all the same, and the other way round: what log-probabilities show. */
export const CERTAIN = 0.98;

/** What a prompt must say to count as holding completion rules: at least two of these, in whatever words. */
const COMPLETION_RULES: readonly RegExp[] = [
  /\b(?:all|each|every(?:thing)?)\b[^.\n]{0,40}\b(?:actions?|steps?|items?|tasks?|parts?|asked|requested)\b|(?:所有|每[一個个項项]+)[^。\n]{0,12}(?:動作|动作|步[驟骤]|[項项]目|任[務务]|要求)/iu,
  /\b(?:after|following) (?:each|every)\b[^.\n]{0,20}\bresult|每[次個个一](?:工具)?[^。\n]{0,6}[結结]果/iu,
  /\bnot (?:yet )?(?:been )?(?:done|finished|complete)|\b(?:outstanding|remain(?:s|ing)|still to do|left to do|missing)\b|尚未|[還还][沒没未]|未完成/iu,
  /\b(?:do not|don't|never) (?:stop|finish|end|answer)\b|\b(?:only when|until|unless|before)\b[^.\n]{0,40}\b(?:everything|all|done|complete|finished)\b|不要(?:停|[結结]束)|直到[^。\n]{0,12}(?:完成|做完)/iu,
  /\bfinal answer\b|\bconfirm(?:s)? (?:each|every|all)\b|最[終终後后](?:的)?(?:回答|答[覆复案])|[確确][認认]每/iu,
  /\b(?:re-?check|go back to|compare with|re-?read) (?:the |your )?(?:original |user'?s? )?(?:request|task|question)|重新?[檢检]查[^。\n]{0,6}(?:要求|[請请]求|任[務务])/iu,
];

function hasCompletionRules(prompt: string): boolean {
  return COMPLETION_RULES.filter((rule) => rule.test(prompt)).length >= 2;
}

export type ToolChoice = "auto" | "required" | "none" | { name: string };

export interface Decision {
  call: { name: string; arguments: JsonObject; writes: boolean } | null;
  /** What is said; "" beside a call. */
  text: string;
  thoughts: string;
  why:
    | "next_action"
    | "all_done"
    | "stops_early"
    | "thread_lost"
    | "made_up_id"
    | "no_request"
    | "not_allowed"
    | "forced";
  /** Probability of ending the turn at the token where it was decided. */
  stopProbability: number;
}

/** One turn of the demo model. */
export function decide(context: Context, tools: readonly OfferedTool[], choice: ToolChoice, draw: Draw): Decision {
  const language = languageOf(context.request.text);
  const phrases = phrasesFor(language);
  if (!context.hasUserMessage || context.request.text.trim() === "")
    return stop("no_request", phrases.noRequest, null, CERTAIN);
  const trip = choice === "auto" ? decideTrip(context, tools) : null;
  if (trip !== null) return fromTrip(trip);
  const things = choice === "auto" ? decideKeptThings(context, tools) : null;
  if (things !== null) return fromThings(things);
  const plan = makePlan(context, tools);
  const mustCall = choice !== "auto" && choice !== "none";
  if (choice === "none") {
    return stop("not_allowed", plan.next === null ? finalAnswer(plan, language) : earlyAnswer(plan, language), plan, 1);
  }
  if (hasLostThread(context, plan)) return loseThread(context, plan, mustCall, draw, phrases.lost);
  if (plan.next === null) {
    const forced = mustCall ? forcedCall(context, tools, choice) : null;
    return forced ?? stop("all_done", finalAnswer(plan, language), plan, CERTAIN);
  }
  const chance = stopChance(context, plan, tools);
  if (!mustCall && draw("stop") < chance) return stop("stops_early", earlyAnswer(plan, language), plan, chance);
  return call("next_action", plan.next, plan, mustCall ? 0 : chance);
}

/** Trips are decided by rules of their own, without chance. */
function fromTrip(trip: TripDecision): Decision {
  if ("says" in trip) return stop(trip.unfinished ? "stops_early" : "all_done", trip.says, null, CERTAIN);
  const { tool, arguments: args } = trip.call;
  return {
    call: { name: tool.name, arguments: args, writes: tool.role === "other" },
    text: "",
    thoughts: `Next I need ${tool.name}.`,
    why: "next_action",
    stopProbability: NEVER,
  };
}

/** So are things that are searched, looked at and kept. */
function fromThings(decided: ThingDecision): Decision {
  if ("says" in decided) return stop(decided.unfinished ? "stops_early" : "all_done", decided.says, null, CERTAIN);
  const { tool, arguments: args } = decided.call;
  return {
    call: { name: tool.name, arguments: args, writes: decided.writes },
    text: "",
    thoughts: `Next I need ${tool.name}.`,
    why: "next_action",
    stopProbability: NEVER,
  };
}

/** The chance that it stops here although actions are outstanding: only after a retrieval, and only when that gave it something to tell. */
function stopChance(context: Context, plan: Plan, tools: readonly OfferedTool[]): number {
  const tempting = temptation(context, plan, tools);
  if (tempting === null) return NEVER;
  if (context.nudge === "named") return AFTER_REMINDER;
  const outstanding = plan.states.filter((state) => state.status === "outstanding").length;
  const prompt = `${context.system}\n${context.request.text}`;
  const table = hasCompletionRules(prompt) ? STOP_CHANCE.withRules : STOP_CHANCE.withoutRules;
  const base = table[Math.min(outstanding, table.length) - 1] ?? 0;
  return base * (tempting === "listing" ? AFTER_LISTING : 1) * (context.nudge === "plain" ? AFTER_NUDGE : 1);
}

/** Where nothing tempts it to stop it does not stop; a log-probability needs a number above 0 all the same. */
export const NEVER = 1e-6;

/** What tempts it to answer now: the content it has just read, or a listing that answers a part; null when nothing does. */
function temptation(context: Context, plan: Plan, tools: readonly OfferedTool[]): "content" | "listing" | null {
  const last = context.calls.at(-1);
  if (last === undefined || context.calls.length <= context.earlierCalls || last.status === "failed") return null;
  const role = tools.find((tool) => tool.name === last.tool)?.role;
  const isRetrieval =
    role === "get" || role === "list" || role === "search" || (role === "other" && plan.next?.purpose === "write");
  if (!isRetrieval) return null;
  if (plan.states.some((state) => state.facts !== null && state.source !== null)) return "content";
  if (plan.states.some((state) => state.facts !== null)) return role === "list" ? "listing" : "content";
  return plan.states.some((state) => state.status === "done" && state.target !== null) ? "listing" : null;
}

export function hasLostThread(context: Context, plan: Plan): boolean {
  if (context.resultChars <= THREAD_LIMIT) return false;
  // What is already done can still be told.
  return plan.next !== null || plan.states.every((state) => state.action.kind === "answer");
}

/** It stops with an empty phrase, or calls the next tool with an id that stands in no result. */
function loseThread(context: Context, plan: Plan, mustCall: boolean, draw: Draw, phrase: string): Decision {
  const { next } = plan;
  const parameter = next?.tool.parameters.find((entry) => entry.role === "id");
  const hasFailed = context.calls.slice(context.earlierCalls).some((entry) => entry.status === "failed");
  const invents = parameter !== undefined && !hasFailed && draw("lost") < MAKES_UP_ID;
  if (next !== null && parameter !== undefined && (invents || mustCall)) {
    const id = madeUpId(context, draw);
    const value = parameter.type === "integer" || parameter.type === "number" ? Number(id) : id;
    const made: Intent = { ...next, arguments: { ...next.arguments, [parameter.name]: value } };
    return call("made_up_id", made, plan, 1 - MAKES_UP_ID);
  }
  return stop("thread_lost", phrase, plan, parameter === undefined ? CERTAIN : 1 - MAKES_UP_ID);
}

function madeUpId(context: Context, draw: Draw): string {
  const known = new Set(context.records.map((record) => record.id));
  let number = 100 + Math.floor(draw("made-up id") * 900);
  while (known.has(String(number))) number += 1;
  return String(number);
}

/** Nothing is left to do and a call is demanded: the last look is repeated, or the first tool that needs nothing is taken. */
function forcedCall(context: Context, tools: readonly OfferedTool[], choice: ToolChoice): Decision | null {
  const wanted = typeof choice === "object" ? tools.filter((tool) => tool.name === choice.name) : tools;
  const last = context.calls.findLast((entry) =>
    wanted.some((tool) => tool.name === entry.tool && ["get", "list", "search"].includes(tool.role)),
  );
  const bare = wanted.find((tool) => !tool.parameters.some((parameter) => parameter.required));
  const name = last?.tool ?? bare?.name;
  if (name === undefined) return null;
  return {
    call: { name, arguments: last?.arguments ?? {}, writes: false },
    text: "",
    thoughts: "I have to call a tool.",
    why: "forced",
    stopProbability: NEVER,
  };
}

function call(why: Decision["why"], intent: Intent, plan: Plan, stopProbability: number): Decision {
  return {
    call: { name: intent.tool.name, arguments: intent.arguments, writes: intent.purpose === "write" },
    text: "",
    thoughts: thoughts(plan, intent.tool.name),
    why,
    stopProbability: Math.max(NEVER, stopProbability),
  };
}

function stop(why: Decision["why"], text: string, plan: Plan | null, stopProbability: number): Decision {
  return {
    call: null,
    text,
    thoughts: plan === null ? "" : thoughts(plan, null),
    why,
    stopProbability: Math.min(1 - NEVER, stopProbability),
  };
}
