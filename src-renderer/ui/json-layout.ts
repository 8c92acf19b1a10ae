// Lays JSON text out over lines without going through its values: every number, escape and key stays as it was written, only the
// white space between tokens changes. What is no JSON stays as it is.

export interface LaidOut {
  text: string;
  isJson: boolean;
}

/** Lays out an object or array; a bare string or number, and what does not parse, comes back unchanged. */
export function layoutJson(text: string): LaidOut {
  const start = text.trimStart()[0];
  if (start !== "{" && start !== "[") return { text, isJson: false };
  try {
    JSON.parse(text);
  } catch {
    return { text, isJson: false };
  }
  return { text: reindent(text), isJson: true };
}

function reindent(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let index = 0;
  const newline = () => parts.push("\n", "  ".repeat(depth));
  while (index < text.length) {
    const char = text[index] ?? "";
    if (char === '"') {
      const end = stringEnd(text, index);
      parts.push(text.slice(index, end));
      index = end;
      continue;
    }
    index += 1;
    if (char === "{" || char === "[") {
      const close = char === "{" ? "}" : "]";
      const next = skipSpace(text, index);
      if (text[next] === close) {
        parts.push(char, close);
        index = next + 1;
        continue;
      }
      depth += 1;
      parts.push(char);
      newline();
    } else if (char === "}" || char === "]") {
      depth -= 1;
      newline();
      parts.push(char);
    } else if (char === ",") {
      parts.push(char);
      newline();
    } else if (char === ":") parts.push(": ");
    else if (!/\s/.test(char)) parts.push(char);
  }
  return parts.join("");
}

function skipSpace(text: string, from: number): number {
  let index = from;
  while (index < text.length && /\s/.test(text[index] ?? "")) index += 1;
  return index;
}

/** Index after the closing quote of the string that opens at `start`. */
function stringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index + 1;
}
