// The names under which thinking stands on a message, and a change of one into another.
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { withoutFields } from "./rule.ts";

const REASONING_FIELDS = ["reasoning_content", "reasoning", "thinking"] as const;
export type ReasoningField = (typeof REASONING_FIELDS)[number];

export function isReasoningField(name: string | null): name is ReasoningField {
  return REASONING_FIELDS.some((field) => field === name);
}

export function hasReasoning(message: ChatMessage): boolean {
  return REASONING_FIELDS.some((field) => typeof message[field] === "string" && message[field] !== "");
}

export function withoutReasoning(message: ChatMessage): ChatMessage {
  const present = [...REASONING_FIELDS, "reasoning_details"].filter((field) => field in message);
  return present.length === 0 ? message : withoutFields(message, present);
}
