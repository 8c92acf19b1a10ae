// A person says of a finding what the rules only suspect: that it is so, that it is not, or that they take back what they said. Comes after the run's end.
import { z } from "zod";

export const FindingJudged = z.object({
  /** Names the finding: its rule, its turn and its evidence. */
  key: z.string(),
  rule: z.string(),
  judgement: z.enum(["confirmed", "rejected", "withdrawn"]),
  reason: z.string(),
  by: z.string(),
  host: z.enum(["desktop", "browser", "cli"]),
});
export type FindingJudged = z.infer<typeof FindingJudged>;
