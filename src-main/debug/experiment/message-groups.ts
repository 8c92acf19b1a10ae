// The messages of a context in groups that can be taken away without breaking the protocol: an assistant's calls go with their results.
import type { ChatMessage } from "../../../src-shared/trace/message.ts";

export interface MessageGroup {
  /** Positions of its messages, ascending. */
  indexes: number[];
  /** For a person, e.g. `assistant: list_files, with its result`. */
  label: string;
  kind: "system" | "user" | "answer" | "calls";
}

/** Every message stands in one group, in order of their first messages. A result whose call stands nowhere is a group of its own. */
export function messageGroups(messages: readonly ChatMessage[]): MessageGroup[] {
  const groups: MessageGroup[] = [];
  let open: { group: MessageGroup; waiting: string[] } | null = null;
  for (const [index, message] of messages.entries()) {
    const at = message.role === "tool" ? (open?.waiting.indexOf(message.tool_call_id ?? "") ?? -1) : -1;
    if (open && at >= 0) {
      open.group.indexes.push(index);
      open.waiting.splice(at, 1);
      continue;
    }
    const group: MessageGroup = { indexes: [index], label: labelOf(message, index), kind: kindOf(message) };
    groups.push(group);
    const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
    if (calls.length > 0) open = { group, waiting: calls.map((call) => call.id) };
    else if (message.role !== "tool") open = null;
  }
  return groups;
}

function kindOf(message: ChatMessage): MessageGroup["kind"] {
  if (message.role === "system" || message.role === "developer") return "system";
  if (message.role === "user") return "user";
  return message.role === "assistant" && !message.tool_calls?.length ? "answer" : "calls";
}

function labelOf(message: ChatMessage, index: number): string {
  const calls = message.tool_calls ?? [];
  const names = calls.map((call) => call.function.name).join(", ");
  return calls.length > 0
    ? `message ${index}: the call of ${names} with ${calls.length === 1 ? "its result" : "their results"}`
    : `message ${index}: ${message.role}`;
}
