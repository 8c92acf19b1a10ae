// Looks at a database file before SQLite opens it, by reading alone: a file that we refuse stays as it is, byte for byte,
// and no -wal or -shm appears beside it. Offsets are from https://www.sqlite.org/fileformat2.html.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { UserError } from "../../src-shared/prelude/result.ts";
import { asUserError } from "./store-error.ts";

/** "LOOP" in ASCII; stands in the header of every Loopscope database. */
export const APPLICATION_ID = 0x4c4f4f50;

const MAGIC = Buffer.from("SQLite format 3\0", "latin1");
const HEADER_BYTES = 100;
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;

/** `absent`: no file, or an empty one. `blank`: a SQLite file that nobody has marked. `ours`: with its schema version. */
export type FileKind = { kind: "absent" } | { kind: "blank" } | { kind: "ours"; version: number };

/**
 * What stands at a path. Throws UserError for a folder, for a file that is not SQLite's or another program's, and for
 * one that cannot be read.
 */
export function inspectFile(file: string): FileKind {
  const header = readHeader(file);
  if (header === null) return { kind: "absent" };
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw foreign(file);
  const current = readHeaderInWal(`${file}-wal`) ?? header;
  const applicationId = current.readUInt32BE(APPLICATION_ID_AT);
  const version = current.readUInt32BE(USER_VERSION_AT);
  if (applicationId === APPLICATION_ID) return { kind: "ours", version };
  if (applicationId === 0 && version === 0) return { kind: "blank" };
  throw foreign(file);
}

export function foreign(file: string): UserError {
  return new UserError(
    "database_foreign",
    `${file}: not a Loopscope database, so it was left untouched. Choose another file with --db.`,
  );
}

function readHeader(file: string): Buffer | null {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch (error) {
    if (isMissing(error)) return null;
    throw asUserError(file, error);
  }
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) {
      throw new UserError(
        "database_unreadable",
        `${file}: ${stat.isDirectory() ? "a folder" : "not a regular file"}, where a database file was expected. Name a file with --db.`,
      );
    }
    if (stat.size === 0) return null;
    const header = Buffer.alloc(HEADER_BYTES);
    return readSync(handle, header, 0, HEADER_BYTES, 0) < HEADER_BYTES ? Buffer.alloc(HEADER_BYTES) : header;
  } finally {
    closeSync(handle);
  }
}

/**
 * The newest committed database header in a write-ahead log, or null: after a crash it may be ahead of the main file.
 * Frames of an older use of the log are told by their salt.
 */
function readHeaderInWal(wal: string): Buffer | null {
  let handle: number;
  try {
    handle = openSync(wal, "r");
  } catch (error) {
    if (isMissing(error)) return null;
    throw asUserError(wal, error);
  }
  try {
    const walHeader = Buffer.alloc(32);
    if (readSync(handle, walHeader, 0, 32, 0) < 32) return null;
    const pageBytes = walHeader.readUInt32BE(8);
    if (pageBytes < 512 || pageBytes > 65536) return null;
    const salt = walHeader.subarray(16, 24);
    const frame = Buffer.alloc(24);
    let firstPageAt: number | null = null;
    let committedAt: number | null = null;
    for (let at = 32; readSync(handle, frame, 0, 24, at) === 24; at += 24 + pageBytes) {
      if (!frame.subarray(8, 16).equals(salt)) break;
      if (frame.readUInt32BE(0) === 1) firstPageAt = at + 24;
      if (frame.readUInt32BE(4) !== 0) committedAt = firstPageAt;
    }
    if (committedAt === null) return null;
    const header = Buffer.alloc(HEADER_BYTES);
    return readSync(handle, header, 0, HEADER_BYTES, committedAt) === HEADER_BYTES ? header : null;
  } finally {
    closeSync(handle);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
