// Texts, thinking, reasons and silence, each as the record it must come to.
import { describe, expect, test } from "vitest";
import { chunk, sse } from "../fixtures/loopback-server.ts";
import { fragment, observe, says, stream, thinks } from "./variant.ts";
import type { Variant } from "./variant.ts";

const CUT: readonly Variant[] = [
  {
    name: "open arguments and length",
    reply: stream(
      [fragment({ index: 0, id: "a", name: "create_file", args: '{"filename":"a.md","content":"# Ti' })],
      "length",
    ),
    expected: {
      finish: "length",
      effective: "length",
      flags: ["truncated"],
      calls: ["create_file null arguments_truncated"],
    },
  },
  {
    name: "open arguments and tool_calls",
    reply: stream(
      [fragment({ index: 0, id: "a", name: "create_file", args: '{"filename":"a.md","content":"# Ti' })],
      "tool_calls",
    ),
    expected: {
      finish: "tool_calls",
      effective: "length",
      flags: ["finish_mismatch", "truncated"],
      calls: ["create_file null arguments_truncated"],
    },
  },
  {
    name: "a whole call, then one that is cut, and length",
    reply: stream(
      [
        fragment({ index: 0, id: "a", name: "list_files", args: "{}" }),
        fragment({ index: 1, id: "b", name: "create_file", args: '{"filename":"a' }),
      ],
      "length",
    ),
    expected: {
      effective: "length",
      flags: ["truncated"],
      calls: ["list_files {} arguments_truncated", "create_file null arguments_truncated"],
    },
  },
  {
    name: "cut inside an escape",
    reply: stream(
      [fragment({ index: 0, id: "a", name: "create_file", args: '{"filename":"a.md","content":"one\\' })],
      "length",
    ),
    expected: { effective: "length", flags: ["truncated"], calls: ["create_file null arguments_truncated"] },
  },
  {
    name: "cut after a key, encoded",
    reply: stream(
      [fragment({ index: 0, id: "a", name: "create_file", args: '"{\\"filename\\":\\"a.md\\",\\"con' })],
      "stop",
    ),
    expected: {
      effective: "length",
      flags: ["finish_mismatch", "truncated"],
      calls: ["create_file null arguments_truncated"],
    },
  },
  {
    name: "max_tokens as the reason",
    reply: stream([{ content: "Files: a, b" }], "max_tokens"),
    expected: { finish: "max_tokens", effective: "length", flags: ["truncated"] },
  },
  {
    name: "model_length as the reason",
    reply: stream([{ content: "Files: a, b" }], "model_length"),
    expected: { effective: "length", flags: ["truncated"] },
  },
  {
    name: "stop in the middle of a word",
    reply: stream([{ content: "The plans say that on June 13 we go hiking at Diam" }], "stop"),
    expected: { effective: "stop" },
  },
  {
    name: "stop in the middle of a sentence",
    reply: stream([{ content: "The packing list has to hold a rain jacket, sun cream and the" }], "stop"),
    expected: { effective: "length", flags: ["finish_mismatch", "truncated"] },
  },
  {
    name: "stop in an open fence",
    reply: stream([{ content: "Here it is:\n```python\nfor file in files:\n    print(file" }], "stop"),
    expected: { effective: "length", flags: ["finish_mismatch", "truncated"] },
  },
  {
    name: "length with only thinking",
    reply: stream([{ reasoning_content: "First I look at the files, then" }], "length"),
    expected: { effective: "length", flags: ["truncated", "reasoning_only"] },
  },
];

