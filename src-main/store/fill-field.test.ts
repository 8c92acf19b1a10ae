import { expect, it } from "vitest";
import { fillField } from "./fill-field.ts";

const fillMessages = (json: string, value: string) => fillField(json, "messages", value);

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

it("takes a value of that name that is text for what it is", () => {
  expect(fillField('{"role":"content","content":null}', "content", '"x"')).toBe('{"role":"content","content":"x"}');
});
