// Imports of what a renderer hands over by content (dropped or chosen in a page, which knows no paths): received into a folder of the
// upload's own, piece by piece, then imported as one. Nothing is left on disk but the runs.
import { randomUUID } from "node:crypto";
import { appendFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../../src-shared/prelude/result.ts";
import {
  MAX_PIECE_BYTES,
  MAX_UPLOAD_FILES,
  type UploadPieces,
  type UploadStatus,
} from "../../src-shared/rpc/import.ts";
import type { Store } from "../store/store.ts";
import { importInto } from "./import.ts";

export interface ImportUploads {
  begin(): Promise<{ id: string }>;
  /** Appends to the upload's files. @throws UserError for too much at once, or an upload that is not being received */
  add(input: UploadPieces): Promise<void>;
  /** Begins the import of what was received; it goes on by itself. */
  carryOut(id: string): void;
  /** @throws UserError `not_found` */
  status(id: string): UploadStatus;
  /** Stops it, also while it is still being received; what had been imported stays. */
  cancel(id: string): Promise<void>;
  /** Stops all of them and removes what they had received. */
  close(): Promise<void>;
}

interface Upload {
  folder: string;
  /** Path and name of each file, by its position. */
  files: Map<number, { path: string; name: string }>;
  abort: AbortController;
  status: UploadStatus;
  /** Pieces are written one after the other. */
  writing: Promise<void>;
  done: Promise<void>;
}

/** Finished uploads whose result can still be asked for. */
const KEPT = 20;

/** `under`: the folder for what is uploaded; removed again with the upload. */
export function createImportUploads(store: Store, under = tmpdir()): ImportUploads {
  const uploads = new Map<string, Upload>();

  function known(id: string): Upload {
    const upload = uploads.get(id);
    if (!upload) throw new UserError("not_found", `There is no upload ${id}; begin the import anew.`);
    return upload;
  }

  async function write(upload: Upload, pieces: UploadPieces["pieces"]): Promise<void> {
    for (const { file, name, base64 } of pieces) {
      const bytes = Buffer.from(base64, "base64");
      await appendFile(await pathOf(upload, file, name), bytes);
      upload.status = { ...upload.status, file: name, total_bytes: upload.status.total_bytes + bytes.length };
    }
  }

  async function carryOut(upload: Upload): Promise<void> {
    try {
      await upload.writing;
      const sources = [...upload.files].toSorted(([one], [other]) => one - other).map(([, source]) => source);
      const report = await importInto(store, sources, {
        format: null,
        signal: upload.abort.signal,
        onProgress: ({ file, bytes, totalBytes, runs, rate, eta }) => {
          const told = { file, bytes, total_bytes: totalBytes, runs, rate, seconds_left: eta };
          upload.status = { ...upload.status, ...told };
        },
      });
      const { runs, already, skipped, cancelled } = report;
      upload.status = { ...upload.status, state: "done", result: { runs, already, skipped, cancelled } };
    } catch (error) {
      const problem = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
      upload.status = { ...upload.status, state: "failed", problem };
    } finally {
      await rm(upload.folder, { recursive: true, force: true });
    }
  }

  function forgetOldest(): void {
    const rested = [...uploads].filter(([, { status }]) => status.state === "done" || status.state === "failed");
    for (const [id] of rested.slice(0, Math.max(0, rested.length - KEPT))) uploads.delete(id);
  }

  return {
    async begin() {
      forgetOldest();
      const id = randomUUID();
      uploads.set(id, {
        folder: await mkdtemp(join(under, "loopscope-import-")),
        files: new Map(),
        abort: new AbortController(),
        status: {
          state: "receiving",
          file: "",
          bytes: 0,
          total_bytes: 0,
          runs: 0,
          rate: null,
          seconds_left: null,
          result: null,
          problem: null,
        },
        writing: Promise.resolve(),
        done: Promise.resolve(),
      });
      return { id };
    },
    async add({ id, pieces }) {
      const upload = known(id);
      if (upload.status.state !== "receiving")
        throw new UserError("conflict", "This import has begun already; it takes no further files.");
      const bytes = pieces.reduce((sum, { base64 }) => sum + Math.ceil((base64.length * 3) / 4), 0);
      if (bytes > MAX_PIECE_BYTES + 1000) {
        throw new UserError(
          "invalid_input",
          `These pieces hold ${bytes} bytes; hand over ${MAX_PIECE_BYTES} at most at once.`,
        );
      }
      upload.writing = upload.writing.then(() => write(upload, pieces));
      await upload.writing;
    },
    carryOut(id) {
      const upload = known(id);
      if (upload.status.state !== "receiving") throw new UserError("conflict", "This import has begun already.");
      upload.status = { ...upload.status, state: "importing" };
      upload.done = carryOut(upload);
    },
    status: (id) => known(id).status,
    async cancel(id) {
      const upload = known(id);
      upload.abort.abort(new Error("stopped by the person"));
      if (upload.status.state === "receiving") {
        uploads.delete(id);
        await upload.writing.catch(() => undefined);
        await rm(upload.folder, { recursive: true, force: true });
      }
    },
    async close() {
      const all = [...uploads.values()];
      uploads.clear();
      for (const upload of all) upload.abort.abort(new Error("the app is closing"));
      await Promise.allSettled(all.flatMap((upload) => [upload.writing, upload.done]));
      await Promise.all(all.map((upload) => rm(upload.folder, { recursive: true, force: true })));
    },
  };
}

/** A folder each: on disk a file has a plain name; the one it was given is only ever text. */
async function pathOf(upload: Upload, file: number, name: string): Promise<string> {
  const known = upload.files.get(file);
  if (known) return known.path;
  if (upload.files.size >= MAX_UPLOAD_FILES)
    throw new UserError(
      "invalid_input",
      `An import takes ${MAX_UPLOAD_FILES} files at most; use \`loopscope import\`.`,
    );
  const folder = join(upload.folder, String(Math.floor(file / 1000)));
  await mkdir(folder, { recursive: true });
  const path = join(folder, String(file));
  upload.files.set(file, { path, name: plainName(name) });
  return path;
}

/** A relative name without steps up, empty parts and control characters, as it is kept on the runs. */
function plainName(given: string): string {
  const parts = given
    .split(/[/\\]/)
    // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
    .map((part) => part.replaceAll(/[\u0000-\u001f\u007f]/g, "_"))
    .filter((part) => !/^\.{0,2}$/.test(part));
  return parts.join("/").slice(-1000) || "file";
}
