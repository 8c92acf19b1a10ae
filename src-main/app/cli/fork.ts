// loopscope fork: a recorded turn's request edited and sent again.
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { z } from "zod";
import { UserError } from "../../../src-shared/prelude/result.ts";
import type { ApproveMode } from "../../../src-shared/trace/variant.ts";
import { ForkEdit } from "../../../src-shared/trace/fork-edit.ts";
import { looksLikeBundle, openBundle } from "../bundles.ts";
import { approverForTerminal } from "./approve.ts";
import type { CliContext, CommonOptions } from "./context.ts";
import { withCommonOptions, withCore } from "./context.ts";
import { wholeNumber } from "./numbers.ts";
import { approveOption, report } from "./run.ts";

interface Options extends CommonOptions {
  turn: number;
  system?: string;
  edit?: string;
  variant?: string;
  samples: number;
  seed?: number;
  approve?: ApproveMode;
  strictOrder?: true;
}

export function addForkCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("fork"))
    .description("edit a recorded turn's request and go on from there")
    .argument("<run>", "the run's id, or its beginning; or the file of a bundle")
    .requiredOption("--turn <n>", "the turn whose request is sent again", wholeNumber("--turn", 1, 1_000_000))
    .option("--system <text|@file>", "another system prompt")
    .option("--edit <file>", "a JSON array of edits (see the user guide, Forks)")
    .option("--variant <name>", "another configuration")
    .option("--samples <n>", "how many runs", wholeNumber("--samples", 1, 200), 1)
    .option("--seed <n>", "the sampling seed of the first run", wholeNumber("--seed", 0, 2 ** 31 - 1))
    .option("--strict-order", "recorded results answer only the next recorded call of a live tool")
    .addOption(approveOption())
    .action(async (run: string, options: Options) => {
      const edits = editsOf(options);
      await withCore(
        context,
        options,
        async (core) => {
          const started = await core.runs.fork({
            run: looksLikeBundle(run) ? openBundle(core.store, run) : run,
            turn: options.turn,
            edits,
            variant: options.variant ?? null,
            approve: options.approve ?? null,
            samples: options.samples,
            seed: options.seed ?? null,
            paused: false,
            ...(options.strictOrder ? { order: "strict" as const } : {}),
          });
          await report(started, core, context, options);
        },
        approverForTerminal(context),
      );
    });
}

function editsOf(options: Options): ForkEdit[] {
  const edits: ForkEdit[] = options.edit === undefined ? [] : readEdits(options.edit);
  if (options.system !== undefined)
    edits.push({
      kind: "system",
      text: options.system.startsWith("@") ? readText(options.system.slice(1)) : options.system,
    });
  return edits;
}

function readEdits(file: string): ForkEdit[] {
  const text = readText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(
      "unreadable_file",
      `${file} is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const parsed = z.array(ForkEdit).safeParse(Array.isArray(value) ? value : [value]);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UserError(
    "invalid_input",
    `${file}: edit ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "does not fit"}.`,
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UserError(
      "unreadable_file",
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
