// loopscope diagnose: endings, ledgers and findings of recorded runs.
import type { Command } from "commander";
import type { Diagnosis, FindingStatus } from "../../../src-shared/cli/documents.ts";
import { RunId } from "../../../src-shared/prelude/ids.ts";
import { UserError } from "../../../src-shared/prelude/result.ts";
import { RunQuery } from "../../../src-shared/rpc/types.ts";
import type { Store } from "../../store/store.ts";
import { diagnoseRun } from "../diagnosis.ts";
import { refineRun } from "../refine-ledger.ts";
import type { CliContext, CommonOptions } from "./context.ts";
import { printEither, withCommonOptions, withCore, withStore } from "./context.ts";
import { plain } from "./format.ts";
import { interruptible } from "./interrupt.ts";

export function addDiagnoseCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("diagnose"))
    .description("say how runs ended, what was left undone, and why")
    .argument("[runs...]", "ids of the runs, or their beginnings")
    .option("--all", "every run of the database")
    .option("--refine", "let a model look over the ledger; what it says is shown beside the rules'")
    .option("--endpoint <url>", "with --refine: the server to ask, or `demo`")
    .option("--model <name>", "with --refine: the model there (default: the first it lists)")
    .action(async (given: string[], options: Options) => {
      if (given.length > 0 === Boolean(options.all)) throw new UserError("usage", "diagnose: give runs, or --all.");
      const { refine, endpoint, model } = options;
      if (refine && endpoint === undefined)
        throw new UserError("usage", "diagnose: --refine needs the server to ask: --endpoint URL, or --endpoint demo.");
      if (!refine && (endpoint ?? model) !== undefined)
        throw new UserError("usage", "diagnose: --endpoint and --model go with --refine.");
      if (endpoint === undefined) {
        withStore(options, (store) => print(context, options, diagnoseAll(store, given, options)));
        return;
      }
      await withCore(context, options, async (core) => {
        const runs = diagnoseAll(core.store, given, options);
        const refined = await interruptible(async (signal) => {
          const all: Diagnosis[] = [];
          // One after the other: an optional look over a list is no reason to load a server.
          for (const run of runs) {
            const request = { endpoint, model: model ?? null, signal };
            all.push({ ...run, refinement: await refineRun(core, RunId.parse(run.id), request) });
          }
          return all;
        });
        print(context, options, refined);
      });
    });
}

interface Options extends CommonOptions {
  all?: boolean;
  refine?: boolean;
  endpoint?: string;
  model?: string;
}

function diagnoseAll(store: Store, given: readonly string[], options: Options): Diagnosis[] {
  const ids = options.all ? allRuns(store) : given.map((run) => store.resolveRunId(run));
  return ids.map((run) => diagnoseRun(store, run));
}

function print(context: CliContext, options: Options, runs: Diagnosis[]): void {
  printEither(context, options, { runs }, () => runs.flatMap(lines));
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

const STATUS: Record<FindingStatus, string> = {
  suspected: "suspected",
  confirmed_by_experiment: "confirmed by experiment",
  confirmed_by_person: "confirmed by a person",
  rejected_by_person: "rejected by a person",
};

function lines(diagnosis: Diagnosis): string[] {
  return [
    `${diagnosis.id}  ${diagnosis.ending ?? "going on"}${diagnosis.early_stop ? "  (stopped early)" : ""}  confidence ${diagnosis.confidence.toFixed(2)}`,
    ...diagnosis.ledger.map(
      (item) =>
        `  ${item.status === "done" ? "done       " : "outstanding"}  ${item.kind}  ${plain(item.action)}${item.source === "promise" ? "  (promised)" : ""}`,
    ),
    ...refinementLines(diagnosis),
    ...diagnosis.findings.flatMap((finding) => [
      `  ${finding.severity} (${STATUS[finding.status]}): ${finding.rule}${finding.turn === null ? "" : `, turn ${finding.turn}`}: ${plain(finding.message)}`,
      ...(finding.settled
        ? [
            `      ${finding.settled.by === null ? `experiment ${finding.settled.experiment ?? ""}` : plain(finding.settled.by)}: ${plain(finding.settled.reason)}`,
          ]
        : []),
      ...finding.try.map((hint) => `      try: ${plain(hint)}`),
    ]),
  ];
}

/** Only what the model would change: the rest is the ledger above. */
function refinementLines({ refinement }: Diagnosis): string[] {
  if (!refinement) return [];
  const { items, rejected, early_stop: byRules, early_stop_refined: refined } = refinement;
  const changes = items.filter((item) => item.change !== "kept");
  return [
    `  ${plain(refinement.model)}${refinement.simulated ? " (simulated)" : ""} on the ledger: ${changes.length === 0 ? "nothing to change" : ""}`.trimEnd(),
    ...changes.map(
      (item) =>
        `      ${item.change === "added" ? `adds (${item.status})` : "takes away"}: ${plain(item.action)}${item.reason === null ? "" : ` [${plain(item.reason)}]`}`,
    ),
    ...rejected.map(({ said, reason }) => `      not taken: ${plain(said)} (${plain(reason)})`),
    ...(byRules === refined
      ? []
      : [
          `      With that it ${refined ? "stopped early" : "did not stop early"}; the rules say otherwise, and their verdict stands.`,
        ]),
  ];
}
