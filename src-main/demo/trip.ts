// THE RULES of the demo model for trips: with tools for flights, hotels, rail passes, holds or bookings on offer, it makes the calls that
// the request speaks of, in its order. Every value comes from the request or from a result; it never stops too early here.
import { isJsonObject, type JsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import type { Context, PastCall } from "./context.ts";
import type { OfferedTool } from "./tool-roles.ts";

/** What a step of a trip is called in a request, and in the name of a tool. */
const STEPS: readonly { asked: RegExp; tool: RegExp; what: string }[] = [
  { asked: /\bflights?\b/i, tool: /flight/, what: "flights" },
  { asked: /\bhotels\b|\ba hotel\b/i, tool: /hotel/, what: "hotels" },
  { asked: /\brail(?:way)? pass\b/i, tool: /rail/, what: "the rail pass" },
  { asked: /\bhold (?:a|the|one) room\b/i, tool: /hold_room|reserve/, what: "the room" },
  { asked: /\bbook\b/i, tool: /^book/, what: "the booking" },
];

export type TripDecision =
  | { call: { tool: OfferedTool; arguments: JsonObject } }
  | { says: string; unfinished: boolean };

/** Null where no tool on offer is about trips, or the request speaks of none of them. */
export function decideTrip(context: Context, tools: readonly OfferedTool[]): TripDecision | null {
  const { text } = context.request;
  const steps = STEPS.flatMap((step) => {
    const tool = tools.find(({ name }) => step.tool.test(name));
    const at = text.search(step.asked);
    return tool === undefined || at < 0 ? [] : [{ ...step, at, offered: tool }];
  }).toSorted((a, b) => a.at - b.at);
  if (steps.length === 0) return null;
  const told: string[] = [];
  for (const step of steps) {
    const outcome = carryOut(step.offered, step.what, context);
    if (!("told" in outcome)) return outcome;
    told.push(outcome.told);
  }
  return { says: told.join("\n"), unfinished: false };
}

/** One step: the call that it needs, a reason to stop, or what there is to tell of it. */
function carryOut(tool: OfferedTool, what: string, context: Context): TripDecision | { told: string } {
  const args = argumentsFor(tool, context);
  if (args === null)
    return { says: `Please provide what ${tool.name} needs. Which values shall I use?`, unfinished: true };
  const past = context.calls.slice(context.earlierCalls).filter((call) => call.tool === tool.name);
  const last = past.at(-1);
  if (last === undefined) return { call: { tool, arguments: args } };
  switch (last.status) {
    case "failed":
    case "denied": {
      const corrected = past.length === 1 ? correctedArguments(last) : null;
      if (corrected !== null) return { call: { tool, arguments: corrected } };
      return { says: `I could not get ${what}: ${last.problem ?? "it failed"}`, unfinished: true };
    }
    case "empty":
    case "ok": {
      if (!hasNoOptions(last)) return tell(what, last, context);
      const shifted = past.length === 1 ? shiftedDates(last.arguments, context.request.text) : null;
      if (shifted !== null) return { call: { tool, arguments: shifted } };
      return { says: `I could not find ${what}: no options are available on the dates you allow.`, unfinished: true };
    }
  }
}

/** A list of options none of which is known to help is no answer: the person is asked. */
function tell(what: string, last: PastCall, context: Context): TripDecision | { told: string } {
  const statuses = [...last.shown.matchAll(/"assistance_status":\s*"(\w+)"/g)].map((match) => match[1]);
  const needsHelp = /wheelchair/i.test(context.request.text);
  if (needsHelp && statuses.length > 0 && statuses.every((status) => status === "unknown")) {
    return {
      says: `The accessibility records of ${what} are ambiguous: no wheelchair assistance is confirmed. Should I go on all the same?`,
      unfinished: true,
    };
  }
  const ids = [...last.shown.matchAll(/"(?:flight|hotel|hold|booking)_id":\s*"([^"]+)"/g)].map((match) => match[1]);
  const covered = /"pass_days":\s*(\d+)/.exec(last.shown)?.[1];
  if (covered !== undefined) return { told: `${capital(what)}: covered for ${covered} days.` };
  return { told: `${capital(what)}: ${ids.join(", ")}.` };
}

/** Values by the parameter's name; null where a required one stands nowhere. */
function argumentsFor(tool: OfferedTool, context: Context): JsonObject | null {
  const { text } = context.request;
  const dates = text.match(/\b\d{4}-\d{2}-\d{2}\b/g) ?? [];
  const seen = `${text}\n${context.calls.flatMap((call) => (call.status === "ok" ? call.shown : [])).join("\n")}`;
  const known: Record<string, JsonValue | undefined> = {
    origin: /\bfrom ([A-Z]{3})\b/.exec(text)?.[1],
    destination: /\bto ([A-Z]{3})\b/.exec(text)?.[1],
    city: /\bin ([A-Z][a-z]+)\b/.exec(text)?.[1],
    date_start: dates[0],
    date_end: dates[1] ?? dates[0],
    accessibility: /wheelchair/i.test(text) ? "wheelchair" : "none",
    max_results: Number(/\bup to (\d+)\b/i.exec(text)?.[1] ?? 5),
    hotel_id: /\bHT-[A-Z]+-\d+\b/.exec(seen)?.[0],
    hold_id: /\bH-\d+\b/.exec(seen)?.[0],
  };
  const args: JsonObject = {};
  for (const { name, required } of tool.parameters) {
    const value = known[name];
    if (value !== undefined) args[name] = value;
    else if (required) return null;
  }
  return args;
}

/** Numbers above a limit that the error names are brought down to it; nothing else of what was meant changes. */
function correctedArguments(call: PastCall): JsonObject | null {
  const problems = [...call.shown.matchAll(/"path":\s*"\/(\w+)",\s*"problem":\s*"[^"]*?(?:<=|at most)\s*(\d+)/g)];
  const limits = problems.map((match) => [match[1] ?? "", Number(match[2])] as const);
  if (limits.length === 0) return null;
  return { ...call.arguments, ...Object.fromEntries(limits) };
}

function hasNoOptions(call: PastCall): boolean {
  if (call.status === "empty") return true;
  const value = readJson(call.shown);
  return isJsonObject(value) && Array.isArray(value.options) && value.options.length === 0;
}

/** Both dates later by the days the request allows ("may shift by 2 days"); null where it allows none. */
function shiftedDates(args: JsonObject, text: string): JsonObject | null {
  const days = Number(/\bshift by (?:up to )?(\d+) days?\b/i.exec(text)?.[1] ?? 0);
  const { date_start: start, date_end: end } = args;
  if (days === 0 || typeof start !== "string" || typeof end !== "string") return null;
  return { ...args, date_start: later(start, days), date_end: later(end, days) };
}

function later(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function readJson(text: string): JsonValue {
  if (!text.startsWith("{")) return null;
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
