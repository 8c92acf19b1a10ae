// Events at rest. A field that repeats what earlier events said is stored once as a blob and referred to; data that is still
// large is compressed, with a preview beside it; each row's hash covers the row before it, so that no event can change
// or vanish unseen.
import { hash as digest, createHash } from "node:crypto";
import type { BlobHash } from "../../src-shared/prelude/ids.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
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

/** Data on its way to disk: its JSON, and the fields that go into blobs of their own. */
export interface DataDraft {
  /** JSON of the data; null stands for each shared field. */
  json: string;
  shared: { field: string; text: string }[];
}

/** Fields shorter than this are never shared: a reference and a blob would cost as much. */
const SHARE_FROM_CHARS = 80;
/** A field this long is shared when it comes a second time, a shorter one when it comes a third. */
const SHARE_SOON_FROM_CHARS = 1_024;
/** Long fields of `run.started` (tool contracts, the variant) are the same in run after run. */
const SHARE_AT_ONCE_FROM_CHARS = 512;
const REMEMBERED_FIELDS = 200;
/** Longer fields are not remembered: they would fill the memory. */
const REMEMBER_UP_TO_CHARS = 65_536;

/** Remembers the fields of one run's events and says which repeat. */
export function fieldMemory() {
  const sightings = new Map<string, number>();
  return {
    draft(kind: string, data: object): DataDraft {
      const shared: DataDraft["shared"] = [];
      const parts: string[] = [];
      for (const [field, value] of Object.entries(data)) {
        const text: string | undefined = JSON.stringify(value);
        if (text === undefined) continue;
        const share = isSharable(field, text) && repeats(kind, text);
        if (share) shared.push({ field, text });
        parts.push(`${JSON.stringify(field)}:${share ? "null" : text}`);
      }
      return { json: `{${parts.join(",")}}`, shared };
    },
  };

  function repeats(kind: string, text: string): boolean {
    if (kind === "run.started") return text.length >= SHARE_AT_ONCE_FROM_CHARS;
    if (text.length > REMEMBER_UP_TO_CHARS) return true;
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

/** A lone surrogate never stands in JSON text, so every field has a UTF-8 form. `__proto__` could not be put back. */
function isSharable(field: string, text: string): boolean {
  return text.length >= SHARE_FROM_CHARS && field !== "__proto__";
}

/** The columns that a draft becomes, once its shared fields have their blobs' row numbers. */
export function encodeData(
  draft: DataDraft,
  putBlob: (text: string) => number,
): Pick<EventRow, "data" | "shared" | "preview"> {
  const shared =
    draft.shared.length === 0
      ? null
      : JSON.stringify(Object.fromEntries(draft.shared.map(({ field, text }) => [field, putBlob(text)])));
  const data = packText(draft.json);
  return { data, shared, preview: typeof data === "string" ? null : previewJson(draft.json) };
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

/** The whole data of a stored event. */
export function decodeData(row: Pick<EventRow, "data" | "shared">, textOf: (blob: number) => string): JsonValue {
  return withShared(JSON.parse(unpackText(row.data)) as JsonValue, row.shared, textOf);
}

/** The data with long strings cut, from the preview where it will do, so that compressed bodies stay closed. */
export function decodePreview(
  row: Pick<EventRow, "data" | "shared" | "preview">,
  chars: number,
  textOf: (blob: number) => string,
): JsonValue {
  const usePreview = row.preview !== null && chars <= PREVIEW_CHARS;
  const json = usePreview && row.preview !== null ? row.preview : unpackText(row.data);
  return cutStrings(withShared(JSON.parse(json) as JsonValue, row.shared, textOf), chars);
}

function withShared(data: JsonValue, shared: string | null, textOf: (blob: number) => string): JsonValue {
  if (shared === null || !isJsonObject(data)) return data;
  const filled: JsonObject = { ...data };
  for (const [field, blob] of Object.entries(JSON.parse(shared) as Record<string, number>)) {
    filled[field] = JSON.parse(textOf(blob)) as JsonValue;
  }
  return filled;
}

/** Hashes of the blobs that an event's JSON refers to. */
export function blobHashesIn(json: string): BlobHash[] {
  return [...json.matchAll(/"hash":"([0-9a-f]{64})"/g)].map((match) => match[1] as BlobHash);
}
