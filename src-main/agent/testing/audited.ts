// What the audit finds broken in a run of the harness, judged from its trace alone.
import { BlobHash } from "../../../src-shared/prelude/ids.ts";
import type { TraceEvent } from "../../../src-shared/trace/event.ts";
import { auditRun } from "../../diagnose/audit/audit.ts";
import type { LoopTest } from "./harness.ts";

/** Names of the broken rules with what was said of each; empty for a run that kept them all. The run's end is put on record first. */
export function brokenRules(test: LoopTest): string[] {
  const last = test.events.at(-1);
  if (!last) throw new Error("A run without events.");
  const { ending, terminal_state, reason, detail, early_stop, ledger, answer } = test.result;
  const end: TraceEvent = {
    ...last,
    seq: last.seq + 1,
    kind: "run.ended",
    turn: null,
    data: { ending, terminal_state, reason, detail, early_stop, passed: null, checks: [], ledger, answer },
  };
  const audit = auditRun([...test.events, end], (hash) => test.store.blobText(BlobHash.parse(hash)).text);
  return audit.checks.flatMap(({ check, violations }) => violations.map(({ message }) => `${check}: ${message}`));
}
