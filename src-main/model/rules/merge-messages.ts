// Two messages of one role as one: texts joined, calls and thinking kept. Merged messages are cached by their second
// part, so that they stay the same objects from turn to turn.
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { messageText } from "../../../src-shared/trace/message.ts";

const cache = new WeakMap<ChatMessage, WeakMap<ChatMessage, ChatMessage>>();

export function mergedMessage(first: ChatMessage, second: ChatMessage): ChatMessage {
  let bySecond = cache.get(first);
  if (!bySecond) {
    bySecond = new WeakMap();
    cache.set(first, bySecond);
  }
  let merged = bySecond.get(second);
  if (!merged) {
    merged = merge(first, second);
    bySecond.set(second, merged);
  }
  return merged;
}

function merge(first: ChatMessage, second: ChatMessage): ChatMessage {
  const result: ChatMessage = { ...first, ...second };
  if (Array.isArray(first.content) || Array.isArray(second.content)) {
    result.content = [...partsOf(first), ...partsOf(second)];
  } else {
    result.content = [messageText(first), messageText(second)].filter((text) => text !== "").join("\n\n");
  }
  for (const field of ["reasoning_content", "reasoning", "thinking"]) {
    const texts = [first[field], second[field]].filter((text) => typeof text === "string" && text !== "");
    if (texts.length > 0) result[field] = texts.join("\n\n");
  }
  const calls = [...(first.tool_calls ?? []), ...(second.tool_calls ?? [])];
  if (calls.length > 0) result.tool_calls = calls;
  return result;
}

function partsOf(message: ChatMessage) {
  if (Array.isArray(message.content)) return message.content;
  const text = messageText(message);
  return text === "" ? [] : [{ type: "text", text }];
}

/** The messages with neighbours merged where `together` says so; null when there was nothing to merge. */
export function mergeNeighbours(
  messages: readonly ChatMessage[],
  together: (first: ChatMessage, second: ChatMessage) => boolean,
): { messages: ChatMessage[]; count: number } | null {
  let count = 0;
  const result: ChatMessage[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    if (last && together(last, message)) {
      result[result.length - 1] = mergedMessage(last, message);
      count += 1;
    } else result.push(message);
  }
  return count === 0 ? null : { messages: result, count };
}
