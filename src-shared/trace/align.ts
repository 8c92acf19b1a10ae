// Turn alignment: which turns of two to four runs stand beside each other, and in what each row of them differs. Pure; the
// CLI's `diff`, the core's `runs.compare` and the compare view read the same rows.
import { commonSubsequence } from "./lcs.ts";

/** In what two turns can differ, in the order in which a turn comes about. */
export const TURN_FACETS = ["context", "response", "calls", "results", "policy", "environment"] as const;
export type TurnFacet = (typeof TURN_FACETS)[number];

/**
 * One turn reduced to strings (hashes or texts) that are equal exactly when the thing is the same. "" stands for nothing:
 * no calls, no results, no environment.
 */
export type TurnKey = { turn: number } & Record<TurnFacet, string>;

/** Positions in the two lists; null where the turn has no counterpart. */
export type AlignedPair = [a: number | null, b: number | null];

/** One row of the comparison: a turn number for each run (null: none there), and what differs. */
export interface ComparedRow {
  turns: (number | null)[];
  same: boolean;
  differs: TurnFacet[];
}

export interface Comparison {
  rows: ComparedRow[];
  /** Index of the first row that is not the same in all runs; null when all are. */
  firstRow: number | null;
  /** The turn of that row in the first run that has one. */
  firstTurn: number | null;
}

/**
 * From strict to loose: what the model did and got, what it did, the calls alone. An empty key matches nothing: two turns
 * that both have no calls are not alike for that.
 */
const LEVELS: readonly ((key: TurnKey) => string)[] = [
  (key) => (key.response === "" && key.calls === "" ? "" : `${key.response}\u0000${key.calls}\u0000${key.results}`),
  (key) => (key.response === "" && key.calls === "" ? "" : `${key.response}\u0000${key.calls}`),
  (key) => key.calls,
];

/**
 * Pairs the turns of two runs in order. Turns in which the model did the same and got the same are anchors; between them turns
 * in which it did the same, then turns with the same calls; what is left between two anchors is paired by position (the first
 * turns after a fork stand side by side), and a surplus stands alone. Every turn of both runs appears once.
 */
export function alignTurns(a: readonly TurnKey[], b: readonly TurnKey[]): AlignedPair[] {
  const pairs: AlignedPair[] = [];
  alignRange(a, b, { aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }, 0, pairs);
  return pairs;
}

interface Range {
  aFrom: number;
  aTo: number;
  bFrom: number;
  bTo: number;
}

function alignRange(
  a: readonly TurnKey[],
  b: readonly TurnKey[],
  range: Range,
  level: number,
  pairs: AlignedPair[],
): void {
  const keyOf = LEVELS[level];
  if (!keyOf || range.aFrom === range.aTo || range.bFrom === range.bTo) {
    pairByPosition(range, pairs);
    return;
  }
  const numbers = new Map<string, number>();
  const anchors = commonSubsequence(
    symbols(a, range.aFrom, range.aTo, keyOf, numbers),
    symbols(b, range.bFrom, range.bTo, keyOf, numbers),
  );
  let { aFrom, bFrom } = range;
  for (const [i, j] of anchors) {
    const aAt = range.aFrom + i;
    const bAt = range.bFrom + j;
    alignRange(a, b, { aFrom, aTo: aAt, bFrom, bTo: bAt }, level + 1, pairs);
    pairs.push([aAt, bAt]);
    aFrom = aAt + 1;
    bFrom = bAt + 1;
  }
  alignRange(a, b, { aFrom, aTo: range.aTo, bFrom, bTo: range.bTo }, level + 1, pairs);
}

function symbols(
  keys: readonly TurnKey[],
  from: number,
  to: number,
  keyOf: (key: TurnKey) => string,
  numbers: Map<string, number>,
): Int32Array {
  const list = new Int32Array(to - from).fill(-1);
  for (let i = from; i < to; i++) {
    const key = keys[i];
    const text = key ? keyOf(key) : "";
    if (text === "") continue;
    let number = numbers.get(text);
    if (number === undefined) numbers.set(text, (number = numbers.size));
    list[i - from] = number;
  }
  return list;
}

function pairByPosition(range: Range, pairs: AlignedPair[]): void {
  const length = Math.max(range.aTo - range.aFrom, range.bTo - range.bFrom);
  for (let i = 0; i < length; i++) {
    const aAt = range.aFrom + i;
    const bAt = range.bFrom + i;
    pairs.push([aAt < range.aTo ? aAt : null, bAt < range.bTo ? bAt : null]);
  }
}

/**
 * Rows of two to four runs. The first run is the ground; each further one is aligned to the rows so far, a row standing for
 * the first turn it holds. A missing turn counts as "" in every facet, so a row with a gap names what the others have.
 */
export function compareRuns(runs: readonly (readonly TurnKey[])[]): Comparison {
  let rows: (TurnKey | null)[][] = (runs[0] ?? []).map((key) => [key]);
  for (const [index, next] of runs.entries()) {
    if (index === 0) continue;
    const ground = rows.flatMap((row) => row.find((key) => key !== null) ?? []);
    rows = alignTurns(ground, next).map(([rowAt, at]) => [
      ...((rowAt === null ? undefined : rows[rowAt]) ?? Array.from({ length: index }, () => null)),
      at === null ? null : (next[at] ?? null),
    ]);
  }
  const compared = rows.map(compareRow);
  const firstRow = compared.findIndex((row) => !row.same);
  return firstRow === -1
    ? { rows: compared, firstRow: null, firstTurn: null }
    : { rows: compared, firstRow, firstTurn: compared[firstRow]?.turns.find((turn) => turn !== null) ?? null };
}

function compareRow(row: readonly (TurnKey | null)[]): ComparedRow {
  const differs = TURN_FACETS.filter((facet) => {
    const first = row[0]?.[facet] ?? "";
    return row.some((key) => (key?.[facet] ?? "") !== first);
  });
  return {
    turns: row.map((key) => key?.turn ?? null),
    same: differs.length === 0 && row.every((key) => key !== null),
    differs,
  };
}
