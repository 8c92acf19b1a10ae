// One attempt: a request sent, its response read to the end and assembled. It retries nothing and repairs nothing; how
// it ended is told as a value beside whatever had come.
import { redactHeaders, redactText, redactUrl } from "../../capture/redact.ts";
import type { Adaptation } from "../../../src-shared/trace/events/request-sent.ts";
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import type { AssembledTurn, LiveText } from "../assemble/turn-assembler.ts";
import { LineDecoder, LineTooLong } from "../sse/line-decoder.ts";
import type { ModelClientOptions, ModelHooks } from "../types.ts";
import type { Failure } from "./failure.ts";
import { errorCode, errorMessage } from "./failure.ts";
import { readBody } from "./read-body.ts";
import type { BodyEnd } from "./read-body.ts";
import { ResponseReader } from "./response-reader.ts";
import { sendChat } from "./transport.ts";
import type { ResponseHead, SentRequest } from "./transport.ts";
import { WireRecorder } from "./wire-recorder.ts";

export interface ExchangeRequest {
  attempt: number;
  /** The body; written as JSON in this order. */
  parameters: Record<string, unknown>;
  messages: readonly ChatMessage[];
  adaptations: Adaptation[];
  /** Tool names as sent. */
  offered: readonly string[];
  streamed: boolean;
}

export interface ExchangeResult {
  status: number | null;
  /** Lower-case names; secrets taken out. */
  headers: Record<string, string>;
  /** What had come, whole or not; null when no response body was read as a completion. */
  turn: AssembledTurn | null;
  failure: Failure | null;
  /** A stream was asked for, and something else came with status 200. */
  notAStream: boolean;
  ttftMs: number | null;
  latencyMs: number;
}

/** Silence after the finish reason that ends a response whose connection stays open. */
const AFTER_FINISH_MS = 5_000;
/** Silence after `[DONE]` that ends it: only the end of the connection is still due. */
const AFTER_DONE_MS = 250;
/** Longest error body that is kept. */
const MAX_ERROR_CHARS = 256 * 1024;

export async function exchangeChat(
  request: ExchangeRequest,
  options: ModelClientOptions,
  hooks: ModelHooks,
): Promise<ExchangeResult> {
  return new ChatExchange(request, options, hooks).run();
}

class ChatExchange {
  readonly #request: ExchangeRequest;
  readonly #options: ModelClientOptions;
  readonly #hooks: ModelHooks;
  readonly #secrets: readonly string[];
  readonly #recorder: WireRecorder;
  #startedAt = 0;
  #ttftMs: number | null = null;
  /** When the chunk at hand arrived; all of its lines have this time. */
  #arrivedMs = 0;

