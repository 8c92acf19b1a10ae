// The planner/executor split of a run: before each turn, what it is for and which tools it offers; after it, what the planner named.
import type { TurnRole } from "../../src-shared/trace/events/planner.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { ToolDefinition } from "../../src-shared/trace/tool-contract.ts";
import { toolList } from "../tools/system-prompt.ts";
import {
  askText,
  finalText,
  hasToolList,
  orderText,
  ordersIn,
  phaseOf,
  readPlan,
  type PlannerPhase,
} from "./planner-protocol.ts";
import type { RunContext } from "./run-context.ts";
import { toolsForSubtask } from "./subtask-tools.ts";

export interface TurnPlan {
  role: TurnRole;
  /** The sub-task that the executor works on; null for the planner and the final answer. */
  subtask: { number: number; text: string } | null;
  definitions: readonly ToolDefinition[];
}

/** Puts what the turn is to be told into the conversation, and says what it offers. */
export function planTurn(turn: number, context: RunContext): TurnPlan {
  const phase = phaseOf(context.conversation.messages);
  // The process died between the planner's answer and the order.
  if (phase.kind === "named" && nameSubtask(phase.text, turn, context) === "named") return planTurn(turn, context);
  if (phase.kind === "ask" || phase.kind === "named") {
    const tools = hasToolList(context.conversation.messages) ? null : toolList(context.toolbox.definitions);
    const content = askText(tools, context.variant.planner?.instructions ?? "");
    const message = context.conversation.push({ role: "user", content });
    context.trace.emit({ kind: "planner.asked", turn, data: { message } });
    return { role: "planner", subtask: null, definitions: [] };
  }
  return planOf(phase, context);
}

/** The plan of a turn whose response is on record already: the phase stands in the messages before that response. */
export function planOfRecorded(messages: readonly ChatMessage[], context: RunContext): TurnPlan {
  const answered = messages.findLastIndex((message) => message.role === "assistant");
  const phase = phaseOf(answered < 0 ? messages : messages.slice(0, answered));
  return planOf(phase, context);
}

function planOf(phase: PlannerPhase, context: RunContext): TurnPlan {
  switch (phase.kind) {
    case "executing": {
      const { tools } = choose(phase.subtask, context);
      const definitions = context.toolbox.definitions.filter(({ function: { name } }) => tools.includes(name));
      return { role: "executor", subtask: { number: phase.number, text: phase.subtask }, definitions };
    }
    case "answering":
      return { role: "answer", subtask: null, definitions: [] };
    case "planning":
    case "named":
    case "ask":
      return { role: "planner", subtask: null, definitions: [] };
  }
}

/** Reads the planner's answer and gives the order for its sub-task, or asks for the final answer. */
export function nameSubtask(answer: string, turn: number, context: RunContext): "named" | "blank" {
  const plan = readPlan(answer);
  if (plan === "blank") return "blank";
  const { messages } = context.conversation;
  const number = ordersIn(messages) + 1;
  const { subtask } = plan;
  const chosen = subtask === null ? null : choose(subtask, context);
  const content = subtask === null ? finalText() : orderText(number, subtask);
  const message = context.conversation.push({ role: "user", content });
  context.trace.emit({
    kind: "subtask.named",
    turn,
    data: { number, subtask, tools: chosen?.tools ?? [], chosen_by: chosen?.chosenBy ?? null, message },
  });
  return "named";
}

function choose(subtask: string, context: RunContext) {
  const contracts = context.toolbox.definitions.flatMap(
    ({ function: { name } }) => context.toolbox.find(name)?.tool.contract ?? [],
  );
  return toolsForSubtask(subtask, contracts);
}
