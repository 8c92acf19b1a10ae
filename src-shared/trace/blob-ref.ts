// A reference to a body that is stored once by its content.
import { z } from "zod";
import { BlobHash } from "../prelude/ids.ts";

export const BlobRef = z.object({
  hash: BlobHash,
  /** Length in UTF-16 code units, as JavaScript counts characters. */
  chars: z.number().int().nonnegative(),
  /** The first characters (at most 200), never cut inside a surrogate pair; readable without opening the body. */
  preview: z.string(),
});
export type BlobRef = z.infer<typeof BlobRef>;
