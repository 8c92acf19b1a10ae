import { expect, test } from "vitest";
import { fieldRows } from "./field-diff.ts";

const file = { id: "7", name: "plans.docx", content: "June 13: hike", tags: [] };

test("a result shown whole keeps every field", () => {
  expect(fieldRows(file, JSON.stringify(file), null)).toEqual([
    { path: "/id", status: "kept", raw: "7", shown: "7", chars: 1 },
    { path: "/name", status: "kept", raw: "plans.docx", shown: "plans.docx", chars: 10 },
    { path: "/content", status: "kept", raw: "June 13: hike", shown: "June 13: hike", chars: 13 },
    { path: "/tags", status: "kept", raw: [], shown: [], chars: 2 },
  ]);
});

test("the compactor's pointers say what a text keeps; a kept field that does not stand in it counts as changed", () => {
  expect(fieldRows([file], "- name: plans.docx", ["/0/name", "/0/id"])).toEqual([
    { path: "/0/id", status: "changed", raw: "7", shown: null, chars: 1 },
    { path: "/0/name", status: "kept", raw: "plans.docx", shown: "plans.docx", chars: 10 },
    { path: "/0/content", status: "lost", raw: "June 13: hike", shown: null, chars: 13 },
    { path: "/0/tags", status: "lost", raw: [], shown: null, chars: 2 },
  ]);
});

test("a pointer covers everything below it", () => {
  const rows = fieldRows({ a: { b: "x", c: "y" }, d: "z" }, "a has x and y", ["/a"]);
  expect(rows.map((row) => `${row.path} ${row.status}`)).toEqual(["/a/b kept", "/a/c kept", "/d lost"]);
});

test("two JSON values are compared path by path, additions at the end", () => {
  const shown = JSON.stringify({ id: "7", name: "other.docx", tags: ["new"], extra: 1 });
  expect(fieldRows(file, shown, null)).toEqual([
    { path: "/id", status: "kept", raw: "7", shown: "7", chars: 1 },
    { path: "/name", status: "changed", raw: "plans.docx", shown: "other.docx", chars: 10 },
    { path: "/content", status: "lost", raw: "June 13: hike", shown: null, chars: 13 },
    { path: "/tags", status: "changed", raw: [], shown: ["new"], chars: 2 },
    { path: "/tags/0", status: "added", raw: null, shown: "new", chars: 0 },
    { path: "/extra", status: "added", raw: null, shown: 1, chars: 0 },
  ]);
});

test("a branch that became a scalar is changed on each of its fields, and names with slashes are escaped", () => {
  expect(fieldRows({ "a/b": { c: 1 } }, JSON.stringify({ "a/b": 5 }), null)).toEqual([
    { path: "/a~1b/c", status: "lost", raw: 1, shown: null, chars: 1 },
  ]);
});

test("a plain text is one row: kept whole, or changed with the text that took its place", () => {
  expect(fieldRows("hello", "hello", null)).toEqual([
    { path: "", status: "kept", raw: "hello", shown: "hello", chars: 5 },
  ]);
  expect(fieldRows("hello", "bye", null)).toEqual([
    { path: "", status: "changed", raw: "hello", shown: "bye", chars: 5 },
  ]);
  expect(fieldRows("a long text", "a long", [])).toEqual([
    { path: "", status: "lost", raw: "a long text", shown: null, chars: 11 },
  ]);
});

test("a very wide result stays bounded", () => {
  const wide = Array.from({ length: 30_000 }, (_, index) => index);
  expect(fieldRows(wide, "[]", null)).toHaveLength(1);
});
