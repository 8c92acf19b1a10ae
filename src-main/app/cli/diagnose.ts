// loopscope diagnose: endings, ledgers and findings of recorded runs.
import type { Command } from "commander";
import type { Diagnosis } from "../../../src-shared/cli/documents.ts";
import { RunId } from "../../../src-shared/prelude/ids.ts";
import { UserError } from "../../../src-shared/prelude/result.ts";
import { RunQuery } from "../../../src-shared/rpc/types.ts";
import type { Store } from "../../store/store.ts";
import { diagnoseRun } from "../diagnosis.ts";
import type { CliContext, CommonOptions } from "./context.ts";
import { printEither, withCommonOptions, withStore } from "./context.ts";
import { plain } from "./format.ts";

export function addDiagnoseCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("diagnose"))
    .description("say how runs ended, what was left undone, and why")
    .argument("[runs...]", "ids of the runs, or their beginnings")
    .option("--all", "every run of the database")
    .action((given: string[], options: CommonOptions & { all?: boolean }) => {
      if (given.length > 0 === Boolean(options.all)) throw new UserError("usage", "diagnose: give runs, or --all.");
      withStore(options, (store) => {
        const ids = options.all ? allRuns(store) : given.map((run) => store.resolveRunId(run));
        const runs = ids.map((run) => diagnoseRun(store, run));
        printEither(context, options, { runs }, () => runs.flatMap(lines));
      });
    });
}

/** Oldest first, so that the output of a growing database keeps its beginning. */
function allRuns(store: Store): RunId[] {
  const ids: RunId[] = [];
  for (let offset = 0; ; offset += 1000) {
    const page = store.listRuns(RunQuery.parse({ limit: 1000, offset, descending: false }));
    ids.push(...page.runs.map((run) => RunId.parse(run.id)));
    if (page.runs.length < 1000) return ids;
  }
}

function lines(diagnosis: Diagnosis): string[] {
  return [
    `${diagnosis.id}  ${diagnosis.ending ?? "going on"}${diagnosis.early_stop ? "  (stopped early)" : ""}  confidence ${diagnosis.confidence.toFixed(2)}`,
    ...diagnosis.ledger.map(
      (item) =>
        `  ${item.status === "done" ? "done       " : "outstanding"}  ${item.kind}  ${plain(item.action)}${item.source === "promise" ? "  (promised)" : ""}`,
    ),
    ...diagnosis.findings.flatMap((finding) => [
      `  ${finding.severity}: ${finding.rule}${finding.turn === null ? "" : `, turn ${finding.turn}`}: ${plain(finding.message)}`,
      ...finding.try.map((hint) => `      try: ${plain(hint)}`),
    ]),
  ];
}
