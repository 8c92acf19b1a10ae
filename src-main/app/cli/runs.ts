// loopscope runs: the recorded runs, searched and filtered.
import { Option, type Command } from "commander";
import { RunQuery } from "../../../src-shared/rpc/types.ts";
import { Ending } from "../../../src-shared/trace/vocabulary.ts";
import { UserError } from "../../../src-shared/prelude/result.ts";
import type { CliContext, CommonOptions } from "./context.ts";
import { printEither, withCommonOptions, withStore } from "./context.ts";
import { summaryLine } from "./format.ts";
import { wholeNumber } from "./numbers.ts";

interface Options extends CommonOptions {
  search?: string;
  ending?: string;
  task?: string;
  samples?: "shown" | "hidden" | "only";
  limit: number;
}

export function addRunsCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("runs"))
    .description("list the recorded runs, newest first")
    .option("--search <text>", "words in title, prompt, task, variant, model or answer")
    .option("--ending <ending>", "only runs that ended like this")
    .option("--task <id>", "only runs of this task")
    .addOption(
      new Option("--samples <which>", "runs that an experiment took as its samples").choices([
        "shown",
        "hidden",
        "only",
      ]),
    )
    .option("--limit <n>", "how many", wholeNumber("--limit", 1, 1000), 50)
    .action((options: Options) => {
      if (options.ending !== undefined && !Ending.safeParse(options.ending).success) {
        throw new UserError(
          "usage",
          `--ending ${options.ending} is no ending; there are ${Ending.options.join(", ")}.`,
        );
      }
      const query = RunQuery.parse({
        search: options.search,
        ending: options.ending ?? null,
        task: options.task ?? null,
        samples: options.samples,
        limit: options.limit,
      });
      const list = withStore(options, (store) => store.listRuns(query));
      printEither(context, options, list, () =>
        list.runs.length === 0
          ? ["No runs. Start one with: loopscope run --task user_task36"]
          : [...list.runs.map(summaryLine), `${list.runs.length} of ${list.total} runs`],
      );
    });
}
