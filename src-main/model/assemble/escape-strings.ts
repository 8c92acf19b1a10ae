// Escapes what must not stand raw inside a JSON string: line breaks, tabs, and backslashes that begin no escape.

const VALID_ESCAPES = '"\\/bfnrtu';
/** A Windows path: its backslashes are meant as they stand, `\t` and `\n` among them. */
const DRIVE_PATH = /^[A-Za-z]:\\(?!\\)/;

/** The same JSON text with its strings made valid; everything outside strings is left as it is. */
export function escapeStrings(text: string): string {
  let result = "";
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('"', at);
    if (open < 0) break;
    const close = endOfString(text, open);
    result += text.slice(at, open) + '"' + escapeInner(text.slice(open + 1, close));
    at = close;
    if (text[at] === '"') {
      result += '"';
      at += 1;
    }
  }
  return result + text.slice(at);
}

function endOfString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === "\\") {
      // `"C:\"` at the end of a field: a backslash before the closing quote is a path's, not an escape.
      const drive = DRIVE_PATH.test(text.slice(open + 1, open + 5));
      if (drive && text[at + 1] === '"' && /^"\s*[,}\]]/.test(text.slice(at + 1))) return at + 1;
      at += 1;
    } else if (text[at] === '"') return at;
  }
  return text.length;
}

function escapeInner(inner: string): string {
  const path = DRIVE_PATH.test(inner);
  let result = "";
  for (let at = 0; at < inner.length; at += 1) {
    const char = inner[at] ?? "";
    const code = inner.charCodeAt(at);
    if (char === "\\") {
      const next = inner[at + 1] ?? "";
      const valid =
        next !== "" &&
        VALID_ESCAPES.includes(next) &&
        (next !== "u" || /^u[0-9a-fA-F]{4}/.test(inner.slice(at + 1, at + 6)));
      if (path && next !== '"') {
        result += "\\\\";
      } else if (valid) {
        result += char + next;
        at += 1;
      } else result += "\\\\";
    } else if (code === 10) result += "\\n";
    else if (code === 13) result += "\\r";
    else if (code === 9) result += "\\t";
    else if (code < 32) result += `\\u${code.toString(16).padStart(4, "0")}`;
    else result += char;
  }
  return result;
}
