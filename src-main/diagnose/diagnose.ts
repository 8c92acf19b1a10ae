// The diagnosis of one trace: ending, ledger and findings, in one pure pass. One rule a file under rules/.
import type { Diagnosis } from "../../src-shared/cli/documents.ts";
import { deriveEntries } from "../ledger/ledger.ts";
import type { LedgerOptions } from "../ledger/ledger.ts";
import { classifyEnding } from "./classify.ts";
import { findingKey } from "./finding-status.ts";
import type { Rule, RuleContext } from "./rule.ts";
import { announcedWithoutCall } from "./rules/announced-without-call.ts";
import { answerLeavesOut } from "./rules/answer-leaves-out.ts";
import { argumentOrigin } from "./rules/argument-origin.ts";
import { askedInsteadOfActing } from "./rules/asked-instead-of-acting.ts";
import { claimedWithoutCall } from "./rules/claimed-without-call.ts";
import { compactionLoss } from "./rules/compaction-loss.ts";
import { constraintUnchecked } from "./rules/constraint-unchecked.ts";
import { errorReadAsSuccess } from "./rules/error-read-as-success.ts";
import { falseClaim } from "./rules/false-claim.ts";
import { gaveUpAfterEmptySearch } from "./rules/gave-up-after-empty-search.ts";
import { outstandingObligations } from "./rules/outstanding-obligations.ts";
import { resultMisread } from "./rules/result-misread.ts";
import { resultTooLarge } from "./rules/result-too-large.ts";
import { sameCallAgain } from "./rules/same-call-again.ts";
import { serverVerdicts } from "./rules/server-verdicts.ts";
import { slipCarried } from "./rules/slip-carried.ts";
import { wrongTool } from "./rules/wrong-tool.ts";
import type { DiagnosableTrace } from "./types.ts";
import { indexValues } from "./values.ts";

export { traceFromEvents } from "./trace-from-events.ts";

/** Every rule, those that say why it stopped first. */
const RULES: readonly Rule[] = [
  serverVerdicts,
  compactionLoss,
  outstandingObligations,
  claimedWithoutCall,
  errorReadAsSuccess,
  falseClaim,
  announcedWithoutCall,
  askedInsteadOfActing,
  gaveUpAfterEmptySearch,
  resultMisread,
  wrongTool,
  constraintUnchecked,
  argumentOrigin,
  slipCarried,
  resultTooLarge,
  sameCallAgain,
  answerLeavesOut,
];

const SEVERITY = { cause: 0, warning: 1, info: 2 } as const;

/** Diagnoses a trace. Findings are suspicions by rule, the most severe first; only an experiment or a person confirms one. */
export function diagnose(trace: DiagnosableTrace, options: LedgerOptions = {}): Diagnosis {
  const tools = options.tools ?? trace.contracts.map(({ name, effect }) => ({ name, effect }));
  const ledger = deriveEntries(trace.steps, { ...options, tools });
  const items = ledger.map(({ item }) => item);
  const ended = classifyEnding(trace, items);
  const last = trace.turns.at(-1) ?? null;
  const context: RuleContext = {
    trace,
    ledger,
    ended,
    values: indexValues(trace),
    calls: trace.turns.flatMap((turn) => turn.calls),
    last,
    stopped: last !== null && ended.ending !== null && last.answered && last.calls.length === 0 && last.error === null,
  };
  const findings = RULES.flatMap((rule) => rule(context));
  return {
    id: trace.id,
    source_file: trace.sourceFile,
    ending: ended.ending,
    early_stop: ended.early_stop,
    confidence: ended.confidence,
    ledger: items,
    findings: findings
      .toSorted((a, b) => SEVERITY[a.severity] - SEVERITY[b.severity])
      .map((finding) => ({ ...finding, key: findingKey(finding), status: "suspected", settled: null })),
  };
}
