// What a task sets up at the provider, and the pack's slice of the environment that carries it through resumes and forks.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { UserError } from "../../../../src-shared/prelude/result.ts";
import type { JsonValue } from "../../../../src-shared/prelude/json.ts";

/** Everything is left out for a provider that works. */
export const TravelFixture = z.strictObject({
  /** Waits take no real time. */
  simulated_clock: z.boolean().default(false),
  /** The first attempt of a read is refused for 2 s, told in seconds or as an HTTP date. */
  rate_limited: z.enum(["seconds", "date"]).optional(),
  access_denied: z.boolean().optional(),
  /** The hold is written and its response never arrives. */
  response_lost: z.boolean().optional(),
  /** The first attempt's request is lost before anything is written. */
  lost_before_write: z.boolean().optional(),
  /** The provider never answers the first attempt of a hold: it has written the hold by then, or it has not. */
  silent: z.enum(["before_write", "after_write"]).optional(),
  reconcile_inconclusive: z.boolean().optional(),
  exhausted: z.boolean().optional(),
  /** No flight's assistance record is clear. */
  ambiguous: z.boolean().optional(),
  malformed: z.enum(["numeric_options", "mixed", "bad_timestamp"]).optional(),
  /** How long a search takes, on the run's clock. */
  latency_ms: z.number().nonnegative().optional(),
  /** The dates the traveller has authorised, both included. */
  authorised_dates: z.object({ earliest: z.iso.date(), latest: z.iso.date() }).optional(),
});
export type TravelFixture = z.infer<typeof TravelFixture>;

export const TravelEnvironment = z.object({
  /** The provider keeps the holds of each environment apart. */
  session: z.string(),
  fixture: TravelFixture,
});
export type TravelEnvironment = z.infer<typeof TravelEnvironment>;

/** Throws UserError naming the field. */
export function readFixture(fixture: JsonValue): TravelFixture {
  const read = TravelFixture.safeParse(fixture);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UserError(
    "invalid_input",
    `The travel fixture is wrong at ${issue?.path.join(".") || "its top"}: ${issue?.message ?? "unreadable"}.`,
  );
}

export function freshEnvironment(fixture: TravelFixture): TravelEnvironment {
  return { session: randomUUID(), fixture };
}
