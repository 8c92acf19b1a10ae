// Trace files that a page hands over by their content: piece by piece into an upload, which is then imported as one folder.
import { z } from "zod";

/** Bytes of one call's pieces together: as base64 they fit the frames of the browser host. */
export const MAX_PIECE_BYTES = 4_000_000;

/** Files of one upload. */
export const MAX_UPLOAD_FILES = 20_000;

export const UploadRef = z.object({ id: z.string() });

export const UploadPieces = UploadRef.extend({
  pieces: z
    .array(
      z.object({
        /** Position of the file in the upload, from 0: two files may have the same name. */
        file: z
          .number()
          .int()
          .nonnegative()
          .max(MAX_UPLOAD_FILES - 1),
        /** Relative to the folder that was chosen or dropped, with `/`. */
        name: z.string().min(1).max(4000),
        /** The next bytes of the file, as they are (gzip is told by content). */
        base64: z.string(),
      }),
    )
    .min(1)
    .max(1000),
});
export type UploadPieces = z.infer<typeof UploadPieces>;

export const ImportedFiles = z.object({
  runs: z.array(z.string()),
  /** Records that had been imported before. */
  already: z.number().int(),
  skipped: z.array(z.object({ file: z.string(), line: z.number().int().nullable(), reason: z.string() })),
  /** Stopped by the person; what had been imported until then stays. */
  cancelled: z.boolean(),
});
export type ImportedFiles = z.infer<typeof ImportedFiles>;

export const UploadStatus = z.object({
  state: z.enum(["receiving", "importing", "done", "failed"]),
  /** The file that is read, relative to the folder. */
  file: z.string(),
  bytes: z.number(),
  total_bytes: z.number(),
  runs: z.number().int(),
  /** Bytes a second; null in the first moment. */
  rate: z.number().nullable(),
  /** Seconds left at that rate; null where it is not known. */
  seconds_left: z.number().nullable(),
  /** Set once it is done. */
  result: ImportedFiles.nullable(),
  /** Why it failed, in one line. */
  problem: z.string().nullable(),
});
export type UploadStatus = z.infer<typeof UploadStatus>;
