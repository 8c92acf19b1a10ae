// Bodies at rest: plain when small, zstd when they are large and it pays. Unpacking gives back the same bytes.
import { zstdCompressSync, zstdDecompressSync, constants } from "node:zlib";

/** Below this many bytes compressing saves less than it costs. */
const COMPRESS_FROM_BYTES = 1_024;
/** A compressed form is kept when it is at most this share of the plain one. */
const WORTH_IT = 0.85;
/** No body of a trace is larger; a damaged header cannot make us allocate more. */
const MAX_BYTES = 2 ** 30;

/** The zstd form of some bytes, or null where it does not pay. */
export function compress(bytes: Buffer): Buffer | null {
  if (bytes.length < COMPRESS_FROM_BYTES) return null;
  const packed = zstdCompressSync(bytes, {
    // One chunk that surely holds the result: Node's default allocates 64 KB for each small body.
    chunkSize: bytes.length,
    params: { [constants.ZSTD_c_compressionLevel]: 3 },
  });
  return packed.length <= bytes.length * WORTH_IT ? packed : null;
}

/** The bytes that `compress` was given; throws where they are damaged. */
export function decompress(packed: Buffer): Buffer {
  return zstdDecompressSync(packed, { maxOutputLength: MAX_BYTES });
}

/** JSON at rest: SQLite keeps a string as TEXT and zstd bytes as BLOB, so the value's type tells the form. */
export type PackedText = string | Buffer;

/** Text that is well formed UTF-16 (JSON always is), packed for a column. */
export function packText(text: string): PackedText {
  if (text.length < COMPRESS_FROM_BYTES) return text;
  return compress(Buffer.from(text, "utf8")) ?? text;
}

export function unpackText(packed: PackedText): string {
  return typeof packed === "string" ? packed : decompress(packed).toString("utf8");
}
