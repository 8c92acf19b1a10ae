// The messages of the forked turn's request as chat messages: exactly as on the wire where that is recorded, else as listed.
import type { ContextMessage } from "../../src-shared/cli/documents.ts";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../src-shared/prelude/json.ts";
import { ChatMessage } from "../../src-shared/trace/message.ts";

/** One message for each of `listed`, in order. The wire's are taken only when they are as many (no adaptation added or left out one). */
export function baseMessages(listed: readonly ContextMessage[], request: JsonValue | null): ChatMessage[] {
  const sent = isJsonObject(request) && Array.isArray(request["messages"]) ? request["messages"] : [];
  return listed.map((message, index) => {
    const onWire = sent.length === listed.length ? ChatMessage.safeParse(sent[index]) : null;
    if (onWire?.success && onWire.data.role === message.role) return onWire.data;
    return fromListed(message);
  });
}

function fromListed(message: ContextMessage): ChatMessage {
  return ChatMessage.parse({
    role: message.role,
    content: message.content,
    ...(message.tool_calls === null ? {} : { tool_calls: message.tool_calls }),
    ...(message.tool_call_id === null ? {} : { tool_call_id: message.tool_call_id }),
  });
}
