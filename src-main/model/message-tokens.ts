// Estimates for messages and whole requests: the text, the calls, and what a chat template puts around them. Each
// message is measured once.
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import { messageReasoning, messageText } from "../../src-shared/trace/message.ts";
import { estimateTokens, TOKENS_PER_MESSAGE } from "./tokens.ts";

const measured = new WeakMap<ChatMessage, number>();

/** Estimated tokens of one message: content, reasoning, calls and the template's marks. */
export function estimateMessageTokens(message: ChatMessage): number {
  const known = measured.get(message);
  if (known !== undefined) return known;
  let tokens = TOKENS_PER_MESSAGE + estimateTokens(messageText(message));
  tokens += estimateTokens(messageReasoning(message) ?? "");
  for (const call of message.tool_calls ?? []) {
    tokens += TOKENS_PER_MESSAGE + estimateTokens(call.function.name) + estimateTokens(call.function.arguments);
  }
  measured.set(message, tokens);
  return tokens;
}

/** Estimated tokens of a request; `toolsTokens` is what the offered tools' JSON was estimated at. */
export function estimateRequestTokens(messages: readonly ChatMessage[], toolsTokens: number): number {
  let tokens = toolsTokens;
  for (const message of messages) tokens += estimateMessageTokens(message);
  return tokens;
}
