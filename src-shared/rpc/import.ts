// Trace files that a page hands over by their content.
import { z } from "zod";

/** Bytes of one call's files together: as base64 they fit the frames of the browser host. */
export const MAX_IMPORT_BYTES = 20_000_000;

export const ImportFilesInput = z.object({
  files: z
    .array(
      z.object({
        name: z.string().min(1).max(1000),
        /** The bytes, as they are (gzip is told by content). */
        base64: z.string(),
      }),
    )
    .min(1)
    .max(500),
});
export type ImportFilesInput = z.infer<typeof ImportFilesInput>;

export const ImportedFiles = z.object({
  runs: z.array(z.string()),
  /** Records that had been imported before. */
  already: z.number().int(),
  skipped: z.array(z.object({ file: z.string(), line: z.number().int().nullable(), reason: z.string() })),
});
export type ImportedFiles = z.infer<typeof ImportedFiles>;
