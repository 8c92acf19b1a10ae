// What SQLite and the disk refuse, as a UserError that names the file and the mend. Everything else is a bug and passes through.
import Database from "better-sqlite3";
import { UserError } from "../../src-shared/prelude/result.ts";

/** Runs `work` on the database in `file`; a failure that a person can mend comes out as a UserError. */
export function guard<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asUserError(file, error);
  }
}

/** The UserError for a failure of SQLite or the file system; any other error comes back as it is. */
export function asUserError(file: string, error: unknown): unknown {
  if (error instanceof Database.SqliteError) return fromSqlite(file, error) ?? error;
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return fromFileSystem(file, error, error.code) ?? error;
  }
  return error;
}

/** The same while a database is opened: a statement that cannot be prepared then means a damaged schema, not a bug. */
export function asOpeningError(file: string, error: unknown): unknown {
  const known = asUserError(file, error);
  return known instanceof Database.SqliteError ? damaged(file, known) : known;
}

function fromSqlite(file: string, cause: InstanceType<typeof Database.SqliteError>): UserError | null {
  const { code } = cause;
  if (code === "SQLITE_FULL") return diskFull(file, cause);
  if (code.startsWith("SQLITE_READONLY")) return readOnly(file, cause);
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
    return new UserError(
      "conflict",
      `${file}: the database is locked by another program. Close that program or wait for it, then try again.`,
      { cause },
    );
  }
  if (code === "SQLITE_NOTADB") {
    return new UserError("database_foreign", `${file}: not a Loopscope database. Choose another file with --db.`, {
      cause,
    });
  }
  if (code.startsWith("SQLITE_CORRUPT")) {
    return damaged(file, cause);
  }
  if (code.startsWith("SQLITE_IOERR") || code.startsWith("SQLITE_CANTOPEN") || code === "SQLITE_PERM") {
    return new UserError(
      "database_unreadable",
      `${file}: the database could not be read or written (${cause.message}). Check the disk, the folder and its permissions.`,
      { cause },
    );
  }
  return null;
}

function fromFileSystem(file: string, cause: Error, code: string): UserError | null {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return diskFull(file, cause);
    case "EROFS":
      return readOnly(file, cause);
    case "EACCES":
    case "EPERM":
      return new UserError(
        "database_unreadable",
        `${file}: no permission to open the database. Change the file's permissions or choose another file with --db.`,
        { cause },
      );
    case "ENOENT":
      return new UserError("not_found", `${file}: no such database. Check the path given with --db.`, { cause });
    case "EEXIST":
    case "ENOTDIR":
      return new UserError(
        "database_unreadable",
        `${file}: a part of the path is not a folder. Choose another file with --db.`,
        { cause },
      );
    default:
      return null;
  }
}

function damaged(file: string, cause: Error): UserError {
  return new UserError(
    "database_unreadable",
    `${file}: the database is damaged (${cause.message}). Run \`loopscope recover\` to save what is readable into a new file.`,
    { cause },
  );
}

function diskFull(file: string, cause: Error): UserError {
  return new UserError(
    "disk_full",
    `${file}: the disk is full, so nothing more can be recorded. Free some space and try again; what was recorded is kept.`,
    { cause },
  );
}

function readOnly(file: string, cause: Error): UserError {
  return new UserError(
    "disk_read_only",
    `${file}: the file or its folder is read-only. Make both writable or choose another file with --db.`,
    { cause },
  );
}
