// What changed between two requests: messages aligned as wholes, tools and parameters by name.
import type { ContextDocument, ContextMessage } from "../../src-shared/cli/documents.ts";
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import { commonSubsequence } from "../../src-shared/trace/lcs.ts";
import type { z } from "zod";

export type Context = z.infer<typeof ContextDocument>;

export type MessageChange =
  | { kind: "same"; left: number; right: number }
  | { kind: "removed"; left: number }
  | { kind: "added"; right: number }
  /** The same role at the same place, other content. */
  | { kind: "changed"; left: number; right: number };

export interface ContextDiff {
  messages: MessageChange[];
  toolsRemoved: string[];
  toolsAdded: string[];
  parameters: { name: string; left: JsonValue | undefined; right: JsonValue | undefined }[];
  same: boolean;
}

export function contextDiff(left: Context, right: Context): ContextDiff {
  const messages = messageChanges(left.messages, right.messages);
  const toolsRemoved = left.tools.filter((tool) => !right.tools.includes(tool));
  const toolsAdded = right.tools.filter((tool) => !left.tools.includes(tool));
  const names = new Set([...Object.keys(left.parameters), ...Object.keys(right.parameters)]);
  const parameters = [...names]
    .map((name) => ({ name, left: left.parameters[name], right: right.parameters[name] }))
    .filter((parameter) => JSON.stringify(parameter.left) !== JSON.stringify(parameter.right));
  const same =
    messages.every((change) => change.kind === "same") &&
    toolsRemoved.length + toolsAdded.length + parameters.length === 0;
  return { messages, toolsRemoved, toolsAdded, parameters, same };
}

/** Ids of calls are made up anew in every run: two messages that differ in nothing else are the same. */
function callsWithoutIds(message: ContextMessage): unknown[] | null {
  return message.tool_calls?.map((call) => (isJsonObject(call) ? (call["function"] ?? null) : call)) ?? null;
}

function messageChanges(left: readonly ContextMessage[], right: readonly ContextMessage[]): MessageChange[] {
  const numbers = new Map<string, number>();
  const number = (message: ContextMessage) => {
    const key = JSON.stringify([message.role, message.content, callsWithoutIds(message)]);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  const matches = commonSubsequence(left.map(number), right.map(number));
  const changes: MessageChange[] = [];
  let [i, j] = [0, 0];
  for (const [toLeft, toRight] of [...matches, [left.length, right.length] as const]) {
    while (i < toLeft && j < toRight && left[i]?.role === right[j]?.role)
      changes.push({ kind: "changed", left: i++, right: j++ });
    while (i < toLeft) changes.push({ kind: "removed", left: i++ });
    while (j < toRight) changes.push({ kind: "added", right: j++ });
    if (i < left.length && j < right.length) changes.push({ kind: "same", left: i++, right: j++ });
  }
  return changes;
}
