// loopscope import: trace files of other tools, one run a record.
import type { Command } from "commander";
import { UserError } from "../../../src-shared/prelude/result.ts";
import { importInto } from "../import.ts";
import type { CliContext, CommonOptions } from "./context.ts";
import { databaseOf, printEither, withCommonOptions } from "./context.ts";
import { summaryLine } from "./format.ts";
import { systemClock } from "../../../src-shared/prelude/clock.ts";
import { openStore } from "../../store/store.ts";

export function addImportCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("import"))
    .description("import trace files or folders; the same record again adds nothing")
    .argument("<files...>", "files or folders")
    .option("--format <name>", "the format (default: told by the content)")
    .action(async (files: string[], options: CommonOptions & { format?: string }) => {
      const store = openStore(databaseOf(options), { clock: systemClock, ownerLabel: "cli" });
      const abort = new AbortController();
      const stop = () => abort.abort(new Error("stopped"));
      process.once("SIGINT", stop);
      try {
        const report = await importInto(store, files, {
          format: options.format ?? null,
          signal: abort.signal,
          onProgress: progressTo(context),
        });
        const imported = report.runs.flatMap((run) => store.getRun(run)?.summary ?? []);
        const document = {
          files: report.files,
          imported,
          skipped: report.skipped,
          seconds: report.seconds,
          already: report.already,
          cancelled: report.cancelled,
        };
        printEither(context, options, document, () => [
          ...imported.slice(0, 50).map(summaryLine),
          ...(imported.length > 50 ? [`… and ${imported.length - 50} more`] : []),
          ...report.skipped.map(
            (skip) => `skipped ${skip.file}${skip.line === null ? "" : `:${skip.line}`}: ${skip.reason}`,
          ),
          `${report.files} files: ${imported.length} runs imported, ${report.already} there before, ${report.skipped.length} skipped, ${report.seconds.toFixed(1)} s`,
        ]);
        if (report.cancelled) context.exitStatus = 1;
        if (imported.length === 0 && report.already === 0 && report.skipped.length > 0) {
          const [first] = report.skipped;
          throw new UserError(
            "unreadable_file",
            `Nothing could be imported: ${first?.file ?? ""}${first?.line === null || first?.line === undefined ? "" : `:${first.line}`}: ${first?.reason ?? ""}.`,
          );
        }
      } finally {
        process.off("SIGINT", stop);
        store.close();
      }
    });
}

/** A line on standard error now and then, where a person watches. */
function progressTo(context: CliContext): Parameters<typeof importInto>[2]["onProgress"] {
  let last = 0;
  return (progress) => {
    if (!process.stderr.isTTY || performance.now() - last < 1000) return;
    last = performance.now();
    const rate = progress.rate === null ? "" : `, ${(progress.rate / 1e6).toFixed(1)} MB/s`;
    const left = progress.eta === null ? "" : `, ${Math.ceil(progress.eta)} s left`;
    context.err(
      `${progress.runs} runs, ${(progress.bytes / 1e6).toFixed(1)} of ${(progress.totalBytes / 1e6).toFixed(1)} MB${rate}${left}`,
    );
  };
}
