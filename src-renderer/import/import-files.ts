// Hands files to the core piece by piece, then follows their import. A file that cannot be read is skipped and does not lose the others.
import {
  MAX_PIECE_BYTES,
  MAX_UPLOAD_FILES,
  type ImportedFiles,
  type UploadPieces,
} from "../../src-shared/rpc/import.ts";
import { client } from "../data/client.ts";
import { m } from "../ui/messages/messages.ts";
import { errorText } from "../ui/states.tsx";
import type { Given } from "./dropped-files.ts";

export interface ImportState {
  /** `handing`: the files go to the core; `importing`: the core reads them. */
  step: "handing" | "importing" | "done";
  /** The file at work. */
  file: string;
  bytes: number;
  total: number;
  /** Runs imported so far. */
  runs: number;
  /** Bytes a second, and seconds left at that rate; null where they are not known. */
  rate: number | null;
  secondsLeft: number | null;
  /** Files of dropped folders that are no trace files. */
  others: number;
  result: ImportedFiles | null;
}

/** Pause between two questions of how far the import is, in milliseconds. */
const ASK_EVERY_MS = 200;
/** As many bytes of a file are read at once, so that small files go together and large ones in pieces. */
const PIECE_BYTES = MAX_PIECE_BYTES;

type Piece = UploadPieces["pieces"][number];

/** Calls `tell` as it goes on. Once `signal` says so it stops; what had been imported stays. @throws what made it fail */
export async function importFiles(
  given: Given,
  signal: AbortSignal,
  tell: (state: ImportState) => void,
): Promise<void> {
  const files = given.files.slice(0, MAX_UPLOAD_FILES);
  const began = performance.now();
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const skipped: ImportedFiles["skipped"] = [
    ...given.unreadable.map(({ name, reason }) => ({ file: name, line: null, reason: m.importing.unreadable(reason) })),
    ...given.files.slice(MAX_UPLOAD_FILES).map(({ name }) => ({
      file: name,
      line: null,
      reason: m.importing.tooMany(MAX_UPLOAD_FILES),
    })),
  ];
  let state: ImportState = {
    step: "handing",
    file: files[0]?.name ?? "",
    bytes: 0,
    total,
    runs: 0,
    rate: null,
    secondsLeft: null,
    others: given.others,
    result: null,
  };
  const change = (changes: Partial<ImportState>) => tell((state = { ...state, ...changes }));
  change({});
  const { id } = await client().call("import.begin", {});
  const stop = () =>
    void client()
      .call("import.cancel", { id })
      .catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const unreadable = await handOver(id, files, signal, (file, bytes) => {
      const rate = bytes / Math.max(0.05, (performance.now() - began) / 1000);
      change({ file, bytes, rate, secondsLeft: (total - bytes) / rate });
    });
    if (signal.aborted) {
      change({ step: "done", result: { runs: [], already: 0, skipped, cancelled: true } });
      return;
    }
    await client().call("import.carry_out", { id });
    for (;;) {
      const status = await client().call("import.status", { id });
      if (status.state === "failed") throw new Error(status.problem ?? "");
      const { file, bytes, total_bytes: all, runs, rate, seconds_left: secondsLeft, result } = status;
      change({ step: "importing", file, bytes, total: all, runs, rate, secondsLeft });
      if (result) {
        change({ step: "done", result: { ...result, skipped: [...skipped, ...unreadable, ...result.skipped] } });
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Gives the files that could not be read. */
async function handOver(
  id: string,
  files: Given["files"],
  signal: AbortSignal,
  tell: (file: string, bytes: number) => void,
): Promise<ImportedFiles["skipped"]> {
  const skipped: ImportedFiles["skipped"] = [];
  let pieces: Piece[] = [];
  let held = 0;
  let sent = 0;
  const send = async (file: string) => {
    if (pieces.length === 0) return;
    const batch = pieces;
    sent += held;
    [pieces, held] = [[], 0];
    await client().call("import.add", { id, pieces: batch });
    tell(file, sent);
  };
  for (const [index, { name, file }] of files.entries()) {
    for (let from = 0; from === 0 || from < file.size; from += PIECE_BYTES) {
      if (signal.aborted) return skipped;
      const part = file.slice(from, from + PIECE_BYTES);
      if (held + part.size > PIECE_BYTES || pieces.length >= 500) await send(name);
      try {
        pieces.push({ file: index, name, base64: await readBase64(part) });
        held += part.size;
      } catch (error) {
        skipped.push({ file: name, line: null, reason: m.importing.unreadable(errorText(error)) });
        break;
      }
    }
  }
  await send(files.at(-1)?.name ?? "");
  return skipped;
}

function readBase64(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      // `data:…;base64,` and then the content; an empty file has no content part.
      const text = typeof reader.result === "string" ? reader.result : "";
      resolve(text.includes(",") ? text.slice(text.indexOf(",") + 1) : "");
    });
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")));
    reader.readAsDataURL(part);
  });
}
