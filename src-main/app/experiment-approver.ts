// Approvals inside an experiment: nobody is asked. Simulated tools run, since their environment is made up and kept in the trace; a live
// tool runs only where the user allowed it by name; and what the recorded run was not allowed to do stays forbidden.
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { Approver } from "../agent/ports.ts";
import { simulatedTools } from "./live-tools.ts";

export function experimentApprover(
  started: RunStarted,
  recorded: RunStarted | null,
  allow: readonly string[],
  host: "desktop" | "browser" | "cli",
): Approver {
  const simulated = simulatedTools(started.packs);
  return {
    ask(request) {
      const answer = (decision: "approve" | "deny", reason: string) =>
        Promise.resolve({ decision, reason, by: "policy", host, again: false });
      const rule = started.variant.approvals?.[request.effect];
      if (recorded?.approve === "deny" || rule === "deny") {
        return answer("deny", "The recorded run does not allow this action.");
      }
      if (simulated.has(request.tool)) return answer("approve", "A simulated tool in an experiment.");
      if (allow.includes(request.tool)) return answer("approve", "Allowed for this experiment.");
      return answer(
        "deny",
        `An experiment makes no live calls, and nothing recorded answers this one. Allow ${request.tool} to let it run.`,
      );
    },
  };
}
