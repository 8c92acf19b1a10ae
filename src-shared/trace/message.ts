// Chat messages as they stand on the wire (OpenAI chat completions). Immutable; unknown keys are kept, key order too.
import { z } from "zod";

export const ContentPart = z.looseObject({ type: z.string(), text: z.string().optional() });
export type ContentPart = z.infer<typeof ContentPart>;

export const WireToolCall = z.looseObject({
  id: z.string(),
  type: z.literal("function"),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});
export type WireToolCall = z.infer<typeof WireToolCall>;

export const Role = z.enum(["system", "developer", "user", "assistant", "tool"]);
export type Role = z.infer<typeof Role>;

export const ChatMessage = z.looseObject({
  role: Role,
  content: z.union([z.string(), z.array(ContentPart), z.null()]).optional(),
  tool_calls: z.array(WireToolCall).optional(),
  tool_call_id: z.string().optional(),
  name: z.string().optional(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** A message's visible text: a string as it is, the text parts joined, "" for null. */
export function messageText(message: Pick<ChatMessage, "content">): string {
  const { content } = message;
  if (typeof content === "string") return content;
  if (!content) return "";
  return content.map((part) => part.text ?? "").join("");
}

/** A reasoning trace that stands on a message under one of the names servers use; null when there is none. */
export function messageReasoning(message: ChatMessage): string | null {
  for (const field of ["reasoning_content", "reasoning", "thinking"] as const) {
    const text = message[field];
    if (typeof text === "string" && text !== "") return text;
  }
  return null;
}
