// The growing chain of messages: each is hashed once, when it is made, and named after its parent.
import type { MessageId } from "../../src-shared/prelude/ids.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { Recorder } from "./ports.ts";

export interface Conversation {
  readonly messages: readonly ChatMessage[];
  /** Id of the last message: the name of the context. */
  leaf(): MessageId;
  push(message: ChatMessage): MessageId;
  /** Goes on from other messages (a person edited the pending request). Those at the start that are the same keep their ids. */
  replace(messages: readonly ChatMessage[]): void;
  /** Id of the last of other messages, chained from the root (what an adaptation sent instead). */
  chain(messages: readonly ChatMessage[]): MessageId;
}

export function createConversation(recorder: Recorder, initial: readonly ChatMessage[]): Conversation {
  const messages: ChatMessage[] = [];
  let leaf: MessageId | null = null;
  const conversation: Conversation = {
    messages,
    leaf() {
      if (leaf === null) throw new Error("A context without a message has no name.");
      return leaf;
    },
    push(message) {
      leaf = recorder.message(leaf, message);
      messages.push(message);
      return leaf;
    },
    replace(others) {
      messages.splice(0);
      leaf = null;
      for (const message of others) conversation.push(message);
    },
    chain(others) {
      if (others.length === messages.length && others.every((other, index) => other === messages[index])) {
        return conversation.leaf();
      }
      let id: MessageId | null = null;
      for (const message of others) id = recorder.message(id, message);
      if (id === null) throw new Error("A request without messages has no context.");
      return id;
    },
  };
  for (const message of initial) conversation.push(message);
  return conversation;
}
