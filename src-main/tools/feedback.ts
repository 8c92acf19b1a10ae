// What the model is told when a call did not do its work: one typed JSON form that says what was wrong and what to do. Never empty.
import type { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";
import type { ToolError } from "../../src-shared/trace/events/tool.ts";
import type { Outcome } from "../../src-shared/trace/vocabulary.ts";
import type { SchemaProblem } from "./validate.ts";

export interface Feedback {
  outcome: Outcome;
  error: ToolError;
  /** The error's fields and what helps to mend the call, as JSON: the raw result, and the text the model is shown. */
  value: JsonObject;
  text: string;
}

/** Arguments that are not JSON, even after repair. `reason` is the parser's message. */
export function invalidJson(tool: string, argumentsText: string, reason: string, schema: JsonObject | null): Feedback {
  return feedback(
    "invalid_arguments",
    "invalid_json",
    true,
    `The arguments of ${tool} are not valid JSON: ${reason}. Nothing was run. Call it again with one JSON object.`,
    {
      tool,
      received: clip(argumentsText),
      ...(schema === null ? {} : { parameters: schema }),
    },
  );
}

/** Arguments that were cut by a limit or a lost connection are never run. */
export function truncatedArguments(tool: string, argumentsText: string, cause: string): Feedback {
  return feedback(
    "invalid_arguments",
    "truncated_arguments",
    true,
    `The arguments of ${tool} were cut off (${cause}), so nothing was run. Call it again with the whole arguments, shorter if need be.`,
    {
      tool,
      received: clip(argumentsText),
    },
  );
}

/** A name no offered tool has; `available` with the nearest first. */
export function unknownTool(tool: string, available: readonly string[]): Feedback {
  const nearest = available[0];
  const hint =
    nearest === undefined
      ? "No tools are available in this run."
      : `The nearest is ${nearest}. Use one of available_tools.`;
  return feedback(
    "unknown_tool",
    "unknown_tool",
    true,
    `There is no tool named ${JSON.stringify(clip(tool, 100))}. ${hint}`,
    {
      available_tools: [...available],
    },
  );
}

/** Arguments that the tool's schema refuses. */
export function schemaFailure(tool: string, problems: readonly SchemaProblem[], schema: JsonObject): Feedback {
  const told = problems.slice(0, 5).map((entry) => `${entry.path === "" ? "arguments" : entry.path} ${entry.problem}`);
  return feedback(
    "invalid_arguments",
    "invalid_arguments",
    true,
    `The arguments of ${tool} do not fit: ${told.join("; ")}. Nothing was run. Correct them and call it again.`,
    {
      tool,
      problems: problems.slice(0, 20).map((entry): JsonObject => ({ ...entry })),
      parameters: schema,
    },
  );
}

/** The call acts on a version of the state that is no longer the present one. */
export function staleVersion(tool: string, argument: string, given: JsonValue, current: string | number): Feedback {
  return feedback(
    "invalid_arguments",
    "stale_state_version",
    true,
    `${tool} would act on version ${clip(JSON.stringify(given), 60)} of the state, which is now at ${JSON.stringify(current)}. Nothing was run. Read the state again, see whether the action still fits, and call with ${argument} ${JSON.stringify(current)}.`,
    { tool, argument, given, current_version: current },
  );
}

/** The tool itself failed: a bug of the tool, not of the call. */
export function toolThrew(tool: string, error: unknown): Feedback {
  const reason = error instanceof Error ? error.message : String(error);
  return feedback(
    "permanent",
    "tool_failed",
    false,
    `${tool} failed inside: ${clip(reason, 500) || "no reason given"}. The same call would fail again.`,
    { tool },
  );
}

/** A raw result that breaks the tool's own schema never reaches the model as if it were fine. */
export function invalidResult(tool: string, problems: readonly SchemaProblem[]): Feedback {
  const told = problems.slice(0, 5).map((entry) => `${entry.path === "" ? "the result" : entry.path} ${entry.problem}`);
  return feedback(
    "invalid_result",
    "invalid_result",
    false,
    `${tool} returned a result that breaks its contract: ${told.join("; ")}. Do not rely on it.`,
    {
      tool,
      problems: problems.slice(0, 20).map((entry): JsonObject => ({ ...entry })),
    },
  );
}

/** A person said no; their reason is passed on. */
export function deniedByPerson(tool: string, reason: string): Feedback {
  const why = reason.trim() === "" ? "no reason was given" : clip(reason.trim(), 4000);
  return feedback(
    "denied",
    "denied_by_person",
    false,
    `The person in charge did not allow ${tool}: ${why}. It was not run. Do not call it again with the same arguments; go on without it or say what you need.`,
    {
      tool,
      reason: why,
    },
  );
}

/** Policy said no before anyone was asked; `reason` is policy's short code. */
export function deniedByPolicy(tool: string, reason: string, explanation: string): Feedback {
  return feedback(
    "access_denied",
    "denied_by_policy",
    false,
    `Policy does not allow ${tool}: ${explanation}. It was not run, and asking again changes nothing.`,
    { tool, reason },
  );
}

/** An error that a tool returned by itself, in the same form. */
export function toolError(outcome: Outcome, error: ToolError): Feedback {
  const value: JsonObject = { ...error };
  return { outcome, error, value, text: JSON.stringify(value) };
}

/** What the model is shown for a result: never empty, since templates drop empty messages and models take them for a failure. */
export function nonEmpty(tool: string, shown: string): string {
  if (shown.trim() !== "") return shown;
  return JSON.stringify({ status: "ok", message: `${tool} ran and returned nothing.` });
}

function feedback(outcome: Outcome, code: string, retryable: boolean, message: string, extra: JsonObject): Feedback {
  const error: ToolError = { status: "error", error_code: code, retryable, message };
  const value: { [key: string]: JsonValue } = { ...error, ...extra };
  return { outcome, error, value, text: JSON.stringify(value) };
}

function clip(text: string, limit = 400): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length} characters)`;
}
