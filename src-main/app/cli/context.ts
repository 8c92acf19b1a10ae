// What every command shares: the options --db and --json, opening the core, and printing one document or lines of text.
import { userInfo } from "node:os";
import { resolve } from "node:path";
import type { Command } from "commander";
import { systemClock } from "../../../src-shared/prelude/clock.ts";
import type { Approver } from "../../agent/ports.ts";
import { defaultDatabaseFile } from "../../store/default-path.ts";
import { openStore, type Store } from "../../store/store.ts";
import { createCore, type Core } from "../core.ts";
import { userHome } from "../paths.ts";
import { plain } from "./format.ts";

export interface CommonOptions {
  db?: string;
  json?: boolean;
}

/** Streams of the process, handed in so that tests can read them. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}

/** Ends a command with a status other than 0. */
export interface CliContext extends Output {
  exitStatus: 0 | 1 | 2 | 3;
}

export function withCommonOptions(command: Command): Command {
  return command
    .option("--db <file>", "the database file (default: your own, see `loopscope doctor`)")
    .option("--json", "print one JSON document on standard output");
}

export function databaseOf(options: CommonOptions): string {
  return options.db === undefined ? defaultDatabaseFile() : resolve(options.db);
}

/** Opens the core for a command and closes it whatever happens. */
export async function withCore<T>(
  context: CliContext,
  options: CommonOptions,
  work: (core: Core) => Promise<T>,
  approver?: Approver,
): Promise<T> {
  const core = await createCore({
    database: databaseOf(options),
    host: "cli",
    user: userInfo().username,
    home: userHome(),
    log: (line) => context.err(line),
    ...(approver ? { approver } : {}),
  });
  const stop = () => {
    core.endpoints.stopWaiting();
    void core.runs.close();
  };
  tellWaits(core, context);
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  try {
    return await work(core);
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
    await core.close();
  }
}

/** Says on standard error what a run waits for: a server that loads, a rate limit. A person that is waited for knows. */
function tellWaits(core: Core, context: Output): void {
  core.endpoints.onWait((line) => context.err(plain(line)));
  core.store.onAppend((event) => {
    if (event.kind !== "wait.started" || event.data.why === "approval" || event.data.why === "paused") return;
    const { detail, planned_ms } = event.data;
    const time = planned_ms === null ? "" : ` for ${(planned_ms / 1000).toFixed(1)} s`;
    context.err(plain(`Run ${event.run} waits${time}: ${detail}`));
  });
}

/** Opens the store alone, for commands that only read. */
export function withStore<T>(options: CommonOptions, work: (store: Store) => T): T {
  const store = openStore(databaseOf(options), { clock: systemClock, ownerLabel: "cli" });
  try {
    return work(store);
  } finally {
    store.close();
  }
}

export function printJson(context: Output, document: unknown): void {
  context.out(JSON.stringify(document, null, 2));
}

/** Prints the document with --json, else the lines. */
export function printEither(context: Output, options: CommonOptions, document: unknown, lines: () => string[]): void {
  if (options.json) printJson(context, document);
  else for (const line of lines()) context.out(line);
}
