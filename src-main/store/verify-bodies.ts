// Verifies the content-addressed parts: blobs against their hashes, messages against their chain.
import { hash as digest } from "node:crypto";
import type Database from "better-sqlite3";
import type { MessageId } from "../../src-shared/prelude/ids.ts";
import { blobCrc, decodeBlob, isUtf16, isZstd, type BlobRow } from "./blobs.ts";
import { messageCrc, messageId, messageJson } from "./messages.ts";
import { decompress } from "./packing.ts";
import { cutText, PREVIEW_CHARS } from "./preview.ts";
import { attempt, strictText, type Note } from "./verify-note.ts";

/** What the check of the runs needs of the messages. */
export interface BodyFacts {
  /** Row number → length of the JSON array of the context that ends in this message, without its brackets. */
  messageChars: number[];
}

const BATCH = 200;

interface RawBlob extends Omit<BlobRow, "preview"> {
  preview: Buffer | null;
}

export function verifyBlobs(db: Database.Database, note: Note): void {
  const page = db.prepare<[number, number], RawBlob>(
    "SELECT n, hash, codec, chars, crc, CAST(preview AS BLOB) AS preview, body FROM blobs WHERE n > ? ORDER BY n LIMIT ?",
  );
  for (const row of pages(page)) {
    const name = `body ${row.n} (${row.hash.toString("hex").slice(0, 12)}…)`;
    if (blobCrc(row) !== row.crc) note(`${name}: its checksum does not match`);
    attempt(note, name, () => {
      const bytes = isZstd(row.codec) ? decompress(row.body) : row.body;
      const hashed = isUtf16(row.codec) ? Buffer.concat([Buffer.from("utf-16\0"), bytes]) : bytes;
      if (!digest("sha256", hashed, "buffer").equals(row.hash)) note(`${name}: its hash does not match`);
      const text = decodeBlob(row);
      if (text.length !== row.chars) note(`${name}: its length does not match`);
      const preview = isZstd(row.codec) ? Buffer.from(cutText(text, PREVIEW_CHARS).toWellFormed()) : null;
      if (!sameBytes(preview, row.preview)) note(`${name}: its preview does not match`);
    });
  }
}

interface RawMessage {
  n: number;
  hash: Buffer;
  parent: number | null;
  content: number | null;
  crc: number;
  form: string;
  body: Buffer;
}

export function verifyMessages(db: Database.Database, note: Note, facts: BodyFacts): void {
  const page = db.prepare<[number, number], RawMessage>(
    "SELECT n, hash, parent, content, crc, typeof(body) AS form, CAST(body AS BLOB) AS body FROM messages WHERE n > ? ORDER BY n LIMIT ?",
  );
  const hashOf = db.prepare<[number], { hash: Buffer }>("SELECT hash FROM messages WHERE n = ?");
  const blobOf = db.prepare<[number], BlobRow>("SELECT * FROM blobs WHERE n = ?");
  for (const row of pages(page)) {
    const name = `message ${row.n} (${row.hash.toString("hex").slice(0, 12)}…)`;
    if (messageCrc(row.parent, row.content, row.body) !== row.crc) note(`${name}: its checksum does not match`);
    attempt(note, name, () => {
      const parent = row.parent === null ? null : hashOf.get(row.parent)?.hash.toString("hex");
      if (parent === undefined) return note(`${name}: its parent is missing`);
      const blob = row.content === null ? null : blobOf.get(row.content);
      if (blob === undefined) return note(`${name}: its content is missing`);
      const body = strictText(row.form === "text" ? row.body : decompress(row.body));
      const json = messageJson(body, blob && decodeBlob(blob));
      const id = messageId(parent as MessageId | null, json);
      if (id !== row.hash.toString("hex")) note(`${name}: its hash does not match`);
      const before = row.parent === null ? 0 : (facts.messageChars[row.parent] ?? 0) + 1;
      facts.messageChars[row.n] = before + json.length;
    });
  }
}

/** All rows of a table in order of their number, read in batches. */
function* pages<Row extends { n: number }>(page: Database.Statement<[number, number], Row>): Generator<Row> {
  for (let after = -1; ;) {
    const rows = page.all(after, BATCH);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.n;
  }
}

function sameBytes(a: Buffer | null, b: Buffer | null): boolean {
  return a === null || b === null ? a === b : a.equals(b);
}
