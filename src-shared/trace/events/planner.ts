// The planner/executor split: the planner is asked for the next sub-task, and names it; the executor's turns after it see that sub-task's tools alone.
import { z } from "zod";
import { MessageId } from "../../prelude/ids.ts";

export const PlannerAsked = z.object({
  /** The user message that asks; the turn that begins now sends it, and offers no tools. */
  message: MessageId,
});
export type PlannerAsked = z.infer<typeof PlannerAsked>;

/** How a sub-task's tools were chosen: its words call for them by their contracts, it calls for no write, or it calls for nothing at all. */
export const ChosenBy = z.enum(["contract", "reads", "all"]);
export type ChosenBy = z.infer<typeof ChosenBy>;

export const SubtaskNamed = z.object({
  /** Counts the run's sub-tasks from 1. */
  number: z.number().int().positive(),
  /** In the planner's words; null where it says that everything is done: the final answer is asked for then. */
  subtask: z.string().nullable(),
  /** The tools that the executor is offered for it. */
  tools: z.array(z.string()),
  chosen_by: ChosenBy.nullable(),
  /** The user message that gives the order. */
  message: MessageId,
});
export type SubtaskNamed = z.infer<typeof SubtaskNamed>;

/** What a turn is for in a run with a planner. */
export const TurnRole = z.enum(["planner", "executor", "answer"]);
export type TurnRole = z.infer<typeof TurnRole>;
