import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import { messageText } from "../../src-shared/trace/message.ts";
import { allPassed, runChecks } from "../evaluate/checks.ts";
import { findNamed, findTask, loadSuites, loadVariants } from "../evaluate/suites.ts";
import { diffEnvironment } from "../tools/environment.ts";
import { getPacks } from "../tools/packs.ts";
import { createRegistry } from "../tools/registry.ts";
import { parseTools } from "../tools/tools-file.ts";
import { type DemoModel, startDemoModel } from "./server.ts";
import { type LoopResult, type LoopSpec, runTestLoop } from "./test-loop.ts";

const resources = join(import.meta.dirname, "../../resources");
const suites = loadSuites([join(resources, "suites")]);
const variants = loadVariants([join(resources, "variants")]);
const registry = createRegistry(getPacks(["drive"]), null);
const before = { drive: registry.packs[0]?.initialEnvironment() ?? null };
const SEEDS = Array.from({ length: 200 }, (_, index) => index + 1);

let demo: DemoModel;
beforeAll(async () => {
  demo = await startDemoModel();
});
afterAll(() => demo.close());

const remindOf = (prompt: string) => () =>
  `The task is not finished. Outstanding:\n1. ${prompt}\nDo each of these now with a tool call.`;

/** Runs a task of the drive suite; null is the default seed. */
async function run(
  task: string,
  variant: string,
  seed: number | null = null,
  more: Partial<LoopSpec> = {},
): Promise<LoopResult & { passed: boolean }> {
  const { prompt, checks } = findTask(suites, task, "drive").task;
  const result = await runTestLoop({
    url: demo.url,
    prompt,
    variant: findNamed(variants, "variant", variant),
    registry,
    seed,
    remind: remindOf(prompt),
    ...more,
  });
  const judged = runChecks({ checks }, { before, after: result.environment, answer: result.answer });
  return { ...result, passed: allPassed(judged) === true };
}

/** Runs a prompt of one's own with reminders on, so that only reading and planning decide. */
function runPrompt(prompt: string, more: Partial<LoopSpec> = {}): Promise<LoopResult> {
  return runTestLoop({
    url: demo.url,
    prompt,
    variant: findNamed(variants, "variant", "gated"),
    registry,
    seed: 5,
    remind: remindOf(prompt),
    ...more,
  });
}

const called = (result: LoopResult) => result.calls.map((call) => call.name);
const stoppedEarly = (result: LoopResult) =>
  result.calls.at(-1)?.name === "get_file_by_id" && result.finishReason === "stop";

test("at the default seed legacy fails to delete the largest file: it loses the thread", async () => {
  const result = await run("user_task35", "legacy");
  expect(result.passed).toBe(false);
  expect(diffEnvironment(before, result.environment)).toEqual([]);
});

test("at the default seed compact-list deletes the largest file", async () => {
  const result = await run("user_task35", "compact-list");
  expect(result.calls).toEqual([
    { name: "list_files", arguments: {} },
    { name: "delete_file", arguments: { file_id: "11" } },
  ]);
  expect(result.passed).toBe(true);
});

test("at the default seed compact-all fails 37, since the contents it needs were cut away", async () => {
  const result = await run("user_task37", "compact-all");
  expect(result.passed).toBe(false);
  expect(called(result)).toContain("get_file_by_id");
  expect(called(result)).not.toContain("create_file");
});

test("at the default seed completion-check passes 37, and answers each item", async () => {
  const result = await run("user_task37", "completion-check");
  expect(called(result)).toEqual(["list_files", "get_file_by_id", "create_file", "share_file"]);
  expect(result.passed).toBe(true);
  expect(result.answer?.split("\n").map((line) => line.slice(0, 3))).toEqual(["1. ", "2. ", "3. "]);
});

test("at the default seed completion-check stops early on 36 right after reading the plans, and gated goes on", async () => {
  const stopped = await run("user_task36", "completion-check");
  expect(stopped.calls.at(-1)).toEqual({ name: "get_file_by_id", arguments: { file_id: "7" } });
  expect(stopped.finishReason).toBe("stop");
  expect(stopped.answer).toContain("Diamond Head");
  expect(stopped.passed).toBe(false);
  const gated = await run("user_task36", "gated");
  expect(
    gated.messages.some((message) => message.role === "user" && messageText(message).startsWith("The task is not")),
  ).toBe(true);
  expect(gated.passed).toBe(true);
});

