// The head of an HTTP response.
import { z } from "zod";

export const ResponseStarted = z.object({
  attempt: z.number().int().positive(),
  status: z.number().int(),
  /** Redacted (set-cookie and the like). */
  headers: z.record(z.string(), z.string()),
  /** Milliseconds from sending the request. */
  at_ms: z.number().nonnegative(),
});
export type ResponseStarted = z.infer<typeof ResponseStarted>;
