// A run ends: the executor's verdict, what happened, and the checks of the task where a suite declares them.
import { z } from "zod";
import { LedgerItem } from "../ledger.ts";
import { Ending, TerminalState } from "../vocabulary.ts";

export const CheckResult = z.object({ name: z.string(), passed: z.boolean(), detail: z.string() });
export type CheckResult = z.infer<typeof CheckResult>;

export const RunEnded = z.object({
  ending: Ending,
  terminal_state: TerminalState.nullable(),
  /** A short machine-readable code, e.g. `stopped_with_items_outstanding`, `turn_budget`, `http_503`. */
  reason: z.string(),
  /** One sentence for a person. */
  detail: z.string(),
  early_stop: z.boolean(),
  /** Null where no suite declares checks. */
  passed: z.boolean().nullable(),
  checks: z.array(CheckResult),
  ledger: z.array(LedgerItem),
  /** Text of the last assistant message; null when there is none. */
  answer: z.string().nullable(),
});
export type RunEnded = z.infer<typeof RunEnded>;
