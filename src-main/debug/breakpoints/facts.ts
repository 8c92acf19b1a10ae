// A checkpoint as the facts that conditions are about.
import { assertNever } from "../../../src-shared/prelude/assert-never.ts";
import type { Checkpoint } from "../../agent/checkpoints.ts";
import type { Facts } from "./expression.ts";

export function factsOf(checkpoint: Checkpoint): Facts {
  const base = { at: checkpoint.at, turn: checkpoint.turn };
  switch (checkpoint.at) {
    case "request":
      return { ...base, tokens: checkpoint.estimated_tokens };
    case "call":
      return {
        ...base,
        tool: checkpoint.tool,
        effect: checkpoint.effect,
        arguments: JSON.stringify(checkpoint.arguments),
      };
    case "result":
      return {
        ...base,
        tool: checkpoint.tool,
        effect: checkpoint.effect,
        outcome: checkpoint.outcome,
        error: checkpoint.outcome !== "ok" && checkpoint.outcome !== "empty",
        result: typeof checkpoint.raw === "string" ? checkpoint.raw : JSON.stringify(checkpoint.raw),
      };
    case "stop":
      return {
        ...base,
        finish_reason: checkpoint.finish_reason,
        outstanding: checkpoint.outstanding.length,
        error: checkpoint.error,
      };
    default:
      return assertNever(checkpoint);
  }
}
