// Follows a JSON text piece by piece and knows whether its first value is whole, in time linear in the text.

export class JsonBalance {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #state: "empty" | "open" | "complete" | "scalar" = "empty";

  push(piece: string): void {
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === 92) this.#escaped = true;
        else if (code === 34) {
          this.#inString = false;
          if (this.#depth === 0) this.#state = "complete";
        }
        continue;
      }
      if (code === 32 || code === 9 || code === 10 || code === 13) continue;
      if (code === 34) {
        this.#inString = true;
        if (this.#state === "empty") this.#state = "open";
      } else if (code === 123 || code === 91) {
        this.#depth += 1;
        if (this.#state === "empty") this.#state = "open";
      } else if (code === 125 || code === 93) {
        this.#depth -= 1;
        if (this.#depth <= 0) this.#state = "complete";
      } else if (this.#state === "empty") this.#state = "scalar";
    }
  }

  /** Nothing but white space so far. */
  get empty(): boolean {
    return this.#state === "empty";
  }

  /** An object, array or string that has been closed. */
  get complete(): boolean {
    return this.#state === "complete";
  }

  /** An object, array or string that was opened and not closed. */
  get open(): boolean {
    return this.#state === "open";
  }
}
