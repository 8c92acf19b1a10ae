// loopscope verify: re-derives every hash of a database.
import type { Command } from "commander";
import { systemClock } from "../../../src-shared/prelude/clock.ts";
import { openStore } from "../../store/store.ts";
import { databaseOf, printEither, withCommonOptions, type CliContext, type CommonOptions } from "./context.ts";

export function addVerifyCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("verify"))
    .description("re-derive every hash and find what was changed or damaged")
    .action((options: CommonOptions) => {
      const store = openStore(databaseOf(options), { clock: systemClock, readonly: true });
      try {
        const document = store.verify();
        printEither(context, options, document, () => [
          ...document.problems.map(
            (problem) => `${problem.run ?? "-"}${problem.seq === null ? "" : ` #${problem.seq}`}: ${problem.problem}`,
          ),
          `${document.ok ? "ok" : "damaged"}: ${document.runs} runs, ${document.events} events, ${document.blobs} bodies, ${document.problems.length} problems`,
        ]);
        if (!document.ok) context.exitStatus = 1;
      } finally {
        store.close();
      }
    });
}
