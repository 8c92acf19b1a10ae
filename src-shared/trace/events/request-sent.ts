// One HTTP request of a turn, as sent. Its exact body is the envelope with `messages` filled in from the context's walk.
import { z } from "zod";
import { MessageId } from "../../prelude/ids.ts";
import { BlobRef } from "../blob-ref.ts";

/** A change made to suit a server; nothing is silently different from what the user configured. */
export const Adaptation = z.object({ rule: z.string(), detail: z.string() });
export type Adaptation = z.infer<typeof Adaptation>;

export const RequestSent = z.object({
  /** Counts the requests of this turn from 1. */
  attempt: z.number().int().positive(),
  method: z.string(),
  url: z.string(),
  /** Redacted: authorisation never gets here. */
  headers: z.record(z.string(), z.string()),
  /** The JSON body with `"messages": null`; null for a request without a chat body (probes). */
  envelope: BlobRef.nullable(),
  /** Last message of what was sent; differs from the turn's context only when an adaptation changed messages. */
  context: MessageId,
  /** Length of the body in UTF-16 code units; a rebuilt body must have it. */
  body_chars: z.number().int().nonnegative(),
  adaptations: z.array(Adaptation),
});
export type RequestSent = z.infer<typeof RequestSent>;
