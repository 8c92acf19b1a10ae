// Events at rest. A reference to a body becomes the body's row number; a field that repeats what earlier events said is stored
// once as a blob; data that is still large is compressed, with a preview beside it. Each row's hash covers the row before
// it, so that no event can change or vanish unseen.
import { hash as digest, createHash } from "node:crypto";
import type { BlobHash } from "../../src-shared/prelude/ids.ts";
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import type { BlobRef } from "../../src-shared/trace/blob-ref.ts";
import { packText, unpackText, type PackedText } from "./packing.ts";
import { cutStrings, PREVIEW_CHARS } from "./preview.ts";

/** A run's events are numbered from `n * RUN_SPAN + 1`; also the most events that a run can have. */
export const RUN_SPAN = 2 ** 24;

/** Hash before a run's first event. */
export const NO_HEAD = Buffer.alloc(16);

export interface EventRow {
  id: number;
  kind: string;
  turn: number | null;
  at: number;
  v: number;
  hash: Buffer;
  shared: string | null;
  preview: string | null;
  data: PackedText;
}

/** Data on its way to disk: its JSON, and the fields that stand elsewhere. */
export interface DataDraft {
  /** JSON of the data; null stands for each field in `elsewhere`. */
  json: string;
  elsewhere: Elsewhere[];
}

/** A field that is a BlobRef, one whose JSON is a blob of its own, or one that is the same as a field before it. */
type Elsewhere =
  | { field: string; refTo: BlobHash }
  | { field: string; text: string }
  | { field: string; sameAs: string };

/** How `shared` says the same: [blob] for a BlobRef, blob for a field's JSON, the name of the field before it. */
type StoredElsewhere = Record<string, [number] | number | string>;

/** Fields shorter than this are never shared: a reference and a blob would cost as much. */
const SHARE_FROM_CHARS = 80;
/** A field this long is shared when it comes a second time, a shorter one when it comes a third. */
const SHARE_SOON_FROM_CHARS = 1_024;
/** Long fields of `run.started` (tool contracts, the variant) are the same in run after run. */
const SHARE_AT_ONCE_FROM_CHARS = 512;
const REMEMBERED_FIELDS = 200;
/** Longer fields are not remembered: they would fill the memory. */
const REMEMBER_UP_TO_CHARS = 65_536;

/**
 * Remembers the fields of one run's events and says which need not be written out. `isOnDisk` tells whether a value is a
 * BlobRef that can be made again from its blob's row.
 */
export function fieldMemory(isOnDisk: (value: object | string) => value is BlobRef) {
  const sightings = new Map<string, number>();

  function place(kind: string, field: string, value: object | string, before: Map<string, string>): Elsewhere | null {
    // Such names would come back in another place, or not at all.
    if (/^(\d|__proto__$)/.test(field)) return null;
    if (isOnDisk(value)) return { field, refTo: value.hash };
    const text = JSON.stringify(value);
    if (text.length < SHARE_FROM_CHARS) return null;
    const sameAs = before.get(text);
    if (sameAs !== undefined) return { field, sameAs };
    before.set(text, field);
    return repeats(kind, text) ? { field, text } : null;
  }

  return {
    draft(kind: string, data: object): DataDraft {
      const elsewhere: Elsewhere[] = [];
      const before = new Map<string, string>();
      let rest: Record<string, unknown> | null = null;
      for (const [field, value] of Object.entries<unknown>({ ...data })) {
        const isLong = typeof value === "string" && value.length >= SHARE_FROM_CHARS;
        if (!isLong && (typeof value !== "object" || value === null)) continue;
        const at = place(kind, field, value, before);
        if (!at) continue;
        elsewhere.push(at);
        (rest ??= { ...data })[field] = null;
      }
      return { json: JSON.stringify(rest ?? data), elsewhere };
    },
  };

  function repeats(kind: string, text: string): boolean {
    if (kind === "run.started") return text.length >= SHARE_AT_ONCE_FROM_CHARS;
    if (text.length > REMEMBER_UP_TO_CHARS) return false;
    const times = (sightings.get(text) ?? 0) + 1;
    sightings.delete(text);
    sightings.set(text, times);
    if (sightings.size > REMEMBERED_FIELDS) {
      for (const oldest of sightings.keys()) {
        sightings.delete(oldest);
        break;
      }
    }
    return times >= (text.length >= SHARE_SOON_FROM_CHARS ? 2 : 3);
  }
}

