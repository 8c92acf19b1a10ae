// THE RULES of the demo model for things that are searched, looked at one by one and kept: with such tools on offer it goes search → details → keep
// for each thing that the request speaks of. Every value comes from the request or a result, found by its field's name; no chance is involved.
import { isJsonObject, type JsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import type { Context, PastCall } from "./context.ts";
import { type ThingRequest, thingRequests } from "./thing-requests.ts";
import { answerFrom, fieldFor, type Field, fieldsOf, type ThingPhrases, thingPhrases } from "./thing-answers.ts";
import type { OfferedTool } from "./tool-roles.ts";
import { languageOf } from "./words.ts";

export type ThingDecision =
  | { call: { tool: OfferedTool; arguments: JsonObject }; writes: boolean }
  | { says: string; unfinished: boolean };

interface Tools {
  search: OfferedTool;
  details: OfferedTool;
  keep: OfferedTool | null;
}

/** What has become known on the way through the request. */
interface Progress {
  context: Context;
  tools: Tools;
  phrases: ThingPhrases;
  /** What "it" means. */
  thing: Thing | null;
}

interface Thing {
  id: string;
  title: string;
  /** The argument that the search's id fills. */
  details: PastCall | null;
}

type Outcome = ThingDecision | { told: string; unfinished: boolean };

/** Null where the tools on offer are not of this kind. */
export function decideKeptThings(context: Context, offered: readonly OfferedTool[]): ThingDecision | null {
  const tools = toolsIn(offered);
  if (tools === null) return null;
  const requests = thingRequests(context.request.actions, context.request.text);
  const progress: Progress = { context, tools, phrases: thingPhrases(languageOf(context.request.text)), thing: null };
  const told: { text: string; unfinished: boolean }[] = [];
  for (const request of requests) {
    const outcome = carryOut(request, progress);
    if (!("told" in outcome)) return outcome;
    told.push({ text: outcome.told, unfinished: outcome.unfinished });
  }
  return { says: told.map(({ text }) => text).join("\n"), unfinished: told.some(({ unfinished }) => unfinished) };
}

/** `search_X`, and a getter of one X's details by id; `save_X` where it is there. */
function toolsIn(offered: readonly OfferedTool[]): Tools | null {
  for (const search of offered.filter(({ role }) => role === "search")) {
    const isSame = (tool: OfferedTool): boolean =>
      tool !== search &&
      tool.nouns.some((noun) => search.nouns.includes(noun)) &&
      tool.parameters.some(({ role, required }) => role === "id" && required);
    const details = offered.find((tool) => /details?$|info$/.test(tool.name) && isSame(tool));
    if (details === undefined) continue;
    return {
      search,
      details,
      keep: offered.find((tool) => /^(?:save|bookmark|keep)_/.test(tool.name) && isSame(tool)) ?? null,
    };
  }
  return null;
}

function carryOut(request: ThingRequest, progress: Progress): Outcome {
  const { phrases } = progress;
  if (request.kind === "which") return listFound(request, progress);
  const thing = findThing(request, progress);
  if (!("id" in thing)) return thing;
  progress.thing = thing;
  const { details } = thing;
  if (details === null) return lookAt(thing, progress);
  if (details.status !== "ok") return { told: phrases.failed(thing.title, details.problem ?? ""), unfinished: true };
  if (request.kind === "ask") {
    const answers = request.asked.map((asked) => answerFrom(details.shown, asked));
    const known = answers.flatMap((answer) => (answer === null ? [] : [answer]));
    const missing = request.asked.filter((_, index) => answers[index] === null);
    const lines = [
      ...(known.length === 0 ? [] : [phrases.answer(thing.title, known.join("; "))]),
      ...missing.map((asked) => phrases.notSaid(thing.title, asked)),
    ];
    return { told: lines.join("\n"), unfinished: missing.length > 0 };
  }
  return keep(thing, details, progress);
}

function listFound(request: ThingRequest, progress: Progress): Outcome {
  const { phrases } = progress;
  const search = searchFor(request, progress);
  if (!("past" in search)) return search;
  const titles = foundIn(search.past).map(({ title }) => title);
  if (titles.length === 0) return { told: phrases.nothing(request.words), unfinished: true };
  return { told: phrases.found(titles.join(phrases.separator)), unfinished: false };
}

/** The first hit of the search for it, with its details where they were looked at since the last change. */
function findThing(request: ThingRequest, progress: Progress): Thing | Outcome {
  const { context, tools, phrases } = progress;
  if (request.words === "") {
    return progress.thing ?? { told: phrases.which, unfinished: true };
  }
  const search = searchFor(request, progress);
  if (!("past" in search)) return search;
  const [first] = foundIn(search.past);
  if (first === undefined) return { told: phrases.nothing(request.words), unfinished: true };
  const looked = callsOf(context, tools.details).filter((call) =>
    Object.values(call.arguments).map(String).includes(first.id),
  );
  return { ...first, details: looked.at(-1) ?? null };
}

function searchFor(request: ThingRequest, { context, tools, phrases }: Progress): Outcome | { past: PastCall } {
  const parameter = tools.search.parameters.find(({ role }) => role === "query");
  if (parameter === undefined) return { told: phrases.failed(request.words, tools.search.name), unfinished: true };
  const past = callsOf(context, tools.search).findLast((call) => call.arguments[parameter.name] === request.words);
  if (past === undefined)
    return { call: { tool: tools.search, arguments: { [parameter.name]: request.words } }, writes: false };
  if (past.status === "failed" || past.status === "denied")
    return { told: phrases.failed(request.words, past.problem ?? ""), unfinished: true };
  return { past };
}

function foundIn(past: PastCall): Thing[] {
  const value = readJson(past.shown);
  const entries = Array.isArray(value) ? value : [];
  return entries.flatMap((entry): Thing[] => {
    if (!isJsonObject(entry)) return [];
    const id = Object.entries(entry).find(([key]) => /(?:^|_)id$/i.test(key))?.[1];
    const { title, title_zh: other } = entry;
    if (typeof id !== "string" && typeof id !== "number") return [];
    const names = [title, other].filter((name) => typeof name === "string");
    return [
      {
        id: String(id),
        title: names.length > 1 ? `${names[0]} (${names[1]})` : (names[0] ?? String(id)),
        details: null,
      },
    ];
  });
}

function lookAt(thing: Thing, { tools }: Progress): Outcome {
  const parameter = tools.details.parameters.find(({ role }) => role === "id");
  return { call: { tool: tools.details, arguments: { [parameter?.name ?? "id"]: thing.id } }, writes: false };
}

/** Keeps it where the details leave it open. A refusal because the state has moved on is met by one more look. */
function keep(thing: Thing, details: PastCall, progress: Progress): Outcome {
  const { context, phrases } = progress;
  const tool = progress.tools.keep;
  if (tool === null) return { told: phrases.failed(thing.title, phrases.noTool), unfinished: true };
  const calls = context.calls;
  const tries = callsOf(context, tool).filter((call) => calls.indexOf(call) > calls.indexOf(details));
  const last = tries.at(-1);
  if (last?.status === "ok") return { told: phrases.kept(thing.title), unfinished: false };
  if (last !== undefined) {
    const looks = callsOf(context, progress.tools.details).filter((call) => sameArguments(call, details));
    const canLookAgain = /stale|version/i.test(`${last.problem ?? ""} ${last.shown}`) && looks.length === 1;
    return canLookAgain
      ? lookAt(thing, progress)
      : { told: phrases.failed(thing.title, last.problem ?? ""), unfinished: true };
  }
  const kept = callsOf(context, tool).find(
    (call) => call.status === "ok" && Object.values(call.arguments).includes(thing.id),
  );
  if (kept !== undefined) return { told: phrases.kept(thing.title), unfinished: false };
  const fields = fieldsOf(details.shown);
  const obstacle = obstacleTo(tool, fields);
  if (obstacle === "unavailable") return { told: phrases.unavailable(thing.title), unfinished: true };
  if (obstacle === "confirm") return { told: phrases.confirm(thing.title), unfinished: true };
  const args: JsonObject = {};
  for (const { name, role, required } of tool.parameters) {
    const value = fieldFor(name, fields) ?? (role === "id" ? thing.id : null);
    if (value !== null) args[name] = value;
    else if (required) return { told: phrases.lacks(thing.title, tool.name, name), unfinished: true };
  }
  // What was refused with the same arguments would be refused again.
  const before = callsOf(context, tool).find((call) => sameArguments(call, { arguments: args }));
  if (before !== undefined) return { told: phrases.failed(thing.title, before.problem ?? ""), unfinished: true };
  return { call: { tool, arguments: args }, writes: true };
}

/** What a result's own guidance says against the call. */
function obstacleTo(tool: OfferedTool, fields: readonly Field[]): "unavailable" | "confirm" | null {
  const actions = fields.find(({ name }) => name === "availableActions")?.value;
  if (Array.isArray(actions) && !actions.includes(tool.name)) return "unavailable";
  return fields.find(({ name }) => name === "requiresHumanConfirmation")?.value === true ? "confirm" : null;
}

function callsOf(context: Context, tool: OfferedTool): PastCall[] {
  return context.calls.slice(context.earlierCalls).filter((call) => call.tool === tool.name);
}

function sameArguments(one: Pick<PastCall, "arguments">, other: Pick<PastCall, "arguments">): boolean {
  return JSON.stringify(one.arguments) === JSON.stringify(other.arguments);
}

function readJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
