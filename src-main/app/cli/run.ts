// loopscope run: a suite's task or a prompt of one's own, recorded, to its end.
import type { Command } from "commander";
import { Option } from "commander";
import { RunId } from "../../../src-shared/prelude/ids.ts";
import { UserError } from "../../../src-shared/prelude/result.ts";
import type { StartRun } from "../../../src-shared/rpc/types.ts";
import type { ApproveMode } from "../../../src-shared/trace/variant.ts";
import type { RunSummary } from "../../../src-shared/trace/run-summary.ts";
import { readToolsFile } from "../../tools/tools-file.ts";
import type { Core } from "../core.ts";
import { DEMO } from "../endpoint-book.ts";
import type { StartedRuns } from "../run-manager.ts";
import { approverForTerminal } from "./approve.ts";
import type { CliContext, CommonOptions } from "./context.ts";
import { printEither, withCommonOptions, withCore } from "./context.ts";
import { summaryLine } from "./format.ts";
import { wholeNumber } from "./numbers.ts";

export interface RunOptions extends CommonOptions {
  task?: string;
  suite?: string;
  prompt?: string;
  pack: string[];
  tools?: string;
  variant: string;
  endpoint: string;
  model?: string;
  approve?: ApproveMode;
  samples: number;
  seed?: number;
}

export function addRunCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("run"))
    .description("run a task of a suite, or your own prompt, and record it")
    .option("--task <id>", "a task of a suite")
    .option("--suite <name>", "the suite, where several have the task")
    .option("--prompt <text>", "your own request")
    .option("--pack <name>", "offer a pack's tools with --prompt (may be given again)", collect, [] as string[])
    .option("--tools <file>", "a JSON array of tool definitions with their results")
    .option("--variant <name>", "the configuration", "compact-list")
    .option("--endpoint <url>", "an OpenAI-compatible server, or `demo` (simulated)", DEMO)
    .option("--model <name>", "the model (default: the first the server lists)")
    .addOption(approveOption())
    .option("--samples <n>", "how many runs", wholeNumber("--samples", 1, 200), 1)
    .option("--seed <n>", "the sampling seed of the first run", wholeNumber("--seed", 0, 2 ** 31 - 1))
    .action(async (options: RunOptions) => {
      await withCore(
        context,
        options,
        async (core) => {
          const extra = options.tools === undefined ? [] : [readToolsFile(options.tools)];
          const started = await core.runs.start(startOf(options, core), extra);
          await report(started, core, context, options);
        },
        approverForTerminal(context),
      );
    });
}

export function approveOption(): Option {
  return new Option(
    "--approve <mode>",
    "how writes are approved (default: all for simulated packs, ask for the rest)",
  ).choices(["ask", "all", "deny"]);
}

function startOf(options: RunOptions, core: Core): StartRun {
  if ((options.task === undefined) === (options.prompt === undefined)) {
    throw new UserError("usage", "run: give either --task ID or --prompt TEXT.");
  }
  if (options.task !== undefined && (options.pack.length > 0 || options.tools !== undefined)) {
    throw new UserError("usage", "run: --pack and --tools go with --prompt; a task brings its own tools.");
  }
  if (options.prompt?.trim() === "")
    throw new UserError("usage", "run: --prompt is empty; say what the model is to do.");
  return {
    what:
      options.task === undefined
        ? { kind: "prompt", prompt: options.prompt ?? "", packs: options.pack }
        : { kind: "task", suite: options.suite ?? core.catalogue().suiteOfTask(options.task).name, task: options.task },
    variant: options.variant,
    endpoint: options.endpoint,
    model: options.model ?? null,
    approve: options.approve ?? null,
    samples: options.samples,
    seed: options.seed ?? null,
    paused: false,
  };
}

/** Waits for the runs, prints them, and sets the exit status: 3 unreachable, 1 what was checked failed. */
export async function report(
  started: StartedRuns,
  core: Core,
  context: CliContext,
  options: CommonOptions,
): Promise<void> {
  const runs = await started.finished;
  printEither(context, options, { runs }, () => runs.flatMap((run) => runLines(run, core)));
  if (runs.some((run) => isUnreachable(run, core))) context.exitStatus = 3;
  else if (runs.some((run) => run.passed === false || (run.passed === null && brokeOff(run)))) context.exitStatus = 1;
}

function runLines(run: RunSummary, core: Core): string[] {
  const ended = core.store.events(RunId.parse(run.id), { kinds: ["run.ended"] }).at(-1)?.data as
    | { detail?: string; answer?: string | null }
    | undefined;
  return [
    summaryLine(run),
    ...(ended?.detail ? [`  ${ended.detail}`] : []),
    ...(ended?.answer ? [`  answer: ${ended.answer.replaceAll("\n", "\n  ")}`] : []),
  ];
}

function isUnreachable(run: RunSummary, core: Core): boolean {
  if (run.ending !== "provider_error") return false;
  return core.reads.turns(run.id).at(-1)?.error?.category === "unreachable";
}

function brokeOff(run: RunSummary): boolean {
  return (
    run.ending === "provider_error" ||
    run.ending === "aborted" ||
    run.ending === "interrupted" ||
    run.ending === "context_overflow"
  );
}

function collect(value: string, previous: string[]): string[] {
  return [...previous, value];
}
