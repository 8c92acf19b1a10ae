// Builds the drive's tools: a contract, and a pure step that reads the drive and may give the next one.
import type { JsonObject, JsonValue } from "../../../../src-shared/prelude/json.ts";
import type { ToolContract } from "../../../../src-shared/trace/tool-contract.ts";
import { diffEnvironment } from "../../environment.ts";
import type { Tool, ToolAttempt } from "../../types.ts";
import { type Drive, type DriveFile, findFile, readDrive } from "./drive.ts";

export type DriveStep = { value: JsonValue; drive?: Drive } | { missing: string };

type Declared = Omit<ToolContract, "public_fields" | "limits" | "suppresses_duplicates"> &
  Partial<Pick<ToolContract, "public_fields">>;

const FILE_FIELDS = ["id", "filename", "content", "owner", "last_modified", "shared_with", "size"];

/** `step` gets arguments that the input schema has accepted. */
export function driveTool(declared: Declared, step: (drive: Drive, args: JsonObject) => DriveStep): Tool {
  const contract: ToolContract = {
    // Addresses of owners and readers are what a drive is asked about: everything is public unless a tool says otherwise.
    public_fields: FILE_FIELDS,
    ...declared,
    limits: { result_chars: 200_000, timeout_ms: 10_000 },
    suppresses_duplicates: false,
  };
  const tool: Tool = {
    contract,
    execute(args, context): ToolAttempt {
      const outcome = step(readDrive(context.environment), args);
      if ("missing" in outcome) return notFound(outcome.missing);
      const isEmpty = Array.isArray(outcome.value) && outcome.value.length === 0;
      return {
        outcome: isEmpty ? "empty" : "ok",
        value: outcome.value,
        ...(outcome.drive === undefined ? {} : { environment: outcome.drive }),
      };
    },
  };
  if (declared.effect === "read") return tool;
  return {
    ...tool,
    preview(args, environment) {
      const outcome = step(readDrive(environment), args);
      if ("missing" in outcome || outcome.drive === undefined) return [];
      return diffEnvironment(environment, outcome.drive);
    },
  };
}

/** An argument that the schema has accepted as a string. */
export function textArgument(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value !== "string")
    throw new TypeError(`Argument ${name} is not a string; the schema should have refused it.`);
  return value;
}

/** Runs `step` on the file that `file_id` names, or tells that there is none. */
export function withFile(drive: Drive, args: JsonObject, step: (file: DriveFile) => DriveStep): DriveStep {
  const id = textArgument(args, "file_id");
  const file = findFile(drive, id);
  return file === null ? { missing: id } : step(file);
}

function notFound(id: string): ToolAttempt {
  const error = {
    status: "error" as const,
    error_code: "not_found",
    retryable: false,
    message: `There is no file with id ${JSON.stringify(id)}. Use an id that stands in a result of list_files or a search.`,
  };
  return { outcome: "permanent", value: error, error };
}
