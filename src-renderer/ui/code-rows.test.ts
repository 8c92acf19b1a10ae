import fc from "fast-check";
import { expect, test } from "vitest";
import { layoutRows, rowText, utf8Length } from "./code-rows.ts";

function allRows(text: string, columns: number | null): string[] {
  const rows = layoutRows(text, columns);
  return Array.from({ length: rows.starts.length - 1 }, (_, row) => rowText(text, rows, row));
}

test("short lines are one row each; an empty text is one empty row", () => {
  expect(allRows("a\nb\n", 80)).toEqual(["a", "b", ""]);
  expect(allRows("", 80)).toEqual([""]);
});

test("a long line is broken at the column, its white space kept", () => {
  expect(allRows("  ab  cd  ", 4)).toEqual(["  ab", "  cd", "  "]);
});

test("a word goes whole to the next row unless it is a long one", () => {
  expect(allRows("hiking at Diamond Head", 20)).toEqual(["hiking at Diamond ", "Head"]);
  expect(allRows("ab abcdefghij", 8)).toEqual(["ab abcde", "fghij"]);
});

test("wide characters take two columns and are never cut in two", () => {
  expect(allRows("夏威夷的行李", 5)).toEqual(["夏威", "夷的", "行李"]);
  expect(allRows("😀😀😀", 4)).toEqual(["😀😀", "😀"]);
});

test("whatever the text and the width, the rows hold every character in order", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.integer({ min: 2, max: 30 }), (text, columns) => {
      const rows = layoutRows(text, columns);
      let joined = "";
      for (let row = 0; row + 1 < rows.starts.length; row += 1) {
        if (row > 0 && rows.lines[row] !== rows.lines[row - 1]) joined += "\n";
        joined += rowText(text, rows, row);
      }
      expect(joined).toBe(text);
      expect(rows.lineCount).toBe(text.split("\n").length);
    }),
  );
});

test("the size in bytes is that of UTF-8", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
    }),
  );
});
