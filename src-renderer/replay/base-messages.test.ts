import { expect, test } from "vitest";
import { baseMessages } from "./base-messages.ts";

const listed = { role: "user", content: "hi", tool_call_id: null, tokens: 1, new: true, tool_calls: null };

test("messages keep the keys that stood on the wire", () => {
  const request = { messages: [{ role: "user", content: "hi", name: "Ann", extra: 1 }] };
  expect(baseMessages([listed], request)).toEqual([{ role: "user", content: "hi", name: "Ann", extra: 1 }]);
});

test("without a record of the wire, or with another number of messages there, they are built from the list", () => {
  expect(baseMessages([listed], null)).toEqual([{ role: "user", content: "hi" }]);
  expect(baseMessages([listed], { messages: [] })).toEqual([{ role: "user", content: "hi" }]);
});
