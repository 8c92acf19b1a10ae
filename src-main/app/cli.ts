// The command line's composition root: one file per command under cli/; here they are put together, errors become one
// line on standard error, and the exit status follows the CLI contract.
import { Command, CommanderError } from "commander";
import { UserError } from "../../src-shared/prelude/result.ts";
import { addAuditCommand } from "./cli/audit.ts";
import { addAbCommand } from "./cli/ab.ts";
import { addBackupCommands } from "./cli/backup.ts";
import { addBisectCommand } from "./cli/bisect.ts";
import type { CliContext } from "./cli/context.ts";
import { addDiagnoseCommand } from "./cli/diagnose.ts";
import { addDiffCommand } from "./cli/diff.ts";
import { addDoctorCommand } from "./cli/doctor.ts";
import { addEvalCommand } from "./cli/eval.ts";
import { addExportCommand } from "./cli/export.ts";
import { addForkCommand } from "./cli/fork.ts";
import { addImportCommand } from "./cli/import.ts";
import { addLintCommand } from "./cli/lint.ts";
import { addRunCommand } from "./cli/run.ts";
import { addRunsCommand } from "./cli/runs.ts";
import { addSchemaCommand } from "./cli/schema.ts";
import { addServeCommand } from "./cli/serve.ts";
import { addShowCommand } from "./cli/show.ts";
import { addVerifyCommand } from "./cli/verify.ts";

/** Runs one command line; returns the exit status (CLI contract: 0, 1, 2 or 3). */
export async function main(args: readonly string[], output = processOutput()): Promise<number> {
  const context: CliContext = { ...output, exitStatus: 0 };
  const program = new Command("loopscope")
    .description("Runs, records, replays and diagnoses tool-calling LLM agents.")
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.out(text.trimEnd()), writeErr: () => undefined })
    .showHelpAfterError(false);
  for (const add of commands) add(program, context);
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
  try {
    await program.parseAsync([...args], { from: "user" });
    return context.exitStatus;
  } catch (error) {
    return explain(error, context);
  }
}

const commands = [
  addRunCommand,
  addRunsCommand,
  addShowCommand,
  addDiffCommand,
  addForkCommand,
  addEvalCommand,
  addDiagnoseCommand,
  addAuditCommand,
  addBisectCommand,
  addAbCommand,
  addImportCommand,
  addExportCommand,
  addServeCommand,
  addVerifyCommand,
  addDoctorCommand,
  addLintCommand,
  addBackupCommands,
  addSchemaCommand,
] as const;

/** Expected failures in one line; a bug with its stack. */
function explain(error: unknown, context: CliContext): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    context.err(`loopscope: ${error.message.replace(/^error: /, "").replaceAll("\n", " ")}`);
    return 2;
  }
  if (error instanceof UserError) {
    context.err(`loopscope: ${error.message}`);
    return error.exitStatus;
  }
  context.err(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 2;
}

function processOutput() {
  // A reader that has seen enough (`… | head`) closes the pipe: what is left to say has no one to hear it.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  return {
    out: (text: string) => void process.stdout.write(`${text}\n`),
    err: (text: string) => void process.stderr.write(`${text}\n`),
  };
}
