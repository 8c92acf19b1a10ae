// A run begins: everything that was configured, so that the run can be repeated from the trace alone.
import { z } from "zod";
import { RunId } from "../../prelude/ids.ts";
import { BlobRef } from "../blob-ref.ts";
import { ForkEdit } from "../fork-edit.ts";
import { ToolContract } from "../tool-contract.ts";
import { ApproveMode, Variant } from "../variant.ts";
import { RunSource } from "../vocabulary.ts";

export const RunStarted = z.object({
  title: z.string(),
  source: RunSource,
  /** The file an imported run came from, relative to the folder imported. */
  source_file: z.string().nullable(),
  suite: z.string().nullable(),
  task: z.string().nullable(),
  prompt: z.string(),
  variant: Variant,
  model: z.string(),
  endpoint: z.object({ url: z.string(), label: z.string(), simulated: z.boolean() }),
  packs: z.array(z.string()),
  /** The contracts of the tools offered, in the order offered. */
  tools: z.array(ToolContract),
  /** Snapshot of the environment before the first turn; null where there is none. */
  environment: BlobRef.nullable(),
  parent: z.object({ run: RunId, turn: z.number().int().positive() }).nullable(),
  edits: z.array(ForkEdit),
  /** The experiment that took the run as a sample; null or absent: none did. */
  experiment: z.string().nullable().optional(),
  /** Whose data the calls touch; from configuration, never from the model. */
  tenant: z.string(),
  /** The person's choice for the run; null or absent: as the variant and the host say. */
  approve: ApproveMode.nullable().optional(),
  host: z.enum(["desktop", "browser", "cli", "import"]),
  user: z.string(),
  /** Waits took no real time, and the model's time counted for nothing; left out: the clock was the system's. */
  simulated_clock: z.boolean().optional(),
});
export type RunStarted = z.infer<typeof RunStarted>;
