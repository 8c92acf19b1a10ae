// How a run ended, from its trace alone: no ground truth, no model. Finish reasons, usage and ids may be missing.
import { hasOutstandingWrite } from "../../src-shared/trace/ledger.ts";
import type { LedgerItem } from "../../src-shared/trace/ledger.ts";
import type { Ending } from "../../src-shared/trace/vocabulary.ts";
import { deriveLedger } from "../ledger/ledger.ts";
import { endingOfStop } from "./stop-ending.ts";
import type { DiagnosableTrace, TracedTurn } from "./types.ts";

export interface Classified {
  /** Null while the run goes on. */
  ending: Ending | null;
  early_stop: boolean | null;
  /** 0 to 1: how sure the rules are of the ending. */
  confidence: number;
}

/** Facts of the executor that no text can overrule. */
const DECLARED: ReadonlySet<Ending> = new Set<Ending>([
  "aborted",
  "interrupted",
  "step_cap",
  "budget_spent",
  "loop",
  "outcome_unknown",
  "escalated",
]);

/** Turns after which a run that ends on a call is taken to have met its cap, where the cap is not known. */
const USUAL_CAP = 15;

/** Classifies a trace. `ledger` is derived when it is not handed in. */
export function classifyEnding(
  trace: DiagnosableTrace,
  ledger: readonly LedgerItem[] = deriveLedger(trace.steps),
): Classified {
  const imported = trace.source.startsWith("import:");
  if (trace.end === null && !imported && trace.source !== "proxy" && trace.source !== "otlp") {
    return { ending: null, early_stop: null, confidence: 1 };
  }
  const last = trace.turns.at(-1);
  // An abstention over proposed calls is the executor's: the searches had brought nothing new.
  const stoppedSearching = trace.end?.ending === "abstained" && (last?.calls.length ?? 0) > 0;
  if (trace.end !== null && !imported && (DECLARED.has(trace.end.ending) || stoppedSearching)) {
    return { ending: trace.end.ending, early_stop: trace.end.early_stop, confidence: 1 };
  }
  if (!last)
    return { ending: trace.end?.ending ?? "interrupted", early_stop: false, confidence: trace.end ? 0.9 : 0.5 };
  const cut = cutShort(last, trace);
  if (cut) return cut;
  const stop = endingOfStop(
    {
      text: last.text,
      reasoning: last.reasoning,
      finishReason: last.finishReason,
      textCall:
        last.textCalls.length > 0 || last.flags.includes("text_call") || last.flags.includes("unclosed_text_call"),
      contextTruncated: last.flags.includes("context_truncated"),
    },
    ledger,
    trace.steps,
  );
  return { ending: stop.ending, early_stop: hasOutstandingWrite(ledger), confidence: stop.confidence };
}

/** Endings that are not the model's stop: an error, a call without what should follow, a request without a response. */
function cutShort(last: TracedTurn, trace: DiagnosableTrace): Classified | null {
  if (last.error) {
    const { category } = last.error;
    const ending =
      category === "context_overflow" ? "context_overflow" : category === "aborted" ? "aborted" : "provider_error";
    return { ending, early_stop: false, confidence: 1 };
  }
  const capped = trace.turns.length >= (trace.turnBudget ?? USUAL_CAP);
  if (last.calls.length > 0)
    return { ending: capped ? "step_cap" : "interrupted", early_stop: false, confidence: capped ? 0.9 : 0.7 };
  const final = trace.steps.at(-1);
  if (!last.answered || final?.kind === "user") return { ending: "interrupted", early_stop: false, confidence: 0.6 };
  return null;
}
