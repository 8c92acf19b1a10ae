// What a person is told of the plan behind a call: the model's text, the calls of its turn, and what the ledger holds to be open.
import type { ProposedPlan } from "../../src-shared/trace/events/approval.ts";
import { isDue } from "../../src-shared/trace/ledger.ts";
import { messageText } from "../../src-shared/trace/message.ts";
import { deriveLedger } from "../ledger/ledger.ts";
import { phaseOf } from "./planner-protocol.ts";
import { ledgerOptions, type RunContext } from "./run-context.ts";

/** A person reads this before deciding: longer texts stand in the trace. */
const LONGEST_TEXT = 4000;
const LONGEST_ARGUMENTS = 1000;
const MOST_ENTRIES = 30;

export function proposedPlan(context: RunContext): ProposedPlan {
  const { messages } = context.conversation;
  const proposal = messages.findLast((message) => message.role === "assistant");
  const open = deriveLedger(context.steps, ledgerOptions(context)).filter(
    (item) => item.source === "request" && isDue(item),
  );
  const phase = context.variant.planner ? phaseOf(messages) : null;
  return {
    text: proposal ? clip(messageText(proposal).trim(), LONGEST_TEXT) : "",
    calls: (proposal?.tool_calls ?? []).slice(0, MOST_ENTRIES).map((call) => ({
      call_id: call.id,
      tool: call.function.name,
      arguments_text: clip(call.function.arguments, LONGEST_ARGUMENTS),
    })),
    outstanding: open.slice(0, MOST_ENTRIES).map((item) => item.action),
    ...(phase?.kind === "executing" ? { subtask: phase.subtask } : {}),
  };
}

function clip(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`;
}
