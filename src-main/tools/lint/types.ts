// What the lint reads of a registry: each tool with the fields it takes and gives.
import type { CheckGrade } from "../../../src-shared/cli/lint.ts";
import type { ToolContract } from "../../../src-shared/trace/tool-contract.ts";
import type { SchemaField } from "./schema-fields.ts";

export interface LintedTool {
  contract: ToolContract;
  /** False: no contract is known, its name and arguments were seen in a run. What a contract says is not judged then. */
  known: boolean;
  /** Ids of one pack mean nothing to another. */
  pack: string;
  /** Fields of the arguments. */
  takes: readonly SchemaField[];
  /** Fields of the result: of its schema, else of its examples, else of what was seen. Empty where nothing is known. */
  gives: readonly SchemaField[];
  /** What `gives` was read off. */
  givesGrade: CheckGrade;
}

export interface LintContext {
  tools: readonly LintedTool[];
}
