// Token estimates of messages and requests. Messages never change, so each is counted once.
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import { estimateTokens, TOKENS_PER_MESSAGE } from "./tokens.ts";

const counted = new WeakMap<ChatMessage, number>();

/** Estimated tokens of one message as it stands in a prompt: its JSON without the role's own words, plus the template's share. */
export function estimateMessageTokens(message: ChatMessage): number {
  const known = counted.get(message);
  if (known !== undefined) return known;
  const { role: _role, content, ...rest } = message;
  const text = typeof content === "string" ? content : content ? JSON.stringify(content) : "";
  const other = Object.keys(rest).length > 0 ? JSON.stringify(rest) : "";
  const tokens = estimateTokens(text) + estimateTokens(other) + TOKENS_PER_MESSAGE;
  counted.set(message, tokens);
  return tokens;
}

/** Estimated tokens of a whole request: its messages and the offered tools' JSON. */
export function estimateRequestTokens(messages: readonly ChatMessage[], toolsTokens: number): number {
  let total = toolsTokens;
  for (const message of messages) total += estimateMessageTokens(message);
  return total;
}
