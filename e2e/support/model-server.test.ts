import OpenAI from "openai";
import { afterEach, beforeEach, expect, test } from "vitest";
import { calls, heldAt, refuses, says, startModelServer } from "./model-server.ts";
import type { ModelServer } from "./model-server.ts";

let server: ModelServer;
let client: OpenAI;

beforeEach(async () => {
  server = await startModelServer(["one", "two"]);
  client = new OpenAI({ baseURL: server.url, apiKey: "none", maxRetries: 0 });
});
afterEach(() => server.close());

const ask = (text: string) => ({
  model: "one",
  stream: true as const,
  messages: [{ role: "user" as const, content: text }],
});

test("answers in the order of its script, and keeps what it was sent", async () => {
  server.script(
    says("Two words."),
    calls([{ name: "list_files", arguments: { a: 1 }, id: "c1" }], { text: "Looking." }),
  );
  const texts: string[] = [];
  for await (const chunk of await client.chat.completions.create(ask("first"))) {
    const [choice] = chunk.choices;
    if (choice) texts.push(choice.delta.content ?? `[${choice.finish_reason}]`);
  }
  expect(texts).toEqual(["", "Two ", "words.", "[stop]"]);

  const pieces: unknown[] = [];
  for await (const chunk of await client.chat.completions.create(ask("second"))) {
    pieces.push(...(chunk.choices[0]?.delta.tool_calls ?? []));
  }
  expect(pieces).toEqual([
    { index: 0, id: "c1", type: "function", function: { name: "list_files", arguments: "" } },
    { index: 0, function: { arguments: '{"a"' } },
    { index: 0, function: { arguments: ":1}" } },
  ]);
  expect(server.requests.map((request) => request.body["messages"])).toEqual([
    [{ role: "user", content: "first" }],
    [{ role: "user", content: "second" }],
  ]);
});

test("holds a reply where the test says, until the test lets go", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.script(heldAt(says("now later"), 2, promise));
  const stream = (await client.chat.completions.create(ask("x")))[Symbol.asyncIterator]();
  const opening = await stream.next();
  const second = await stream.next();
  const third = stream.next();
  expect(await Promise.race([third, Promise.resolve("still held")])).toBe("still held");
  resolve();
  expect([opening, second, await third]).toMatchObject(
    ["", "now ", "later"].map((content) => ({ done: false, value: { choices: [{ delta: { content } }] } })),
  );
});

test("fails the way a server does, and says so when its script is used up", async () => {
  server.script(refuses(429, "Slow down", { "retry-after": "7" }), { steps: [{ cut: true }] });
  await expect(client.chat.completions.create(ask("x"))).rejects.toMatchObject({ status: 429 });
  const cut = await client.chat.completions.create(ask("x"));
  await expect(cut[Symbol.asyncIterator]().next()).rejects.toThrow("terminated");
  await expect(client.chat.completions.create(ask("x"))).rejects.toMatchObject({ status: 500 });
});

test("lists its models, and tells when a request has come", async () => {
  expect((await client.models.list()).data.map((model) => model.id)).toEqual(["one", "two"]);
  server.script(says("a"));
  const first = server.request(1);
  await client.chat.completions.create(ask("x"));
  expect(await first).toBe(server.requests[0]);
});
