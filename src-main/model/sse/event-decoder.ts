// Lines → server-sent events, read the way local servers write them: no space after the colon, comments re-wrapped as
// data, `error:` lines, `[DONE]` with anything around it, events whose blank line is missing.

/** One thing the stream said. `json` is a parsed payload, `text` a payload that is no JSON. */
export type StreamItem =
  | { kind: "json"; value: unknown; text: string; event: string | null }
  | { kind: "text"; text: string; event: string | null }
  | { kind: "error_line"; text: string }
  | { kind: "done" };

const DONE = /^\s*\[\s*done\s*\]\s*$/i;

export class EventDecoder {
  #data: string[] = [];
  #event: string | null = null;
  /** Set once any line was recognisably part of an event stream. */
  sawField = false;
  #first = true;

  /** What this line completes; an event ends at its blank line. */
  push(rawLine: string): StreamItem[] {
    let line = rawLine;
    if (this.#first) {
      this.#first = false;
      if (line.charCodeAt(0) === 0xfeff) line = line.slice(1);
    }
    if (line === "") return this.flush();
    if (line.startsWith("data:")) {
      this.sawField = true;
      const payload = line.charCodeAt(5) === 32 ? line.slice(6) : line.slice(5);
      return this.#onData(payload);
    }
    return this.#onOther(line);
  }

  /** The event that is still open; call it at the end of the stream, or when the stream falls silent. */
  flush(): StreamItem[] {
    const event = this.#event;
    this.#event = null;
    if (this.#data.length === 0) return [];
    const data = this.#data;
    this.#data = [];
    const joined = data.length === 1 ? (data[0] ?? "") : data.join("\n");
    const whole = parsePayload(joined, event);
    if (data.length === 1 || whole === null || whole.kind !== "text") return whole ? [whole] : [];
    // Several payloads on consecutive lines without the blank line between them.
    return data.map((part) => parsePayload(part, event)).filter((item) => item !== null);
  }

  #onData(payload: string): StreamItem[] {
    if (payload === "" || payload.startsWith(":") || payload.trim() === "") return [];
    if (payload.includes("[") && DONE.test(payload)) return [...this.flush(), { kind: "done" }];
    this.#data.push(payload);
    return [];
  }

  #onOther(line: string): StreamItem[] {
    if (line.startsWith(":")) {
      this.sawField = true;
      return [];
    }
    const colon = line.indexOf(":");
    const field = (colon < 0 ? line : line.slice(0, colon)).trim().toLowerCase();
    const value = colon < 0 ? "" : line.slice(colon + 1).trim();
    switch (field) {
      case "data":
        this.sawField = true;
        return this.#onData(value);
      case "event":
        this.sawField = true;
        this.#event = value === "" ? null : value;
        return [];
      case "error":
        this.sawField = true;
        return [...this.flush(), { kind: "error_line", text: value }];
      case "id":
      case "retry":
        return [];
      default:
        // A chunk that lost its `data:`, or a bare terminator.
        if (DONE.test(line)) return [...this.flush(), { kind: "done" }];
        if (this.sawField && line.startsWith("{")) return [...this.flush(), ...present(parsePayload(line, null))];
        return [];
    }
  }
}

function present(item: StreamItem | null): StreamItem[] {
  return item ? [item] : [];
}

function parsePayload(text: string, event: string | null): StreamItem | null {
  const first = text.charCodeAt(0);
  if (first === 0x7b || first === 0x5b || first === 0x20 || first === 0x22) {
    try {
      return { kind: "json", value: JSON.parse(text), text, event };
    } catch {
      return { kind: "text", text, event };
    }
  }
  const trimmed = text.trim();
  return trimmed === "" ? null : { kind: "text", text: trimmed, event };
}
