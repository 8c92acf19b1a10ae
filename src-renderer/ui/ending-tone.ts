// Which colour an ending gets. Green is kept for one case: answered, nothing outstanding, no failed check.
import { assertNever } from "../../src-shared/prelude/assert-never.ts";
import type { Ending } from "../../src-shared/trace/vocabulary.ts";

export type Tone = "good" | "stop" | "cut" | "limit" | "ask" | "bad" | "neutral" | "busy";

export interface EndingFacts {
  /** Null while the run goes on. */
  ending: Ending | null;
  early_stop: boolean | null;
  passed: boolean | null;
}

export function endingTone({ ending, early_stop: earlyStop, passed }: EndingFacts): Tone {
  if (ending === null) return "busy";
  switch (ending) {
    case "answered":
      if (passed === false) return "bad";
      return earlyStop === true ? "stop" : "good";
    case "early_stop":
    case "dropped_call":
    case "claimed_without_call":
    case "asked_user":
    case "gave_up":
      return "stop";
    case "blank":
    case "think_only":
    case "truncated":
    case "context_overflow":
      return "cut";
    case "step_cap":
    case "budget_spent":
    case "loop":
      return "limit";
    case "abstained":
    case "escalated":
    case "outcome_unknown":
      return "ask";
    case "provider_error":
      return "bad";
    case "aborted":
    case "interrupted":
      return "neutral";
    default:
      return assertNever(ending);
  }
}
