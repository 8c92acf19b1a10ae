import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { layoutJson } from "./json-layout.ts";
import { allPaths, flattenJson, openAtFirst } from "./json-rows.ts";

test("JSON is laid out over lines, as JSON.stringify would", () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: "medium" }), (value) => {
      const text = JSON.stringify(value);
      const isContainer = typeof value === "object" && value !== null;
      expect(layoutJson(text)).toEqual({
        text: isContainer ? JSON.stringify(value, null, 2) : text,
        isJson: isContainer,
      });
    }),
  );
});

test("numbers, escapes and doubled keys stay as they were written", () => {
  const text = '{"id":12345678901234567890,"x":1.0,"t":"\\u0041\\"{","id":1}';
  expect(layoutJson(text).text).toBe(
    '{\n  "id": 12345678901234567890,\n  "x": 1.0,\n  "t": "\\u0041\\"{",\n  "id": 1\n}',
  );
});

test("what is no JSON stays as it is", () => {
  const text = "FILE METADATA ONLY:\n- filename: feedback.xlsx";
  expect(layoutJson(text)).toEqual({ text, isJson: false });
  expect(layoutJson("{broken")).toEqual({ text: "{broken", isJson: false });
});

const value: JsonValue = { files: [{ id: "0", "a/b": 1 }, { id: "7" }], total: 2 };

test("a tree shows the root and what is opened, with JSON Pointers as paths", () => {
  expect(
    flattenJson(value, new Set(["", "/files", "/files/0"])).map((row) => [row.path, row.depth, row.children]),
  ).toEqual([
    ["", 0, 2],
    ["/files", 1, 2],
    ["/files/0", 2, 2],
    ["/files/0/id", 3, null],
    ["/files/0/a~1b", 3, null],
    ["/files/1", 2, 1],
    ["/total", 1, null],
  ]);
});

test("at first the tree opens as far as the budget of rows goes, the root always", () => {
  expect([...openAtFirst(value, 5)]).toEqual(["", "/files"]);
  expect([...openAtFirst(value, 1)]).toEqual([""]);
  expect([...allPaths(value)]).toEqual(["", "/files", "/files/0", "/files/1"]);
});
