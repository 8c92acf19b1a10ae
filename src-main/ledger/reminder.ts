// The gate's reminder: names what is outstanding, in the language of the request.
import type { LedgerItem } from "../../src-shared/trace/ledger.ts";
import { simplify } from "./lexicon/chinese.ts";
import { isChinese } from "./text.ts";

/** A user message that names the outstanding items and asks for the calls. Items are quoted as data, one a line. */
export function outstandingReminder(items: readonly LedgerItem[]): string {
  const lines = items.map((item, index) => `${item.number ?? index + 1}. ${named(item)}`).join("\n");
  const all = items.map((item) => item.action).join("\n");
  if (!isChinese(all)) {
    return `The task is not finished. Outstanding:\n${lines}\nDo each of these now with a tool call. If one cannot be done, say which and why.`;
  }
  if (simplify(all) !== all) {
    return `任務尚未完成。還沒有做的是：\n${lines}\n請現在用工具呼叫逐一完成。若有無法完成的，請說明是哪一項以及原因。`;
  }
  return `任务尚未完成。还没有做的是：\n${lines}\n请现在用工具调用逐一完成。若有无法完成的，请说明是哪一项以及原因。`;
}

function named(item: LedgerItem): string {
  return item.condition ? `${item.action} (${item.condition.text})` : item.action;
}

const OPENINGS = [
  "The task is not finished. Outstanding:\n",
  "任務尚未完成。還沒有做的是：\n",
  "任务尚未完成。还没有做的是：\n",
];

/** True for such a message: it repeats what was asked and asks for nothing more, whoever sent it. */
export function isReminder(text: string): boolean {
  return OPENINGS.some((opening) => text.startsWith(opening));
}
