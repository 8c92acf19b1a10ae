// The exact text of a request: its envelope with the context's messages where the envelope says `"messages": null`.

/**
 * Puts the messages' JSON into an envelope's own `messages` field (not into one of the same name further down).
 * Null when the envelope has no such field holding null.
 */
export function fillMessages(envelope: string, messages: string): string | null {
  let depth = 0;
  for (let at = 0; at < envelope.length; at++) {
    const char = envelope[at];
    if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") depth -= 1;
    else if (char === '"') {
      const end = endOfString(envelope, at);
      const field =
        depth === 1 && envelope.slice(at, end) === '"messages"' && /^\s*:\s*null\b/.exec(envelope.slice(end, end + 64));
      if (field) {
        const start = end + field[0].length - "null".length;
        return envelope.slice(0, start) + messages + envelope.slice(start + "null".length);
      }
      at = end - 1;
    }
  }
  return null;
}

/** Index after a JSON string's closing quote; `start` is at the opening one. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
