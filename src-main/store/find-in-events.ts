// Full-text search over one run: the whole data of its events and the bodies they refer to, whatever their size.
import type { BlobHash, MessageId, RunId } from "../../src-shared/prelude/ids.ts";
import { isJsonObject } from "../../src-shared/prelude/json.ts";
import { decodeBlob, type BlobTable } from "./blobs.ts";
import { blobHashesIn } from "./event-codec.ts";
import type { EventTable } from "./events.ts";
import type { MessageTable } from "./messages.ts";

export interface FoundEvents {
  hits: { seq: number; turn: number | null }[];
  /** There were more hits than are given. */
  cut: boolean;
}

const MAX_HITS = 1_000;

/** Events that hold a text, in any case, in their data, in a body they refer to or in the message they added. */
export function findInEvents(
  tables: { events: EventTable; blobs: BlobTable; messages: MessageTable },
  run: RunId,
  n: number,
  text: string,
): FoundEvents {
  const needles = forms(text);
  const holds = (body: string): boolean => {
    const lower = body.toLowerCase();
    return needles.some((needle) => lower.includes(needle));
  };
  const blobsSeen = new Map<string, boolean>();
  const messagesSeen = new Map<string, boolean>();
  const blobHolds = (hash: BlobHash): boolean => {
    const row = tables.blobs.find(hash);
    return row !== null && holds(decodeBlob(row));
  };
  const messageHolds = (id: string): boolean => {
    const message = tables.messages.one(id as MessageId);
    return message !== null && holds(JSON.stringify(message));
  };
  const hits: FoundEvents["hits"] = [];
  for (const { seq, turn, data } of tables.events.each(run, n)) {
    const json = JSON.stringify(data);
    const message = isJsonObject(data) && typeof data["message"] === "string" ? data["message"] : null;
    const found =
      holds(json) ||
      blobHashesIn(json).some((hash) => memoised(blobsSeen, hash, () => blobHolds(hash))) ||
      (message !== null && memoised(messagesSeen, message, () => messageHolds(message)));
    if (!found) continue;
    if (hits.length === MAX_HITS) return { hits, cut: true };
    hits.push({ seq, turn });
  }
  return { hits, cut: false };
}

/** The text as it stands plainly, inside JSON, and inside JSON that is itself a JSON string (wire lines). */
function forms(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  return [...new Set([text, once, twice])].map((form) => form.toLowerCase());
}

function memoised(seen: Map<string, boolean>, key: string, look: () => boolean): boolean {
  const there = seen.get(key);
  if (there !== undefined) return there;
  const found = look();
  seen.set(key, found);
  return found;
}
