// How calls, answers and pushes look on the bridge: the same JSON over Electron IPC and over the WebSocket.
import { z } from "zod";
import { RpcError } from "./contract.ts";

export const CallFrame = z.object({ id: z.number().int(), method: z.string(), input: z.unknown() });
export type CallFrame = z.infer<typeof CallFrame>;

export const AnswerFrame = z.union([
  z.object({ id: z.number().int(), ok: z.literal(true), output: z.unknown() }),
  z.object({ id: z.number().int(), ok: z.literal(false), error: RpcError }),
]);
export type AnswerFrame = z.infer<typeof AnswerFrame>;

export const PushFrame = z.object({ push: z.string(), data: z.unknown() });
export type PushFrame = z.infer<typeof PushFrame>;

export { CALL_CHANNEL, PUSH_CHANNEL } from "./channels.ts";

/** What the preload script puts on `window.loopscope`; the browser host has none and uses a WebSocket. */
export interface Bridge {
  call(method: string, input: unknown): Promise<AnswerFrame>;
  onPush(listener: (frame: PushFrame) => void): () => void;
  stand_in: boolean;
}
