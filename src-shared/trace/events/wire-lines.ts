// Lines of a response body as they came, with their arrival times. A long stream is written in several such events, so
// that a killed process keeps what had arrived.
import { z } from "zod";
import { BlobRef } from "../blob-ref.ts";

/** The body's form: a JSON array of `[milliseconds since the request was sent, text of the line]`. */
export const WireLine = z.tuple([z.number().nonnegative(), z.string()]);
export type WireLine = z.infer<typeof WireLine>;

export const WireLines = z.object({
  attempt: z.number().int().positive(),
  lines: BlobRef,
  count: z.number().int().nonnegative(),
});
export type WireLines = z.infer<typeof WireLines>;
