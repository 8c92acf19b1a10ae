// Refusals by status and body, in the dialects of many servers, each as the category it must come to.
import { expect, test } from "vitest";
import type { ModelErrorCategory } from "../../../src-shared/trace/events/response-finished.ts";
import { ask } from "../fixtures/ask.ts";
import { loopbackServer } from "../fixtures/loopback-server.ts";
import { OFFERED } from "./variant.ts";

const openai = (message: string, type = "invalid_request_error", more: object = {}) => ({
  error: { message, type, ...more },
});

const ROWS: readonly (readonly [ModelErrorCategory, number, unknown])[] = [
  // Context
  [
    "context_overflow",
    400,
    {
      error: {
        code: 400,
        message: "request (9126 tokens) exceeds the available context size (4096 tokens), try increasing it",
        type: "exceed_context_size_error",
        n_prompt_tokens: 9126,
        n_ctx: 4096,
      },
    },
  ],
  [
    "context_overflow",
    400,
    {
      object: "error",
      message:
        "This model's maximum context length is 8192 tokens. However, your request has 9000 input tokens. Please reduce the length of the input messages.",
      type: "BadRequestError",
      code: 400,
    },
  ],
  [
    "context_overflow",
    400,
    {
      error: {
        message: "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens",
        code: "context_length_exceeded",
      },
    },
  ],
  [
    "context_overflow",
    400,
    {
      error:
        "Trying to keep the first 4511 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.",
    },
  ],
  [
    "context_overflow",
    422,
    {
      error:
        "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 512 `max_new_tokens`",
      error_type: "validation",
    },
  ],
  [
    "context_overflow",
    422,
    {
      error: "Input validation error: `inputs` must have less than 4095 tokens. Given: 5000",
      error_type: "validation",
    },
  ],
  [
    "context_overflow",
    400,
    {
      object: "error",
      message: "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
      type: "BadRequestError",
      param: null,
      code: 400,
    },
  ],
  [
    "context_overflow",
    400,
    openai(
      "litellm.ContextWindowExceededError: litellm.BadRequestError: prompt is too long: 210000 tokens > 200000 maximum",
    ),
  ],
  ["context_overflow", 400, openai("the prompt is too long for the model: 9000 > 8192")],
  ["context_overflow", 500, { error: { message: "input length exceeds the context length", type: "api_error" } }],
  ["context_overflow", 500, { error: { code: 500, message: "Context size has been exceeded.", type: "server_error" } }],
  ["context_overflow", 400, { detail: "Requested tokens (9000) exceed context window of 2048" }],
  [
    "context_overflow",
    500,
    { error: { message: "Requested tokens (9000) exceed context window of 2048", type: "internal_server_error" } },
  ],
  ["context_overflow", 413, openai("Request too large")],
  ["context_overflow", 400, { message: "max_prompt_length exceeded: the prompt has 9000 tokens, the limit is 8192" }],
  // Tools
  [
    "tools_unsupported",
    400,
    {
      error: {
        message: "registry.ollama.ai/library/gemma2:9b does not support tools",
        type: "api_error",
        param: null,
        code: null,
      },
    },
  ],
  [
    "tools_unsupported",
    400,
    {
      object: "error",
      message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      type: "BadRequestError",
      code: 400,
    },
  ],
  [
    "tools_unsupported",
    500,
    { error: { code: 500, message: "tools param requires --jinja flag", type: "server_error" } },
  ],
  [
    "tools_unsupported",
    404,
    {
      error: {
        message:
          "No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs",
        code: 404,
      },
    },
  ],
  [
    "tools_unsupported",
    400,
    openai("Tool calling is not supported with this model", "invalid_request_error", { param: "tools" }),
  ],
  ["tools_unsupported", 422, { error: "Tools are not supported for this model", error_type: "validation" }],
  [
    "tools_unsupported",
    400,
    openai("litellm.UnsupportedParamsError: ollama does not support parameters: ['tools'], for model=phi3"),
  ],
  ["tools_unsupported", 400, openai("Unrecognized request argument supplied: tools")],
  [
    "tools_unsupported",
    422,
    { detail: [{ type: "extra_forbidden", loc: ["body", "tools"], msg: "Extra inputs are not permitted" }] },
  ],
  // Templates
  [
    "template",
    500,
    { error: { code: 500, message: "Jinja Exception: Unexpected message role.", type: "server_error" } },
  ],
  [
    "template",
    400,
    {
      object: "error",
      message:
        "As of transformers v4.44, default chat template is no longer allowed, so you must provide a chat template if the tokenizer does not define one.",
      type: "BadRequestError",
      code: 400,
    },
  ],
  [
    "template",
    400,
    {
      error:
        'Error rendering prompt with jinja template: "Cannot apply filter "string" to type: NullValue". This is usually an issue with the model\'s prompt template.',
    },
  ],
  ["template", 500, { error: { message: 'template: :3:5: executing "" at <.Messages>: can\'t evaluate field Foo' } }],
  [
    "template",
    422,
    { error: "Template error: invalid operation: not a valid test (in <string>:35)", error_type: "template_error" },
  ],
  // The model's own output
  [
    "model_output",
    500,
    {
      error: {
        message:
          'error parsing tool call: raw=\'{"filename":"a.md","content":"one\ntwo"}\', err=invalid character \'\\n\' in string literal',
        type: "api_error",
      },
    },
  ],
  [
    "model_output",
    500,
    { error: { code: 500, message: "Failed to parse input at pos 112: <tool_call>", type: "server_error" } },
  ],
  [
    "model_output",
    400,
    openai(
      "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
      "invalid_request_error",
      { code: "tool_use_failed", failed_generation: "<function=list_files{}" },
    ),
  ],
  [
    "model_output",
    500,
    {
      object: "error",
      message: 'unexpected tokens remaining in message header: Some("to=functions.list_files")',
      type: "InternalServerError",
      code: 500,
    },
  ],
  [
    "model_output",
    500,
    { error: { message: "XML syntax error on line 4: element <parameter> closed by </function>" } },
  ],
  // Not there, not ready, not allowed
  ["not_found", 404, { error: { message: "model 'qwen9' not found", type: "api_error" } }],
  [
    "not_found",
    404,
    { object: "error", message: "The model `qwen9` does not exist.", type: "NotFoundError", code: 404 },
  ],
  ["not_found", 404, { error: 'model "qwen9" not found, try pulling it first' }],
  [
    "not_found",
    400,
    {
      error: {
        message: 'Invalid model identifier "qwen9". Please specify a valid downloaded model (e.g. qwen3-4b).',
        type: "invalid_request_error",
        code: "model_not_found",
      },
    },
  ],
  ["not_found", 400, openai("litellm.BadRequestError: LLM Provider NOT provided. You passed model=qwen9")],
  ["not_found", 404, { detail: "Not Found" }],
  ["not_found", 404, "404 page not found"],
  ["not_found", 405, { detail: "Method Not Allowed" }],
  ["auth", 401, openai("Authentication Error, No api key passed in.", "auth_error")],
  ["auth", 401, { detail: "Unauthorized" }],
  ["auth", 403, "<html><head><title>403 Forbidden</title></head></html>"],
  ["auth", 400, openai("Incorrect API key provided")],
  ["loading", 503, { error: { code: 503, message: "Loading model", type: "unavailable_error" } }],
  ["loading", 503, { detail: "Model is loading, please wait" }],
  ["loading", 503, { error: "Model Qwen/Qwen3-8B is currently loading", estimated_time: 20 }],
  ["loading", 500, { error: "llm server loading model" }],
  ["loading", 503, { object: "error", message: "The server is warming up.", code: 503 }],
  ["loading", 502, "error: upstream command exited prematurely; still loading model"],
  ["rate_limited", 429, { error: { message: "Rate limit reached for requests", type: "rate_limit_error" } }],
  ["rate_limited", 429, { error: "Model is overloaded", error_type: "overloaded" }],
  ["timeout", 408, openai("Request timed out.")],
  ["timeout", 504, "upstream request timeout"],
  [
    "schema_rejected",
    400,
    openai("Invalid schema for function 'list_files': True is not of type 'object'", "invalid_request_error", {
      code: "invalid_function_parameters",
    }),
  ],
  [
    "schema_rejected",
    400,
    {
      error: {
        code: 400,
        message: "JSON schema conversion failed:\nUnrecognized schema: true",
        type: "invalid_request_error",
      },
    },
  ],
  [
    "schema_rejected",
    400,
    {
      object: "error",
      message: "The provided JSON schema contains features not supported by xgrammar.",
      type: "BadRequestError",
      code: 400,
    },
  ],
  ["server_error", 500, { error: { message: "llama runner process has terminated: exit status 2" } }],
  ["server_error", 500, { error: "CUDA error: out of memory" }],
  [
    "server_error",
    500,
    {
      object: "error",
      message: "EngineCore encountered an issue. See stack trace (above) for the root cause.",
      type: "InternalServerError",
      code: 500,
    },
  ],
  ["server_error", 500, "Internal Server Error"],
  ["bad_request", 400, openai("'messages' is a required property")],
  ["bad_request", 422, { detail: [{ type: "missing", loc: ["body", "model"], msg: "Field required" }] }],
  ["bad_request", 400, ""],
];

test.each(ROWS.map(([category, status, body]) => ({ category, status, body })))(
  "$category: $status $body",
  async ({ category, status, body }) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    await using server = await loopbackServer(() => ({
      status,
      headers: { "content-type": "application/json" },
      body: text,
    }));
    const { finished } = await ask({
      url: server.url,
      request: { tools: OFFERED },
      timeouts: { loading: 30, retryAfterCap: 1 },
    });
    expect([finished.error?.category, finished.error?.status]).toEqual([category, status]);
  },
);
