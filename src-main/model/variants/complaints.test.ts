// What servers object to in a request, in their own words, and the rule that the client switches on for it: sent once as
// it is, refused, and sent again adapted.
import { expect, test } from "vitest";
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import type { Sampling } from "../../../src-shared/trace/variant.ts";
import { ask, tool } from "../fixtures/ask.ts";
import { errorReply, loopbackServer, textReply } from "../fixtures/loopback-server.ts";
import { OFFERED } from "./variant.ts";

const fn = (id: string, name: string, args: string) => ({
  id,
  type: "function" as const,
  function: { name, arguments: args },
});
const HISTORY: readonly ChatMessage[] = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Delete the largest file." },
  {
    role: "assistant",
    content: "I look.",
    reasoning_content: "First the list.",
    tool_calls: [fn("call_49c8", "list_files", "{}"), fn("call_49c9", "get_file_by_id", '{"file_id":"7"}')],
  },
  { role: "tool", tool_call_id: "call_49c8", content: "26 files" },
  { role: "tool", tool_call_id: "call_49c9", content: "the plans" },
];
const openai = (message: string, more: object = {}) => ({ error: { message, type: "invalid_request_error", ...more } });
const vllm = (message: string) => ({ object: "error", message, type: "BadRequestError", param: null, code: 400 });
const llamaCpp = (message: string) => ({ error: { code: 500, message, type: "server_error" } });
const fastApi = (loc: unknown[], msg: string) => ({ detail: [{ type: "extra_forbidden", loc, msg, input: true }] });
const odd = tool("odd", { id: { type: "string", pattern: "[a-z]+" }, any: { description: "any JSON" } });
const dotted = tool("docs.search/v1-beta");

interface Row {
  status: number;
  body: unknown;
  rule: string | null;
  tools?: typeof OFFERED;
  sampling?: Partial<Sampling>;
  messages?: readonly ChatMessage[];
}

