import { describe, expect, test } from "vitest";
import { judgeContext } from "./judge/context-flags.ts";
import { estimateMessageTokens, estimateRequestTokens } from "./message-tokens.ts";
import { retryAfterMs } from "./retry-after.ts";
import { calibratedEstimate, calibrationRatio, estimateTokens } from "./tokens.ts";

describe("estimates", () => {
  test.each<[string, number, number]>([
    ["", 0, 0],
    ["The quick brown fox jumps over the lazy dog.", 9, 14],
    ["最大的文件是食谱合集，请把它删除。", 9, 18],
    ['{"id":"11","filename":"recipe-collection.docx","size":3183}', 17, 32],
    ["ä ö ü", 2, 4],
  ])("%s", (text, low, high) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(low);
    expect(estimateTokens(text)).toBeLessThanOrEqual(high);
  });

  test("a message counts its text, thinking, calls and the template's marks", () => {
    const call = { id: "a", type: "function" as const, function: { name: "read_file", arguments: '{"path":"a.md"}' } };
    const plain = estimateMessageTokens({ role: "assistant", content: "Hi." });
    const full = estimateMessageTokens({ role: "assistant", content: "Hi.", reasoning: "I look.", tool_calls: [call] });
    expect(full).toBeGreaterThan(plain + 10);
    expect(estimateRequestTokens([{ role: "user", content: "" }], 100)).toBe(104);
  });

  test("the ratio is the median of plausible reports; cut ones say nothing", () => {
    expect(calibrationRatio([])).toBe(1);
    expect(
      calibrationRatio([
        { estimated: 100, reported: null },
        { estimated: 100, reported: 0 },
      ]),
    ).toBe(1);
    expect(
      calibrationRatio([
        { estimated: 1000, reported: 1200 },
        { estimated: 2000, reported: 2400 },
        { estimated: 15_700, reported: 2051 },
      ]),
    ).toBe(1.2);
    expect(calibrationRatio([{ estimated: 6000, reported: 4096 }])).toBe(1);
    expect(calibratedEstimate(500, [{ estimated: 1000, reported: 1200 }])).toBe(600);
  });
});

describe("a prompt that was cut", () => {
  const judge = (
    estimated: number,
    reported: number | null,
    earlier: [number, number | null][] = [],
    completion: number | null = 10,
  ) => {
    const turns = earlier.map(([before, told]) => ({ estimated: before, reported: told }));
    const { truncated, shrank } = judgeContext({ estimated, reported, completion, earlier: turns });
    return [truncated, shrank];
  };

  test.each<[string, Parameters<typeof judge>, boolean[]]>([
    ["far below the estimate", [15_700, 2051], [true, false]],
    ["at a window, a little below the estimate", [5000, 4090], [true, false]],
    ["prompt and output fill the window", [5000, 4000, [], 96], [true, false]],
    ["flat while the history grows", [3900, 3000, [[3000, 3000]]], [true, false]],
    ["falling while the history grows", [3900, 2600, [[3000, 3000]]], [true, true]],
    ["as estimated", [3900, 3880, [[3000, 3000]]], [false, false]],
    ["a rough estimate without calibration", [1500, 1000], [false, false]],
    ["at a window by chance", [4100, 4096], [false, false]],
    ["the history was compacted", [1000, 900, [[3000, 3000]]], [false, false]],
    ["not reported", [15_700, null], [false, false]],
    ["not estimated", [0, 2051], [false, false]],
    ["small prompts", [60, 45, [[50, 45]]], [false, false]],
  ])("%s", (_name, given, expected) => {
    expect(judge(...given)).toEqual(expected);
  });
});

describe("how long a server asks to wait", () => {
  const now = Date.parse("2026-01-01T12:00:00Z");
  test.each<[string, Record<string, string>, number | null]>([
    ["seconds", { "retry-after": "90" }, 90_000],
    ["a fraction", { "retry-after": "0.5" }, 500],
    ["milliseconds", { "retry-after-ms": "250", "retry-after": "1" }, 250],
    [
      "a date, by the server's clock",
      { "retry-after": "Thu, 01 Jan 2026 13:00:07 GMT", date: "Thu, 01 Jan 2026 13:00:00 GMT" },
      7000,
    ],
    ["a date, by ours", { "retry-after": "Thu, 01 Jan 2026 12:00:07 GMT" }, 7000],
    ["a date that has passed", { "retry-after": "Thu, 01 Jan 2026 11:00:00 GMT" }, 0],
    ["nothing", {}, null],
    ["nonsense", { "retry-after": "soon" }, null],
    ["less than nothing", { "retry-after": "-5" }, null],
    ["seconds with a unit", { "retry-after": "2 seconds" }, null],
    ["a bare year", { "retry-after": "Jan 2026" }, null],
    ["a date in the form of RFC 850", { "retry-after": "Thursday, 01-Jan-26 12:00:07 GMT" }, 7000],
    ["a date in the form of asctime", { "retry-after": "Thu Jan  1 12:00:07 2026" }, 7000],
    ["a date of ISO 8601", { "retry-after": "2026-01-01T12:00:07Z" }, 7000],
  ])("%s", (_name, headers, ms) => {
    expect(retryAfterMs(headers, now)).toBe(ms);
  });
});

test("a count below any window, with nothing to calibrate it by, is no cut", () => {
  const facts = { estimated: 1800, completion: 23, earlier: [] };
  expect([140, 300, 700].map((reported) => judgeContext({ ...facts, reported }).truncated)).toEqual([
    false,
    false,
    true,
  ]);
});
