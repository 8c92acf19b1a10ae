// A difference of two texts line by line, fast enough to show at once; the editor's own difference, with changes inside lines, is one
// key away.
import { commonSubsequence } from "../../src-shared/trace/lcs.ts";

export interface DiffLine {
  kind: "same" | "removed" | "added";
  /** Line number from 1 on the left; null for an added line. */
  left: number | null;
  right: number | null;
  text: string;
}

export interface TextDiff {
  lines: DiffLine[];
  removed: number;
  added: number;
  /** Nothing in common was found (or looked for, past the size where it pays): the one replaces the other. */
  replaced: boolean;
}

/** Past this many pairs of lines the texts are not compared line by line: about 100 ms. */
const MOST_CELLS = 400_000_000;

export function diffLines(left: string, right: string): TextDiff {
  const a = left === "" ? [] : left.split("\n");
  const b = right === "" ? [] : right.split("\n");
  const matches = a.length * b.length > MOST_CELLS ? [] : matchLines(a, b);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  for (const [toLeft, toRight] of [...matches, [a.length, b.length] as const]) {
    for (; i < toLeft; i++) lines.push({ kind: "removed", left: i + 1, right: null, text: a[i] ?? "" });
    for (; j < toRight; j++) lines.push({ kind: "added", left: null, right: j + 1, text: b[j] ?? "" });
    if (i < a.length && j < b.length) lines.push({ kind: "same", left: ++i, right: ++j, text: a[i - 1] ?? "" });
  }
  return {
    lines,
    removed: a.length - matches.length,
    added: b.length - matches.length,
    replaced: matches.length === 0 && a.length > 0 && b.length > 0,
  };
}

function matchLines(a: readonly string[], b: readonly string[]): [number, number][] {
  const numbers = new Map<string, number>();
  const number = (line: string) => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  return commonSubsequence(a.map(number), b.map(number));
}

export type DiffPart = { kind: "line"; line: DiffLine } | { kind: "gap"; lines: number };

/** Leaves out the unchanged lines further than `context` from a change; a gap says how many. */
export function withContext(lines: readonly DiffLine[], context = 3): DiffPart[] {
  const near = new Uint8Array(lines.length);
  lines.forEach((line, at) => {
    if (line.kind !== "same") near.fill(1, Math.max(0, at - context), at + context + 1);
  });
  const parts: DiffPart[] = [];
  let gap = 0;
  lines.forEach((line, at) => {
    if (near[at] === 0) {
      gap++;
      return;
    }
    if (gap > 0) parts.push({ kind: "gap", lines: gap });
    gap = 0;
    parts.push({ kind: "line", line });
  });
  if (gap > 0) parts.push({ kind: "gap", lines: gap });
  return parts;
}

export type SidePart = { kind: "pair"; left: DiffLine | null; right: DiffLine | null } | { kind: "gap"; lines: number };

/** The same parts in two columns: a run of removed lines stands beside the run of added lines that follows it. */
export function sideBySide(parts: readonly DiffPart[]): SidePart[] {
  const rows: SidePart[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      rows.push({ kind: "pair", left: removed[at] ?? null, right: added[at] ?? null });
    }
    removed = [];
    added = [];
  };
  for (const part of parts) {
    if (part.kind === "line" && part.line.kind === "removed") {
      if (added.length > 0) flush();
      removed.push(part.line);
    } else if (part.kind === "line" && part.line.kind === "added") {
      added.push(part.line);
    } else {
      flush();
      rows.push(part.kind === "gap" ? part : { kind: "pair", left: part.line, right: part.line });
    }
  }
  flush();
  return rows;
}
