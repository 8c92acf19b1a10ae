// What was asked and promised against what was done.
import { z } from "zod";

export const LedgerItem = z.object({
  /** The action in the words of the request or promise, e.g. "create hawaii-packing-list.docx". */
  action: z.string(),
  source: z.enum(["request", "promise"]),
  /** A `write` needs a successful call of a tool that writes; a `read` is answered from what was retrieved. */
  kind: z.enum(["read", "write"]),
  /** Number of the item in the request ("2." → 2); null where it was not numbered. */
  number: z.number().int().nullable(),
  status: z.enum(["done", "outstanding"]),
  /** Sequence numbers of the events that prove it. */
  evidence: z.array(z.number().int()),
  /** What the action depends on ("if I am free"), and whether the run's answer says that it holds; absent where it depends on nothing. */
  condition: z.object({ text: z.string(), holds: z.enum(["yes", "no", "unknown"]) }).optional(),
});
export type LedgerItem = z.infer<typeof LedgerItem>;

/** True when a write that was asked for has no successful call. One whose condition does not hold is not due. */
export function hasOutstandingWrite(ledger: readonly LedgerItem[]): boolean {
  return ledger.some((item) => item.source === "request" && item.kind === "write" && isDue(item));
}

/** Outstanding, and not depending on a condition that the answer says does not hold. */
export function isDue(item: LedgerItem): boolean {
  return item.status === "outstanding" && item.condition?.holds !== "no";
}
