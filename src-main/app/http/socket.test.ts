import { expect, test } from "vitest";
import { CONGESTED_BYTES, STUCK_BYTES, admit } from "./socket.ts";

test("a client that lags loses streamed text, then the connection, and never an event", () => {
  const table = [0, CONGESTED_BYTES, STUCK_BYTES].map((unsent) => [admit(unsent, true), admit(unsent, false)]);
  expect(table).toEqual([
    ["send", "send"],
    ["drop", "send"],
    ["cut", "cut"],
  ]);
});
