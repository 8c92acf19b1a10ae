import fc from "fast-check";
import { expect, it } from "vitest";
import { cutStrings, cutText } from "./preview.ts";

it("cuts text to a length, never inside a surrogate pair", () => {
  expect(cutText("abc", 3)).toBe("abc");
  expect(cutText("abcd", 3)).toBe("abc");
  expect(cutText("ab😀", 3)).toBe("ab");
  expect(cutText("ab😀", 4)).toBe("ab😀");
});

it("cuts the strings of a value and leaves the value itself alone", () => {
  const value = { a: "xxxxx", b: [1, null, "yyyy", { c: "zzz" }], keylonger: true };
  expect(cutStrings(value, 3)).toEqual({ a: "xxx…", b: [1, null, "yyy…", { c: "zzz" }], keylonger: true });
  expect(value.a).toBe("xxxxx");
  expect(cutStrings(value, 5)).toBe(value);
});

it("gives the same when it is done again, or first with a longer limit", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.integer({ min: 1, max: 30 }),
      fc.nat(10),
      (text, n, more) => {
        const once = cutStrings(text, n);
        expect(cutStrings(once, n)).toBe(once);
        expect(cutStrings(cutStrings(text, n + more), n)).toBe(once);
      },
    ),
  );
});
