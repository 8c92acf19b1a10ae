// Reading loosely typed JSON: text in its several forms, calls, errors.
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { Outcome } from "../../../src-shared/trace/vocabulary.ts";
import { isEmptyResult } from "../../diagnose/empty-result.ts";
import type { ImportedCall } from "./conversation.ts";

/** The field as a non-empty string; null for anything else. */
export function textField(value: JsonValue | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/**
 * A message's text: a string, null, or a list of parts `{type: "text", content}` or `{type: "text", text}`. Parts that are not text are named in
 * brackets, so that nothing is dropped unseen. Null only for null or a missing content.
 */
export function contentText(content: JsonValue | undefined): string | null {
  if (content === null || content === undefined) return null;
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content
    .map((part) => {
      if (typeof part === "string") return part;
      if (!isJsonObject(part)) return JSON.stringify(part);
      const text = part["text"] ?? part["content"];
      if (typeof text === "string") return text;
      return `[${typeof part["type"] === "string" ? part["type"] : "part"}]`;
    })
    .join("");
}

/** Calls of an assistant message in OpenAI's form, or `{function: name, args}`; null and "" ids count as none. */
export function callsOf(value: JsonValue | undefined): ImportedCall[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((call): ImportedCall[] => {
    if (!isJsonObject(call)) return [];
    const fn = call["function"];
    const name = typeof fn === "string" ? fn : isJsonObject(fn) ? textField(fn["name"]) : textField(call["name"]);
    const given = isJsonObject(fn) ? fn["arguments"] : (call["args"] ?? call["arguments"]);
    return [{ id: textField(call["id"]), name: name ?? "", ...argumentsOf(given) }];
  });
}

function argumentsOf(given: JsonValue | undefined): Pick<ImportedCall, "arguments" | "argumentsText"> {
  if (given === undefined || given === null) return { arguments: {}, argumentsText: "{}" };
  if (typeof given !== "string") return { arguments: given, argumentsText: JSON.stringify(given) };
  return { arguments: given.trim() === "" ? {} : (parseJson(given) ?? null), argumentsText: given };
}

/** Parsed JSON; undefined for text that is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    // Nested more deeply than can be read, it is no record either.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What a result comes to where the source says no more than its text. */
export function outcomeOf(text: string, error: string | null): Outcome {
  if (error !== null) return errorOutcome(error);
  if (/^\s*(?:error\b|\w*exception\b|\w*error:|traceback \(|tool error|failed to )/i.test(text) || isErrorJson(text))
    return errorOutcome(text);
  return isEmptyResult(text) ? "empty" : "ok";
}

function isErrorJson(text: string): boolean {
  if (!/^\s*\{/.test(text) || text.length > 20_000) return false;
  const value = parseJson(text);
  if (value === undefined || !isJsonObject(value)) return false;
  const { error, status, success, ok } = value;
  return (
    (typeof error === "string" && error !== "") ||
    isJsonObject(error) ||
    status === "error" ||
    success === false ||
    ok === false
  );
}

function errorOutcome(text: string): Outcome {
  if (
    /validation ?error|invalid (?:argument|input|parameter)|missing (?:required|\d+ required)|unexpected keyword|typeerror/i.test(
      text,
    )
  )
    return "invalid_arguments";
  if (
    /unknown tool|invalid tool|(?:tool|function) .{0,60}(?:not found|does not exist|not available)|no such (?:tool|function)/i.test(
      text,
    )
  )
    return "unknown_tool";
  if (/access denied|permission denied|forbidden|unauthori[sz]ed|permissionerror|\b40[13]\b/i.test(text))
    return "access_denied";
  if (/timed? ?out|timeout/i.test(text)) return "timeout";
  if (/rate limit|too many requests|temporarily|\b(?:429|503)\b/i.test(text)) return "transient";
  return "permanent";
}
