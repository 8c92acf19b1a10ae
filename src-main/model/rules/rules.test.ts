// Each rule by the complaints that call for it, in the words of several servers, and what it then sends.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src-shared/prelude/json.ts";
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { classifyFailure } from "../errors/classify.ts";
import { tool, TOOLS } from "../fixtures/ask.ts";
import { emptyProfile } from "../profile.ts";
import type { EndpointProfile } from "../profile.ts";
import { adaptRequest, learnRule } from "./adapt.ts";
import type { WireRequest } from "./rule.ts";
import { sanitiseSchema } from "./sanitise-schema.ts";

const system: ChatMessage = { role: "system", content: "Be brief." };
const user: ChatMessage = { role: "user", content: "Read a.md and b.md." };
const fn = (id: string, path: string) => ({
  id,
  type: "function" as const,
  function: { name: "read_file", arguments: JSON.stringify({ path }) },
});
const step: ChatMessage = {
  role: "assistant",
  content: "I look.",
  reasoning_content: "hm",
  tool_calls: [fn("a", "a.md"), fn("b", "b.md")],
};
const alpha: ChatMessage = { role: "tool", tool_call_id: "a", content: "alpha" };
const beta: ChatMessage = { role: "tool", tool_call_id: "b", content: "beta" };
const HISTORY = [system, user, step, alpha, beta];

const request = (differs: Partial<WireRequest> = {}): WireRequest => ({
  messages: HISTORY,
  tools: TOOLS,
  parameters: {
    stream: true,
    stream_options: { include_usage: true },
    seed: 1,
    max_tokens: 9,
    logprobs: true,
    tool_choice: "required",
  },
  originalNames: new Map(),
  ...differs,
});

function learn(message: string, original = request(), status = 400, profile: EndpointProfile = emptyProfile) {
  const body = JSON.stringify({ error: { message } });
  const { error, text } = classifyFailure(
    { kind: "status", status, text: body, contentType: "", location: null },
    { url: "u", model: "m", toolsSent: true, server: null },
  );
  const sent = adaptRequest(original, profile).request;
  const learned = learnRule({ error, text, body }, sent, original, profile);
  if (!learned) return null;
  return { rule: learned.rule, profile: learned.profile, sent: adaptRequest(original, learned.profile) };
}

describe("complaints, as servers word them", () => {
  test.each<[string, string, number?]>([
    ["nine_character_ids", "Tool call id was call_49c8 but must be a-z, A-Z, 0-9, with a length of 9."],
    [
      "nine_character_ids",
      "Tool call IDs should be alphanumeric strings with length 9!: tool call id must match [a-zA-Z0-9]{9}",
      500,
    ],
    [
      "reasoning_or_content",
      "Jinja Exception: Cannot pass both content and thinking in an assistant message with tool calls!",
      500,
    ],
    ["drop_reasoning", "messages.2.reasoning_content: Extra inputs are not permitted", 422],
    [
      "drop_reasoning",
      "'messages.2' : for 'role:assistant' the following must be satisfied: property 'reasoning_content' is unsupported",
    ],
    ["system_as_user", "Jinja Exception: System role not supported", 500],
    ["system_first", "Jinja Exception: System message must be at the beginning.", 500],
    ["tool_role_as_user", "Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...", 500],
    ["tool_role_as_user", "Only user and assistant roles are supported!", 400],
    ["tool_role_as_user", "Unknown role: tool"],
    [
      "tool_role_as_user",
      "After the optional system message, conversation roles must alternate user/assistant/user/assistant/...",
    ],
    ["one_call_per_message", "Jinja Exception: This model only supports single tool-calls at once!", 500],
    ["arguments_as_object", "Jinja Exception: Can only get item pairs from a mapping.", 500],
    ["arguments_as_object", "TypeError: tool call arguments must be a dict", 400],
    ["content_as_parts", "Jinja Exception: item['content'] is not an array", 500],
    ["unique_ids", "Duplicate tool_call_id found: a"],
    ["drop_logprobs", "logprobs is not supported with tools + stream"],
    ["drop_logprobs", "body.logprobs: Extra inputs are not permitted", 422],
    ["drop_tool_choice", "Invalid tool_choice type: 'object'. Supported string values: none, auto, required"],
    ["drop_tool_choice", "tool_choice 'required' is not supported by this model"],
    ["drop_stream_options", "Unrecognized request argument supplied: stream_options"],
    ["drop_seed", "`seed` is not supported"],
    [
      "max_completion_tokens",
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ],
    ["sanitise_schemas", 'JSON schema conversion failed:\nUnrecognized schema: {"description":"any JSON"}'],
    ["sanitise_schemas", "failed to parse grammar", 500],
    ["sanitise_schemas", "Pattern must start with '^' and end with '$'"],
    ["without_streaming", "Streaming is not supported with tools"],
  ])("%s: %s", (rule, message, status) => {
    const odd = tool("x", { id: { type: "string", pattern: "[a-z]+" } });
    const messages =
      rule === "system_first"
        ? [user, system, step, alpha, beta]
        : rule === "unique_ids"
          ? [...HISTORY, step, alpha, beta]
          : HISTORY;
    const parameters: JsonObject = rule === "without_streaming" ? { stream: true } : request().parameters;
    expect(learn(message, request({ messages, parameters, tools: [...TOOLS, odd] }), status)?.rule).toBe(rule);
  });

  test.each([
    ["internal server error", 500],
    ["the request exceeds the available context size", 400],
    ["Expected 'content' to be a string or an array", 500],
    ["model not found", 404],
  ])("nothing is tried against: %s", (message, status) => {
    expect(learn(message, request(), status)).toBeNull();
  });
});

