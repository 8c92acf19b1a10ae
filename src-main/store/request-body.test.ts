import { expect, it } from "vitest";
import { fillMessages } from "./request-body.ts";

it("puts the messages where the envelope's own field is, wherever else the name stands", () => {
  const tools = [
    { function: { name: 'say "messages":null', parameters: { messages: null, default: [{ messages: null }] } } },
  ];
  const envelope = { model: 'a\\"messages": null,', tools, messages: null, stream: true };
  const messages = [{ role: "user", content: "$& hi" }];
  expect(fillMessages(JSON.stringify(envelope), JSON.stringify(messages))).toBe(
    JSON.stringify({ ...envelope, messages }),
  );
});

it("takes white space as it comes", () => {
  expect(fillMessages('{ "messages" : null , "n": 1 }', "[]")).toBe('{ "messages" : [] , "n": 1 }');
});

it("says so when there is no such field", () => {
  expect(fillMessages('{"model":"m","input":{"messages":null}}', "[]")).toBeNull();
  expect(fillMessages('{"messages":[1]}', "[]")).toBeNull();
  expect(fillMessages('"messages', "[]")).toBeNull();
});
