// What a contract says of its result: a schema, and which fields are meant for the model where it holds others too.
import type { LintFinding } from "../../../src-shared/cli/lint.ts";
import { internalKind } from "./internal-names.ts";
import { isPublicPath } from "./public-paths.ts";
import { toolNouns, toolWords } from "./tool-words.ts";
import type { LintContext, LintedTool } from "./types.ts";

export function resultFindings(context: LintContext): LintFinding[] {
  return context.tools
    .filter(({ known }) => known)
    .flatMap((tool) => [...schemaFinding(tool), ...internalFields(tool, context), ...missingFields(tool)]);
}

function schemaFinding({ contract }: LintedTool): LintFinding[] {
  if (contract.result_schema !== null) return [];
  return [
    {
      rule: "no_result_schema",
      severity: "warning",
      grade: "contract_test",
      tools: [contract.name],
      field: null,
      message: `${contract.name} declares no result schema, so a broken result cannot be told from a sound one.`,
      mend: "Declare result_schema: JSON Schema of what it returns.",
    },
  ];
}

function internalFields(tool: LintedTool, { tools }: LintContext): LintFinding[] {
  const { contract, gives } = tool;
  const taken = new Set(tools.flatMap(({ takes }) => takes.map(({ name }) => name)));
  const about = new Set(toolNouns(contract.name));
  const internal = gives.filter(({ name, path }) => {
    const kind = internalKind(name);
    if (kind === null || isPublicPath(path, contract.public_fields)) return false;
    // What another tool takes, and what the tool is about (`list_sessions`), is data.
    return (
      kind === "secret" || kind === "cookie" || (!taken.has(name) && !toolWords(name).some((word) => about.has(word)))
    );
  });
  if (internal.length === 0 || contract.public_fields !== null) return [];
  const paths = internal.map(({ path }) => path);
  return [
    {
      rule: "internal_fields_not_projected",
      severity: "error",
      grade: tool.givesGrade,
      tools: [contract.name],
      field: paths[0] ?? null,
      message: `The result of ${contract.name} holds ${paths.slice(0, 6).join(", ")}${paths.length > 6 ? " …" : ""}, and its contract names no public fields.`,
      mend: "Name in public_fields what is meant for the model, and show the result through the compactor public-fields.",
    },
  ];
}

/** A public field that the result schema does not have is a slip of the pen. */
function missingFields({ contract, gives }: LintedTool): LintFinding[] {
  if (contract.public_fields === null || contract.result_schema === null || gives.length === 0) return [];
  const missing = contract.public_fields.filter((field) => !gives.some(({ path }) => isPublicPath(path, [field])));
  // An open schema may hold what it does not list.
  const isClosed = JSON.stringify(contract.result_schema).includes('"additionalProperties":false');
  return missing.map((field) => ({
    rule: "public_field_missing",
    severity: isClosed ? "error" : "warning",
    grade: "contract_test",
    tools: [contract.name],
    field,
    message: `${contract.name} names "${field}" as public, and its result schema ${isClosed ? "has no such field" : "does not list it"}.`,
    mend: `Correct the name in public_fields, or add the field to the result schema.`,
  }));
}
