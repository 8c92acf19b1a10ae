// What one clause of a request asks for, as both languages read it.
import type { Family } from "./lexicon/families.ts";

/** What one clause of a request asks for, before it is compared with any call. */
export interface Clause {
  /** Masked text of the clause without politeness. */
  text: string;
  kind: "read" | "write";
  family: Family | null;
  /** Wish ("I'd like to rent a car"): dropped where the text asks for something outright. */
  weak: boolean;
  /** About how the action before it is done, not an action of its own. */
  refinement: boolean;
  /** Masked text of the condition it depends on; null where there is none. */
  condition: string | null;
  /** The condition is left to the model's judgement ("if necessary"). */
  optional: boolean;
  /** "to each person": more than one call is meant. */
  each: boolean;
  /** So general that it may be done by the calls of other actions ("make the necessary payments"). */
  shares: boolean;
}
