// The lint of a registry: pure, over contracts and what results are known to hold. One kind of finding a module.
import type { CheckGrade, GradeCounts, LintFinding } from "../../../src-shared/cli/lint.ts";
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import type { ToolContract } from "../../../src-shared/trace/tool-contract.ts";
import type { Pack } from "../types.ts";
import { descriptionFindings } from "./description-rules.ts";
import { fieldFindings } from "./field-rules.ts";
import { nameFindings } from "./name-rules.ts";
import { resultFindings } from "./result-rules.ts";
import { schemaFields, valueFields } from "./schema-fields.ts";
import type { LintedTool } from "./types.ts";

export interface ToolToLint {
  contract: ToolContract;
  /** False: the contract was made up from calls that were seen; left out: it is one. */
  known?: boolean;
  pack: string;
  /** Results declared with the tool (a tools file) or seen in a run; read where the contract has no result schema. */
  results: readonly JsonValue[];
  /** What `results` are: declared, or observed. */
  resultsGrade: CheckGrade;
}

const RULES = [nameFindings, fieldFindings, descriptionFindings, resultFindings];
const ORDER = { error: 0, warning: 1, info: 2 } as const;

/** Errors first; in the order of the rules among equals. The same registry always gives the same findings. */
export function lintTools(tools: readonly ToolToLint[]): LintFinding[] {
  const context = { tools: tools.map(linted) };
  return RULES.flatMap((rule) => rule(context)).toSorted((a, b) => ORDER[a.severity] - ORDER[b.severity]);
}

/** The tools of packs, with the results that a tools file fixes. */
export function toolsOfPacks(packs: readonly Pack[]): ToolToLint[] {
  return packs.flatMap((pack) =>
    pack.tools.map(({ contract, example }) => ({
      contract,
      pack: pack.name,
      results: example === undefined ? [] : [example],
      resultsGrade: "contract_test" as const,
    })),
  );
}

export function countByGrade(findings: readonly LintFinding[]): GradeCounts {
  const count = (grade: CheckGrade) => ({
    errors: findings.filter((finding) => finding.grade === grade && finding.severity === "error").length,
    warnings: findings.filter((finding) => finding.grade === grade && finding.severity === "warning").length,
  });
  return { contract_test: count("contract_test"), observed_run: count("observed_run") };
}

function linted({ contract, known = true, pack, results, resultsGrade }: ToolToLint): LintedTool {
  const declared = schemaFields(contract.result_schema);
  return {
    contract,
    known,
    pack,
    // Arguments are what stands at the top: fields inside an object argument are filled in from elsewhere.
    takes: schemaFields(contract.input_schema).filter(({ path }) => path.split("/").length === 2),
    gives: contract.result_schema === null ? valueFields(results) : declared,
    givesGrade: contract.result_schema === null ? resultsGrade : "contract_test",
  };
}