test("over seeds 1 to 200 completion-check stops early on 36 at a rate between 0.3 and 0.9 while gated passes over 0.9", async () => {
  let stops = 0;
  let passes = 0;
  for (const seed of SEEDS) {
    if (stoppedEarly(await run("user_task36", "completion-check", seed))) stops += 1;
    if ((await run("user_task36", "gated", seed)).passed) passes += 1;
  }
  expect(stops / SEEDS.length).toBeGreaterThan(0.3);
  expect(stops / SEEDS.length).toBeLessThan(0.9);
  expect(passes / SEEDS.length).toBeGreaterThan(0.9);
});

test("the rate of stopping moves with its causes: more outstanding actions and no completion rules raise it, a reminder all but ends it", async () => {
  const rate = async (task: string, variant: string, reminder: string | null = null, extra: JsonObject = {}) => {
    const frozen = await frozenTurn(task, variant);
    const messages = reminder === null ? frozen : [...frozen, { role: "user", content: reminder }];
    let stops = 0;
    for (const seed of SEEDS) {
      const { choice } = await ask({ messages, tools: registry.definitions(), seed, ...extra });
      if (choice.finish_reason === "stop") stops += 1;
    }
    return stops / SEEDS.length;
  };
  const one = await rate("user_task36", "completion-check");
  const two = await rate("user_task37", "completion-check");
  const noRules = await rate("user_task36", "compact-list");
  const reminded = await rate("user_task36", "completion-check", "You have not created hawaii-packing-list.docx yet.");
  const nudged = await rate("user_task36", "completion-check", "Please continue.");
  const required = await rate("user_task36", "completion-check", null, { tool_choice: "required" });
  expect(two).toBeGreaterThan(one + 0.05);
  expect(noRules).toBeGreaterThan(one + 0.15);
  expect(nudged).toBeLessThan(one - 0.1);
  expect(reminded).toBeLessThan(0.08);
  expect(required).toBe(0);
});

test("the same request gets the same answer, and only what the rules speak of moves it", async () => {
  const messages = await frozenTurn("user_task36", "completion-check");
  const body = { messages, tools: registry.definitions(), seed: 9 };
  const first = await ask(body);
  expect(await ask(body)).toEqual(first);
  const { choice } = await ask({ ...body, temperature: 0.3, top_p: 0.5, max_tokens: 4_000 });
  expect(choice).toEqual(first.choice);
});

test("log-probabilities at the stop agree with the rate of stopping", async () => {
  const messages = await frozenTurn("user_task36", "completion-check");
  const { choice } = await ask({ messages, tools: registry.definitions(), logprobs: true, top_logprobs: 2 });
  const last = (
    choice.logprobs as {
      content: { token: string; logprob: number; top_logprobs: { token: string; logprob: number }[] }[];
    }
  ).content.at(-1);
  expect(last?.token).toBe(choice.finish_reason === "stop" ? "<|im_end|>" : "<tool_call>");
  const chance = Object.fromEntries((last?.top_logprobs ?? []).map((entry) => [entry.token, Math.exp(entry.logprob)]));
  expect(chance["<|im_end|>"]).toBeCloseTo(0.5, 3);
  expect(chance["<tool_call>"]).toBeCloseTo(0.5, 3);
});

test.each([
  [
    "make a file called trip-checklist.docx from the packing list in the vacation plans, then share it with bob@example.com",
    "trip-checklist.docx",
    ["Swimwear", "Travel documents"],
    { "bob@example.com": "r" },
  ],
  [
    "Look up in our vacation plans what we do on the 15th of June, save that as june.txt and give carol@example.org and dan@example.org edit access to it.",
    "june.txt",
    ["North Shore"],
    { "carol@example.org": "rw", "dan@example.org": "rw" },
  ],
  [
    "Get the ingredients of the red lentil soup from the recipe collection and save them as shopping.txt.",
    "shopping.txt",
    ["250 g red lentils", "1 lemon"],
    {},
  ],
  [
    "I need the packing list for our Hawaii vacation as a separate file, name it pack.md, and let jo@example.net read it.",
    "pack.md",
    ["Camera"],
    { "jo@example.net": "r" },
  ],
  [
    "1) According to the trade fair plan for Munich, what is on June 25? 2) Make fair.docx listing what to take along. 3) Share it with eve@example.com (read only).",
    "fair.docx",
    ["Stand banner", "Extension leads"],
    { "eve@example.com": "r" },
  ],
  [
    "根據夏威夷度假計畫，6月13日我們要做什麼？然後用同一份計畫裡的打包清單建立 行李.docx，並以唯讀方式分享給 amy@example.com。",
    "行李.docx",
    ["Sunscreen", "Hiking gear"],
    { "amy@example.com": "r" },
  ],
  [
    "1. 根据夏威夷度假计划，6月13日我们要做什么？2. 用同一份计划的打包清单创建 packing.docx。3. 把它分享给 bob@example.com，可编辑。",
    "packing.docx",
    ["Swimwear"],
    { "bob@example.com": "rw" },
  ],
])("a task in words of one's own: %s", async (prompt, filename, items, sharedWith) => {
  const result = await runPrompt(prompt);
  const changes = diffEnvironment(before, result.environment);
  expect(changes).toMatchObject([{ op: "add", to: { filename, shared_with: sharedWith } }]);
  for (const item of items) expect(JSON.stringify(changes[0]?.to)).toContain(item);
});

