// Live debugging over the bridge: breakpoints, where a run is held, and how it goes on.
import { z } from "zod";
import { JsonValue } from "../prelude/json.ts";
import { CheckpointPlace } from "../trace/events/debug.ts";
import { LedgerItem } from "../trace/ledger.ts";
import { ChatMessage } from "../trace/message.ts";
import { Sampling } from "../trace/variant.ts";
import { EffectClass, Outcome } from "../trace/vocabulary.ts";

export const Breakpoint = z.object({
  id: z.string(),
  /** Null: at every place. */
  at: CheckpointPlace.nullable(),
  /** A condition (docs: Breakpoints); "" always holds. */
  when: z.string(),
  enabled: z.boolean(),
});
export type Breakpoint = z.infer<typeof Breakpoint>;

/** What is pending where a run is held; the same facts that conditions are about. */
export const HeldAt = z.discriminatedUnion("at", [
  z.object({
    at: z.literal("request"),
    turn: z.number().int(),
    messages: z.array(ChatMessage),
    tools: z.array(z.string()),
    sampling: Sampling,
    estimated_tokens: z.number(),
  }),
  z.object({
    at: z.literal("call"),
    turn: z.number().int(),
    call_id: z.string(),
    tool: z.string(),
    arguments: JsonValue.nullable(),
    effect: EffectClass.nullable(),
  }),
  z.object({
    at: z.literal("result"),
    turn: z.number().int(),
    call_id: z.string(),
    tool: z.string(),
    effect: EffectClass.nullable(),
    outcome: Outcome,
    raw: JsonValue,
    shown: z.string(),
  }),
  z.object({
    at: z.literal("stop"),
    turn: z.number().int(),
    finish_reason: z.string().nullable(),
    outstanding: z.array(LedgerItem),
    error: z.string().nullable(),
  }),
]);
export type HeldAt = z.infer<typeof HeldAt>;

export const HeldRun = z.object({ run: z.string(), why: z.string(), since: z.number(), pending: HeldAt });
export type HeldRun = z.infer<typeof HeldRun>;

export const HeldEdits = z.object({
  request: z
    .object({
      messages: z.array(ChatMessage).min(1).optional(),
      tools: z.array(z.string()).optional(),
      sampling: Sampling.optional(),
    })
    .optional(),
  call: z.object({ arguments: JsonValue.optional(), answer: z.string().optional() }).optional(),
  result: z.object({ shown: z.string() }).optional(),
  stop: z.object({ message: z.string().min(1) }).optional(),
});
export type HeldEdits = z.infer<typeof HeldEdits>;

/** `step` holds again at the next place: any, or the next of one kind. */
export const StepTo = z.enum(["any", "request", "call", "result"]);
export type StepTo = z.infer<typeof StepTo>;

export const GoOn = z.object({
  run: z.string(),
  how: z.enum(["continue", "step", "stop"]),
  to: StepTo.default("any"),
  edits: HeldEdits.default({}),
});
export type GoOn = z.infer<typeof GoOn>;
