// THE RULES of the demo model in a run with a planner: as planner it names the action that comes next and the tool for it; as executor it makes the
// calls of that action alone; at the end it answers. It does not stop early here: a step that asks for the next one leaves nothing to forget.
import { messageText, type ChatMessage } from "../../src-shared/trace/message.ts";
import { isProtocol, phaseOf, type PlannerPhase } from "../agent/planner-protocol.ts";
import { finalAnswer, phrasesFor } from "./answer.ts";
import type { Context } from "./context.ts";
import type { Intent } from "./intent.ts";
import { makePlan, type Plan } from "./plan.ts";
import { CERTAIN, type Decision, hasLostThread, NEVER } from "./rules.ts";
import { type OfferedTool, offeredTools } from "./tool-roles.ts";
import { decideTrip } from "./trip.ts";
import { languageOf } from "./words.ts";

export interface PlannedRequest {
  phase: PlannerPhase;
  /** The conversation without what the planner was asked and said. */
  messages: ChatMessage[];
  /** All tools of the run, as the planner was told of them. */
  tools: OfferedTool[];
}

/** Null for a conversation without a planner. */
export function readPlanned(messages: readonly ChatMessage[]): PlannedRequest | null {
  const told = messages.find((message) => isProtocol(message));
  if (told === undefined) return null;
  const plain = messages.filter((message, index) => {
    const before = messages[index - 1];
    const answersPlanner =
      message.role === "assistant" && before !== undefined && phaseOf(messages.slice(0, index)).kind === "planning";
    return !isProtocol(message) && !answersPlanner;
  });
  return { phase: phaseOf(messages), messages: plain, tools: offeredTools([], messageText(told)).tools };
}

interface Next {
  /** Null when nothing is left. */
  step: { label: string; call: Intent } | null;
  answer: string;
}

export function decidePlanned(request: PlannedRequest, context: Context, offered: readonly OfferedTool[]): Decision {
  const { phase, tools } = request;
  const language = languageOf(context.request.text);
  const plan = makePlan(context, tools);
  const lost = hasLostThread(context, plan);
  const next = lost ? { step: null, answer: phrasesFor(language).lost } : nextStep(context, tools, plan);
  const { step } = next;
  switch (phase.kind) {
    case "executing": {
      if (step === null || !phase.subtask.startsWith(step.label)) return says("all_done", "This sub-task is done.");
      const { tool, arguments: args, purpose } = step.call;
      if (!offered.some((other) => other.name === tool.name))
        return says("stops_early", `This sub-task needs ${tool.name}, which is not offered here.`);
      return {
        call: { name: tool.name, arguments: args, writes: purpose === "write" },
        text: "",
        thoughts: `The sub-task needs ${tool.name}.`,
        why: "next_action",
        stopProbability: NEVER,
      };
    }
    case "answering":
      return says(lost ? "thread_lost" : "all_done", next.answer);
    case "ask":
    case "planning":
    case "named":
      return step === null
        ? says("all_done", "DONE")
        : says("next_action", `NEXT: ${step.label} (with ${step.call.tool.name})`);
  }
}

function nextStep(context: Context, tools: readonly OfferedTool[], plan: Plan): Next {
  const trip = decideTrip(context, tools);
  if (trip !== null) {
    if ("says" in trip) return { step: null, answer: trip.says };
    const { tool, arguments: args } = trip.call;
    return {
      step: {
        label: `Use ${tool.name}`,
        call: { tool, arguments: args, purpose: tool.role === "other" ? "write" : "content" },
      },
      answer: "",
    };
  }
  const open = plan.states.find((state) => state.status === "outstanding");
  const answer = finalAnswer(plan, languageOf(context.request.text));
  if (plan.next === null || open === undefined) return { step: null, answer };
  return { step: { label: open.action.text.replace(/\s+/g, " ").trim(), call: plan.next }, answer };
}

function says(why: Decision["why"], text: string): Decision {
  return { call: null, text, thoughts: "", why, stopProbability: CERTAIN };
}
