// A person's word on a finding, put on record.
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { JudgeFinding } from "../../src-shared/rpc/audit.ts";
import type { FindingJudged } from "../../src-shared/trace/events/finding-judged.ts";
import type { Store } from "../store/store.ts";
import { diagnoseRun } from "./diagnosis.ts";

/**
 * Puts a person's word on a finding on record.
 * @throws UserError `not_found` for a finding that the run does not have, `conflict` while the run goes on, `invalid_input` without a reason
 */
export function judgeFinding(
  store: Store,
  request: Omit<JudgeFinding, "run"> & { run: RunId },
  who: Pick<FindingJudged, "by" | "host">,
  isLive: (run: string) => boolean,
): void {
  const { run, key, judgement, reason } = request;
  if (reason.trim() === "" && judgement !== "withdrawn")
    throw new UserError("invalid_input", "Say why: the reason is kept with the finding.");
  if (isLive(run) || store.getRun(run)?.summary.ending === null)
    throw new UserError("conflict", `Run ${run} still goes on: judge its findings when it has ended.`);
  const finding = diagnoseRun(store, run).findings.find((other) => other.key === key);
  if (!finding) throw new UserError("not_found", `Run ${run} has no finding ${key}.`);
  store.continueRun(run).append({
    kind: "finding.judged",
    turn: null,
    data: { key, rule: finding.rule, judgement, reason: reason.trim(), ...who },
  });
}