const again: readonly ChatMessage[] = [...HISTORY, ...HISTORY.slice(2)];
const ROWS: readonly Row[] = [
  {
    status: 400,
    body: vllm("Tool call id was call_49c8 but must be a-z, A-Z, 0-9, with a length of 9."),
    rule: "nine_character_ids",
  },
  {
    status: 500,
    body: llamaCpp("Jinja Exception: Tool call IDs should be alphanumeric strings with length 9!"),
    rule: "nine_character_ids",
  },
  {
    status: 422,
    body: {
      message: {
        detail: [
          {
            loc: ["body", "messages"],
            msg: "Invalid tool call id: call_49c8. Tool call IDs must be alphanumeric and 9 characters long",
          },
        ],
      },
    },
    rule: "nine_character_ids",
  },
  {
    status: 500,
    body: llamaCpp(
      "Jinja Exception: After the optional system message, conversation roles must alternate user/assistant/user/assistant/...",
    ),
    rule: "tool_role_as_user",
  },
  {
    status: 400,
    body: { error: "Conversation roles must alternate user/assistant/user/assistant/..." },
    rule: "tool_role_as_user",
  },
  {
    status: 422,
    body: {
      error:
        "Template error: undefined value: Only user and assistant roles are supported, with the exception of an initial optional system message!",
      error_type: "template_error",
    },
    rule: "tool_role_as_user",
  },
  {
    status: 400,
    body: openai(
      "[] is too short - 'messages'; Invalid value: 'tool'. Supported values are: 'system', 'assistant', 'user', and 'function'.",
    ),
    rule: "tool_role_as_user",
  },
  {
    status: 422,
    body: fastApi(["body", "messages", 3, "role"], "Input should be 'system', 'user' or 'assistant'"),
    rule: "tool_role_as_user",
  },
  { status: 400, body: openai("invalid message role: tool"), rule: "tool_role_as_user" },
  { status: 500, body: llamaCpp("Jinja Exception: System role not supported"), rule: "system_as_user" },
  {
    status: 400,
    body: vllm("System message must be at the beginning"),
    rule: "system_first",
    messages: [HISTORY[1], HISTORY[0], ...HISTORY.slice(2)].filter((message) => message !== undefined),
  },
  { status: 400, body: vllm("Cannot have 2 or more assistant messages at the end of the list."), rule: null },
  {
    status: 500,
    body: llamaCpp("Jinja Exception: This model only supports single tool-calls at once!"),
    rule: "one_call_per_message",
  },
  { status: 400, body: openai("Parallel tool calls are not supported by this model"), rule: "one_call_per_message" },
  {
    status: 500,
    body: llamaCpp("Jinja Exception: Can only get item pairs from a mapping."),
    rule: "arguments_as_object",
  },
  {
    status: 400,
    body: {
      error:
        "json: cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments",
    },
    rule: "arguments_as_object",
  },
  {
    status: 500,
    body: {
      error: {
        message:
          "Value is not callable: null at row 58: tool_call.arguments|items. Unknown filter 'items' for type String",
      },
    },
    rule: "arguments_as_object",
  },
  { status: 500, body: llamaCpp("Jinja Exception: item['content'] is not an array"), rule: "content_as_parts" },
  {
    status: 422,
    body: fastApi(["body", "messages", 2, "content"], "Input should be a valid list"),
    rule: "content_as_parts",
  },
  { status: 400, body: vllm("Duplicate tool_call_id found: call_49c8"), rule: "unique_ids", messages: again },
  { status: 400, body: openai("`tool_use` ids must be unique"), rule: "unique_ids", messages: again },
  {
    status: 422,
    body: fastApi(["body", "messages", 2, "reasoning_content"], "Extra inputs are not permitted"),
    rule: "drop_reasoning",
  },
  { status: 400, body: openai("property 'reasoning_content' is unsupported"), rule: "drop_reasoning" },
  {
    status: 500,
    body: llamaCpp(
      "Jinja Exception: Cannot pass both content and thinking in an assistant message with tool calls! Put the analysis message in one or the other, but not both.",
    ),
    rule: "reasoning_or_content",
  },
  {
    status: 400,
    body: openai("The `reasoning_content` in the thinking mode must be passed back to the API."),
    rule: "reasoning_required",
    messages: HISTORY.map(({ reasoning_content: _thinking, ...message }) => message),
  },
  {
    status: 400,
    body: openai("thinking is enabled but reasoning_content is missing in assistant tool call message at index 2"),
    rule: "reasoning_required",
    messages: HISTORY.map(({ reasoning_content: _thinking, ...message }) => message),
  },
  {
    status: 400,
    body: openai("Invalid 'messages[2].content': text content blocks must be non-empty"),
    rule: "content_null",
    messages: HISTORY.map((message) => (message.role === "assistant" ? { ...message, content: "" } : message)),
  },
  {
    status: 400,
    body: llamaCpp("logprobs is not supported with tools + stream"),
    rule: "drop_logprobs",
    sampling: { logprobs: true },
  },
  {
    status: 400,
    body: { error: "'logprobs' is not supported" },
    rule: "drop_logprobs",
    sampling: { logprobs: true },
  },
  {
    status: 422,
    body: fastApi(["body", "stream_options"], "Extra inputs are not permitted"),
    rule: "drop_stream_options",
  },
  {
    status: 400,
    body: openai("Unknown parameter: 'stream_options'.", { param: "stream_options", code: "unknown_parameter" }),
    rule: "drop_stream_options",
  },
  {
    status: 400,
    body: { error: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required" },
    rule: "drop_tool_choice",
    sampling: { tool_choice: "required" },
  },
  {
    status: 400,
    body: openai("tool_choice=required is not supported for this model"),
    rule: "drop_tool_choice",
    sampling: { tool_choice: "required" },
  },
  {
    status: 400,
    body: openai(
      "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
      { param: "temperature" },
    ),
    rule: "drop_temperature",
    sampling: { temperature: 0.2 },
  },
  {
    status: 400,
    body: openai("`temperature` and `top_p` cannot both be specified for this model."),
    rule: "drop_top_p",
    sampling: { temperature: 0.2, top_p: 0.9 },
  },
  {
    status: 400,
    body: openai(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
    rule: "max_completion_tokens",
    sampling: { max_tokens: 200 },
  },
  {
    status: 422,
    body: fastApi(["body", "seed"], "Extra inputs are not permitted"),
    rule: "drop_seed",
    sampling: { seed: 3 },
  },
  {
    status: 400,
    body: openai('JSON schema conversion failed:\nUnrecognized schema: {"description":"any JSON"}'),
    rule: "sanitise_schemas",
    tools: [...OFFERED, odd],
  },
  {
    status: 500,
    body: llamaCpp("Failed to initialize samplers: failed to parse grammar"),
    rule: "sanitise_schemas",
    tools: [...OFFERED, odd],
  },
  {
    status: 400,
    body: vllm("Grammar error: Pattern must start with '^' and end with '$'"),
    rule: "sanitise_schemas",
    tools: [...OFFERED, odd],
  },
  {
    status: 400,
    body: openai("Invalid schema for function 'odd': schema must have a 'type' key.", {
      param: "tools[7].function.parameters",
      code: "invalid_function_parameters",
    }),
    rule: "sanitise_schemas",
    tools: [...OFFERED, odd],
  },
  {
    status: 400,
    body: openai(
      "Invalid 'tools[7].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    ),
    rule: "map_tool_names",
    tools: [...OFFERED, dotted],
  },
  { status: 500, body: llamaCpp("failed to parse grammar"), rule: "map_tool_names", tools: [...OFFERED, dotted] },
  { status: 400, body: openai("Streaming is not supported when tools are used"), rule: "without_streaming" },
  { status: 400, body: openai("stream=True with tools is not supported yet"), rule: "without_streaming" },
  { status: 500, body: llamaCpp("something else went wrong"), rule: null },
];

test.each(ROWS)("$rule after $status $body", async ({ status, body, rule, tools, sampling, messages }) => {
  await using server = await loopbackServer((_request, at) =>
    at === 0 ? errorReply(status, body) : textReply("Done."),
  );
  const asked = await ask({
    url: server.url,
    request: { messages: messages ?? HISTORY, tools: tools ?? OFFERED, ...(sampling ? { sampling } : {}) },
  });
  const [first, ...others] = asked.reports("request").map((report) => report.adaptations.map((entry) => entry.rule));
  const learned = others.at(-1)?.filter((name) => !first?.includes(name)) ?? [];
  expect({ rule: learned[0] ?? null, content: asked.finished.content }).toEqual({
    rule,
    content: rule === null ? null : "Done.",
  });
});