/** Kinds that are found by their fields over all runs (migration 0005): an index cannot read packed data. */
const KEPT_AS_TEXT = new Set(["policy.decided", "approval.decided", "handover.settled"]);

/** The columns that a draft becomes. `putText` stores a field's JSON and `numberOf` finds a stored body: both give rows. */
export function encodeData(
  draft: DataDraft,
  putText: (text: string) => number,
  numberOf: (hash: BlobHash) => number,
  kind?: string,
): Pick<EventRow, "data" | "shared" | "preview"> {
  const stored: StoredElsewhere = {};
  for (const at of draft.elsewhere) {
    if ("refTo" in at) stored[at.field] = [numberOf(at.refTo)];
    else stored[at.field] = "text" in at ? putText(at.text) : at.sameAs;
  }
  const data = kind !== undefined && KEPT_AS_TEXT.has(kind) ? draft.json : packText(draft.json);
  return {
    data,
    shared: draft.elsewhere.length === 0 ? null : JSON.stringify(stored),
    preview: typeof data === "string" ? null : previewJson(draft.json),
  };
}

/** The data's JSON with long strings cut, or null where that would save little. */
export function previewJson(json: string): string | null {
  const preview = JSON.stringify(cutStrings(JSON.parse(json) as JsonValue, PREVIEW_CHARS)).toWellFormed();
  return preview.length <= json.length * 0.75 ? preview : null;
}

/** What an event's hash covers beside the row before it. */
export type HashedEvent = Omit<EventRow, "id" | "hash"> & { run: string; seq: number };

/** First 16 bytes of SHA-256 over the previous event's hash and everything that the row stores. */
export function eventHash(previous: Buffer, event: HashedEvent): Buffer {
  const { run, seq, at, kind, turn, v, shared, preview, data } = event;
  const head = `${previous.toString("hex")}\n${run} ${seq} ${at} ${turn ?? "-"} ${v} ${kind}\n${shared ?? ""}\n${preview ?? ""}\n`;
  const whole =
    typeof data === "string"
      ? digest("sha256", `${head}text ${data}`, "buffer")
      : createHash("sha256").update(`${head}zstd `).update(data).digest();
  return whole.subarray(0, 16);
}

/** Gives what stands in other rows: the value of a field's blob, and the BlobRef that a body's row makes. */
export interface Rows {
  field(blob: number): JsonValue;
  ref(blob: number): JsonValue;
}

/** The whole data of a stored event. */
export function decodeData(row: Pick<EventRow, "data" | "shared">, rows: Rows): JsonValue {
  return withElsewhere(JSON.parse(unpackText(row.data)) as JsonValue, row.shared, rows);
}

/** The data with long strings cut, from the preview where it will do, so that compressed bodies stay closed. */
export function decodePreview(
  row: Pick<EventRow, "data" | "shared" | "preview">,
  chars: number,
  rows: Rows,
): JsonValue {
  const usePreview = row.preview !== null && chars <= PREVIEW_CHARS;
  const json = usePreview && row.preview !== null ? row.preview : unpackText(row.data);
  const data = withElsewhere(JSON.parse(json) as JsonValue, row.shared, rows);
  return json.length <= chars && row.shared === null ? data : cutStrings(data, chars);
}

function withElsewhere(data: JsonValue, shared: string | null, rows: Rows): JsonValue {
  if (shared === null || !isJsonObject(data)) return data;
  for (const [field, at] of Object.entries(JSON.parse(shared) as StoredElsewhere)) {
    if (typeof at === "number") data[field] = rows.field(at);
    else data[field] = typeof at === "string" ? (data[at] ?? null) : rows.ref(at[0]);
  }
  return data;
}

/** Hashes of the blobs that an event's JSON refers to. */
export function blobHashesIn(json: string): BlobHash[] {
  return [...json.matchAll(/"hash":"([0-9a-f]{64})"/g)].map((match) => match[1] as BlobHash);
}
