// loopscope lint: what a model will trip over in a registry of tools, read off the contracts alone. Exit status 1 when it finds errors.
import type { Command } from "commander";
import type { LintDocument, LintFinding } from "../../../src-shared/cli/lint.ts";
import { countByGrade, lintTools, toolsOfPacks } from "../../tools/lint/lint.ts";
import { getPacks, listPacks } from "../../tools/packs.ts";
import { createRegistry } from "../../tools/registry.ts";
import { readToolsFile } from "../../tools/tools-file.ts";
import type { Pack } from "../../tools/types.ts";
import { printEither, type CliContext } from "./context.ts";
import { plain } from "./format.ts";

interface Options {
  pack: string[];
  tools?: string;
  json?: boolean;
}

export function addLintCommand(program: Command, context: CliContext): void {
  program
    .command("lint")
    .description("check tool contracts for what a model will confuse or be told too much of")
    .option("--pack <name>", "a pack's tools (may be given again; default: each built-in pack by itself)", collect, [])
    .option("--tools <file>", "a JSON array of tool definitions")
    // Nothing is read from a database; the option is there as it is for every command.
    .option("--db <file>", "the database file (not used)")
    .option("--json", "print one JSON document on standard output")
    .action((options: Options) => {
      const document = lintDocument(registries(options), options.tools ?? null);
      printEither(context, options, document, () => lines(document));
      if (!document.ok) context.exitStatus = 1;
    });
}

/** Tools that are offered together: those asked for as one registry, else each built-in pack as one of its own. */
function registries(options: Options): Pack[][] {
  const chosen = [...getPacks(options.pack), ...(options.tools === undefined ? [] : [readToolsFile(options.tools)])];
  return chosen.length > 0 ? [chosen] : listPacks().map((pack) => [pack]);
}

function lintDocument(groups: readonly Pack[][], file: string | null): LintDocument {
  const findings = groups.flatMap((packs) => {
    createRegistry(packs, null);
    return lintTools(toolsOfPacks(packs));
  });
  const packs = groups.flat();
  return {
    packs: packs.map(({ name }) => name),
    tools_file: file,
    tools: packs.flatMap(({ tools }) => tools.map(({ contract }) => contract.name)),
    ok: !findings.some(({ severity }) => severity === "error"),
    counts: countByGrade(findings),
    findings,
  };
}

function lines(document: LintDocument): string[] {
  const { errors, warnings } = document.counts.contract_test;
  return [
    ...document.findings.flatMap(findingLines),
    `${document.ok ? "ok" : "faults"}: ${document.tools.length} tools, ${errors} errors, ${warnings} warnings (read off the contracts; no run was looked at)`,
  ];
}

function findingLines(finding: LintFinding): string[] {
  return [
    `${finding.severity.padEnd(7)}  ${finding.rule}: ${plain(finding.message)}`,
    ...(finding.severity === "info" ? [] : [`         mend: ${plain(finding.mend)}`]),
  ];
}

function collect(value: string, previous: string[]): string[] {
  return [...previous, value];
}
