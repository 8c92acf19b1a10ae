// What a cell of an outcome strip shows: colour and shape by verdict and ending. Only a run whose checks all hold is ever green.
import { assertNever } from "../../src-shared/prelude/assert-never.ts";
import type { EvaluationCell } from "../../src-shared/rpc/evaluations.ts";
import { endingTone } from "../ui/ending-tone.ts";

export const MARKS = ["passed", "unjudged", "stopped", "failed", "cut", "person", "error", "none"] as const;
export type Mark = (typeof MARKS)[number];

export function markOf(cell: EvaluationCell): Mark {
  if (cell === null) return "none";
  if (cell.passed === true) return "passed";
  const tone = endingTone({ ending: cell.ending, early_stop: null, passed: cell.passed });
  switch (tone) {
    case "good":
      return "unjudged";
    case "stop":
      return "stopped";
    case "cut":
    case "limit":
      return "cut";
    case "ask":
      return "person";
    case "bad":
      return cell.ending === "provider_error" ? "error" : "failed";
    case "neutral":
    case "busy":
      return "error";
    default:
      return assertNever(tone);
  }
}
