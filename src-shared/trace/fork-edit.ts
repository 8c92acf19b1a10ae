// The recorded difference between a fork and the prefix it shares with its parent.
import { z } from "zod";
import { JsonValue } from "../prelude/json.ts";
import { ChatMessage } from "./message.ts";
import { Sampling } from "./variant.ts";
import { Gate } from "./vocabulary.ts";

/** `index` counts the messages of the forked turn's request from 0, before any edit. Edits apply in order of the list, indexes of the original. */
export const ForkEdit = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("system"), text: z.string() }),
  z.object({ kind: z.literal("edit_message"), index: z.number().int().nonnegative(), message: ChatMessage }),
  /** Inserted before `index`; an index equal to the number of messages appends. */
  z.object({ kind: z.literal("insert_message"), index: z.number().int().nonnegative(), message: ChatMessage }),
  z.object({ kind: z.literal("remove_message"), index: z.number().int().nonnegative() }),
  /** Another result for a call of the prefix: as the tool returned it, as the model was shown it, another compactor, or edited text. */
  z.object({
    kind: z.literal("result"),
    call_id: z.string(),
    /** Where the result's message stands; left out: the last result of that call id (ids are not unique on every server). */
    index: z.number().int().nonnegative().optional(),
    use: z.discriminatedUnion("as", [
      z.object({ as: z.literal("raw") }),
      z.object({ as: z.literal("shown") }),
      z.object({ as: z.literal("compactor"), compactor: z.string() }),
      z.object({ as: z.literal("text"), text: z.string() }),
    ]),
  }),
  z.object({ kind: z.literal("tools"), tools: z.array(z.string()) }),
  z.object({ kind: z.literal("compactors"), compactors: z.record(z.string(), z.string()) }),
  /** Form of the result by tool, for tools that answer in more than one; replaces what the variant says. */
  z.object({ kind: z.literal("result_shapes"), result_shapes: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal("sampling"), sampling: Sampling.partial() }),
  z.object({ kind: z.literal("model"), model: z.string() }),
  z.object({ kind: z.literal("endpoint"), endpoint: z.string() }),
  z.object({ kind: z.literal("gate"), gate: Gate }),
  /**
   * The forked turn is not asked anew: its recorded response counts, with the text call at `index` (from 0) taken as the model's.
   * `arguments`: as the person changed them; left out: as written.
   */
  z.object({
    kind: z.literal("run_text_call"),
    index: z.number().int().nonnegative(),
    name: z.string(),
    arguments: JsonValue.optional(),
  }),
]);
export type ForkEdit = z.infer<typeof ForkEdit>;
