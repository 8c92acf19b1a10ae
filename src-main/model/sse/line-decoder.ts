// Bytes → lines. CR, LF and CRLF end a line wherever the bytes are cut, characters split between chunks are put
// together again, and a line longer than the cap is an error, never a silent end.

/** Longest line that is taken: servers send whole arguments or images in one event. */
export const MAX_LINE_CHARS = 16 * 1024 * 1024;

export class LineTooLong extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super(`a line of the response is longer than ${limit} characters`);
    this.name = "LineTooLong";
    this.limit = limit;
  }
}

export class LineDecoder {
  readonly #decoder = new TextDecoder("utf-8");
  readonly #limit: number;
  /** Pieces of the line that has not ended; joined once, so that a long line costs its length only. */
  #pieces: string[] = [];
  #pieceChars = 0;
  /** The last chunk ended in CR: an LF at the start of the next one belongs to it. */
  #afterCr = false;

  constructor(limit: number = MAX_LINE_CHARS) {
    this.#limit = limit;
  }

  /** The lines that this chunk ends, without their line ends. Throws `LineTooLong`. */
  push(chunk: Uint8Array): string[] {
    return this.#split(this.#decoder.decode(chunk, { stream: true }));
  }

  /** What remains at the end of the stream: the last line if it was not ended. */
  end(): string[] {
    const lines = this.#split(this.#decoder.decode());
    if (this.#pieceChars > 0) lines.push(this.#takeLine(""));
    return lines;
  }

  #split(text: string): string[] {
    const lines: string[] = [];
    let start = 0;
    if (this.#afterCr && text !== "") {
      if (text.charCodeAt(0) === 10) start = 1;
      this.#afterCr = false;
    }
    const hasCr = text.includes("\r", start);
    while (start < text.length) {
      const end = hasCr ? nextLineEnd(text, start) : text.indexOf("\n", start);
      if (end < 0) break;
      lines.push(this.#takeLine(text.slice(start, end)));
      start = end + 1;
      if (text.charCodeAt(end) === 13) {
        if (start === text.length) this.#afterCr = true;
        else if (text.charCodeAt(start) === 10) start += 1;
      }
    }
    if (start < text.length) this.#keep(start === 0 ? text : text.slice(start));
    return lines;
  }

  #takeLine(tail: string): string {
    this.#check(tail.length);
    if (this.#pieceChars === 0) return tail;
    this.#pieces.push(tail);
    const line = this.#pieces.join("");
    this.#pieces = [];
    this.#pieceChars = 0;
    return line;
  }

  #keep(piece: string): void {
    this.#check(piece.length);
    this.#pieces.push(piece);
    this.#pieceChars += piece.length;
  }

  #check(more: number): void {
    if (this.#pieceChars + more > this.#limit) throw new LineTooLong(this.#limit);
  }
}

function nextLineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return -1;
}