describe("what is sent", () => {
  const messagesFor = (complaint: string, messages: readonly ChatMessage[] = HISTORY) =>
    learn(complaint, request({ messages }))?.sent.request.messages;

  test("calls and results as text", () => {
    expect(messagesFor("Only user and assistant roles are supported", [user, step, alpha, beta])).toEqual([
      user,
      {
        role: "assistant",
        content:
          'I look.\nTool call a: read_file with the arguments {"path":"a.md"}\nTool call b: read_file with the arguments {"path":"b.md"}',
        reasoning_content: "hm",
      },
      { role: "user", content: "Result of the tool call a:\nalpha\n\nResult of the tool call b:\nbeta" },
    ]);
  });

  test("the system prompt in the first user message", () => {
    expect(messagesFor("System role not supported")?.slice(0, 2)).toEqual([
      { role: "user", content: "Be brief.\n\nRead a.md and b.md." },
      step,
    ]);
  });

  test("parallel calls one after another, each with its result", () => {
    expect(messagesFor("only supports single tool-calls at once")).toEqual([
      system,
      user,
      { ...step, tool_calls: [fn("a", "a.md")] },
      alpha,
      { role: "assistant", content: "", tool_calls: [fn("b", "b.md")] },
      beta,
    ]);
  });

  test("repeated ids numbered alike in calls and results", () => {
    const again = messagesFor("Duplicate tool_call_id", [...HISTORY, step, alpha, beta]) ?? [];
    expect(again.slice(5).map((message) => message.tool_call_id ?? message.tool_calls?.map((call) => call.id))).toEqual(
      [["a_2", "b_2"], "a_2", "b_2"],
    );
  });

  test("several rules together, when the same complaint comes again", () => {
    const alternate = "Conversation roles must alternate user/assistant/user/assistant/...";
    const first = learn(alternate);
    const second = learn(alternate, request(), 400, first?.profile);
    expect([first?.rule, second?.rule]).toEqual(["tool_role_as_user", "system_as_user"]);
    expect(second?.sent.request.messages.map((message) => message.role)).toEqual(["user", "assistant", "user"]);
  });
});

test("a request that needs nothing keeps its own objects", () => {
  const adapted = adaptRequest(request(), emptyProfile);
  expect(adapted.adaptations).toEqual([]);
  expect(adapted.request.messages).toBe(HISTORY);
});

