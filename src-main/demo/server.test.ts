import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import { getPacks } from "../tools/packs.ts";
import { createRegistry } from "../tools/registry.ts";
import { PROFILES } from "./profiles.ts";
import { type DemoModel, startDemoModel } from "./server.ts";

const tools = createRegistry(getPacks(["drive"]), null).definitions();
let demo: DemoModel;
beforeAll(async () => {
  demo = await startDemoModel();
});
afterAll(() => demo.close());

function post(body: unknown, init: RequestInit = {}): Promise<Response> {
  return fetch(`${demo.url}/chat/completions`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...init,
  });
}

const create = {
  model: "loopscope-demo",
  tools,
  messages: [{ role: "user", content: 'Create notes.txt saying "Milk, bread and a new bicycle bell"' }],
};
const expectedArguments = '{"filename":"notes.txt","content":"Milk, bread and a new bicycle bell"}';

async function answer(body: JsonObject | Record<string, unknown>) {
  const response = await post(body);
  expect(response.status).toBe(200);
  const { choices, usage } = (await response.json()) as {
    choices: {
      message: Record<string, unknown> & {
        content: string | null;
        tool_calls?: { function: { name: string; arguments: string } }[];
      };
      finish_reason: string;
    }[];
    usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
  };
  const [choice] = choices;
  if (!choice) throw new Error("no choice");
  return { ...choice, usage };
}

async function chunks(body: Record<string, unknown>): Promise<JsonObject[]> {
  const text = await (await post({ ...body, stream: true })).text();
  const lines = text.split("\n\n").filter((line) => line !== "");
  expect(lines.pop()).toBe("data: [DONE]");
  return lines.map((line) => JSON.parse(line.replace(/^data: /, "")) as JsonObject);
}

test("it lists its models, the plain one first, each labelled as simulated", async () => {
  const { data } = (await (await fetch(`${demo.url}/models`)).json()) as {
    data: { id: string; owned_by: string; description: string }[];
  };
  expect(data.map((model) => model.id)).toEqual(PROFILES.map((profile) => profile.id));
  expect(data[0]?.id).toBe("loopscope-demo");
  for (const model of data) expect([model.owned_by, model.description].join()).toMatch(/simulated.*Simulated/);
});

test("a call streams in fragments that join to the whole response's call, then the finish reason, then usage", async () => {
  const whole = await answer(create);
  expect(whole.message.tool_calls?.[0]?.function).toEqual({ name: "create_file", arguments: expectedArguments });
  const parts = await chunks({ ...create, stream_options: { include_usage: true } });
  const deltas = parts.flatMap(
    (part) =>
      part.choices as {
        delta: { tool_calls?: { id?: string; function: { name?: string; arguments: string } }[] };
        finish_reason: string | null;
      }[],
  );
  const fragments = deltas.flatMap(({ delta }) => delta.tool_calls ?? []);
  expect(fragments.length).toBeGreaterThan(3);
  expect(fragments.map((fragment) => fragment.function.arguments).join("")).toBe(expectedArguments);
  expect(fragments.filter((fragment) => fragment.id !== undefined)).toHaveLength(1);
  expect(deltas.at(-1)?.finish_reason).toBe("tool_calls");
  expect(parts.at(-1)).toMatchObject({ choices: [], usage: whole.usage });
});

test("content streams in pieces, and usage only when it is asked for", async () => {
  const body = { model: "loopscope-demo", messages: [{ role: "user", content: "你好,請問今天有什麼計畫?" }] };
  const whole = await answer(body);
  const parts = await chunks(body);
  const text = parts
    .flatMap((part) =>
      (part.choices as { delta: { content?: string | null } }[]).map(({ delta }) => delta.content ?? ""),
    )
    .join("");
  expect(text).toBe(whole.message.content);
  expect(parts.some((part) => "usage" in part)).toBe(false);
});

test("thinking comes as reasoning, only where it is switched on", async () => {
  const thinking = await answer({ ...create, chat_template_kwargs: { enable_thinking: true } });
  expect(thinking.message.reasoning_content).toContain("Next I need create_file");
  expect((await answer(create)).message).not.toHaveProperty("reasoning_content");
});

