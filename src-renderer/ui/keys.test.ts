import { expect, test } from "vitest";
import { isComposing, isSubmitKey, keyCaps, keyName, type KeyPress } from "./keys.ts";

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    code: "",
    keyCode: 0,
    isComposing: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  };
}

test("keys are named as commands spell them", () => {
  expect(
    [
      press("j"),
      press("G", { shiftKey: true }),
      press("?", { shiftKey: true }),
      press(" "),
      press("ArrowDown"),
      press("Enter", { shiftKey: true }),
      press("k", { ctrlKey: true }),
      press("K", { metaKey: true, shiftKey: true }),
      press("ArrowLeft", { altKey: true }),
    ].map(keyName),
  ).toEqual(["j", "G", "?", "Space", "ArrowDown", "Shift+Enter", "Mod+k", "Mod+Shift+k", "Alt+ArrowLeft"]);
});

test("a letter key on a keyboard of another script is named by its place", () => {
  expect([keyName(press("о", { code: "KeyJ" })), keyName(press("П", { code: "KeyG", shiftKey: true }))]).toEqual([
    "j",
    "G",
  ]);
});

test("Enter submits, but not the Enter that ends an IME composition", () => {
  const enter = (more: Partial<KeyboardEvent>) => isSubmitKey({ ...press("Enter"), ...more } as KeyboardEvent);
  expect([enter({}), enter({ isComposing: true }), enter({ keyCode: 229 })]).toEqual([true, false, false]);
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
});

test("key caps are what stands on the keys", () => {
  expect([keyCaps("g g"), keyCaps("ArrowDown"), keyCaps("?")]).toEqual([["g", "g"], ["↓"], ["?"]]);
});
