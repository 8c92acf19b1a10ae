// What the planner and the executor are told, and how that is read back: the phase of a run with a planner stands in its messages alone, so that
// forks and continued runs find it again.
import { messageText, type ChatMessage } from "../../src-shared/trace/message.ts";

export type PlannerPhase =
  /** The planner is to be asked for the next sub-task. */
  | { kind: "ask" }
  /** It has been asked, and its answer is due. */
  | { kind: "planning" }
  /** It has answered, and the order for its sub-task is not given yet. */
  | { kind: "named"; text: string }
  /** The executor works on a sub-task. */
  | { kind: "executing"; subtask: string; number: number }
  /** All sub-tasks are done: the answer to the request is due. */
  | { kind: "answering" };

const ASK = "Planner step.";
const ORDER = /^Sub-task (\d+): (.*)$/s;
const ORDER_END = "\nCarry out this sub-task and nothing else, with the tools that are offered.";
const FINAL = "All sub-tasks are done.";
/** The executor's notices to the model change no phase. */
const NOTICE = "Notice from the executor:";

/** `tools`: name, description and parameters of all tools, given the first time; null afterwards. */
export function askText(tools: string | null, instructions: string): string {
  const known =
    tools === null
      ? "The tools are the ones listed before."
      : `These tools exist; they are not offered in this step:\n${tools}`;
  const more = instructions.trim() === "" ? "" : `\n${instructions.trim()}`;
  return `${ASK} Compare the request with what has been done so far. Name the next sub-task, one that a single tool or two can do, or say that everything is done.\n${known}${more}\nAnswer with one line: NEXT: and the sub-task with its names, dates and addresses; or DONE`;
}

export function orderText(number: number, subtask: string): string {
  return `Sub-task ${number}: ${subtask}${ORDER_END} When it is done, say in one sentence what came of it.`;
}

export function finalText(): string {
  return `${FINAL} Now answer the whole request: every item of it, with what was found and what was carried out.`;
}

/** The planner's answer: a sub-task, the end (`null`), or nothing that can be read. Free text without a mark is taken for the sub-task. */
export function readPlan(text: string): { subtask: string | null } | "blank" {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const marked = lines.flatMap((line) => /^[*_#>\s-]*NEXT[*_\s]*[:：][*_\s]*(.+?)[*_\s]*$/i.exec(line)?.[1] ?? [])[0];
  if (marked !== undefined) return { subtask: clip(marked) };
  if (lines.some((line) => /^[*_#>\s-]*DONE\b/i.test(line))) return { subtask: null };
  const [first] = lines;
  return first === undefined ? "blank" : { subtask: clip(first) };
}

/** Reads the phase from the context, before a request. */
export function phaseOf(messages: readonly ChatMessage[]): PlannerPhase {
  const at = messages.findLastIndex((message) => message.role === "user" && !messageText(message).startsWith(NOTICE));
  const text = at < 0 ? "" : messageText(messages[at] as ChatMessage);
  const last = messages.at(-1);
  const answer = last?.role === "assistant" && (last.tool_calls ?? []).length === 0 ? messageText(last) : null;
  if (text.startsWith(ASK)) return answer === null ? { kind: "planning" } : { kind: "named", text: answer };
  const order = text.includes(ORDER_END) ? ORDER.exec(text.slice(0, text.indexOf(ORDER_END))) : null;
  if (order && answer === null) return { kind: "executing", number: Number(order[1]), subtask: order[2] ?? "" };
  if (text.startsWith(FINAL) && answer === null) return { kind: "answering" };
  return { kind: "ask" };
}

/** Messages that the planner's protocol added. */
export function isProtocol(message: ChatMessage): boolean {
  if (message.role !== "user") return false;
  const text = messageText(message);
  return text.startsWith(ASK) || text.startsWith(FINAL) || (ORDER.test(text) && text.includes(ORDER_END));
}

/** How many sub-tasks have been given so far. */
export function ordersIn(messages: readonly ChatMessage[]): number {
  return messages.filter((message) => message.role === "user" && messageText(message).includes(ORDER_END)).length;
}

/** The planner has been told what tools there are. */
export function hasToolList(messages: readonly ChatMessage[]): boolean {
  return messages.some((message) => message.role === "user" && messageText(message).startsWith(ASK));
}

/** A sub-task is one line of at most this many characters. */
const LONGEST = 400;

function clip(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
