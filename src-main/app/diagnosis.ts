// A recorded run diagnosed: its trace, with the turns a fork shares, handed to the rules.
import type { Diagnosis } from "../../src-shared/cli/documents.ts";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { toStored } from "../../src-shared/trace/event.ts";
import { lineage, lineageEvents } from "../debug/history.ts";
import { diagnose, traceFromEvents } from "../diagnose/diagnose.ts";
import { settleFindings } from "../diagnose/finding-status.ts";
import type { Store } from "../store/store.ts";
import { helpingChanges, judgementsOf } from "./settled-findings.ts";
import { turnVerdicts } from "./turn-verdict.ts";
import { traceReader } from "./trace-reader.ts";

/** @throws UserError `not_found` */
export function diagnoseRun(store: Store, run: RunId): Diagnosis {
  const known = store.getRun(run);
  if (!known) throw new UserError("not_found", `There is no run ${run}.`);
  const reader = traceReader(store);
  const events = lineageEvents(lineage(reader, run));
  const trace = traceFromEvents(known.summary, events.map(toStored), reader.blobText, reader.messages);
  // One source for what the server did: the inspector's verdict on the turn and the diagnosis say the same.
  const verdicts = turnVerdicts(store, run, events);
  const turns = trace.turns.map((turn) => ({ ...turn, verdict: verdicts.get(turn.turn) ?? null }));
  const diagnosis = diagnose({ ...trace, turns });
  const calls = trace.turns.flatMap((turn) => turn.calls);
  const callsOf = (evidence: readonly number[]) =>
    calls.flatMap((call) => (call.resultSeq !== null && evidence.includes(call.resultSeq) ? [call.id] : []));
  const findings = settleFindings(diagnosis.findings, helpingChanges(store, run), judgementsOf(store, run), callsOf);
  return { ...diagnosis, findings };
}