const FINISH: readonly Variant[] = [
  ...(["stop", "eos", "end_turn", "STOP", "eos_token", "stop_sequence"] as const).map((finish): Variant => ({
    name: `${finish} after an answer`,
    reply: stream([{ content: "Done." }], finish),
    expected: { finish, effective: "stop" },
  })),
  ...(["tool_calls", "tool_use", "function_call", "TOOL_CALLS", "tool-calls"] as const).map((finish): Variant => ({
    name: `${finish} after a call`,
    reply: stream([fragment({ index: 0, id: "a", name: "list_files", args: "{}" })], finish),
    expected: { finish, effective: "tool_calls", calls: ["list_files {}"] },
  })),
  ...(["stop", "eos", "end_turn"] as const).map((finish): Variant => ({
    name: `${finish} after a call`,
    reply: stream([fragment({ index: 0, id: "a", name: "list_files", args: "{}" })], finish),
    expected: { finish, effective: "tool_calls", flags: ["finish_mismatch"], calls: ["list_files {}"] },
  })),
  {
    name: "tool_calls without a call",
    reply: stream([{ content: "Done." }], "tool_calls"),
    expected: { effective: "stop", flags: ["finish_mismatch"] },
  },
  {
    name: "an empty reason",
    reply: stream([{ content: "Done." }], ""),
    expected: { finish: null, effective: "stop", flags: ["no_finish_reason"] },
  },
  {
    name: "no reason after a call",
    reply: { body: sse([chunk(fragment({ index: 0, id: "a", name: "list_files", args: "{}" }))]) },
    expected: { finish: null, effective: "tool_calls", flags: ["no_finish_reason"], calls: ["list_files {}"] },
  },
  {
    name: "the reason twice",
    reply: { body: sse([chunk({ content: "Done." }, "stop"), chunk({}, "stop")]) },
    expected: { finish: "stop", effective: "stop" },
  },
  {
    name: "tool_calls, then stop",
    reply: {
      body: sse([
        chunk(fragment({ index: 0, id: "a", name: "list_files", args: "{}" }), "tool_calls"),
        chunk({}, "stop"),
      ]),
    },
    expected: { finish: "stop", effective: "tool_calls", flags: ["finish_mismatch"], calls: ["list_files {}"] },
  },
  {
    name: "content_filter",
    reply: stream([{ content: "I" }], "content_filter"),
    expected: { effective: "content_filter", flags: ["refused"] },
  },
  {
    name: "a refusal in deltas",
    reply: stream([{ refusal: "I cannot " }, { refusal: "help." }], "stop"),
    expected: { content: "I cannot help.", effective: "content_filter", flags: ["finish_mismatch", "refused"] },
  },
  {
    name: "a reason that nobody knows",
    reply: stream([{ content: "Done." }], "recitation"),
    expected: { finish: "recitation", effective: "stop", flags: ["finish_mismatch"] },
  },
];

const THINKING: readonly Variant[] = [
  ...(["reasoning", "reasoning_content", "thinking", "reasoning_text"] as const).map((field): Variant => ({
    name: `thinking under ${field}`,
    reply: stream([{ [field]: "I look." }, { content: "Done." }], "stop"),
    expected: { content: "Done.", reasoning: "I look." },
  })),
  {
    name: "thinking under two names at once",
    reply: stream([{ reasoning: "I look.", reasoning_content: "I look." }, { content: "Done." }], "stop"),
    expected: { content: "Done.", reasoning: "I look." },
  },
  {
    name: "reasoning_details",
    reply: stream([{ reasoning_details: [{ type: "reasoning.text", text: "I look." }] }, { content: "Done." }], "stop"),
    expected: { content: "Done.", reasoning: "I look." },
  },
  {
    name: "content as parts with thinking",
    reply: stream(
      [
        { content: [{ type: "thinking", thinking: [{ type: "text", text: "I look." }] }] },
        { content: [{ type: "text", text: "Done." }] },
      ],
      "stop",
    ),
    expected: { content: "Done.", reasoning: "I look." },
  },
  {
    name: "think tags cut between deltas",
    reply: stream([{ content: "<th" }, { content: "ink>I look.</th" }, { content: "ink>\n\nDone." }], "stop"),
    expected: { content: "Done.", reasoning: "I look." },
  },
  {
    name: "think closed only",
    reply: stream([{ content: "I look.\n</think>\nDone." }], "stop"),
    expected: { content: "Done.", reasoning: "I look." },
  },
  {
    name: "think opened only",
    reply: stream([{ content: "<think>\nI have the list and now" }], "stop"),
    expected: { content: "", reasoning: "I have the list and now", flags: ["reasoning_only"] },
  },
  {
    name: "empty think, then the answer",
    reply: stream([{ content: "<think>\n\n</think>\n\nDone." }], "stop"),
    expected: { content: "Done." },
  },
  {
    name: "two thoughts around a text",
    reply: stream([{ content: "<think>a</think>b<think>c</think>d" }], "stop"),
    expected: {},
  },
  {
    name: "thinking, then a call in the content after it",
    reply: stream(
      [{ content: '<think>I look.</think>\n<tool_call>{"name":"list_files","arguments":{}}</tool_call>' }],
      "stop",
    ),
    expected: { reasoning: "I look.", flags: ["text_call"], text: ["hermes list_files {}"] },
  },
  {
    name: "a call inside an unclosed think",
    reply: stream([{ content: '<think>I look.\n<tool_call>{"name":"list_files","arguments":{}}</tool_call>' }], "stop"),
    expected: { content: "", flags: ["reasoning_only", "text_call"], text: ["hermes list_files {} reasoning"] },
  },
  {
    name: "an answer in the thinking",
    reply: thinks("The largest file is recipe-collection.docx, with 3183 characters."),
    expected: { flags: ["reasoning_only", "answer_in_reasoning"] },
  },
  {
    name: "a plan in the thinking",
    reply: thinks("Okay, the user wants the largest file. I should list the files"),
    expected: { flags: ["reasoning_only"] },
  },
  {
    name: "a mock call in thinking beside an answer",
    reply: stream(
      [
        { reasoning_content: '<tool_call>{"name":"list_files","arguments":{}}</tool_call>' },
        { content: "The largest file is recipe-collection.docx." },
      ],
      "stop",
    ),
    expected: { text: [] },
  },
];

