// loopscope backup and recover: a consistent copy, and what can be saved of a damaged database.
import { resolve } from "node:path";
import type { Command } from "commander";
import { systemClock } from "../../../src-shared/prelude/clock.ts";
import { recoverDatabase } from "../../store/recover.ts";
import { openStore } from "../../store/store.ts";
import { databaseOf, printEither, withCommonOptions, type CliContext, type CommonOptions } from "./context.ts";

export function addBackupCommands(program: Command, context: CliContext): void {
  withCommonOptions(program.command("backup"))
    .description("write a consistent copy of the database, also while runs are going on")
    .argument("<file>", "the copy")
    .action(async (file: string, options: CommonOptions) => {
      const store = openStore(databaseOf(options), { clock: systemClock, readonly: true });
      try {
        const document = await store.backup(resolve(file));
        printEither(context, options, document, () => [
          `${document.file}: ${document.runs} runs, ${document.bytes} bytes`,
        ]);
      } finally {
        store.close();
      }
    });

  withCommonOptions(program.command("recover"))
    .description("save what can be read of a damaged database (--db) into a new file")
    .argument("<file>", "the new database")
    .action((file: string, options: CommonOptions) => {
      const { lost, ...document } = recoverDatabase(databaseOf(options), resolve(file), systemClock);
      for (const line of lost) context.err(line);
      printEither(context, options, { ...document, lost }, () => [
        `${document.file}: ${document.runs} runs, ${document.bytes} bytes, ${lost.length} losses`,
      ]);
    });
}
