import { expect, test } from "vitest";
import { formatBytes, formatCompact, formatDuration, formatList, formatWhen, plural } from "./format.ts";

test("numbers, sizes and durations read as a person would write them", () => {
  expect([plural(1, "turn", "turns"), plural(0, "turn", "turns"), plural(1204, "turn", "turns")]).toEqual([
    "1 turn",
    "0 turns",
    "1,204 turns",
  ]);
  expect([formatBytes(812), formatBytes(28_934), formatBytes(3_100_000)]).toEqual(["812 B", "28.9 KB", "3.1 MB"]);
  expect([4, 43, 1240, 12_340, 59_999, 125_000, 4_320_000].map(formatDuration)).toEqual([
    "4 ms",
    "40 ms",
    "1.24 s",
    "12.3 s",
    "60.0 s",
    "2m 05s",
    "1h 12m",
  ]);
  expect([formatCompact(999), formatCompact(12_345)]).toEqual(["999", "12.3K"]);
  expect(formatList(["a", "b", "c"])).toBe("a, b, and c");
});

test("a time is as short as its distance allows; what is no time stays as it is", () => {
  const now = new Date(2026, 10, 30, 12, 0, 0).getTime();
  const at = (...parts: [number, number, number, number, number, number]) => new Date(...parts).toISOString();
  expect(formatWhen(at(2026, 10, 30, 9, 5, 7), now)).toBe("09:05:07");
  expect(formatWhen(at(2026, 5, 13, 9, 5, 7), now)).toBe("Jun 13, 09:05");
  expect(formatWhen(at(2025, 5, 13, 9, 5, 7), now)).toBe("Jun 13, 2025");
  expect(formatWhen("yesterday", now)).toBe("yesterday");
});
