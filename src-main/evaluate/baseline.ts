// Baselines: an earlier evaluation's JSON document, kept as a file.
import { readFileSync, writeFileSync } from "node:fs";
import { EvalDocument } from "../../src-shared/cli/documents.ts";
import { UserError } from "../../src-shared/prelude/result.ts";

/** @throws UserError for a file that cannot be read, is no evaluation, or is of another suite */
export function readBaseline(file: string, suite: string): EvalDocument {
  return parseBaseline(file, read(file), suite);
}

/** The same from the text of `file`. */
export function parseBaseline(file: string, text: string, suite: string): EvalDocument {
  const parsed = EvalDocument.safeParse(parse(file, text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(
      "invalid_input",
      `${file}: no baseline (field ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "does not fit"}). Make one with --write-baseline.`,
    );
  }
  if (parsed.data.suite !== suite) {
    throw new UserError(
      "invalid_input",
      `${file}: a baseline of suite ${parsed.data.suite}, not of ${suite}. Give the baseline of this suite.`,
    );
  }
  return parsed.data;
}

/** Writes a text the command was asked for. @throws UserError naming the file */
export function writeOutput(file: string, text: string): void {
  try {
    writeFileSync(file, text.endsWith("\n") ? text : `${text}\n`);
  } catch (error) {
    throw new UserError("unreadable_file", `${file} cannot be written: ${reasonOf(error)}.`, { cause: error });
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UserError("unreadable_file", `The baseline ${file} cannot be read: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError("unreadable_file", `The baseline ${file} is not JSON: ${reasonOf(error)}.`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll("\n", " ");
}
