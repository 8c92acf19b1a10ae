// Chat messages, chained: a message's id is SHA-256 over its parent's id and its own JSON, so that a context is named by its
// last message and a shared prefix is stored once. The JSON's key order is kept exactly.
import { hash as digest } from "node:crypto";
import { crc32 } from "node:zlib";
import type Database from "better-sqlite3";
import type { BlobHash, MessageId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import { decodeBlob, type BlobTable } from "./blobs.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { fillField } from "./fill-field.ts";
import { packText, unpackText, type PackedText } from "./packing.ts";

export interface MessageRow {
  n: number;
  hash: Buffer;
  parent: number | null;
  content: number | null;
  crc: number;
  body: PackedText;
}

/** A message on its way to disk. `content` stands in a blob of its own, shared with the tool result it came from. */
export interface MessageDraft {
  id: MessageId;
  parent: MessageId | null;
  content: { hash: BlobHash; text: string } | null;
  body: string;
}

/** Shorter contents stay in the message: a blob of their own would cost more than it saves. */
const CONTENT_BLOB_FROM_CHARS = 128;
const KNOWN_LIMIT = 20_000;
/** Characters of parsed messages that are kept in memory for the next walk. */
const MEMO_CHARS = 16_000_000;

export function messageId(parent: MessageId | null, json: string): MessageId {
  return digest("sha256", `${parent ?? ""}\n${json}`, "hex") as MessageId;
}

/** Prepares a message for storing; `hashOf` gives the hash of its content where that becomes a blob. */
export function draftMessage(
  parent: MessageId | null,
  message: ChatMessage,
  hashOf: (text: string) => BlobHash,
): MessageDraft {
  const json = JSON.stringify(message);
  const id = messageId(parent, json);
  const { content } = message;
  // A lone surrogate survives in JSON's escapes but not in a UTF-8 body.
  if (typeof content !== "string" || content.length < CONTENT_BLOB_FROM_CHARS || !content.isWellFormed()) {
    return { id, parent, content: null, body: json };
  }
  const body = JSON.stringify({ ...message, content: null });
  return { id, parent, content: { hash: hashOf(content), text: content }, body };
}

/** The message's exact JSON from its stored form. */
export function messageJson(body: string, content: string | null): string {
  if (content === null) return body;
  const json = fillField(body, "content", JSON.stringify(content));
  if (json === null) throw new UserError("database_unreadable", "A message is damaged. Run `loopscope verify`.");
  return json;
}

/** CRC-32 of a row as stored; any single flipped bit changes it. */
export function messageCrc(parent: number | null, content: number | null, body: PackedText): number {
  return crc32(body, crc32(`${parent ?? "-"} ${content ?? "-"} `));
}

interface Walked {
  id: MessageId;
  parent: number | null;
  message: ChatMessage;
}

export type MessageTable = ReturnType<typeof messageTable>;

/** Reads and writes of the messages. */
export function messageTable(db: Database.Database, blobs: BlobTable) {
  const known = new Map<string, number>();
  const memo = new Map<number, Walked>();
  let memoChars = 0;
  const findN = db.prepare<[Buffer], { n: number }>("SELECT n FROM messages WHERE hash = ?");
  const insert = db.prepare<[Omit<MessageRow, "n">]>(
    "INSERT INTO messages (hash, parent, content, crc, body) VALUES (@hash, @parent, @content, @crc, @body)",
  );
  const byN = db.prepare<[number], MessageRow>("SELECT * FROM messages WHERE n = ?");

  // The parent of a message is older: a damaged one that is not ends the walk early instead of never.
  const walkDown = db.prepare<
    [number],
    { parent: number | null; body: PackedText; codec: number | null; content: Buffer }
  >(
    `WITH RECURSIVE walk (n, parent) AS (
       SELECT n, parent FROM messages WHERE n = ?
       UNION ALL
       SELECT messages.n, messages.parent FROM walk JOIN messages ON messages.n = walk.parent AND messages.n < walk.n
     )
     SELECT walk.parent, messages.body, blobs.codec, blobs.body AS content
     FROM walk JOIN messages USING (n) LEFT JOIN blobs ON blobs.n = messages.content ORDER BY walk.n`,
  );

  const numberOf = (id: MessageId): number | null => known.get(id) ?? findN.get(Buffer.from(id, "hex"))?.n ?? null;

  function read(n: number): Walked {
    const there = memo.get(n);
    if (there) return there;
    const row = byN.get(n);
    if (!row) throw new UserError("database_unreadable", `Message ${n} is missing. Run \`loopscope verify\`.`);
    const body = unpackText(row.body);
    const content = row.content === null ? null : blobs.textOf(row.content);
    const parsed = JSON.parse(body) as ChatMessage;
    const message = deepFreeze(content === null ? parsed : { ...parsed, content });
    const walked = { id: row.hash.toString("hex") as MessageId, parent: row.parent, message };
    memoChars += body.length + (content?.length ?? 0);
    if (memoChars > MEMO_CHARS) {
      memo.clear();
      memoChars = 0;
    }
    memo.set(n, walked);
    return walked;
  }

  function walk(leaf: MessageId): Walked[] {
    const first = numberOf(leaf);
    if (first === null) throw missing(leaf);
    const path: Walked[] = [];
    for (let n: number | null = first; n !== null;) {
      const at = read(n);
      // A parent is always older; anything else is damage and would never end.
      if (at.parent !== null && at.parent >= n) {
        throw new UserError("database_unreadable", `Message ${n} is damaged. Run \`loopscope verify\`.`);
      }
      path.push(at);
      n = at.parent;
    }
    return path.toReversed();
  }

  return {
    /** Stores a message unless it is there. Call inside a transaction; its parent comes first. */
    put(draft: MessageDraft): void {
      if (numberOf(draft.id) !== null) return;
      const parent = draft.parent === null ? null : numberOf(draft.parent);
      if (draft.parent !== null && parent === null)
        throw new Error(`A message's parent was never stored: ${draft.parent}`);
      const content = draft.content && blobs.put(draft.content.hash, draft.content.text);
      const body = packText(draft.body);
      const crc = messageCrc(parent, content, body);
      const row = { hash: Buffer.from(draft.id, "hex"), parent, content, crc, body };
      const n = insert.run(row).lastInsertRowid;
      if (known.size >= KNOWN_LIMIT) known.clear();
      known.set(draft.id, Number(n));
    },
    isKnown: (id: MessageId): boolean => known.has(id),
    has: (id: MessageId): boolean => numberOf(id) !== null,
    forget: (): void => known.clear(),
    /** One message alone; null where there is none. */
    one(id: MessageId): ChatMessage | null {
      const n = numberOf(id);
      return n === null ? null : read(n).message;
    },
    /** The exact JSON of each message of a context, from its root, straight from what is stored. */
    walkJson(leaf: MessageId): string[] {
      const n = numberOf(leaf);
      if (n === null) throw missing(leaf);
      const rows = walkDown.all(n);
      if (rows[0]?.parent !== null) {
        throw new UserError("database_unreadable", `The context of message ${n} is damaged. Run \`loopscope verify\`.`);
      }
      return rows.map(({ body, codec, content }) =>
        messageJson(unpackText(body), codec === null ? null : decodeBlob({ codec, body: content })),
      );
    },
    /** The context that ends in `leaf`, from its root. The messages are frozen: they are shared between readers. */
    walk: (leaf: MessageId): ChatMessage[] => walk(leaf).map((at) => at.message),
    walkIds: (leaf: MessageId): MessageId[] => walk(leaf).map((at) => at.id),
  };
}

function missing(id: MessageId): UserError {
  return new UserError("not_found", `No message ${id.slice(0, 12)}… in this database.`);
}
