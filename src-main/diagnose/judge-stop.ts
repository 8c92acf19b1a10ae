// The loop's verdict when the model stops without a call.
import type { ResponseFinished } from "../../src-shared/trace/events/response-finished.ts";
import type { LedgerItem } from "../../src-shared/trace/ledger.ts";
import { hasOutstandingWrite, isDue } from "../../src-shared/trace/ledger.ts";
import type { Ending, TerminalState } from "../../src-shared/trace/vocabulary.ts";
import type { LedgerStep } from "../ledger/types.ts";
import { endingOfStop } from "./stop-ending.ts";

export interface StopVerdict {
  ending: Ending;
  terminal_state: TerminalState;
  /** A short machine-readable code. */
  reason: string;
  /** One sentence for a person. */
  detail: string;
  early_stop: boolean;
}

/**
 * Judges the stop from the steps (the last one is the assistant's), the ledger over them and the turn's response. `complete` only where
 * nothing is outstanding and something was answered; never in doubt.
 */
export function judgeStop(
  steps: readonly LedgerStep[],
  ledger: readonly LedgerItem[],
  finished: Pick<
    ResponseFinished,
    "content" | "reasoning" | "effective_finish_reason" | "finish_reason" | "text_calls" | "flags"
  >,
): StopVerdict {
  const stop = endingOfStop(
    {
      text: finished.content ?? "",
      reasoning: finished.reasoning,
      finishReason: finished.effective_finish_reason ?? finished.finish_reason,
      textCall:
        finished.text_calls.length > 0 ||
        finished.flags.includes("text_call") ||
        finished.flags.includes("unclosed_text_call"),
      contextTruncated: finished.flags.includes("context_truncated"),
    },
    ledger,
    steps,
  );
  const outstanding = ledger.filter((item) => item.source === "request" && isDue(item)).map((item) => item.action);
  return {
    ending: stop.ending,
    terminal_state: stop.ending === "answered" ? "complete" : stop.ending === "abstained" ? "abstain" : "escalate",
    reason: stop.reason,
    detail: detailOf(stop.ending, outstanding),
    early_stop: hasOutstandingWrite(ledger),
  };
}

function detailOf(ending: Ending, outstanding: readonly string[]): string {
  const left = outstanding.length === 0 ? "" : ` Outstanding: ${outstanding.join("; ")}.`;
  switch (ending) {
    case "answered":
      return "The model answered and nothing that was asked for is outstanding.";
    case "dropped_call":
      return `The model wrote a tool call as text; the server did not parse it as a call.${left}`;
    case "claimed_without_call":
      return `The model says that it acted, but no call of a tool did it.${left}`;
    case "asked_user":
      return `The model asked the user instead of acting.${left}`;
    case "gave_up":
      return `The model gave up.${left}`;
    case "abstained":
      return `The model says that it cannot be done, after searches that found nothing.${left}`;
    case "truncated":
      return `The response was cut by its length limit.${left}`;
    case "context_overflow":
      return `The context was cut to fit the model.${left}`;
    case "blank":
      return `The model stopped and said nothing.${left}`;
    case "think_only":
      return `The model stopped after reasoning, without an answer or a call.${left}`;
    default:
      return `The model stopped without a call.${left}`;
  }
}
