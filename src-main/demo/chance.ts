// The demo model's chance: a number that the request and its seed determine, so that the same request always gets the same answer.
import { createHash } from "node:crypto";
import { type ChatMessage, messageText } from "../../src-shared/trace/message.ts";

export type Draw = (label: string) => number;

/**
 * Draws from 0 (inclusive) to 1 (exclusive), one per label. They depend on the seed, on what the messages say and on the names of the
 * offered tools; not on call ids, on the order of keys or on other parameters, so that only what the rules speak of moves an outcome.
 */
export function drawsFor(messages: readonly ChatMessage[], toolNames: readonly string[], seed: number): Draw {
  const said = messages.map((message) => [
    message.role,
    messageText(message),
    (message.tool_calls ?? []).map((call) => [call.function.name, call.function.arguments]),
  ]);
  const base = JSON.stringify([seed, said, toolNames]);
  return (label) => {
    const digest = createHash("sha256").update(base).update(`\n${label}`).digest();
    return digest.readUIntBE(0, 6) / 2 ** 48;
  };
}

/** A short stable id for a call. */
export function callId(draw: Draw, name: string): string {
  return `call_${Math.floor(draw(`id ${name}`) * 2 ** 48)
    .toString(16)
    .padStart(12, "0")}`;
}
