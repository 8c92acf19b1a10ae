// Where in a configuration text a position stands: the path of fields around it, and whether a field's name or a value is due there.
// Made for text that is being written, so it never needs the rest to be whole. JSON, and YAML in block and one-line flow style.

/** `*` stands for an element of a list. */
export type FieldPath = readonly string[];

export interface ConfigPlace {
  /** The thing around what is being written. For a value: its own path. */
  path: FieldPath;
  /** `either`: a list's element, which may be a value or begin a mapping. */
  due: "key" | "value" | "either";
  /** What has been written of it so far, quotes left out. */
  written: string;
  /** Offset where `written` begins, its opening quote included. */
  from: number;
}

export type ConfigLanguage = "json" | "yaml";

export function configPlace(text: string, offset: number, language: ConfigLanguage): ConfigPlace {
  if (language === "json") return flowPlace(text.slice(0, offset), 0, []);
  return yamlPlace(text, offset);
}

interface Frame {
  kind: "object" | "list";
  /** The field whose value is due; null where a name is. */
  key: string | null;
}

/** Scans brackets, names and values up to the end of `text`; quotes may be left out. */
function flowPlace(text: string, base: number, around: FieldPath): ConfigPlace {
  const frames: Frame[] = [];
  let written = "";
  let from = text.length;
  let at = 0;
  const fresh = (next: number) => {
    written = "";
    from = next;
  };
  while (at < text.length) {
    const character = text.charAt(at);
    const frame = frames.at(-1);
    if (character === '"' || character === "'") {
      const end = stringEnd(text, at, character);
      written = text.slice(at + 1, end ?? text.length);
      from = at;
      at = end === null ? text.length : end + 1;
      continue;
    }
    if (character === "{" || character === "[") frames.push({ kind: character === "{" ? "object" : "list", key: null });
    else if (character === "}" || character === "]") frames.pop();
    else if (character === ":" && frame?.kind === "object" && frame.key === null) frame.key = written.trim();
    else if (character === "," && frame) frame.key = null;
    else {
      if (/\s/.test(character)) {
        if (written === "") from = at + 1;
        else written += character;
      } else {
        if (written === "") from = at;
        written += character;
      }
      at += 1;
      continue;
    }
    at += 1;
    fresh(at);
  }
  const path = [...around, ...frames.slice(0, -1).map((frame) => frame.key ?? "*")];
  const last = frames.at(-1);
  const place = { written: written.trim(), from: base + Math.min(from, text.length) };
  if (last === undefined) return { path, due: "value", ...place };
  if (last.kind === "list") return { path: [...path, "*"], due: "value", ...place };
  return last.key === null ? { path, due: "key", ...place } : { path: [...path, last.key], due: "value", ...place };
}

/** Index of the closing quote; null while the string is open. */
function stringEnd(text: string, start: number, quote: string): number | null {
  for (let at = start + 1; at < text.length; at++) {
    if (text.charAt(at) === "\\" && quote === '"') at += 1;
    else if (text.charAt(at) === quote) return at;
  }
  return null;
}

interface Piece {
  column: number;
  /** A field's name, or `*` for a dash. */
  name: string;
  /** Text behind the colon, or null for a dash. */
  rest: string | null;
}

/** `- - name: rest` in its pieces, with what is left over behind them. */
function pieces(line: string): { found: Piece[]; column: number; left: string } {
  const found: Piece[] = [];
  let column = line.length - line.trimStart().length;
  for (;;) {
    const dash = /^-(\s+|$)/.exec(line.slice(column));
    if (!dash) break;
    found.push({ column, name: "*", rest: null });
    column += dash[0].length;
  }
  const field = /^(?:"([^"]*)"|'([^']*)'|([^\s"'{}[\],#:][^:#]*?))\s*:(?:\s+|$)/.exec(line.slice(column));
  if (!field) return { found, column, left: line.slice(column) };
  const rest = line.slice(column + field[0].length);
  found.push({ column, name: field[1] ?? field[2] ?? field[3] ?? "", rest });
  return { found, column: column + field[0].length, left: rest };
}

function yamlPlace(text: string, offset: number): ConfigPlace {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const line = text.slice(lineStart, offset);
  const { found, column, left } = pieces(line);
  const own = found.map((piece) => piece.name);
  const [first] = found;
  const parents = ancestors(text.slice(0, lineStart), first?.column ?? column, first?.name === "*");
  const last = found.at(-1);
  const around = [...parents, ...own];
  const from = lineStart + column;
  if (/^[{[]/.test(left)) return flowPlace(left, from, around);
  const written = left.replace(/^["']/, "");
  if (last?.rest === null) return { path: around, due: "either", written, from };
  if (last !== undefined) return { path: around, due: "value", written, from };
  return { path: parents, due: "key", written, from };
}

/** The fields and elements around a line that begins at `column`, outermost first. */
function ancestors(before: string, column: number, isElement: boolean): string[] {
  const path: string[] = [];
  let limit = column;
  let element = isElement;
  for (const line of before.split("\n").toReversed()) {
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    for (const piece of pieces(line).found.toReversed()) {
      // A list may stand in the same column as the field that it is the value of.
      const holds = piece.column < limit || (element && piece.column === limit && piece.rest === "");
      if (!holds) continue;
      path.unshift(piece.name);
      limit = piece.column;
      element = piece.name === "*";
    }
    if (limit === 0 && !element) break;
  }
  return path;
}
