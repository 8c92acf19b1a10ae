// Fills a tool's arguments from what the demo model knows, by what each parameter is for. A required argument that nothing fills means no call.
import type { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";
import type { Action } from "./read-request.ts";
import type { OfferedTool, Parameter } from "./tool-roles.ts";

export interface Known {
  id?: string | null;
  name?: string | null;
  content?: string | null;
  email?: string | null;
  permission?: "r" | "rw";
  query?: string | null;
}

/** Null when a required argument cannot be filled. Optional ones are given only where their value is known for certain. */
export function fillArguments(tool: OfferedTool, known: Known, action: Action): JsonObject | null {
  const filled: JsonObject = {};
  for (const parameter of tool.parameters) {
    const value = certain(parameter, known) ?? (parameter.required ? guess(parameter, known, action) : null);
    if (value !== null) filled[parameter.name] = value;
    else if (parameter.required) return null;
  }
  return filled;
}

function certain(parameter: Parameter, known: Known): JsonValue | null {
  switch (parameter.role) {
    case "id":
      return known.id === undefined || known.id === null ? null : asType(known.id, parameter);
    case "name":
      return known.name ?? known.query ?? null;
    case "content":
      return known.content ?? null;
    case "email":
      return known.email === undefined || known.email === null
        ? null
        : parameter.type === "array"
          ? [known.email]
          : known.email;
    case "permission":
      return known.permission === undefined ? null : permissionValue(parameter, known.permission);
    case "query":
      return known.query ?? null;
    default:
      return null;
  }
}

/** What the words of the clause offer for a parameter that nothing certain fills. */
function guess(parameter: Parameter, known: Known, action: Action): JsonValue | null {
  if (parameter.choices !== null && parameter.choices.length > 0) {
    const named = parameter.choices.find(
      (choice) => typeof choice === "string" && action.text.toLowerCase().includes(choice.toLowerCase()),
    );
    return named ?? parameter.choices[0] ?? null;
  }
  switch (parameter.role) {
    case "place":
      return placeIn(action.text);
    case "date": {
      const [date] = action.dates;
      return date === undefined
        ? null
        : `2025-${String(date.month).padStart(2, "0")}-${String(date.day).padStart(2, "0")}`;
    }
    case "number": {
      const number = /\d+(?:\.\d+)?/.exec(action.text)?.[0];
      return number === undefined ? null : Number(number);
    }
    case "flag":
      return false;
    case "query":
    case "text":
      return action.quoted ?? known.query ?? (action.words.length > 0 ? action.words.join(" ") : null);
    case "content":
      return action.quoted;
    case "id":
      return action.id === null ? null : asType(action.id, parameter);
    default:
      return null;
  }
}

/** "in Taipei", "for New York": capitalised words after a preposition; Chinese place before 的. */
function placeIn(text: string): string | null {
  const english = /\b(?:in|at|for|of|to|from|near)\s+((?:\p{Lu}[\p{L}.'-]*\s?)+)/u.exec(text)?.[1]?.trim();
  return english ?? /(\p{Script=Han}{2,4}?)(?:的|今天|明天|天[氣气])/u.exec(text)?.[1] ?? null;
}

function permissionValue(parameter: Parameter, wanted: "r" | "rw"): JsonValue {
  const pattern =
    wanted === "rw"
      ? /^(?:rw|w|write|writer|edit|editor|read[-_ ]?write|readwrite)$/i
      : /^(?:r|ro|read|reader|read[-_ ]?only|view|viewer)$/i;
  return parameter.choices?.find((choice) => typeof choice === "string" && pattern.test(choice)) ?? wanted;
}

function asType(id: string, parameter: Parameter): JsonValue {
  const isNumeric = parameter.type === "integer" || parameter.type === "number";
  const value = isNumeric && /^-?\d+$/.test(id) ? Number(id) : id;
  return parameter.type === "array" ? [value] : value;
}
