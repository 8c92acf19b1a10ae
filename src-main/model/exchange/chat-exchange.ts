// One attempt: a request sent, its response read to the end and assembled. It retries nothing and repairs nothing; how
// it ended is told as a value beside whatever had come.
import { redactHeaders, redactText, redactUrl } from "../../capture/redact.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { Adaptation } from "../../../src-shared/trace/events/request-sent.ts";
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import type { AssembledTurn, LiveText } from "../assemble/turn-assembler.ts";
import { TurnAssembler } from "../assemble/turn-assembler.ts";
import { EventDecoder } from "../sse/event-decoder.ts";
import type { StreamItem } from "../sse/event-decoder.ts";
import { LineDecoder, LineTooLong } from "../sse/line-decoder.ts";
import type { ModelClientOptions, ModelHooks } from "../types.ts";
import type { Failure } from "./failure.ts";
import { errorCode, errorMessage } from "./failure.ts";
import { errorInChunk } from "./error-in-chunk.ts";
import { readBody } from "./read-body.ts";
import type { BodyEnd } from "./read-body.ts";
import { sendChat } from "./transport.ts";
import type { ResponseHead } from "./transport.ts";
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
/** Longest error body that is read. */
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
  readonly #lines = new LineDecoder();
  readonly #events = new EventDecoder();
  readonly #assembler: TurnAssembler;
  #startedAt = 0;
  #ttftMs: number | null = null;
  #done = false;
  /** An error the stream itself told. */
  #inStream: Failure | null = null;
  /** Text that was no JSON: an error page or message, if nothing better comes. */
  #strayText: string[] = [];
  /** The body while nothing in it looks like an event stream. */
  #plain: string[] = [];
  #plainChars = 0;

  constructor(request: ExchangeRequest, options: ModelClientOptions, hooks: ModelHooks) {
    this.#request = request;
    this.#options = options;
    this.#hooks = hooks;
    this.#secrets = options.apiKey === null ? [] : [options.apiKey];
    this.#assembler = new TurnAssembler(request.offered);
    this.#recorder = new WireRecorder(
      (lines) => hooks.onWire({ kind: "lines", attempt: request.attempt, lines }),
      this.#secrets,
    );
  }

  async run(): Promise<ExchangeResult> {
    const { clock } = this.#options;
    this.#startedAt = clock.monotonic();
    const head = await this.#send();
    if ("failure" in head) return this.#result(null, {}, head.failure, null);
    const { status } = head;
    const headers = redactHeaders(head.headers, this.#secrets);
    this.#hooks.onWire({ kind: "response", attempt: this.#request.attempt, status, headers, at_ms: this.#elapsed() });
    const end = await readBody(head.body, this.#options.timeouts.idle, this.#hooks.signal, (chunk) =>
      this.#onChunk(chunk, status),
    );
    if (end.how === "end") for (const line of this.#lines.end()) this.#onLine(line, status);
    if (status === 200 || status === 201) for (const item of this.#events.flush()) this.#onItem(item);
    this.#recorder.flush();
    if (status < 200 || status > 299)
      return this.#result(status, headers, this.#statusFailure(status, headers, end), null);
    return this.#finish(status, headers, end);
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
        (sent) =>
          this.#hooks.onWire({
            kind: "request",
            attempt: this.#request.attempt,
            method: sent.method,
            url: redactUrl(sent.url, this.#secrets),
            headers: redactHeaders(sent.headers, this.#secrets),
            body: redactText(sent.body, this.#secrets),
            messages: this.#request.messages,
            adaptations: this.#request.adaptations,
          }),
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

  #elapsed(): number {
    return this.#options.clock.monotonic() - this.#startedAt;
  }

  #onChunk(chunk: Uint8Array, status: number): number {
    const at = Math.round(this.#elapsed() * 10) / 10;
    for (const line of this.#lines.push(chunk)) this.#onLine(line, status, at);
    if (this.#done) return AFTER_DONE_MS;
    const { idle } = this.#options.timeouts;
    return this.#assembler.finished ? Math.min(AFTER_FINISH_MS, idle) : idle;
  }

  #onLine(rawLine: string, status: number, at = Math.round(this.#elapsed() * 10) / 10): void {
    const line = this.#recorder.add(at, rawLine);
    const success = status >= 200 && status <= 299;
    if (!success || !this.#events.sawField) this.#keepPlain(line, success ? Number.POSITIVE_INFINITY : MAX_ERROR_CHARS);
    if (!success) return;
    for (const item of this.#events.push(line)) this.#onItem(item);
    if (this.#events.sawField && this.#plain.length > 0) {
      this.#plain = [];
      this.#plainChars = 0;
    }
  }

  #keepPlain(line: string, limit: number): void {
    if (this.#plainChars > limit) return;
    this.#plain.push(line);
    this.#plainChars += line.length + 1;
  }

  #onItem(item: StreamItem): void {
    switch (item.kind) {
      case "done":
        this.#done = true;
        return;
      case "error_line":
        this.#inStream ??= { kind: "in_stream", text: item.text, status: 200 };
        return;
      case "text":
        if (item.event !== null && /error/i.test(item.event)) {
          this.#inStream ??= { kind: "in_stream", text: item.text, status: 200 };
        } else this.#strayText.push(item.text);
        return;
      case "json":
        this.#onChunkValue(item.value, item.text, item.event);
        return;
    }
  }

  #onChunkValue(value: unknown, text: string, event: string | null): void {
    // A list of chunks in one event.
    if (Array.isArray(value)) {
      for (const entry of value) this.#onChunkValue(entry, JSON.stringify(entry), event);
      return;
    }
    if (!isJsonObject(value)) return;
    if (errorInChunk(value, event)) {
      this.#inStream ??= { kind: "in_stream", text, status: 200 };
    }
    this.#show(this.#assembler.push(value, text));
  }

  #show(shown: LiveText[]): void {
    if (shown.length === 0) return;
    this.#ttftMs ??= this.#elapsed();
    for (const delta of shown) {
      this.#hooks.onDelta(
        this.#secrets.length === 0 ? delta : { channel: delta.channel, text: redactText(delta.text, this.#secrets) },
      );
    }
  }

  #statusFailure(status: number, headers: Record<string, string>, end: BodyEnd): Failure {
    if (end.how === "aborted") return { kind: "aborted" };
    return {
      kind: "status",
      status,
      text: this.#plain.join("\n"),
      contentType: headers["content-type"] ?? "",
      location: headers["location"] ?? null,
    };
  }

  #finish(status: number, headers: Record<string, string>, end: BodyEnd): ExchangeResult {
    let notAStream = false;
    if (!this.#events.sawField && end.how !== "aborted") {
      const text = this.#plain.join("\n");
      if (text.trim() !== "") {
        const wanted = this.#request.streamed;
        if (!this.#readWhole(text)) {
          const failure: Failure = { kind: "not_a_completion", text, contentType: headers["content-type"] ?? "" };
          return this.#result(status, headers, this.#inStream ?? this.#brokenEnd(end) ?? failure, null, wanted);
        }
        notAStream = wanted;
      }
    }
    const turn = this.#assembler.finish();
    return this.#result(status, headers, this.#failureOf(end), turn, notAStream);
  }

  /** A body that is no event stream: one completion as JSON, or one chunk a line. False when it is neither. */
  #readWhole(text: string): boolean {
    const values: { value: unknown; text: string }[] = [];
    try {
      values.push({ value: JSON.parse(text), text });
    } catch {
      for (const line of text.split("\n")) {
        if (line.trim() === "") continue;
        try {
          values.push({ value: JSON.parse(line), text: line });
        } catch {
          return false;
        }
      }
    }
    for (const entry of values) this.#onChunkValue(entry.value, entry.text, null);
    if (this.#inStream && !this.#assembler.sawAnything) return false;
    // A whole body says itself that it is complete.
    if (this.#assembler.sawAnything) this.#done = true;
    return this.#assembler.sawAnything;
  }

  #failureOf(end: BodyEnd): Failure | null {
    if (end.how === "aborted") return { kind: "aborted" };
    if (this.#inStream) return this.#inStream;
    const settled = this.#done || this.#assembler.finished;
    if (settled) return null;
    const broken = this.#brokenEnd(end);
    if (broken) return broken;
    if (this.#strayText.length > 0) return { kind: "in_stream", text: this.#strayText.join("\n"), status: 200 };
    return { kind: "cut_short" };
  }

  #brokenEnd(end: BodyEnd): Failure | null {
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

  #result(
    status: number | null,
    headers: Record<string, string>,
    failure: Failure | null,
    turn: AssembledTurn | null,
    notAStream = false,
  ): ExchangeResult {
    return { status, headers, turn, failure, notAStream, ttftMs: this.#ttftMs, latencyMs: this.#elapsed() };
  }
}
