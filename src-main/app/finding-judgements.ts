// What experiments and persons have settled about a run's findings: read from the journal and the trace, and a person's word put on record.
import { parseEvent } from "../../src-shared/trace/event.ts";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { JudgeFinding } from "../../src-shared/rpc/audit.ts";
import type { FindingJudged } from "../../src-shared/trace/events/finding-judged.ts";
import { summarise } from "../debug/experiment/summarise.ts";
import type { HelpingChange, Judgement } from "../diagnose/finding-status.ts";
import type { Store } from "../store/store.ts";
import { diagnoseRun } from "./diagnosis.ts";
import { experimentJournal } from "./experiment-journal.ts";

/** Changes that help, of experiments on a frozen turn of the run that are done. The newest experiment first. */
export function helpingChanges(store: Store, run: RunId): HelpingChange[] {
  const journal = experimentJournal(store);
  const own = journal.heads().filter((head) => head.run === run && head.state === "done");
  return own.flatMap(({ id }) => {
    const record = journal.get(id);
    if (record?.spec.base.kind !== "turn") return [];
    const { turn } = record.spec.base;
    const { arms } = summarise(record.spec, journal.samples(id));
    return arms
      .filter(({ verdict }) => verdict === "helps")
      .map((arm): HelpingChange => ({
        experiment: id,
        at: new Date(record.createdAt).toISOString(),
        turn,
        name: arm.name,
        // Another variant changes more than its edits say.
        edits: record.spec.arms.find(({ name, variant }) => name === arm.name && variant === null)?.edits ?? [],
        p: arm.pAdjusted,
      }));
  });
}

/** What persons said of the run's findings, in order. */
export function judgementsOf(store: Store, run: RunId): Judgement[] {
  return store.events(run, { kinds: ["finding.judged"] }).flatMap((stored) => {
    const event = parseEvent(stored);
    return event?.kind === "finding.judged" ? [{ at: new Date(event.at).toISOString(), data: event.data }] : [];
  });
}

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
