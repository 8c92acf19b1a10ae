// The envelope of a request: its body with the messages taken out, since those stand in the chain already. Cutting by
// known lengths keeps the cost of a turn independent of the length of the history.
import type { ChatMessage } from "../../src-shared/trace/message.ts";

const OPENING = '"messages":[';
const lengths = new WeakMap<ChatMessage, number>();

/** The body text with `"messages":null`; putting the messages' JSON back gives the exact bytes again. */
export function envelopeOf(body: string, messages: readonly ChatMessage[]): string {
  const at = body.indexOf(OPENING);
  if (at >= 0) {
    const start = at + OPENING.length - 1;
    const end = start + arrayLength(messages);
    const after = body[end];
    if (body[end - 1] === "]" && (after === "," || after === "}"))
      return `${body.slice(0, start)}null${body.slice(end)}`;
  }
  // A body laid out in another way: slower, and still exact for bodies written by JSON.stringify.
  return JSON.stringify({ ...(JSON.parse(body) as object), messages: null });
}

/** Length of `JSON.stringify(messages)`: the brackets, the commas, and each message measured once. */
function arrayLength(messages: readonly ChatMessage[]): number {
  let total = 2 + Math.max(0, messages.length - 1);
  for (const message of messages) {
    let length = lengths.get(message);
    if (length === undefined) {
      length = JSON.stringify(message).length;
      lengths.set(message, length);
    }
    total += length;
  }
  return total;
}
