// Text laid out as rows of equal height: where each row starts. Long lines are broken at a column (wrapped), or at a length that
// a browser can still draw (not wrapped), so that any text, of any size, can be windowed without measuring. Nothing is dropped.

export interface CodeRows {
  /** Offsets in UTF-16 units where each row starts; one more at the end: the text's length. */
  starts: readonly number[];
  /** Line number (from 1) of each row. */
  lines: readonly number[];
  lineCount: number;
  /** Columns of the longest row, for the width. */
  widest: number;
}

/** Not wrapped, a row holds at most this many characters. */
const LONGEST_ROW = 4000;

/** Columns that a character takes in a monospaced font: 2 for CJK and most emoji. */
function columnsOf(code: number): number {
  if (code < 0x1100) return 1;
  const wide =
    code <= 0x115f ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd);
  return wide ? 2 : 1;
}

/**
 * Lays a text out.
 * @param columns width to wrap at, at least 1; null does not wrap
 */
export function layoutRows(text: string, columns: number | null): CodeRows {
  const starts = [0];
  const lines = [1];
  const limit = columns ?? LONGEST_ROW;
  let line = 1;
  let column = 0;
  let widest = 0;
  /** Where the row could end after white space, and the columns up to there; a word is only cut when it is a long one. */
  let pause = { index: 0, column: 0 };
  for (let index = 0; index < text.length;) {
    const code = text.codePointAt(index) ?? 0;
    const length = code > 0xffff ? 2 : 1;
    if (code === 10) {
      widest = Math.max(widest, column);
      line += 1;
      column = 0;
      starts.push(index + 1);
      lines.push(line);
      index += 1;
      pause = { index, column: 0 };
      continue;
    }
    const width = code === 9 ? 4 - (column % 4) : columnsOf(code);
    if (column > 0 && column + width > limit) {
      const word = code === 32 ? 0 : column - pause.column;
      const keepsWord = columns !== null && pause.column > 0 && word > 0 && word < limit / 2;
      widest = Math.max(widest, keepsWord ? pause.column : column);
      column = keepsWord ? word : 0;
      starts.push(keepsWord ? pause.index : index);
      lines.push(line);
      pause = { index, column: 0 };
    }
    column += width;
    index += length;
    if (code === 32) pause = { index, column };
  }
  widest = Math.max(widest, column);
  starts.push(text.length);
  return { starts, lines, lineCount: line, widest };
}

/** The text of one row, without its line break. */
export function rowText(text: string, rows: CodeRows, row: number): string {
  const start = rows.starts[row] ?? 0;
  const end = rows.starts[row + 1] ?? text.length;
  return text.charCodeAt(end - 1) === 10 &&
    end > start &&
    rows.lines[row + 1] !== rows.lines[row] &&
    row + 1 < rows.lines.length
    ? text.slice(start, end - 1)
    : text.slice(start, end);
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code < 0xdc00 && index + 1 < text.length) {
      bytes += 4;
      index += 1;
    } else bytes += 3;
  }
  return bytes;
}
