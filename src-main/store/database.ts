// Opens the SQLite file: looks before it touches, migrates in one transaction, and leaves it in WAL mode.
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import Database from "better-sqlite3";
import { UserError } from "../../src-shared/prelude/result.ts";
import { APPLICATION_ID, foreign, inspectFile } from "./inspect-file.ts";
import { migrations as allMigrations, SCHEMA_VERSION } from "./migrations/all.ts";
import type { Migration } from "./migrations/migration.ts";
import { asUserError } from "./store-error.ts";

/** How long a statement waits for another process's transaction before it gives up. */
const BUSY_MS = 5_000;
const COPY_UP_TO_BYTES = 2 ** 30;

/**
 * Opens a database for reading and writing; makes it (and its folder) where there is none.
 * Throws UserError for whatever a person can mend; a refused file is left untouched.
 */
export function openForWriting(file: string): Database.Database {
  const path = resolve(file);
  const found = inspectFile(path);
  if (found.kind === "ours") refuseNewer(file, found.version);
  if (found.kind === "blank") refuseFilled(path);
  let db: Database.Database | null = null;
  try {
    mkdirSync(dirname(path), { recursive: true });
    requireWritable(path);
    db = new Database(path, { timeout: BUSY_MS });
    // Before WAL: making the schema in a rollback-journal transaction leaves either nothing or everything after a crash.
    migrate(db, file);
    if (db.pragma("journal_mode", { simple: true }) !== "wal") db.pragma("journal_mode = WAL");
    db.pragma("synchronous = NORMAL");
    // Pages that many appends touch are then copied back, with an fsync, four times less often than by default.
    db.pragma("wal_autocheckpoint = 4000");
    return db;
  } catch (error) {
    db?.close();
    throw asUserError(file, error);
  }
}

/** Opens an existing database of this version for reading alone; nothing on disk changes. */
export function openForReading(file: string): Database.Database {
  const path = resolve(file);
  const found = inspectFile(path);
  if (found.kind === "absent") {
    throw new UserError("not_found", `${file}: no such database. Check the path given with --db.`);
  }
  if (found.kind === "blank") throw foreign(file);
  refuseNewer(file, found.version);
  if (found.version < SCHEMA_VERSION) {
    throw new UserError(
      "database_unreadable",
      `${file}: the database was written by an older Loopscope. Open it once for writing to bring it up to date.`,
    );
  }
  try {
    return connectForReading(path);
  } catch (error) {
    throw asUserError(file, error);
  }
}

function connectForReading(path: string): Database.Database {
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
  try {
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    return db;
  } catch (error) {
    db.close();
    const cannotMakeShm = error instanceof Database.SqliteError && /^SQLITE_(CANTOPEN|READONLY)/.test(error.code);
    if (!cannotMakeShm || existsSync(`${path}-wal`)) throw error;
    return connectToCopy(path);
  }
}

/**
 * Reads a WAL database in a folder that we may not write to: SQLite would want to make its shared memory there. Without a
 * log nobody else is writing it, so a copy in memory is as good.
 */
function connectToCopy(path: string): Database.Database {
  if (statSync(path).size > COPY_UP_TO_BYTES) {
    throw new UserError(
      "disk_read_only",
      `${path}: its folder is read-only and the file too large to read into memory. Copy it to a folder that can be written.`,
    );
  }
  const bytes = readFileSync(path);
  // Bytes 18 and 19 of the header say WAL (2) or rollback journal (1); a database in memory has no log.
  bytes.fill(1, 18, 20);
  return new Database(bytes, { readonly: true });
}

/** Brings the schema up to date, all steps in one transaction. `steps` differ from the program's own in tests only. */
export function migrate(db: Database.Database, file: string, steps: readonly Migration[] = allMigrations): void {
  if (db.pragma("user_version", { simple: true }) === steps.length) return;
  const run = db.transaction(() => {
    // Again inside the transaction: another process may have been faster.
    const version = Number(db.pragma("user_version", { simple: true }));
    refuseNewer(file, version, steps.length);
    for (const step of steps.slice(version)) step.migrate(db);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${steps.length}`);
  });
  run.immediate();
}

function refuseNewer(file: string, version: number, known: number = SCHEMA_VERSION): void {
  if (version <= known) return;
  throw new UserError(
    "database_newer",
    `${file}: written by a newer Loopscope (schema ${version}, this one reads up to ${known}), so it was left untouched. Update Loopscope or choose another file with --db.`,
  );
}

/** A SQLite file without a mark may be one of ours that a crash cut short, but only while it holds nothing. */
function refuseFilled(path: string): void {
  let filled = true;
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      filled = db.prepare<[], { tables: number }>("SELECT count(*) AS tables FROM sqlite_schema").get()?.tables !== 0;
    } finally {
      db.close();
    }
  } catch (error) {
    throw asUserError(path, error);
  }
  if (filled) throw foreign(path);
}

function requireWritable(path: string): void {
  const places = existsSync(path) ? [dirname(path), path] : [dirname(path)];
  for (const place of places) {
    try {
      accessSync(place, constants.W_OK);
    } catch (cause) {
      throw new UserError(
        "disk_read_only",
        `${path}: the file or its folder is read-only. Make both writable or choose another file with --db.`,
        { cause },
      );
    }
  }
}