test("a message that is changed on each turn is the same object each time", () => {
  const nulled: ChatMessage = { ...step, content: null };
  const [one, two] = [1, 2].map(() => adaptRequest(request({ messages: [user, nulled, alpha, beta] }), emptyProfile));
  expect(one?.request.messages[1]).toEqual({ ...step, content: "" });
  expect(one?.request.messages[1]).toBe(two?.request.messages[1]);
});

test("merged messages keep their texts, thinking and calls", () => {
  const first: ChatMessage = { role: "assistant", content: "I look.", reasoning: "hm" };
  const second: ChatMessage = { role: "assistant", content: null, tool_calls: [fn("a", "a.md")] };
  const adapted = adaptRequest(request({ messages: [user, first, second, alpha] }), emptyProfile);
  expect(adapted.request.messages[1]).toEqual({
    role: "assistant",
    content: "I look.",
    reasoning: "hm",
    tool_calls: [fn("a", "a.md")],
  });
});

test("an empty list of calls is left out", () => {
  const adapted = adaptRequest(
    request({ messages: [user, { role: "assistant", content: "a", tool_calls: [] }, user] }),
    emptyProfile,
  );
  expect(adapted.request.messages[1]).toEqual({ role: "assistant", content: "a" });
});

test("tool names are mapped one to one, in tools and history", () => {
  const tools = [tool("docs.search"), tool("docs/search"), tool("docs_search")];
  const messages: ChatMessage[] = [
    user,
    {
      role: "assistant",
      content: "",
      tool_calls: [{ id: "a", type: "function", function: { name: "docs.search", arguments: "{}" } }],
    },
    alpha,
  ];
  const learned = learn(
    "Invalid 'tools[0].function.name': string does not match pattern '^[a-zA-Z0-9_-]+$'",
    request({ tools, messages }),
  );
  expect(learned?.rule).toBe("map_tool_names");
  expect(learned?.sent.request.tools.map((entry) => entry.function.name)).toEqual([
    "docs_search_2",
    "docs_search_3",
    "docs_search",
  ]);
  expect(learned?.sent.request.messages[1]?.tool_calls?.[0]?.function.name).toBe("docs_search_2");
  expect([...(learned?.sent.request.originalNames ?? [])]).toEqual([
    ["docs_search_2", "docs.search"],
    ["docs_search_3", "docs/search"],
  ]);
});

describe("schemas made simpler", () => {
  test("every form that grammar builders refuse", () => {
    const schema: JsonObject = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: {
        any: { description: "any JSON" },
        yes: true,
        id: { type: "string", pattern: "[a-z]+", format: "uuid" },
        ref: { $ref: "#/$defs/R" },
        n: { anyOf: [{ type: "null" }, { type: "number" }] },
        t: { type: ["string", "null"] },
        list: { type: "array" },
        pick: { enum: [1, 2] },
        fixed: { const: "a" },
        all: {
          allOf: [{ type: "object", properties: { x: { type: "string" } } }, { properties: { y: { type: "string" } } }],
        },
      },
      required: ["id"],
      $defs: { R: { type: "object", properties: { deep: { $ref: "#/$defs/R" } } } },
    };
    const { schema: simple, changes } = sanitiseSchema(schema);
    const properties = simple["properties"] as JsonObject;
    const { ref, ...others } = properties;
    expect(others).toEqual({
      any: { description: "any JSON", type: "string" },
      yes: { type: "string" },
      id: { type: "string" },
      n: { type: "number" },
      t: { type: "string" },
      list: { type: "array", items: { type: "string" } },
      pick: { enum: [1, 2], type: "number" },
      fixed: { enum: ["a"], type: "string" },
      all: { type: "object", properties: { x: { type: "string" }, y: { type: "string" } } },
    });
    expect(JSON.stringify(ref)).not.toContain("$ref");
    expect(Object.keys(simple)).toEqual(["type", "properties", "required"]);
    expect(changes).toContain("/properties/id: pattern left out");
  });

  test("a schema that is simple already is not changed", () => {
    const schema: JsonObject = { type: "object", properties: { a: { type: "string", enum: ["x"] } }, required: ["a"] };
    expect(sanitiseSchema(schema)).toEqual({ schema, changes: [] });
  });
});
