// What a model said of a derived ledger: shown beside it, never in its place.
import { z } from "zod";
import { LedgerItem } from "./ledger.ts";

/** An item of the ledger as the model sees it. `refined_by` stands where the model added it or holds that it was not asked for. */
export const RefinedItem = LedgerItem.extend({
  change: z.enum(["kept", "added", "removed"]),
  refined_by: z.literal("model").optional(),
  /** The model's words: the part of the request it stands on, or why it was not asked for. Evidence of nothing. */
  reason: z.string().nullable(),
});
export type RefinedItem = z.infer<typeof RefinedItem>;

export const LedgerRefinement = z.object({
  endpoint: z.string(),
  model: z.string(),
  simulated: z.boolean(),
  /** The derived items in their order, each with its evidence as it was, then those that the model added. */
  items: z.array(RefinedItem),
  /** What the model said that could not be taken, and why. */
  rejected: z.array(z.object({ said: z.string(), reason: z.string() })),
  /** The rules' verdict, which stands, and what it would be with the refined items; null where it is not known. */
  early_stop: z.boolean().nullable(),
  early_stop_refined: z.boolean().nullable(),
});
export type LedgerRefinement = z.infer<typeof LedgerRefinement>;
