// The executor's own facts: each transition of its state, each reminder of the gate, each notice of the loop guard.
import { z } from "zod";
import { MessageId } from "../../prelude/ids.ts";
import { JsonValue } from "../../prelude/json.ts";
import { LedgerItem } from "../ledger.ts";
import { ExecutorState, Outcome } from "../vocabulary.ts";

export const Transition = z.object({
  from: ExecutorState,
  to: ExecutorState,
  reason: z.string(),
  call_id: z.string().nullable(),
  tool: z.string().nullable(),
  /** Validated arguments. */
  arguments: JsonValue.nullable(),
  outcome: Outcome.nullable(),
  attempt: z.number().int().positive().nullable(),
  policy: z.string().nullable(),
  latency_ms: z.number().nonnegative().nullable(),
  operation_key: z.string().nullable(),
});
export type Transition = z.infer<typeof Transition>;

export const GateReminded = z.object({
  outstanding: z.array(LedgerItem),
  /** Counts the reminders of this run from 1. */
  count: z.number().int().positive(),
  message: MessageId,
});
export type GateReminded = z.infer<typeof GateReminded>;

export const LoopNoticed = z.object({
  tool: z.string(),
  /** How many times in a row. */
  times: z.number().int().positive(),
  message: MessageId.nullable(),
});
export type LoopNoticed = z.infer<typeof LoopNoticed>;
