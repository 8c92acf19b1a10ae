import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TurnKey } from "./align.ts";
import { alignTurns, compareRuns } from "./align.ts";
import { commonSubsequence } from "./lcs.ts";

/** One turn a word: `call` or `call!change`, where a change makes every context from there on different. */
function run(words: string): TurnKey[] {
  let context = "start";
  return words.split(" ").map((word, index) => {
    const [call = "", note = ""] = word.split("!");
    context = `${context}/${word}`;
    const says = call === "answer" ? { response: `answer${note}`, calls: "" } : { response: "", calls: call };
    return { turn: index + 1, context, ...says, results: `${call}${note}`, policy: "", environment: "" };
  });
}

const turnsOf = (...words: string[]) => compareRuns(words.map(run)).rows.map((row) => row.turns);

describe("a longest common subsequence", () => {
  test("has the length that the textbook table gives, in rising pairs of equal symbols", () => {
    const symbol = fc.integer({ min: -1, max: 4 });
    fc.assert(
      fc.property(fc.array(symbol, { maxLength: 90 }), fc.array(symbol, { maxLength: 90 }), (a, b) => {
        const matches = commonSubsequence(a, b);
        for (const [index, [i, j]] of matches.entries()) {
          const before = matches[index - 1] ?? [-1, -1];
          expect([a[i], (a[i] ?? -1) >= 0, i > before[0], j > before[1]]).toEqual([b[j], true, true, true]);
        }
        expect(matches.length).toBe(textbookLength(a, b));
      }),
    );
  });

  test("crosses word borders", () => {
    const a = Array.from({ length: 200 }, (_, i) => i);
    const b = a.toReversed().concat(a.filter((_, i) => i % 3 === 0));
    expect(commonSubsequence(a, b).length).toBe(67);
  });
});

describe("two runs", () => {
  test("that are equal stand turn by turn, without a divergence", () => {
    expect(compareRuns([run("list get answer"), run("list get answer")])).toEqual({
      rows: [1, 2, 3].map((turn) => ({ turns: [turn, turn], same: true, differs: [] })),
      firstRow: null,
      firstTurn: null,
    });
  });

  test("that fork share the prefix and stand side by side after it", () => {
    const compared = compareRuns([run("list get create answer"), run("list get answer!early")]);
    expect(compared.rows.map((row) => [row.turns, row.same])).toEqual([
      [[1, 1], true],
      [[2, 2], true],
      [[3, 3], false],
      [[4, null], false],
    ]);
    expect([compared.firstRow, compared.firstTurn]).toEqual([2, 3]);
    expect(compared.rows[2]?.differs).toEqual(["context", "response", "calls", "results"]);
    expect(compared.rows[3]?.differs).toEqual(["context", "response", "results"]);
  });

  test("find together again after an inserted and after a left-out turn", () => {
    expect(turnsOf("list get create share answer", "list get search create share answer")).toEqual([
      [1, 1],
      [2, 2],
      [null, 3],
      [3, 4],
      [4, 5],
      [5, 6],
    ]);
    expect(turnsOf("list get create share answer", "list create share answer")).toEqual([
      [1, 1],
      [2, null],
      [3, 2],
      [4, 3],
      [5, 4],
    ]);
  });

  test("name the turn of the other run when the first one has none at the divergence", () => {
    expect(compareRuns([run("list"), run("list get")])).toMatchObject({ firstRow: 1, firstTurn: 2 });
  });

  test("pair turns with the same calls but other results before pairing by position", () => {
    expect(turnsOf("list!x get create", "search list!y get!z")).toEqual([
      [null, 1],
      [1, 2],
      [2, 3],
      [3, null],
    ]);
  });

  test("lose no turn and keep the order, whatever they hold", () => {
    const words = fc.array(fc.constantFrom("list", "get", "get!x", "create", "answer", "answer!y"), {
      minLength: 1,
      maxLength: 25,
    });
    fc.assert(
      fc.property(words, words, (left, right) => {
        const a = run(left.join(" "));
        const b = run(right.join(" "));
        const pairs = alignTurns(a, b);
        expect(pairs.flatMap(([i]) => (i === null ? [] : [i]))).toEqual(a.map((_, i) => i));
        expect(pairs.flatMap(([, j]) => (j === null ? [] : [j]))).toEqual(b.map((_, j) => j));
      }),
    );
  });
});

describe("up to four runs", () => {
  test("stand in one row where they go together, each with its own gap", () => {
    expect(
      turnsOf("list get create answer", "list create answer", "list get search create answer", "list answer!z"),
    ).toEqual([
      [1, 1, 1, 1],
      [2, null, 2, 2],
      [null, null, 3, null],
      [3, 2, 4, null],
      [4, 3, 5, null],
    ]);
  });

  test("of which one is empty keep the others", () => {
    expect(compareRuns([[], run("list answer")])).toMatchObject({
      rows: [{ turns: [null, 1] }, { turns: [null, 2] }],
      firstRow: 0,
      firstTurn: 1,
    });
  });
});

function textbookLength(a: readonly number[], b: readonly number[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const x of a) {
    const next = [0];
    b.forEach((y, j) => next.push(x === y && x >= 0 ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0)));
    row = next;
  }
  return row[b.length] ?? 0;
}
