// loopscope eval: a suite × variants × repeats, with metrics, regressions against a baseline, thresholds and reports for CI.
import { extname } from "node:path";
import { userInfo } from "node:os";
import type { Command } from "commander";
import type { EvalDocument } from "../../../src-shared/cli/documents.ts";
import { UserError } from "../../../src-shared/prelude/result.ts";
import type { ApproveMode, Variant } from "../../../src-shared/trace/variant.ts";
import { readBaseline, writeOutput } from "../../evaluate/baseline.ts";
import { junitReport } from "../../evaluate/junit.ts";
import { evaluationMarkdown } from "../../evaluate/markdown.ts";
import { findRegressions } from "../../evaluate/regressions.ts";
import { readSuiteFile, readVariantFile } from "../../evaluate/suites.ts";
import { parseThreshold } from "../../evaluate/thresholds.ts";
import type { Suite } from "../../evaluate/types.ts";
import type { LoadedCatalogue } from "../catalogue.ts";
import type { Core } from "../core.ts";
import { DEMO } from "../endpoint-book.ts";
import type { EvaluationSpec } from "../evaluation-journal.ts";
import { createEvaluations, type EvaluationView } from "../evaluations.ts";
import { approverForTerminal } from "./approve.ts";
import { printEither, withCommonOptions, withCore, type CliContext, type CommonOptions } from "./context.ts";
import { interruptible } from "./interrupt.ts";
import { wholeNumber } from "./numbers.ts";
import { bar, terminalProgress } from "./progress.ts";
import { approveOption } from "./run.ts";

interface Options extends CommonOptions {
  variant: string[];
  repeats?: number;
  seed: number;
  baseline?: string;
  writeBaseline?: string;
  junit?: string;
  markdown?: string;
  threshold: string[];
  endpoint: string;
  model?: string;
  approve?: ApproveMode;
}

/** Runs that go on at the same time; one where a person is asked in the terminal. */
const AT_ONCE = 4;
const DEFAULT_VARIANT = "compact-list";

export function addEvalCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("eval"))
    .description("run a suite's tasks with one or more variants, several times each, and measure")
    .argument("<suite>", "a suite's name, or a JSON or YAML file")
    .option(
      "--variant <name>",
      `a variant's name or file (may be given again; default: ${DEFAULT_VARIANT})`,
      collect,
      [],
    )
    .option("--repeats <k>", "runs of each task (default: the suite's)", wholeNumber("--repeats", 1, 1000))
    .option("--seed <n>", "sampling seed of the first repeat; they count up", wholeNumber("--seed", 0, 2 ** 30), 1)
    .option("--baseline <file>", "compare with an earlier evaluation; status 1 when something got worse")
    .option("--write-baseline <file>", "keep this evaluation as a baseline")
    .option("--junit <file>", "write JUnit XML")
    .option("--markdown <file>", "write a report in Markdown")
    .option("--threshold <metric=value>", "status 1 unless the metric holds (may be given again)", collect, [])
    .option("--endpoint <url>", "an OpenAI-compatible server, or `demo` (simulated)", DEMO)
    .option("--model <name>", "the model (default: the first the server lists)")
    .addOption(approveOption())
    .action(async (suite: string, options: Options) => {
      const approver = approverForTerminal(context);
      await withCore(context, options, (core) => run(suite, options, core, context), approver);
    });
}

async function run(suiteName: string, options: Options, core: Core, context: CliContext): Promise<void> {
  const catalogue = core.catalogue();
  const suite = suiteOf(suiteName, catalogue);
  const variants = variantsOf(options.variant, catalogue);
  // What is asked to hold is read before anything is run.
  for (const threshold of options.threshold) parseThreshold(threshold);
  const baseline = options.baseline === undefined ? null : readBaseline(options.baseline, suite.name);
  const view = await runAll(
    {
      kind: "evaluation",
      title: suite.name,
      suite,
      variants,
      endpoint: options.endpoint,
      model: options.model ?? null,
      approve: options.approve ?? null,
      repeats: options.repeats ?? suite.repeats,
      seed: options.seed,
      at_once: options.approve === "ask" ? 1 : AT_ONCE,
      thresholds: options.threshold,
    },
    core,
    context,
  );
  const document = judged(view, baseline);
  if (options.writeBaseline !== undefined) writeOutput(options.writeBaseline, JSON.stringify(document, null, 2));
  if (options.junit !== undefined) writeOutput(options.junit, junitReport(document, view.runs));
  if (options.markdown !== undefined) writeOutput(options.markdown, evaluationMarkdown(document));
  printEither(context, options, document, () => evaluationMarkdown(document).trimEnd().split("\n"));
  if (document.regressions.length > 0 || document.thresholds.some((entry) => !entry.met)) context.exitStatus = 1;
}

function judged({ document, runs }: EvaluationView, baseline: EvalDocument | null): EvalDocument {
  return { ...document, regressions: baseline === null ? [] : findRegressions(baseline, document, runs) };
}

/** Journaled like those of the app, which shows it; its runs are listed like all others of the command line. */
async function runAll(spec: EvaluationSpec, core: Core, context: CliContext): Promise<EvaluationView> {
  const progress = terminalProgress();
  const approver = approverForTerminal(context);
  const evaluations = createEvaluations(core, {
    host: "cli",
    user: userInfo().username,
    approverFor: () => approver,
    hideRuns: false,
    onCrash: (id, error) => context.err(`Run ${id} failed inside Loopscope: ${String(error)}`),
  });
  evaluations.onProgress(({ done, of }) => progress.show(bar(done, of)));
  try {
    return await interruptible(async (signal) => {
      const { id } = evaluations.start(spec);
      signal.addEventListener("abort", () => evaluations.cancel(id), { once: true });
      await evaluations.finished(id);
      const view = evaluations.get(id);
      if (signal.aborted)
        throw new UserError("usage", `eval was interrupted after ${view.runs.length} runs; nothing was compared.`);
      return view;
    });
  } finally {
    progress.end();
    await evaluations.close();
  }
}

function suiteOf(name: string, catalogue: LoadedCatalogue): Suite {
  return looksLikeFile(name) ? readSuiteFile(name) : catalogue.suite(name);
}

function variantsOf(names: readonly string[], catalogue: LoadedCatalogue): Variant[] {
  const wanted = names.length === 0 ? [DEFAULT_VARIANT] : [...new Set(names)];
  const variants = wanted.map((name) => (looksLikeFile(name) ? readVariantFile(name) : catalogue.variant(name)));
  for (const [index, variant] of variants.entries()) {
    if (variants.findIndex((other) => other.name === variant.name) === index) continue;
    throw new UserError("usage", `eval: two variants are named ${variant.name}; rename one of them.`);
  }
  return variants;
}

function looksLikeFile(name: string): boolean {
  return /[/\\]/.test(name) || [".json", ".yaml", ".yml"].includes(extname(name).toLowerCase());
}

function collect(value: string, previous: string[]): string[] {
  return [...previous, value];
}
