// A consistent copy of the database through SQLite's online backup; an existing file is replaced only when it is one of ours.
import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import Database from "better-sqlite3";
import type { z } from "zod";
import type { FileDocument } from "../../src-shared/cli/documents.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { foreign, inspectFile } from "./inspect-file.ts";
import { asUserError } from "./store-error.ts";

/** Copies the whole database to `target`, whole or not at all: it is written under another name first. */
export async function backupTo(
  db: Database.Database,
  source: string,
  target: string,
): Promise<z.infer<typeof FileDocument>> {
  const to = resolve(target);
  if (to === resolve(source)) {
    throw new UserError("usage", `${target}: the database itself. Name another file for the backup.`);
  }
  if (inspectFile(to).kind === "blank") throw foreign(target);
  if (!existsSync(dirname(to))) {
    throw new UserError("not_found", `${target}: no such folder. Make it first or name another file for the backup.`);
  }
  if (existsSync(to)) requireUnused(to, target);
  const partial = `${to}.partial`;
  try {
    await db.backup(partial);
    const copy = new Database(partial);
    // One self-contained file, without a log beside it.
    copy.pragma("journal_mode = DELETE");
    const runs = copy.prepare<[], { runs: number }>("SELECT count(*) AS runs FROM runs").get()?.runs ?? 0;
    copy.close();
    renameSync(partial, to);
    return { file: target, bytes: statSync(to).size, runs };
  } catch (error) {
    rmSync(partial, { force: true });
    throw asUserError(target, error);
  }
}

/** Refuses a file that another connection holds open: putting a new file in its place would break it. */
function requireUnused(path: string, target: string): void {
  try {
    const old = new Database(path, { timeout: 0 });
    try {
      // In this mode the lock is refused while anybody else is connected, and closing leaves no log behind.
      old.pragma("locking_mode = EXCLUSIVE");
      old.exec("BEGIN EXCLUSIVE; COMMIT");
    } finally {
      old.close();
    }
  } catch (cause) {
    throw new UserError(
      "conflict",
      `${target}: in use by another program, or damaged. Name another file for the backup.`,
      {
        cause,
      },
    );
  }
}
