// Bytes of a successful response → the assembled turn, wherever the bytes are cut. Knows event streams, a whole
// completion as JSON, and chunks one a line; tells what was wrong with anything else.
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { AssembledTurn, LiveText } from "../assemble/turn-assembler.ts";
import { TurnAssembler } from "../assemble/turn-assembler.ts";
import { EventDecoder } from "../sse/event-decoder.ts";
import type { StreamItem } from "../sse/event-decoder.ts";
import { LineDecoder, LineTooLong, MAX_LINE_CHARS } from "../sse/line-decoder.ts";
import { errorInChunk } from "./error-in-chunk.ts";
import type { Failure } from "./failure.ts";

export interface ReadResult {
  /** Null when nothing in the body was a completion. */
  turn: AssembledTurn | null;
  /** Null when the response is whole. `broken` is what the connection's end was, where it was not a clean one. */
  failure: Failure | null;
  /** The body was no event stream. */
  plain: boolean;
}

export interface ReaderHooks {
  /** Each line as it completes; returns the line to be read (without secrets). */
  onLine(line: string): string;
  onShown(shown: LiveText[]): void;
}

export class ResponseReader {
  readonly #hooks: ReaderHooks;
  readonly #lines: LineDecoder;
  readonly #events = new EventDecoder();
  readonly #assembler: TurnAssembler;
  #done = false;
  /** An error the stream itself told. */
  #inStream: Failure | null = null;
  /** Payloads that were no JSON: an error message, if nothing better comes. */
  #strayText: string[] = [];
  /** The body while nothing in it looks like an event stream. */
  #plain: string[] = [];
  #plainChars = 0;

  /** `offered` are the tool names as sent. */
  constructor(offered: Iterable<string>, hooks: ReaderHooks, lineLimit?: number) {
    this.#hooks = hooks;
    this.#lines = new LineDecoder(lineLimit);
    this.#assembler = new TurnAssembler(offered);
  }

  /** `[DONE]` has come: only the end of the connection is still due. */
  get done(): boolean {
    return this.#done;
  }

  /** The finish reason has come: usage and `[DONE]` may still follow. */
  get finished(): boolean {
    return this.#assembler.finished;
  }

  /** Throws `LineTooLong`. */
  push(chunk: Uint8Array): void {
    for (const line of this.#lines.push(chunk)) this.#onLine(line);
  }

  /** Call once at the end. `broken` is how the connection ended, where it did not end cleanly. */
  end(broken: Failure | null): ReadResult {
    if (broken?.kind !== "line_too_long") for (const line of this.#lines.end()) this.#onLine(line);
    for (const item of this.#events.flush()) this.#onItem(item);
    if (!this.#events.sawField) {
      const text = this.#plain.join("\n");
      if (text.trim() !== "") return this.#endPlain(text, broken);
    }
    return { turn: this.#assembler.finish(), failure: this.#failure(broken), plain: false };
  }

  #endPlain(text: string, broken: Failure | null): ReadResult {
    if (this.#readWhole(text)) return { turn: this.#assembler.finish(), failure: this.#failure(broken), plain: true };
    const failure = this.#inStream ?? broken ?? { kind: "not_a_completion" as const, text, contentType: "" };
    return { turn: null, failure, plain: true };
  }

  #onLine(rawLine: string): void {
    const line = this.#hooks.onLine(rawLine);
    const before = this.#events.sawField;
    if (!before) this.#keepPlain(line);
    for (const item of this.#events.push(line)) this.#onItem(item);
    if (!before && this.#events.sawField) this.#plain = [];
  }

  /** A body that never becomes an event stream is kept whole, up to the cap for one line. */
  #keepPlain(line: string): void {
    this.#plain.push(line);
    this.#plainChars += line.length + 1;
    if (this.#plainChars > MAX_LINE_CHARS) throw new LineTooLong(MAX_LINE_CHARS);
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
        this.#onValue(item.value, item.text, item.event);
        return;
    }
  }

  #onValue(value: unknown, text: string, event: string | null): void {
    // A list of chunks in one event.
    if (Array.isArray(value)) {
      for (const entry of value) this.#onValue(entry, JSON.stringify(entry), event);
      return;
    }
    if (!isJsonObject(value)) return;
    if (errorInChunk(value, event)) this.#inStream ??= { kind: "in_stream", text, status: 200 };
    const shown = this.#assembler.push(value, text);
    if (shown.length > 0) this.#hooks.onShown(shown);
  }

  /** One completion as JSON, or one chunk a line. False when it is neither. */
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
    for (const entry of values) this.#onValue(entry.value, entry.text, null);
    // A whole body says itself that it is complete.
    if (this.#assembler.sawAnything) this.#done = true;
    return this.#assembler.sawAnything;
  }

  #failure(broken: Failure | null): Failure | null {
    if (broken?.kind === "aborted") return broken;
    if (this.#inStream) return this.#inStream;
    if (this.#assembler.failed) return { kind: "in_stream", text: "the finish reason is error", status: 200 };
    if (this.#done || this.#assembler.finished) return null;
    if (broken) return broken;
    if (this.#strayText.length > 0) return { kind: "in_stream", text: this.#strayText.join("\n"), status: 200 };
    return { kind: "cut_short" };
  }
}
