import { expect, test } from "vitest";
import { longHex } from "./hex-color.ts";

test("short colours are written out, long ones stay", () => {
  expect([" #fff", "#a1C", "#abcd ", "#1f2328", "#1f232880", "red", ""].map(longHex)).toEqual([
    "#ffffff",
    "#aa11CC",
    "#aabbccdd",
    "#1f2328",
    "#1f232880",
    "red",
    "",
  ]);
});
