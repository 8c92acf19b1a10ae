// Bodies, stored once by their content. A blob never changes; its hash is SHA-256 over the text's UTF-8 bytes.
import { hash as digest } from "node:crypto";
import { crc32 } from "node:zlib";
import type Database from "better-sqlite3";
import type { BlobHash } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { BlobRef } from "../../src-shared/trace/blob-ref.ts";
import { compress, decompress } from "./packing.ts";
import { cutText, PREVIEW_CHARS } from "./preview.ts";

export interface BlobRow {
  n: number;
  hash: Buffer;
  codec: number;
  chars: number;
  crc: number;
  preview: string | null;
  body: Buffer;
}

const ZSTD = 1;
const UTF16 = 2;
/** Hashes of what is on disk that are kept in memory, so that a body that comes again costs no look-up. */
const KNOWN_LIMIT = 20_000;

/** The hash of a text. A lone surrogate has no UTF-8 form: such a text is hashed in UTF-16 behind a mark of its own. */
export function blobHash(text: string): BlobHash {
  const bytes = text.isWellFormed() ? text : Buffer.concat([Buffer.from("utf-16\0"), Buffer.from(text, "utf16le")]);
  return digest("sha256", bytes, "hex") as BlobHash;
}

export function blobRef(text: string): BlobRef {
  return { hash: blobHash(text), chars: text.length, preview: cutText(text, PREVIEW_CHARS) };
}

/** The row that holds a text, without its number. */
function encodeBlob(hash: BlobHash, text: string): Omit<BlobRow, "n"> {
  const wide = text.isWellFormed() ? 0 : UTF16;
  const bytes = Buffer.from(text, wide ? "utf16le" : "utf8");
  const packed = compress(bytes);
  const row = {
    hash: Buffer.from(hash, "hex"),
    codec: wide | (packed ? ZSTD : 0),
    chars: text.length,
    preview: packed ? cutText(text, PREVIEW_CHARS).toWellFormed() : null,
    body: packed ?? bytes,
  };
  return { ...row, crc: blobCrc(row) };
}

/** CRC-32 of a row as stored; any single flipped bit changes it. */
export function blobCrc(row: { codec: number; chars: number; preview: string | Buffer | null; body: Buffer }): number {
  const head = crc32(`${row.codec} ${row.chars} `);
  return crc32(row.body, row.preview === null ? head : crc32(row.preview, head));
}

export function isZstd(codec: number): boolean {
  return (codec & ZSTD) !== 0;
}

export function isUtf16(codec: number): boolean {
  return (codec & UTF16) !== 0;
}

export function decodeBlob(row: Pick<BlobRow, "codec" | "body">): string {
  const bytes = isZstd(row.codec) ? decompress(row.body) : row.body;
  return bytes.toString(isUtf16(row.codec) ? "utf16le" : "utf8");
}

export type BlobTable = ReturnType<typeof blobTable>;

/** Reads and writes of the blobs; `db` first, statements prepared once. */
export function blobTable(db: Database.Database) {
  const known = new Map<string, number>();
  const findN = db.prepare<[Buffer], { n: number }>("SELECT n FROM blobs WHERE hash = ?");
  const insert = db.prepare<[Omit<BlobRow, "n">]>(
    "INSERT INTO blobs (hash, codec, chars, crc, preview, body) VALUES (@hash, @codec, @chars, @crc, @preview, @body)",
  );
  const byHash = db.prepare<[Buffer], BlobRow>("SELECT * FROM blobs WHERE hash = ?");
  const byN = db.prepare<[number], BlobRow>("SELECT * FROM blobs WHERE n = ?");
  // substr of an empty blob is NULL in SQLite. 800 bytes of a plain body hold more than the 200 characters of a preview in UTF-8 and UTF-16 alike.
  const headByN = db.prepare<[number], Pick<BlobRow, "codec" | "chars" | "preview"> & { hash: string; body: Buffer }>(
    `SELECT lower(hex(hash)) AS hash, codec, chars, preview,
       CASE WHEN preview IS NULL THEN coalesce(substr(body, 1, 800), x'') ELSE x'' END AS body FROM blobs WHERE n = ?`,
  );

  return {
    /** Stores a text unless it is there; gives its row number. Call inside a transaction. */
    put(hash: BlobHash, text: string): number {
      const there = known.get(hash) ?? findN.get(Buffer.from(hash, "hex"))?.n;
      const n = there ?? Number(insert.run(encodeBlob(hash, text)).lastInsertRowid);
      if (known.size >= KNOWN_LIMIT) known.clear();
      known.set(hash, n);
      return n;
    },
    /** Row number of a body that was stored. */
    numberOf(hash: BlobHash): number {
      const n = known.get(hash) ?? findN.get(Buffer.from(hash, "hex"))?.n;
      if (n === undefined) throw new Error(`A body was never stored: ${hash}`);
      return n;
    },
    isKnown: (hash: BlobHash): boolean => known.has(hash),
    /** After a transaction that failed: what was believed to be on disk may not be. */
    forget: (): void => known.clear(),
    /** Null where there is none. */
    find: (hash: BlobHash): BlobRow | null => byHash.get(Buffer.from(hash, "hex")) ?? null,
    /** The reference that a body's row makes, without opening the body where it is compressed. */
    refOf(n: number): BlobRef {
      const row = headByN.get(n);
      if (!row) throw missing(n);
      const preview = row.preview ?? cutText(decodeBlob(row), PREVIEW_CHARS);
      return { hash: row.hash as BlobHash, chars: row.chars, preview };
    },
    textOf(n: number): string {
      const row = byN.get(n);
      if (!row) throw missing(n);
      return decodeBlob(row);
    },
  };
}

function missing(n: number): UserError {
  return new UserError("database_unreadable", `Body ${n} is missing. Run \`loopscope verify\`.`);
}
