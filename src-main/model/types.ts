// The model client's door: what it is asked, what it tells while it works, what it returns.
import type { Clock } from "../../src-shared/prelude/clock.ts";
import type { Adaptation } from "../../src-shared/trace/events/request-sent.ts";
import type { ResponseFinished } from "../../src-shared/trace/events/response-finished.ts";
import type { WaitEnded, WaitStarted } from "../../src-shared/trace/events/waiting.ts";
import type { WireLine } from "../../src-shared/trace/events/wire-lines.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { ToolDefinition } from "../../src-shared/trace/tool-contract.ts";
import type { Sampling } from "../../src-shared/trace/variant.ts";

export interface ModelRequest {
  model: string;
  messages: readonly ChatMessage[];
  /** Empty: `tools` is not sent at all. */
  tools: readonly ToolDefinition[];
  sampling: Sampling;
  /** Tool names that earlier turns of this run offered (for `tools_not_offered`). */
  offeredBefore: readonly string[];
  /** Our estimate of the prompt in the server's own tokens (calibrated); `earlierUsage` holds estimates before calibration. For the context verdicts. */
  estimatedPromptTokens: number;
  earlierUsage: readonly { estimated: number; reported: number | null }[];
  /** Turn number in the run, from 1: seeds synthetic call ids (`call_t3_0`). */
  turn: number;
}

/** What crosses the wire, told as it happens so that the loop can record it. */
export type WireReport =
  | {
      kind: "request";
      attempt: number;
      method: string;
      url: string;
      headers: Record<string, string>;
      /** The exact body text sent. */
      body: string;
      /** The messages as sent; the same objects as in the request where nothing was adapted. */
      messages: readonly ChatMessage[];
      adaptations: Adaptation[];
    }
  | { kind: "response"; attempt: number; status: number; headers: Record<string, string>; at_ms: number }
  /** Batches: at the end of the response, and at least every 500 ms or 64 KB while it streams. */
  | { kind: "lines"; attempt: number; lines: WireLine[] }
  | { kind: "wait_started"; wait: WaitStarted }
  | { kind: "wait_ended"; wait: WaitEnded };

export interface ModelHooks {
  signal: AbortSignal;
  onWire(report: WireReport): void;
  onDelta(delta: { channel: "content" | "reasoning" | "call"; text: string }): void;
  /** Milliseconds a wait may still take; a wait that does not fit is not begun. */
  remainingMs(): number;
}

/** The turn's response without the id its message gets in the store, and the assistant message that goes into history. */
export interface ModelResponse {
  finished: Omit<ResponseFinished, "message">;
  /** Null when nothing usable came. One message per step: content, reasoning and calls together. */
  message: ChatMessage | null;
}

export interface ModelClient {
  /** Never throws for anything a server does: failures are `finished.error`. Rejects only for bugs. */
  complete(request: ModelRequest, hooks: ModelHooks): Promise<ModelResponse>;
}

export interface ModelClientOptions {
  /** Base URL up to and including `/v1`. */
  baseUrl: string;
  /** Sent as a bearer token; never stored. Null sends a harmless placeholder. */
  apiKey: string | null;
  clock: Clock;
  timeouts: ModelTimeouts;
}

/** Milliseconds. */
export interface ModelTimeouts {
  /** To connect. */
  connect: number;
  /** From the request to the first byte of the response's head; prefill may be long. */
  headers: number;
  /** Between two chunks of bytes once the head has come. */
  idle: number;
  /** Longest time a loading server is waited for. */
  loading: number;
  /** Longest `Retry-After` that is obeyed. */
  retryAfterCap: number;
}
