// loopscope export: a recorded run as a file for elsewhere.
import { Option, type Command } from "commander";
import { exportBundle } from "../bundles.ts";
import { printEither, withCommonOptions, withCore, type CliContext, type CommonOptions } from "./context.ts";
import { interruptible } from "./interrupt.ts";
import { wholeNumber } from "./numbers.ts";

interface Options extends CommonOptions {
  format: "bundle";
  out: string;
  turn?: number;
  whole?: boolean;
}

export function addExportCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("export"))
    .description("write a run to a file; a bundle is one turn with only what it needs, to be forked elsewhere")
    .argument("<run>", "the run's id, or its beginning")
    .addOption(new Option("--format <format>", "what to write").choices(["bundle"]).makeOptionMandatory())
    .requiredOption("--out <file>", "the file to write")
    .option("--turn <n>", "the turn (default: where it stopped)", wholeNumber("--turn", 1, 1_000_000))
    .option("--whole", "keep every message and tool, and send nothing to the endpoint")
    .action(async (run: string, options: Options) => {
      await withCore(context, options, async (core) => {
        const written = await interruptible((signal) =>
          exportBundle(core, run, options.turn ?? null, options.out, { minimise: options.whole !== true, signal }),
        );
        const { file, bytes, turn, messages, tools, note } = written;
        const document = { file, bytes, runs: 1, turn, messages, tools, note };
        printEither(context, options, document, () => [
          `${file}: ${bytes} bytes, ${messages.kept} of ${messages.of} messages, ${tools.kept} of ${tools.of} tools. ${note}`,
          `Replay it with: loopscope fork ${file} --turn ${turn}`,
        ]);
      });
    });
}
