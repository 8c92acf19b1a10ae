// loopscope bisect: which change makes a stopped turn go on, found by experiment.
import { userInfo } from "node:os";
import type { Command } from "commander";
import type { BisectDocument, Rate } from "../../../src-shared/cli/documents.ts";
import { UserError } from "../../../src-shared/prelude/result.ts";
import { writeOutput } from "../../evaluate/baseline.ts";
import { ranked } from "../../debug/experiment/bisect.ts";
import { bisectHtml, bisectMarkdown, type ReportSubject } from "../../debug/experiment/report.ts";
import type { Core } from "../core.ts";
import { homeFolder } from "../../store/default-path.ts";
import { saveUserVariant } from "../user-files.ts";
import { readToolsFile } from "../../tools/tools-file.ts";
import { createAppExperiments, type AppExperiments, type BisectPlan } from "../experiments.ts";
import { printEither, withCommonOptions, withCore, type CliContext, type CommonOptions } from "./context.ts";
import { plain, shorten } from "./format.ts";
import { interruptible } from "./interrupt.ts";
import { wholeNumber } from "./numbers.ts";
import { bar, terminalProgress } from "./progress.ts";

interface Options extends CommonOptions {
  samples: number;
  turn?: number;
  probes: number;
  atOnce: number;
  endpoint?: string;
  model?: string;
  allow: string[];
  tools?: string;
  strictOrder?: true;
  html?: string;
  markdown?: string;
  fix?: string;
  apply?: string;
}

export function addBisectCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("bisect"))
    .description("find out by experiment which change makes a stopped run go on")
    .argument("<run>", "the run's id, or its beginning")
    .option("--samples <n>", "samples of each change", wholeNumber("--samples", 1, 1000), 20)
    .option("--turn <n>", "the turn to freeze (default: where it stopped)", wholeNumber("--turn", 1, 1_000_000))
    .option("--probes <n>", "requests for the smallest removal; 0: none", wholeNumber("--probes", 0, 10_000), 200)
    .option("--at-once <n>", "requests under way at the same time", wholeNumber("--at-once", 1, 64), 4)
    .option("--endpoint <url>", "try the same request on this endpoint too")
    .option("--model <name>", "the model there (default: the first it lists)")
    .option("--allow <tool>", "a tool outside the simulated packs that may run live (may be given again)", collect, [])
    .option("--tools <file>", "definitions of the run's own tools, so that --allow can let them run")
    .option("--strict-order", "recorded results answer only the next recorded call")
    .option("--html <file>", "write the report as HTML")
    .option("--markdown <file>", "write the report as Markdown")
    .option("--apply <name>", "save the recorded variant with that change in it among your own, under this name")
    .option("--fix <file>", "write the edits of the change that helps most, for `loopscope fork --edit`")
    .action(async (run: string, options: Options) => {
      await withCore(context, options, (core) => bisect(run, options, core, context));
    });
}

async function bisect(run: string, options: Options, core: Core, context: CliContext): Promise<void> {
  if (options.model !== undefined && options.endpoint === undefined) {
    throw new UserError("usage", "bisect: --model goes with --endpoint.");
  }
  const experiments = createAppExperiments(core, {
    host: "cli",
    user: userInfo().username,
    packs: options.tools === undefined ? [] : [readToolsFile(options.tools)],
    onCrash: (id, error) => context.err(`Run ${id} failed inside Loopscope: ${String(error)}`),
  });
  try {
    const plan = await experiments.planBisect(run, options.turn ?? null, {
      samples: options.samples,
      probes: options.probes,
      atOnce: options.atOnce,
      allow: options.allow,
      order: options.strictOrder ? "strict" : "fifo",
      endpoint: options.endpoint === undefined ? null : { url: options.endpoint, model: options.model ?? null },
    });
    announce(plan, context);
    const document = await carryOut(plan, experiments);
    write(document, plan, options, context);
    printEither(context, options, document, () => lines(document));
  } finally {
    await experiments.close();
  }
}

/** What is about to be done, and whether that many samples can tell anything. */
function announce(plan: BisectPlan, context: CliContext): void {
  const { estimate, spec, goesOnWith } = plan;
  if (goesOnWith) context.err(`Going on with experiment ${goesOnWith.id}.`);
  context.err(
    `${spec.arms.length} × ${spec.samples} samples of turn ${plan.frozen.turn}. To tell 10 % from 70 % takes ${estimate.needed ?? "over 1,000"} samples of each.`,
  );
  if (spec.samples < estimate.fewest) {
    context.err(
      `With ${spec.samples} samples nothing can be told from chance among ${spec.arms.length - 1} changes; give --samples ${estimate.fewest} or more.`,
    );
  }
}

