// `jsonrepair` within limits: its time grows with the square of the quotation marks, and a model's runaway output is as
// long as the server lets it be.
import { jsonrepair } from "jsonrepair";

/** Characters and quotation marks beyond which a text is not repaired but invalid; about a second's work. */
const MAX_CHARS = 256 * 1024;
const MAX_QUOTES = 20_000;

/** The text as valid JSON; null when it cannot be repaired, or is too long to be tried. */
export function repairJson(text: string): string | null {
  if (text.length > MAX_CHARS || quotesIn(text) > MAX_QUOTES) return null;
  try {
    return jsonrepair(text);
  } catch {
    return null;
  }
}

function quotesIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34 || code === 39 || code === 96) count += 1;
  }
  return count;
}