  constructor(request: ExchangeRequest, options: ModelClientOptions, hooks: ModelHooks) {
    this.#request = request;
    this.#options = options;
    this.#hooks = hooks;
    this.#secrets = options.apiKey === null ? [] : [options.apiKey];
    this.#recorder = new WireRecorder(
      (lines) => hooks.onWire({ kind: "lines", attempt: request.attempt, lines }),
      this.#secrets,
    );
  }

  async run(): Promise<ExchangeResult> {
    this.#startedAt = this.#options.clock.monotonic();
    const head = await this.#send();
    if ("failure" in head) return this.#result(null, {}, { turn: null, failure: head.failure, plain: false });
    const headers = redactHeaders(head.headers, this.#secrets);
    const { status } = head;
    this.#hooks.onWire({ kind: "response", attempt: this.#request.attempt, status, headers, at_ms: this.#elapsed() });
    const read = status >= 200 && status <= 299 ? this.#readCompletion(head) : this.#readError(head, headers);
    const outcome = await read;
    this.#recorder.flush();
    return this.#result(status, headers, outcome);
  }

  /** Sends and waits for the head of the response, under the timer for heads. */
  async #send(): Promise<ResponseHead | { failure: Failure }> {
    const { timeouts } = this.#options;
    const { signal } = this.#hooks;
    if (signal.aborted) return { failure: { kind: "aborted" } };
    const controller = new AbortController();
    const onAbort = () => controller.abort(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      controller.abort();
    }, timeouts.headers);
    try {
      return await sendChat(
        this.#request.parameters,
        { baseUrl: this.#options.baseUrl, apiKey: this.#options.apiKey, connectMs: timeouts.connect },
        controller.signal,
        (sent) => this.#reportRequest(sent),
      );
    } catch (error) {
      if (signal.aborted) return { failure: { kind: "aborted" } };
      if (late) return { failure: { kind: "headers_timeout", limitMs: timeouts.headers } };
      const message = redactText(errorMessage(error), this.#secrets);
      return { failure: { kind: "connect", code: errorCode(error), message, beforeFirstByte: true } };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }

  #reportRequest(sent: SentRequest): void {
    const body = redactText(sent.body, this.#secrets);
    const { attempt, adaptations } = this.#request;
    let { messages } = this.#request;
    // A key that stands in the conversation itself: what is reported must still be one whole.
    if (body !== sent.body) messages = messages.map((message) => redactedMessage(message, this.#secrets));
    this.#hooks.onWire({
      kind: "request",
      attempt,
      method: sent.method,
      url: redactUrl(sent.url, this.#secrets),
      headers: redactHeaders(sent.headers, this.#secrets),
      body,
      messages,
      adaptations,
    });
  }

  async #readCompletion(head: ResponseHead): Promise<Outcome> {
    const { idle } = this.#options.timeouts;
    const reader = new ResponseReader(this.#request.offered, {
      onLine: (line) => this.#recorder.add(this.#arrivedMs, line),
      onShown: (shown) => this.#show(shown),
    });
    const end = await readBody(head.body, idle, this.#hooks.signal, (chunk) => {
      this.#arrivedMs = this.#tenths();
      reader.push(chunk);
      if (reader.done) return AFTER_DONE_MS;
      return reader.finished ? Math.min(AFTER_FINISH_MS, idle) : idle;
    });
    this.#arrivedMs = this.#tenths();
    return reader.end(this.#failureOf(end));
  }

  async #readError(head: ResponseHead, headers: Record<string, string>): Promise<Outcome> {
    const { idle } = this.#options.timeouts;
    const decoder = new LineDecoder();
    const kept: string[] = [];
    let chars = 0;
    const keep = (line: string) => {
      const clean = this.#recorder.add(this.#arrivedMs, line);
      if (chars < MAX_ERROR_CHARS) kept.push(clean);
      chars += clean.length + 1;
    };
    const end = await readBody(head.body, idle, this.#hooks.signal, (chunk) => {
      this.#arrivedMs = this.#tenths();
      decoder.push(chunk).forEach(keep);
      return idle;
    });
    decoder.end().forEach(keep);
    const failure: Failure =
      end.how === "aborted"
        ? { kind: "aborted" }
        : {
            kind: "status",
            status: head.status,
            text: kept.join("\n"),
            contentType: headers["content-type"] ?? "",
            location: headers["location"] ?? null,
          };
    return { turn: null, failure, plain: false };
  }

  #failureOf(end: BodyEnd): Failure | null {
    switch (end.how) {
      case "end":
        return null;
      case "aborted":
        return { kind: "aborted" };
      case "silent":
        return { kind: "idle", limitMs: end.silentMs };
      case "error":
        if (end.error instanceof LineTooLong) return { kind: "line_too_long", limit: end.error.limit };
        return {
          kind: "lost",
          code: errorCode(end.error),
          message: redactText(errorMessage(end.error), this.#secrets),
        };
    }
  }

  #show(shown: LiveText[]): void {
    this.#ttftMs ??= this.#elapsed();
    for (const delta of shown) {
      const text = this.#secrets.length === 0 ? delta.text : redactText(delta.text, this.#secrets);
      this.#hooks.onDelta({ channel: delta.channel, text });
    }
  }

  #elapsed(): number {
    return this.#options.clock.monotonic() - this.#startedAt;
  }

  /** Rounded: arrival times are kept for every line. */
  #tenths(): number {
    return Math.round(this.#elapsed() * 10) / 10;
  }

  #result(status: number | null, headers: Record<string, string>, outcome: Outcome): ExchangeResult {
    const { turn, failure, plain } = outcome;
    const notAStream = plain && this.#request.streamed && failure?.kind !== "aborted";
    return { status, headers, turn, failure, notAStream, ttftMs: this.#ttftMs, latencyMs: this.#elapsed() };
  }
}

interface Outcome {
  turn: AssembledTurn | null;
  failure: Failure | null;
  plain: boolean;
}

function redactedMessage(message: ChatMessage, secrets: readonly string[]): ChatMessage {
  const text = JSON.stringify(message);
  const clean = redactText(text, secrets);
  return clean === text ? message : (JSON.parse(clean) as ChatMessage);
}
