import { describe, expect, test } from "vitest";
import type { ModelErrorCategory } from "../../../src-shared/trace/events/response-finished.ts";
import { classifyFailure } from "./classify.ts";
import { errorText } from "./error-text.ts";

const facts = { url: "http://127.0.0.1:1/v1", model: "m", toolsSent: true, server: null };
const status = (code: number, body: unknown) =>
  classifyFailure(
    {
      kind: "status",
      status: code,
      text: typeof body === "string" ? body : JSON.stringify(body),
      contentType: "",
      location: null,
    },
    facts,
  ).error;

describe("categories, from what servers say", () => {
  test.each<[ModelErrorCategory, number, unknown]>([
    [
      "context_overflow",
      400,
      {
        error: {
          message:
            "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens",
        },
      },
    ],
    [
      "context_overflow",
      400,
      {
        object: "error",
        message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens",
      },
    ],
    [
      "context_overflow",
      400,
      {
        error: {
          code: 400,
          message: "request (5000 tokens) exceeds the available context size (2048 tokens), try increasing it",
          type: "exceed_context_size_error",
          n_prompt_tokens: 5000,
          n_ctx: 2048,
        },
      },
    ],
    [
      "context_overflow",
      400,
      { error: { message: "The prompt is too long: 5000, model maximum context length: 4096" } },
    ],
    ["context_overflow", 413, "too large"],
    ["context_overflow", 500, { error: { message: "no user query found in messages" } }],
    [
      "context_overflow",
      422,
      {
        error:
          "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens: exceeds the token limit",
      },
    ],
    ["tools_unsupported", 400, { error: { message: "registry.ollama.ai/library/gemma3:4b does not support tools" } }],
    [
      "tools_unsupported",
      400,
      { message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set' },
    ],
    ["tools_unsupported", 500, { error: { message: "tools param requires --jinja flag" } }],
    ["tools_unsupported", 400, { error: "This model does not support tool calling." }],
    ["model_output", 500, { error: { message: "error parsing tool call: raw='{', err=unexpected end of JSON input" } }],
    ["model_output", 500, { error: { message: "Failed to parse tool call arguments as JSON" } }],
    ["template", 500, { error: { message: "Jinja Exception: Conversation roles must alternate" } }],
    ["template", 400, { detail: "Error rendering prompt with jinja template" }],
    ["schema_rejected", 400, { error: { message: "failed to parse grammar" } }],
    ["schema_rejected", 400, { error: { message: "Invalid schema for function 'x': True is not of type 'object'" } }],
    ["loading", 503, { error: { message: "Loading model", type: "unavailable_error" } }],
    ["loading", 500, { error: "llm server loading model" }],
    ["not_found", 404, { error: { message: "model 'x' not found" } }],
    ["not_found", 400, { error: "No models loaded. Please load a model in the developer page." }],
    ["not_found", 404, "404 page not found"],
    ["auth", 401, { error: { message: "Invalid API key" } }],
    ["auth", 403, "Forbidden"],
    ["rate_limited", 429, "slow down"],
    ["timeout", 504, "<html><title>504 Gateway Time-out</title></html>"],
    ["bad_request", 400, { error: { message: "messages must not be empty" } }],
    ["bad_request", 422, { detail: [{ loc: ["body", "model"], msg: "field required" }] }],
    ["server_error", 500, { error: { message: "CUDA out of memory" } }],
    ["server_error", 500, ""],
    ["server_error", 502, "<html><title>502 Bad Gateway</title></html>"],
  ])("%s: %i %j", (category, code, body) => {
    const error = status(code, body);
    expect(error.category).toBe(category);
    expect(error.status).toBe(code);
    expect(error.message).toMatch(/^\S.*\.$/s);
    expect(error.message).not.toContain("\n");
  });
});

test.each<[string, unknown, string]>([
  [
    "LM Studio",
    {
      error:
        "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens",
    },
    "5000 tokens, and the window holds 4096",
  ],
  [
    "vLLM",
    {
      message:
        "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion).",
    },
    "5000 tokens, and the window holds 4096",
  ],
  [
    "vLLM, newer",
    {
      message:
        "This model's maximum context length is 4096 tokens. However, your request has 5000 input tokens. Please reduce the length",
    },
    "5000 tokens, and the window holds 4096",
  ],
  [
    "llama.cpp",
    { error: { message: "the request exceeds the available context size", n_prompt_tokens: 5000, n_ctx: 4096 } },
    "5000 tokens, and the window holds 4096",
  ],
  [
    "llama.cpp, in words",
    { error: { message: "request (5000 tokens) exceeds the available context size (4096 tokens)" } },
    "5000 tokens, and the window holds 4096",
  ],
])("%s: the numbers of an overflow are read", (_name, body, words) => {
  expect(status(400, body).message).toContain(words);
});

test.each([
  [{ error: { message: "a" } }, "a"],
  [{ error: "a" }, "a"],
  [{ message: "a" }, "a"],
  [{ detail: "a" }, "a"],
  [{ detail: [{ loc: ["body", "seed"], msg: "a" }] }, "body.seed: a"],
  [{ "error parsing tool call": "a" }, "error parsing tool call: a"],
  [{ error: { error: { message: "a" } } }, "a"],
  [[{ error: { message: "a" } }], "a"],
])("%j says %s", (body, text) => {
  expect(errorText(JSON.stringify(body))).toBe(text);
});

test("a page says its title, plain text its words on one line", () => {
  expect([errorText("<html><head><title>502 Bad\nGateway</title></head></html>"), errorText("one\n two")]).toEqual([
    "502 Bad Gateway",
    "one two",
  ]);
});