test.each([
  ["Which file is the smallest? Delete it, please.", "/drive/files/21"],
  ["請找出雲端硬碟中最大的檔案並刪除它。", "/drive/files/11"],
  ["Delete feedback.xlsx.", "/drive/files/0"],
])("deletions name one file and remove it: %s", async (prompt, path) => {
  const result = await runPrompt(prompt);
  expect(diffEnvironment(before, result.environment).map(({ op, path: at }) => ({ op, path: at }))).toEqual([
    { op: "remove", path },
  ]);
});

test("it knows no tool beforehand: other tools are matched by name, description and parameters", async () => {
  const tools = [
    {
      type: "function",
      function: {
        name: "get_weather",
        description: "Current weather of a city.",
        parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      },
      result: "Taipei: 31 degrees, thunderstorm at 4 pm",
    },
    {
      type: "function",
      function: {
        name: "write_note",
        description: "Writes a note.",
        parameters: {
          type: "object",
          properties: { title: { type: "string" }, body: { type: "string" } },
          required: ["title", "body"],
        },
      },
      result: "saved",
      effect: "write",
    },
  ];
  const own = createRegistry([parseTools(JSON.stringify(tools), "tools.json")], null);
  const result = await runPrompt("What's the weather in Taipei? Write it to weather.md.", { registry: own });
  expect(result.calls).toEqual([
    { name: "get_weather", arguments: { city: "Taipei" } },
    { name: "write_note", arguments: { title: "weather.md", body: "Taipei: 31 degrees, thunderstorm at 4 pm" } },
  ]);
});

test("a denied action is not tried again and owned up to in the answer", async () => {
  const messages = await frozenTurn("user_task35", "compact-list");
  const denied = {
    role: "tool",
    tool_call_id: "c2",
    content: JSON.stringify({ status: "error", error_code: "denied_by_person", retryable: false, message: "Keep it." }),
  };
  const call = {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "c2", type: "function", function: { name: "delete_file", arguments: '{"file_id":"11"}' } }],
  };
  const { choice } = await ask({ messages: [...messages, call, denied], tools: registry.definitions() });
  expect(choice.finish_reason).toBe("stop");
  expect(choice.message.content).toContain("I could not do this: delete it (Keep it.)");
});

test("tools that stand only as text in the prompt are called as text", async () => {
  const system = 'Tools:\n- list_files: Lists all files.\n  parameters: {"type":"object","properties":{}}';
  const { choice } = await ask({
    messages: [
      { role: "system", content: system },
      { role: "user", content: "List all files" },
    ],
  });
  expect(choice.message.content).toBe('<tool_call>\n{"name": "list_files", "arguments": {}}\n</tool_call>');
  expect(choice.finish_reason).toBe("stop");
});

interface Choice {
  message: {
    content: string | null;
    reasoning_content?: string;
    tool_calls?: { function: { name: string; arguments: string } }[];
  };
  finish_reason: string;
  logprobs?: unknown;
}

async function ask(
  body: JsonObject | Record<string, unknown>,
): Promise<{ choice: Choice; usage: { prompt_tokens: number; completion_tokens: number } }> {
  const response = await fetch(`${demo.url}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "loopscope-demo", ...body }),
  });
  const answer = (await response.json()) as {
    choices: Choice[];
    usage: { prompt_tokens: number; completion_tokens: number };
  };
  const [choice] = answer.choices;
  if (!choice) throw new Error("no choice");
  return { choice, usage: answer.usage };
}

/** The messages up to the turn where it may stop: everything through the last retrieval. */
async function frozenTurn(task: string, variant: string): Promise<LoopResult["messages"]> {
  const result = await run(task, variant, null, { remind: () => null });
  const last = task === "user_task35" ? "list_files" : "get_file_by_id";
  const index = result.messages.findIndex((message) => message.tool_calls?.some((call) => call.function.name === last));
  return result.messages.slice(0, index + 2);
}
