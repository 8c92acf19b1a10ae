// Acting on a state that has moved on: a call that names an older version than the present one is refused before anything runs.
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import { type Feedback, staleVersion } from "../tools/feedback.ts";
import { parseResult } from "../tools/parse-result.ts";
import { claimedVersion, sameVersion } from "../tools/result-claims.ts";
import type { OfferedTool } from "./ports.ts";
import type { RunContext } from "./run-context.ts";

/**
 * What the model is told when the call's version is stale; null where it is current, where the contract names no such argument, where the call leaves it out (whether it
 * may is the schema's to say), and where no version is known. The pack's own count goes before what results claim.
 */
export function findStaleVersion(
  offered: OfferedTool,
  args: JsonObject,
  context: Pick<RunContext, "environment" | "steps" | "toolbox">,
): Feedback | null {
  const argument = offered.tool.contract.state_version_argument;
  const given = argument === undefined ? undefined : args[argument];
  if (argument === undefined || given === undefined || given === null) return null;
  const current = currentVersion(offered, context);
  if (current === null) return null;
  if ((typeof given === "string" || typeof given === "number") && sameVersion(given, current)) return null;
  return staleVersion(offered.tool.contract.name, argument, given, current);
}

function currentVersion(
  offered: OfferedTool,
  { environment, steps, toolbox }: Pick<RunContext, "environment" | "steps" | "toolbox">,
): string | number | null {
  if (offered.stateVersion) return offered.stateVersion(environment[offered.pack] ?? null);
  for (const step of steps.toReversed()) {
    if (step.kind !== "call" || !step.result || toolbox.find(step.tool)?.pack !== offered.pack) continue;
    const claimed = claimedVersion(parseResult(step.result));
    if (claimed !== null) return claimed;
  }
  return null;
}