async function carryOut(plan: BisectPlan, experiments: AppExperiments): Promise<BisectDocument> {
  const progress = terminalProgress();
  return interruptible(async (signal) => {
    const stopListening = experiments.onProgress(({ done, of }) => progress.show(bar(done, of)));
    try {
      const record = experiments.startBisect(plan);
      signal.addEventListener("abort", () => void experiments.close(), { once: true });
      const ended = await experiments.finished(record.id);
      if (ended.state !== "done") {
        throw new UserError("usage", `bisect was interrupted; the same command goes on with experiment ${record.id}.`);
      }
      return await experiments.bisectResult(record.id);
    } finally {
      stopListening();
      progress.end();
    }
  });
}

function write(document: BisectDocument, plan: BisectPlan, options: Options, context: CliContext): void {
  const { started, response } = plan.frozen;
  const subject: ReportSubject = {
    title: started.title,
    variant: started.variant.name,
    model: started.model,
    said: response?.content ?? "",
    simulated: started.endpoint.simulated,
  };
  if (options.html !== undefined) writeOutput(options.html, bisectHtml(document, subject));
  if (options.markdown !== undefined) writeOutput(options.markdown, bisectMarkdown(document, subject));
  if (options.fix === undefined && options.apply === undefined) return;
  const { fix } = document;
  if (fix === null)
    throw new UserError("not_found", "bisect: no change is known to help, so there is no fix to write.");
  if (options.fix !== undefined) writeOutput(options.fix, JSON.stringify(fix.edits, null, 2));
  if (options.apply === undefined) return;
  if (fix.variant === null)
    throw new UserError("invalid_input", `bisect: no variant can hold “${fix.name}”: ${fix.not_for_variant ?? ""}`);
  const { path } = saveUserVariant(homeFolder(), { ...fix.variant, name: options.apply });
  context.err(`Variant ${options.apply} saved: ${path}`);
}

function lines(document: BisectDocument): string[] {
  const width = Math.max(...document.interventions.map((row) => row.name.length), 11);
  const row = (name: string, rate: Rate, succeeded: Rate, rest: string) =>
    `${plain(name).padEnd(width)}  ${short(rate)}  ${short(succeeded)}  ${rest}`.trimEnd();
  return [
    `${document.run}, turn ${document.turn}: ${document.ending ?? "no ending known"}. Outstanding: ${plain(document.outstanding.join("; ")) || "nothing"}.`,
    "",
    `${"".padEnd(width)}  ${"going on".padEnd(22)}  ${"task done".padEnd(22)}  p (Holm)  verdict`,
    row("as recorded", document.baseline, document.baseline_succeeded, ""),
    ...ranked(
      document.interventions.map((entry) => ({ ...entry, goingOn: entry.rate, pAdjusted: entry.p_adjusted })),
    ).map((entry) =>
      row(entry.name, entry.rate, entry.succeeded, `${entry.p_adjusted.toFixed(4).padEnd(8)}  ${entry.verdict}`),
    ),
    "",
    ...mismatchLines(document),
    reductionLine(document),
    document.fix
      ? `Most helpful: ${plain(document.fix.name)}. Write its edits with --fix FILE, then: loopscope fork ${document.run} --turn ${document.fix.turn} --edit FILE`
      : "No change is known to help.",
    `Seed: ${document.seed}. Experiment ${document.experiment}.`,
  ];
}

/** Live calls without a recorded result, over all samples. */
function mismatchLines(document: BisectDocument): string[] {
  const all = [document.baseline_mismatches, ...document.interventions.map((row) => row.mismatches)].flat();
  if (all.length === 0) return [];
  const count = (ran: boolean) => all.filter((entry) => entry.ran === ran).reduce((sum, entry) => sum + entry.count, 0);
  const tools = [...new Set(all.map((entry) => entry.tool))].map(plain).join(", ");
  return [
    `Live calls that no recorded result answered: ${count(true)} called live as allowed, ${count(false)} not carried out (${tools}).`,
  ];
}

function reductionLine({ reduction }: BisectDocument): string {
  if (reduction === null) return "The smallest removal was not looked for.";
  if (reduction.removed === null) return `No removal of messages makes it go on (${reduction.tests} sets tried).`;
  return `Smallest removal that makes it go on: ${shorten(plain(reduction.labels.join("; ")), 300)} (${reduction.rate ? short(reduction.rate).trim() : "–"}, ${reduction.verdict}).`;
}

function short(rate: Rate): string {
  const text =
    rate.samples === 0 ? "–" : `${rate.count}/${rate.samples} (${percent(rate.low)}–${percent(rate.high)} %)`;
  return text.padEnd(22);
}

function percent(rate: number): number {
  return Math.round(rate * 100);
}

function collect(value: string, previous: string[]): string[] {
  return [...previous, value];
}
