// The form of an adaptation: one named change of a request that some servers need. A rule is either on for all, or
// switched on for one endpoint by the error that calls for it; each use is told as an adaptation with its detail.
import type { JsonObject } from "../../../src-shared/prelude/json.ts";
import type { ModelError } from "../../../src-shared/trace/events/response-finished.ts";
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import type { ToolDefinition } from "../../../src-shared/trace/tool-contract.ts";
import type { EndpointProfile } from "../profile.ts";

/** A request as it will be sent: what rules read and change. Immutable; unchanged messages stay the same objects. */
export interface WireRequest {
  messages: readonly ChatMessage[];
  tools: readonly ToolDefinition[];
  /** Everything else of the body: sampling, stream, tool_choice. */
  parameters: JsonObject;
  /** Name on the wire → the user's name, for tools that were renamed. */
  originalNames: ReadonlyMap<string, string>;
}

export interface RuleContext {
  profile: EndpointProfile;
  /** The rule's own memory from when it was switched on. */
  detail: string | null;
}

export interface Complaint {
  error: ModelError;
  /** What the server said, in one line. */
  text: string;
  /** The whole body. */
  body: string;
}

export interface Rule {
  /** snake_case; stands in traces and profiles. */
  name: string;
  /** One line for the settings view. */
  description: string;
  /** Applied everywhere unless a profile says no. */
  always: boolean;
  /**
   * Whether this complaint calls for the rule; text for its memory, or true. A rule that is on already may be called
   * again with another memory (the next spelling to try).
   */
  calledFor(complaint: Complaint, request: WireRequest, now: string | null): string | boolean;
  /** The changed request and one line on the change; null when there is nothing to change. */
  apply(request: WireRequest, context: RuleContext): { request: WireRequest; detail: string } | null;
}

/** A per-message change whose results are kept, so that a message changed once is the same object on every later turn. */
export function cachedChange(change: (message: ChatMessage) => ChatMessage): (message: ChatMessage) => ChatMessage {
  const cache = new WeakMap<ChatMessage, ChatMessage>();
  return (message) => {
    let changed = cache.get(message);
    if (!changed) {
      changed = change(message);
      cache.set(message, changed);
    }
    return changed;
  };
}

/** Applies a change to each message; null when none was changed, else the new list and how many were. */
export function changeMessages(
  messages: readonly ChatMessage[],
  change: (message: ChatMessage, index: number) => ChatMessage,
): { messages: ChatMessage[]; count: number } | null {
  let count = 0;
  const changed = messages.map((message, index) => {
    const next = change(message, index);
    if (next !== message) count += 1;
    return next;
  });
  return count === 0 ? null : { messages: changed, count };
}

/** `1 message`, `3 messages`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The message under other keys and values; the order of its keys is kept. */
export function withFields(message: ChatMessage, fields: Partial<ChatMessage>): ChatMessage {
  return { ...message, ...fields };
}

/** The message without some of its keys. */
export function withoutFields(message: ChatMessage, names: readonly string[]): ChatMessage {
  const entries = Object.entries(message).filter(([key]) => !names.includes(key));
  return { ...Object.fromEntries(entries), role: message.role };
}
