// The audit of one run from its events alone: policy compliance and the final environment, without a word of what the model said.
import type { AuditDocument } from "../../../src-shared/cli/audit-document.ts";
import type { TraceEvent } from "../../../src-shared/trace/event.ts";
import type { Check, ReadBlob } from "./check.ts";
import { approvedBeforeRun, noneAfterDenial } from "./checks/approvals.ts";
import {
  decidedBeforeRun,
  decisionFollowsConfiguration,
  noCredentials,
  refusedWithReason,
} from "./checks/authorisation.ts";
import { attemptsWithinBudget, timeWithinBudget, turnsWithinBudget } from "./checks/budgets.ts";
import { attemptsComeToSomething, endsInDeclaredState, nothingAfterEnd, openWritesSaidOpen } from "./checks/ending.ts";
import { correctedOnce, offeredToolsOnly, searchesEnd } from "./checks/input-rules.ts";
import { keysBound, oneCommitEach } from "./checks/operation-keys.ts";
import { retriesByTable, waitsLongEnough } from "./checks/retries.ts";
import { transitionsLegal, transitionsMatchAttempts } from "./checks/transitions.ts";
import { changesComeFromWrites, environmentRebuilt, rebuildEnvironment } from "./environment.ts";
import { trailOf } from "./trail.ts";

const CHECKS: readonly Check[] = [
  decidedBeforeRun,
  refusedWithReason,
  decisionFollowsConfiguration,
  noCredentials,
  offeredToolsOnly,
  correctedOnce,
  searchesEnd,
  approvedBeforeRun,
  noneAfterDenial,
  turnsWithinBudget,
  attemptsWithinBudget,
  timeWithinBudget,
  retriesByTable,
  waitsLongEnough,
  keysBound,
  oneCommitEach,
  attemptsComeToSomething,
  openWritesSaidOpen,
  transitionsLegal,
  transitionsMatchAttempts,
  endsInDeclaredState,
  nothingAfterEnd,
  environmentRebuilt,
  changesComeFromWrites,
];

/**
 * Judges one run by its own events, in order (of a fork: those after the forked turn). Runs that another program's executor made (imports, proxied
 * runs) fall under no rule. `readBlob` is asked for the environments only.
 */
export function auditRun(events: readonly TraceEvent[], readBlob: ReadBlob): AuditDocument {
  const trail = trailOf(events);
  const ours = trail !== null && (trail.started.source === "loop" || trail.started.source === "fork");
  const ended = events.findLast((event) => event.kind === "run.ended");
  const checks = CHECKS.map(({ name, rule, examine }) => {
    const { examined, violations } = ours ? examine(trail, readBlob) : { examined: 0, violations: [] };
    const verdict = violations.length > 0 ? "fail" : examined === 0 ? "not_applicable" : "pass";
    return { check: name, rule, verdict, examined, violations } as const;
  });
  const rebuilt = ours ? rebuildEnvironment(trail, readBlob) : null;
  return {
    run: events[0]?.run ?? "",
    ok: checks.every(({ verdict }) => verdict !== "fail") && rebuilt?.same !== false,
    terminal_state: ended?.kind === "run.ended" ? ended.data.terminal_state : null,
    checks: checks.map((check) => ({ ...check, violations: [...check.violations] })),
    environment: rebuilt && { changes: rebuilt.changes, recorded: rebuilt.recorded, same: rebuilt.same },
  };
}