const USAGE = { prompt_tokens: 200, completion_tokens: 40, total_tokens: 240 };
const usageChunk = (usage: unknown) => ({ choices: [], usage });
const SILENT: readonly Variant[] = [
  {
    name: "nothing at all, two tokens",
    reply: {
      body: sse([
        chunk({ role: "assistant", content: "" }),
        chunk({}, "stop"),
        usageChunk({ prompt_tokens: 200, completion_tokens: 2 }),
      ]),
    },
    expected: { effective: "stop", flags: ["blank"] },
  },
  {
    name: "nothing visible, forty tokens",
    reply: { body: sse([chunk({ role: "assistant" }), chunk({}, "stop"), usageChunk(USAGE)]) },
    expected: { effective: "stop", flags: ["blank", "swallowed_output"] },
  },
  {
    name: "white space only, forty tokens",
    reply: { body: sse([chunk({ content: "\n\n" }), chunk({}, "stop"), usageChunk(USAGE)]) },
    expected: { flags: ["blank", "swallowed_output"] },
  },
  {
    name: "nothing visible and the tokens were thinking",
    reply: {
      body: sse([
        chunk({ content: "" }),
        chunk({}, "stop"),
        usageChunk({ ...USAGE, completion_tokens_details: { reasoning_tokens: 40 } }),
      ]),
    },
    expected: { flags: ["blank"] },
  },
  {
    name: "a short text and hundreds of tokens",
    reply: {
      body: sse([
        chunk({ content: "Okay." }),
        chunk({}, "stop"),
        usageChunk({ prompt_tokens: 200, completion_tokens: 400 }),
      ]),
    },
    expected: { flags: ["swallowed_output"] },
  },
  {
    name: "a private mark of a call",
    reply: {
      body: sse([
        chunk({ role: "assistant" }),
        { choices: [{ index: 0, delta: {}, finish_reason: null }], tool_call_generating: true },
        chunk({}, "stop"),
      ]),
    },
    expected: { flags: ["blank", "swallowed_output"] },
  },
  {
    name: "usage in every chunk, growing",
    reply: {
      body: sse([
        { ...(chunk({ content: "Do" }) as object), usage: { prompt_tokens: 200, completion_tokens: 1 } },
        { ...(chunk({ content: "ne." }, "stop") as object), usage: { prompt_tokens: 200, completion_tokens: 2 } },
      ]),
    },
    expected: { content: "Done." },
  },
  {
    name: "an announcement",
    reply: says("I'll list the files first to find the largest one."),
    expected: { flags: ["intent_without_call"] },
  },
  {
    name: "an announcement with a colon",
    reply: says("Now I will open the vacation plans:"),
    expected: { flags: ["intent_without_call"] },
  },
  {
    name: "an announcement in Chinese",
    reply: says("让我先列出所有文件。"),
    expected: { flags: ["intent_without_call"] },
  },
  {
    name: "an answer after it",
    reply: says("I listed the files. The largest one is recipe-collection.docx."),
    expected: { flags: [] },
  },
  { name: "a question", reply: says("Shall I delete recipe-collection.docx?"), expected: { flags: [] } },
  { name: "an offer", reply: says("Let me know if you want me to delete it."), expected: { flags: [] } },
  {
    name: "a template's tokens in the answer",
    reply: says("Done.<|im_end|>\n<|im_start|>user"),
    expected: { flags: ["template_leak"] },
  },
  {
    name: "Llama's header tokens",
    reply: says("<|start_header_id|>assistant<|end_header_id|>\n\nDone."),
    expected: { flags: ["template_leak"] },
  },
  { name: "a token in backticks is no leak", reply: says("The end token is `<|im_end|>`."), expected: { flags: [] } },
];

describe("output that was cut", () => {
  test.each(CUT)("$name", async (variant) => {
    const { found, wanted } = await observe(variant);
    expect(found).toEqual(wanted);
  });
});

describe("finish reasons", () => {
  test.each(FINISH)("$name", async (variant) => {
    const { found, wanted } = await observe(variant);
    expect(found).toEqual(wanted);
  });
});

describe("thinking", () => {
  test.each(THINKING)("$name", async (variant) => {
    const { found, wanted } = await observe(variant);
    expect(found).toEqual(wanted);
  });
});

describe("silence and announcements", () => {
  test.each(SILENT)("$name", async (variant) => {
    const { found, wanted } = await observe(variant);
    expect(found).toEqual(wanted);
  });
});
