import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { nearlyEqualCalls } from "./near-equality.ts";

const near = (a: JsonValue, b: JsonValue): boolean =>
  nearlyEqualCalls({ tool: "search", args: a }, { tool: "search", args: b });

describe("nearly equal calls", () => {
  it.each<[string, JsonValue, JsonValue]>([
    ["reordered keys", { a: 1, b: { x: 1, y: 2 } }, { b: { y: 2, x: 1 }, a: 1 }],
    ["white space and case", { query: "  Hawaii   Plans " }, { query: "hawaii plans" }],
    ["a number spelled as text", { id: 7 }, { id: "7" }],
    ["a null against a missing key", { query: "a", sender: null }, { query: "a" }],
    ["one changed word of three", { query: "hawaii vacation plans" }, { query: "hawaii vacation plan" }],
    ["one changed word in a list", { queries: ["find the old plan", "x"] }, { queries: ["find the new plan", "x"] }],
    ["one changed word of a Chinese text", { query: "查找东京的无障碍酒店" }, { query: "查找大阪的无障碍酒店" }],
    ["white space in a Chinese text", { query: "查找 東京 的酒店" }, { query: "查找東京的酒店" }],
    ["full-width letters", { query: "ＡＢＣ plan" }, { query: "abc plan" }],
  ])("%s", (_, a, b) => expect(near(a, b)).toBe(true));

  it.each<[string, JsonValue, JsonValue]>([
    ["another id", { file_id: "7" }, { file_id: "8" }],
    ["another id within a sentence", { text: "read file 7 now" }, { text: "read file 8 now" }],
    ["one changed word of one", { city: "Paris" }, { city: "London" }],
    ["two changed words", { query: "one two three four" }, { query: "one zwei drei four" }],
    [
      "one changed word in each of two texts",
      { a: "one two three", b: "one two three" },
      { a: "one two four", b: "one two four" },
    ],
    ["another date", { query: "meetings on 2024-05-01 please" }, { query: "meetings on 2024-05-02 please" }],
    ["another page in words", { query: "page one of the list" }, { query: "page two of the list" }],
    ["another letter", { query: "read appendix b again" }, { query: "read appendix c again" }],
    ["another day", { query: "meetings on monday please" }, { query: "meetings on tuesday please" }],
    ["another page in Chinese", { query: "搜索结果的第一页" }, { query: "搜索结果的第二页" }],
    ["another day in Chinese", { query: "查找星期一的会议" }, { query: "查找星期二的会议" }],
    ["two changed words in Chinese", { query: "查找东京的酒店" }, { query: "查找大阪的航班" }],
    ["one more key", { a: 1 }, { a: 1, b: 2 }],
    ["a longer list", { a: [1] }, { a: [1, 1] }],
    ["true against text", { a: true }, { a: "true" }],
  ])("not: %s", (_, a, b) => expect(near(a, b)).toBe(false));

  it("never across tools", () =>
    expect(nearlyEqualCalls({ tool: "a", args: {} }, { tool: "b", args: {} })).toBe(false));
});