test("tool_choice none forbids calls, required makes one even when all is done", async () => {
  expect((await answer({ ...create, tool_choice: "none" })).message).not.toHaveProperty("tool_calls");
  const hello = {
    model: "loopscope-demo",
    tools,
    messages: [{ role: "user", content: "Hello there" }],
    tool_choice: "required",
  };
  expect((await answer(hello)).finish_reason).toBe("tool_calls");
});

test("max_tokens cuts, and says length", async () => {
  const { message, finish_reason, usage } = await answer({ ...create, max_tokens: 12 });
  expect(finish_reason).toBe("length");
  expect(usage.completion_tokens).toBe(12);
  expect(expectedArguments.startsWith(message.tool_calls?.[0]?.function.arguments ?? "none")).toBe(true);
});

test("drops-call: the tokens are counted and nothing is visible", async () => {
  const dropped = await answer({ ...create, model: "loopscope-demo:drops-call" });
  const whole = await answer(create);
  expect(dropped.message).toEqual({ role: "assistant", content: "" });
  expect([dropped.finish_reason, dropped.usage]).toEqual(["stop", whole.usage]);
});

test("text-calls: the call stands in the content, Hermes style", async () => {
  const { message, finish_reason } = await answer({ ...create, model: "loopscope-demo:text-calls" });
  expect(message.content).toBe(`<tool_call>\n{"name": "create_file", "arguments": ${expectedArguments}}\n</tool_call>`);
  expect([finish_reason, message.tool_calls]).toEqual(["stop", undefined]);
});

test("think-only: reasoning and no content", async () => {
  const { message, finish_reason } = await answer({ ...create, model: "loopscope-demo:think-only" });
  expect([message.content, finish_reason, message.tool_calls]).toEqual(["", "stop", undefined]);
  expect(message.reasoning_content).toContain("create_file");
});

test("cut: the arguments end after 24 tokens, with the right finish reason or the wrong one", async () => {
  for (const [model, reason] of [
    ["cut", "length"],
    ["cut-says-stop", "stop"],
  ]) {
    const { message, finish_reason, usage } = await answer({ ...create, model: `loopscope-demo:${model}` });
    const text = message.tool_calls?.[0]?.function.arguments ?? "";
    expect([finish_reason, usage.completion_tokens]).toEqual([reason, 24]);
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(expectedArguments.startsWith(text)).toBe(true);
  }
});

test("context-4096: a long history is cut in silence, and usage stays at the window", async () => {
  const call = {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "c", type: "function", function: { name: "search_files", arguments: '{"query":"x"}' } }],
  };
  const long = { role: "tool", tool_call_id: "c", content: "words and more words ".repeat(2_000) };
  const body = { ...create, messages: [...create.messages, call, long] };
  expect((await answer(body)).usage.prompt_tokens).toBeGreaterThan(8_000);
  const small = await answer({ ...body, model: "loopscope-demo:context-4096" });
  expect(small.usage.prompt_tokens).toBe(4_096);
  expect(small.message.content).toBe("Hello! How can I help you?");
});

test.each([
  ["{", 400, "The request body is not valid JSON."],
  [JSON.stringify({ model: "loopscope-demo" }), 400, /^messages: /],
  [
    JSON.stringify({ model: "loopscope-demo", messages: [{ role: "robot", content: "" }] }),
    400,
    /^messages\.0\.role: /,
  ],
  [
    JSON.stringify({ model: "gpt", messages: [{ role: "user", content: "x" }] }),
    404,
    'There is no model "gpt" here; there are loopscope-demo',
  ],
])("a bad request is told what is wrong: %s", async (body, status, message) => {
  const response = await post(body);
  const { error } = (await response.json()) as { error: { message: string } };
  expect(response.status).toBe(status);
  expect(error.message).toMatch(message);
});

test("paths it does not have are 404, and a port in use is told plainly", async () => {
  expect((await fetch(`${demo.url}/embeddings`, { method: "POST" })).status).toBe(404);
  await expect(startDemoModel({ port: Number(new URL(demo.url).port) })).rejects.toThrow(/^Port \d+ is in use/);
});

test("a client that goes away mid-stream leaves the server answering", async () => {
  const slow = await startDemoModel({ chunkDelayMs: 5 });
  const controller = new AbortController();
  const response = await fetch(`${slow.url}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ ...create, stream: true }),
    signal: controller.signal,
  });
  await response.body?.getReader().read();
  controller.abort();
  expect((await fetch(`${slow.url}/models`)).status).toBe(200);
  await slow.close();
});
