// Syntaxes of text calls that a person lets run as calls on one endpoint and model, as host and renderer exchange them.
import { z } from "zod";

export const AcceptedSyntax = z.object({
  /** `demo` or a base URL, as runs record it. */
  endpoint: z.string(),
  model: z.string(),
  /** As a turn's text calls name it (`hermes`, `json`, …). */
  syntax: z.string().min(1),
});
export type AcceptedSyntax = z.infer<typeof AcceptedSyntax>;

/** `accepted` false takes it back. */
export const AcceptSyntaxInput = AcceptedSyntax.extend({ accepted: z.boolean() });
