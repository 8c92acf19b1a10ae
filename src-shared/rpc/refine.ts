// The optional pass of a model over a run's ledger, as host and renderer exchange it.
import { z } from "zod";

export const RefineInput = z.object({
  run: z.string(),
  /** `demo` or a base URL. */
  endpoint: z.string().min(1),
  /** Null takes the first that the endpoint lists. */
  model: z.string().min(1).nullable(),
});
