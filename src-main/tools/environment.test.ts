import { expect, test } from "vitest";
import { diffEnvironment, sameJson } from "./environment.ts";

test("equal environments differ in nothing, whatever the order of keys", () => {
  expect(diffEnvironment({ a: 1, b: [{ id: "1" }] }, { b: [{ id: "1" }], a: 1 })).toEqual([]);
  expect(sameJson({ a: null }, {})).toBe(false);
});

test("fields added, removed and replaced are named by pointer, special characters escaped", () => {
  expect(diffEnvironment({ "a/b": 1, "c~d": 2, e: { f: "x" } }, { "c~d": 3, e: { f: "x", g: [] } })).toEqual([
    { path: "/a~1b", op: "remove", from: 1, to: null },
    { path: "/c~0d", op: "replace", from: 2, to: 3 },
    { path: "/e/g", op: "add", from: null, to: [] },
  ]);
});

test("deleting one of a list of things with ids is one remove, and the rest is not shifted", () => {
  const before = {
    files: [
      { id: "1", n: "a" },
      { id: "2", n: "b" },
      { id: "3", n: "c" },
    ],
  };
  const after = {
    files: [
      { id: "1", n: "a" },
      { id: "3", n: "changed" },
      { id: "4", n: "d" },
    ],
  };
  expect(diffEnvironment(before, after)).toEqual([
    { path: "/files/1", op: "remove", from: { id: "2", n: "b" }, to: null },
    { path: "/files/2/n", op: "replace", from: "c", to: "changed" },
    { path: "/files/2", op: "add", from: null, to: { id: "4", n: "d" } },
  ]);
});

test("ids that repeat do not identify, so positions are compared", () => {
  expect(
    diffEnvironment(
      [
        { id: 1, v: 1 },
        { id: 1, v: 2 },
      ],
      [
        { id: 1, v: 1 },
        { id: 1, v: 3 },
      ],
    ),
  ).toEqual([{ path: "/1/v", op: "replace", from: 2, to: 3 }]);
});

test("in a plain list what was put in or taken out of the middle is found", () => {
  expect(diffEnvironment(["a", "b", "c"], ["a", "c"])).toEqual([{ path: "/1", op: "remove", from: "b", to: null }]);
  expect(diffEnvironment(["a", "c"], ["a", "b", "c"])).toEqual([{ path: "/1", op: "add", from: null, to: "b" }]);
});

test("a value of another kind is replaced as a whole", () => {
  expect(diffEnvironment({ a: [1] }, { a: { 0: 1 } })).toEqual([
    { path: "/a", op: "replace", from: [1], to: { 0: 1 } },
  ]);
  expect(diffEnvironment(null, { a: 1 })).toEqual([{ path: "", op: "replace", from: null, to: { a: 1 } }]);
});
