import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { systemClock } from "./clock.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a wait of more than 24.8 days is not over at once", async () => {
  const days = 30 * 24 * 3600 * 1000;
  let over = false;
  const slept = systemClock.sleep(days).then(() => void (over = true));
  await vi.advanceTimersByTimeAsync(days - 1);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  await slept;
  expect(over).toBe(true);
});
