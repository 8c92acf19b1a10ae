// A turn begins: what the model is about to see. The context is named by its last message; walk the parents to read it.
import { z } from "zod";
import { MessageId } from "../../prelude/ids.ts";
import { JsonObject } from "../../prelude/json.ts";
import { BlobRef } from "../blob-ref.ts";
import { TurnRole } from "./planner.ts";

export const TurnStarted = z.object({
  context: MessageId,
  message_count: z.number().int().positive(),
  /** How many of the messages, at the end, no earlier turn of this run has sent. */
  new_messages: z.number().int().nonnegative(),
  /** The `tools` array offered, as JSON; null when none was offered. */
  tools: BlobRef.nullable(),
  tool_names: z.array(z.string()),
  /** The request's other parameters (model, temperature, …) as configured, before any server adaptation. */
  parameters: JsonObject,
  /** Our own estimate of the prompt's length, calibrated by the usage the server reported earlier. */
  estimated_prompt_tokens: z.number().int().nonnegative(),
  /** In a run with a planner: what the turn is for. */
  role: TurnRole.optional(),
  /** The sub-task that the executor works on. */
  subtask: z.object({ number: z.number().int().positive(), text: z.string() }).optional(),
});
export type TurnStarted = z.infer<typeof TurnStarted>;
