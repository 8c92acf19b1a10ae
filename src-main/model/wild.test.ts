// Each case seen in the wild, served over a real socket to the real client; the whole record of the turn is compared.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { JsonObject } from "../../src-shared/prelude/json.ts";
import { ChatMessage } from "../../src-shared/trace/message.ts";
import { ToolDefinition } from "../../src-shared/trace/tool-contract.ts";
import { ask, call, record, tool, TOOLS, turn } from "./fixtures/ask.ts";
import type { AskOptions } from "./fixtures/ask.ts";
import { loopbackServer, textReply } from "./fixtures/loopback-server.ts";
import type { Answer, Reply } from "./fixtures/loopback-server.ts";
import { verdictOf } from "./verdict.ts";

const Served = z.object({ status: z.number(), headers: z.record(z.string(), z.string()), body: z.string() });
const WildCase = z.object({
  id: z.string(),
  kind: z.string(),
  repro: z.looseObject({
    format: z.string(),
    response: Served.optional(),
    turns: z.array(Served).optional(),
    request: JsonObject.optional(),
  }),
});
const CASES = new Map(
  z
    .array(WildCase)
    .parse(JSON.parse(readFileSync(new URL("fixtures/wild-cases.json", import.meta.url), "utf8")))
    .map((entry) => [entry.id, entry]),
);

function wild(id: string): z.infer<typeof WildCase> {
  const found = CASES.get(id);
  if (!found) throw new Error(`There is no case ${id}`);
  return found;
}

function served(id: string): Reply {
  const { response } = wild(id).repro;
  if (!response) throw new Error(`The case ${id} serves no single response`);
  return response;
}

function messagesOf(id: string): ChatMessage[] {
  return z.array(ChatMessage).parse(wild(id).repro.request?.["messages"]);
}

/** Asks once; the server answers every request with the case's response, or as told. */
async function askWild(id: string, options: Partial<AskOptions> = {}, answer: Answer = () => served(id)) {
  await using server = await loopbackServer(answer);
  const asked = await ask({ url: server.url, timeouts: { idle: 400 }, ...options });
  return { ...asked, requests: server.requests };
}

type Recorded = ReturnType<typeof record>;

const read = (differs: Partial<Recorded["calls"][number]> = {}) => call("read_file", { path: "a.md" }, differs);
const calls = { finish_reason: "tool_calls", effective_finish_reason: "tool_calls", flags: ["usage_missing"] } as const;

/** Cases whose response alone decides the record. */
const RECORDS: Record<string, Partial<Recorded>> = {
  W01: {
    content: "",
    effective_finish_reason: "tool_calls",
    flags: ["finish_mismatch", "usage_missing"],
    calls: [read()],
  },
  W03: { content: "Hi", finish_reason: null, flags: ["no_finish_reason", "usage_missing"] },
  W04: {
    finish_reason: "length",
    effective_finish_reason: "length",
    flags: ["truncated", "usage_missing"],
    calls: [
      call("write_file", null, {
        arguments_text: '{"path":"n.md","content":"# Ti',
        flags: ["arguments_truncated"],
      }),
    ],
  },
  W06: {
    content: "The config file sets three values: the fir",
    effective_finish_reason: "length",
    flags: ["finish_mismatch", "truncated", "usage_missing"],
  },
  W07: { content: "", flags: ["blank"], usage: { prompt_tokens: 6200, completion_tokens: 2 } },
  W08: {
    reasoning: "I have the file. Next I compare the two sections and",
    reasoning_field: "reasoning_content",
    flags: ["reasoning_only"],
    usage: { prompt_tokens: 9000, completion_tokens: null },
  },
  W10: { content: "Now I will open the other file:", flags: ["intent_without_call", "usage_missing"] },
  W11: {
    reasoning: "Item 41 is fine. Item 42 is fine. Item 43",
    reasoning_field: "reasoning",
    flags: ["reasoning_only", "usage_missing"],
  },
  W12: {
    content: '<tool_call>\n{"name":"read_file","arguments":{"path":"a.md"}}\n</tool_call>',
    flags: ["text_call", "usage_missing"],
    text_calls: [
      { syntax: "hermes", name: "read_file", arguments: { path: "a.md" }, where: "content", complete: true },
    ],
  },
  W14: {
    reasoning:
      "I should edit it now.\n<tool_call>\n<function=read_file>\n<parameter=path>\na.md\n</parameter>\n</function>\n</tool_call>",
    reasoning_field: "reasoning_content",
    flags: ["reasoning_only", "text_call", "usage_missing"],
    text_calls: [
      { syntax: "function_xml", name: "read_file", arguments: { path: "a.md" }, where: "reasoning", complete: true },
    ],
  },
  W15: {
    content: 'commentary to=functions.get_weather json{"city":"Oslo"}',
    flags: ["text_call", "usage_missing", "template_leak"],
    text_calls: [
      { syntax: "harmony", name: "get_weather", arguments: { city: "Oslo" }, where: "content", complete: true },
    ],
  },
  W17: {
    flags: ["blank", "swallowed_output", "not_a_stream"],
    usage: { prompt_tokens: 140, completion_tokens: 23 },
  },
  W19: {
    content: '```json\n{"name":"list_dir","arguments":{"path":"."}}\n```',
    flags: ["text_call", "usage_missing"],
    text_calls: [{ syntax: "json", name: "list_dir", arguments: { path: "." }, where: "content", complete: true }],
  },
  W20: {
    ...calls,
    flags: [...calls.flags],
    content: '{"name":"read_file","arguments":{"path":"a.md"}}',
    calls: [read()],
  },
  W21: {
    content:
      'A call looks like this:\n```\n<tool_call>{"name":"delete_all","arguments":{}}</tool_call>\n```\nThat is the format.',
    flags: ["usage_missing"],
  },
  W23: { ...calls, flags: [...calls.flags], calls: [read({ flags: ["arguments_repaired"] })] },
  W24: {
    ...calls,
    flags: [...calls.flags],
    calls: [
      call(
        "read_file",
        { path: "a.md", lines: [1, 2] },
        { arguments_text: '"{\\"path\\":\\"a.md\\",\\"lines\\":[1,2]}"', flags: ["arguments_repaired"] },
      ),
    ],
  },
  W25: {
    ...calls,
    flags: [...calls.flags],
    calls: [
      call(
        "write_file",
        { path: "C:\\temp\\n.md", content: "line one\nline \\d two" },
        {
          arguments_text: '{"path":"C:\\temp\\n.md","content":"line one\nline \\d two"}',
          flags: ["arguments_repaired"],
        },
      ),
    ],
  },
  W27: {
    ...calls,
    flags: [...calls.flags],
    calls: [call("get_time", {}, { arguments_text: "", flags: ["arguments_repaired"] })],
  },
  W29: {
    ...calls,
    flags: [...calls.flags],
    calls: [read(), call("read_file", { path: "b.md" }, { id: "call_b" })],
  },
  W31: {
    ...calls,
    flags: [...calls.flags],
    calls: [read({ id: "call_t1_0", id_synthetic: true, flags: ["id_synthetic"] })],
  },
  W34: { ...calls, flags: [...calls.flags], calls: [read()] },
  W35: { ...calls, flags: [...calls.flags], calls: [read({ flags: ["name_repaired"] })] },
  W40: { content: "Done.", flags: ["usage_missing"] },
  W43: {
    content: "ok",
    reasoning: "I need the file. Then answer.",
    reasoning_field: "reasoning",
    flags: ["usage_missing"],
  },
  W45: {
    content: "",
    reasoning: "I should call read_file with a.md",
    reasoning_field: "<think>",
    flags: ["reasoning_only", "usage_missing"],
  },
  W50: {
    ...calls,
    flags: [...calls.flags],
    reasoning: "I must pass the title.",
    reasoning_field: "reasoning_content",
    calls: [call("write_file", {}, { id: "call_c" })],
  },
  W52: { ...calls, flags: [...calls.flags], calls: [read()] },
  W53: { content: "Hi", flags: ["usage_missing"] },
  W55: {
    content: "Let me ",
    finish_reason: null,
    effective_finish_reason: null,
    flags: ["stream_error"],
    error: {
      category: "server_error",
      status: 500,
      message: "The stream told of an error (500): Internal server error. Look at the server's log, then run it again.",
    },
  },
  W56: { content: "Hi", flags: ["usage_missing"] },
  W57: { content: "Grüße, 北京 ✅ done", flags: ["usage_missing"] },
  W81: {
    ...calls,
    flags: [...calls.flags],
    calls: [call("search_files", { pattern: "*.md" }, { flags: ["unknown_tool"] })],
  },
  W85: { ...calls, flags: [...calls.flags], calls: [call("list_dir", { path: "." })] },
};

test.each(Object.keys(RECORDS).map((id) => [id, wild(id).kind]))("%s %s", async (id) => {
  const asked = await askWild(id);
  expect(record(asked)).toEqual(turn(RECORDS[id] ?? {}));
  expect(asked.requests).toHaveLength(1);
});

test("W20 an answer tool that nobody offered is the answer's text", async () => {
  const body = JSON.stringify({
    choices: [
      {
        message: {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "x", type: "function", function: { name: "answer", arguments: '{"message":"It is blue."}' } },
          ],
        },
        finish_reason: "tool_calls",
      },
    ],
  });
  const reply = { headers: { "content-type": "application/json" }, body };
  const asked = await askWild("W20", { request: { sampling: { stream: false } } }, () => reply);
  expect(record(asked)).toEqual(
    turn({ content: "It is blue.", finish_reason: "tool_calls", flags: ["finish_mismatch", "usage_missing"] }),
  );
});

test("W28 a server that cannot parse its own model's call is asked once more with a nudge, and then named", async () => {
  const asked = await askWild("W28");
  const raw = `error parsing tool call: raw='{"path":"a.md"}]', err=invalid character ']' after top-level value`;
  expect(record(asked)).toEqual(
    turn({
      finish_reason: null,
      effective_finish_reason: null,
      error: {
        category: "model_output",
        status: 500,
        message: `The server answered 500: ${raw}. It is the model's output, not an outage: try again, lower the temperature, or use a model that writes calls reliably.`,
      },
    }),
  );
  expect(asked.reports("request").map((report) => report.adaptations)).toEqual([
    [],
    [{ rule: "nudge_malformed_call", detail: raw }],
  ]);
  expect(asked.requests[1]?.json["messages"]).toHaveLength(2);
});

test("W28 the nudged attempt counts when it is answered", async () => {
  const asked = await askWild("W28", {}, (_request, index) => (index === 0 ? served("W28") : textReply("Done.")));
  expect(record(asked)).toEqual(turn({ content: "Done.", usage: { prompt_tokens: 20, completion_tokens: 5 } }));
});

test("W37 ids that begin anew each turn are kept as the server's own labels", async () => {
  const turns = wild("W37").repro.turns ?? [];
  await using server = await loopbackServer((_request, index) => turns[index] ?? textReply("Done."));
  const first = await ask({ url: server.url });
  const history: ChatMessage[] = [
    { role: "user", content: "List it." },
    first.message ?? { role: "assistant" },
    { role: "tool", tool_call_id: "list_dir:0", content: "a.md" },
  ];
  const second = await ask({ url: server.url, request: { messages: history, turn: 2 } });
  expect([record(first).calls, record(second).calls]).toEqual([
    [call("list_dir", { path: "." }, { id: "list_dir:0" })],
    [call("list_dir", { path: "src" }, { id: "list_dir:0" })],
  ]);
});

test("W39 ids are sent as nine characters once the server insists, alike in call and result", async () => {
  const nine = /^[a-zA-Z0-9]{9}$/;
  const asked = await askWild("W39", { request: { messages: messagesOf("W39") } }, (request) => {
    const messages = z.array(ChatMessage).parse(request.json["messages"]);
    return nine.test(messages[2]?.tool_call_id ?? "") ? textReply("Done.") : served("W39");
  });
  expect(record(asked)).toEqual(turn({ content: "Done.", usage: { prompt_tokens: 20, completion_tokens: 5 } }));
  const sent = z.array(ChatMessage).parse(asked.requests[1]?.json["messages"]);
  expect(sent[1]?.tool_calls?.[0]?.id).toBe(sent[2]?.tool_call_id);
  expect(asked.rules).toEqual(["nine_character_ids"]);
});

test("W41 silence with tools offered is asked again without streaming, visibly, and remembered", async () => {
  const whole = {
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "call_a", type: "function", function: { name: "read_file", arguments: '{"path":"a.md"}' } },
          ],
        },
        finish_reason: "tool_calls",
      },
    ],
    usage: { prompt_tokens: 90, completion_tokens: 18 },
  };
  const asked = await askWild("W41", {}, (request) =>
    request.json["stream"] === false
      ? { headers: { "content-type": "application/json" }, body: JSON.stringify(whole) }
      : served("W41"),
  );
  expect(record(asked)).toEqual(
    turn({
      finish_reason: "tool_calls",
      effective_finish_reason: "tool_calls",
      calls: [read()],
      usage: { prompt_tokens: 90, completion_tokens: 18 },
    }),
  );
  expect(
    asked.reports("request").map((report) => [report.attempt, report.adaptations.map(({ rule }) => rule)]),
  ).toEqual([
    [1, []],
    [2, ["without_streaming"]],
  ]);
});

test("W41 when the second attempt is silent too, the turn is blank and says that output was swallowed", async () => {
  const asked = await askWild("W41");
  expect(record(asked)).toEqual(turn({ flags: ["blank", "swallowed_output", "usage_missing"] }));
  expect(asked.requests).toHaveLength(2);
});

test("W46 thinking that the server wants back is sent as a placeholder, and the exact cause stands in the error", async () => {
  const accepted = await askWild("W46", { request: { messages: messagesOf("W46") } }, (request) => {
    const messages = z.array(ChatMessage).parse(request.json["messages"]);
    return typeof messages[1]?.["reasoning_content"] === "string" ? textReply("Done.") : served("W46");
  });
  expect(record(accepted).content).toBe("Done.");
  expect(accepted.rules).toEqual(["content_not_null", "content_not_null", "reasoning_required"]);
  const space = await askWild("W46", { request: { messages: messagesOf("W46") } }, (request) => {
    const messages = z.array(ChatMessage).parse(request.json["messages"]);
    return messages[1]?.["reasoning_content"] === " " ? textReply("Done.") : served("W46");
  });
  expect(record(space).content).toBe("Done.");
  const refused = await askWild("W46", { request: { messages: messagesOf("W46") } });
  expect(record(refused).error).toEqual({
    category: "template",
    status: 400,
    message:
      "The server answered 400: The `reasoning_content` in the thinking mode must be passed back to the API. The server's chat template refuses this history: see the adaptations that were tried, or use another template. Tried: reasoning_required.",
  });
});

test("W47 thinking goes back with its call under the name it came with, and its absence is a verdict", async () => {
  const messages = messagesOf("W47");
  const silent = await askWild("W47", { request: { messages } });
  const now = {
    turn: 2,
    ...record(silent),
    usage: { prompt_tokens: null, completion_tokens: null, estimated_prompt_tokens: null },
    calls: [],
  };
  const before = {
    ...now,
    turn: 1,
    reasoning: "I need both files.",
    calls: [
      {
        ...read(),
        outcome: null,
        attempts: 0,
        policy: null,
        operation_key: null,
        latency_ms: null,
        raw_chars: null,
        shown_chars: null,
        compactor: null,
        effect: null,
      },
    ],
  };
  const offered = TOOLS.map((entry) => entry.function.name);
  expect(verdictOf({ turn: now, earlier: [before], messages, offered, offeredBefore: offered })).toEqual({
    verdict: "reasoning_not_echoed",
    whose: "client",
    evidence: ["thinking came with the calls of turn 1 and was not sent back"],
    what_to_change: "Send the thinking of the task at hand back with its calls",
    stop_margin: null,
  });
  const echoed = messages.map((message) =>
    message.tool_calls ? { ...message, reasoning: "I need both files." } : message,
  );
  const asked = await askWild("W47", { request: { messages: echoed } });
  expect(z.array(ChatMessage).parse(asked.requests[0]?.json["messages"])[1]?.["reasoning"]).toBe("I need both files.");
});

test("W48 text gives way to thinking where a template takes only one of them", async () => {
  const asked = await askWild("W48", { request: { messages: messagesOf("W48") } }, (request) => {
    const messages = z.array(ChatMessage).parse(request.json["messages"]);
    return messages[1]?.content === "" ? textReply("Done.") : served("W48");
  });
  expect(record(asked)).toEqual(turn({ content: "Done.", usage: { prompt_tokens: 20, completion_tokens: 5 } }));
  expect(asked.rules).toEqual(["reasoning_or_content"]);
  expect(asked.requests).toHaveLength(2);
});

test("W53 a connection that stays open after the finish reason is a whole answer", async () => {
  const asked = await askWild("W53", { timeouts: { idle: 80 } }, () => ({ ...served("W53"), keepOpen: true }));
  expect(record(asked)).toEqual(turn({ content: "Hi", flags: ["usage_missing"] }));
});

test("W59 one line of 2 MiB is read whole", async () => {
  const content = "x".repeat(2 * 1024 * 1024);
  const delta = {
    tool_calls: [
      {
        index: 0,
        id: "call_a",
        function: { name: "write_file", arguments: JSON.stringify({ path: "n.md", content }) },
      },
    ],
  };
  const body = `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }] })}\n\ndata: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] })}\n\ndata: [DONE]\n\n`;
  const asked = await askWild("W59", { timeouts: { idle: 5000 } }, () => ({ body }));
  expect(record(asked)).toEqual(
    turn({ ...calls, flags: [...calls.flags], calls: [call("write_file", { path: "n.md", content })] }),
  );
});

test("W61 a silent stall ends by the idle limit, and what had come is kept", async () => {
  const asked = await askWild("W61", { timeouts: { idle: 60 } }, () => ({ ...served("W61"), keepOpen: true }));
  const { error, ...rest } = record(asked);
  expect(rest).toEqual({
    ...turn({
      reasoning: "First I check the",
      reasoning_field: "reasoning_content",
      finish_reason: null,
      effective_finish_reason: null,
      flags: ["reasoning_only", "incomplete_stream"],
    }),
    error: undefined,
  });
  expect(error).toMatchObject({ category: "idle_timeout", status: null });
  expect(error?.message).toContain("stalled: no byte came for 60 ms");
});

test("W63 the first byte may take as long as the limit for it says", async () => {
  const slow: Answer = () => (response) => {
    setTimeout(() => {
      response.writeHead(200, served("W63").headers);
      response.end(served("W63").body);
    }, 120);
  };
  const patient = await askWild("W63", { timeouts: { idle: 50, headers: 5000 } }, slow);
  expect(record(patient)).toEqual(turn({ content: "Grüße, 北京 ✅ done", flags: ["usage_missing"] }));
  const hasty = await askWild("W63", { timeouts: { headers: 40 } }, () => "hang");
  expect(record(hasty).error).toMatchObject({ category: "timeout", status: null });
});

test("W64 a request that meets a stale socket is sent once more", async () => {
  await using server = await loopbackServer((_request, index) => (index === 1 ? "destroy" : served("W64")));
  const first = await ask({ url: server.url });
  const second = await ask({ url: server.url });
  for (const asked of [first, second]) {
    expect(record(asked)).toEqual(turn({ content: "Grüße, 北京 ✅ done", flags: ["usage_missing"] }));
  }
  expect(second.reports("request").map((report) => report.attempt)).toEqual([1, 2]);
});

test("W65 a loading server is waited for, with its progress told", async () => {
  const turns = wild("W65").repro.turns ?? [];
  const asked = await askWild(
    "W65",
    { timeouts: { loading: 2000 } },
    (_request, index) => turns[index] ?? textReply("?"),
  );
  expect(record(asked)).toEqual(turn({ content: "Grüße, 北京 ✅ done", flags: ["usage_missing"] }));
  expect(asked.reports("response").map((report) => report.status)).toEqual([503, 503, 200]);
  expect(asked.reports("wait_started").map((report) => report.wait)).toEqual([
    { why: "loading", detail: "503: Loading model", planned_ms: null },
  ]);
  expect(asked.reports("wait_ended").map((report) => report.wait.how)).toEqual(["done"]);
});

test("W66 both forms of Retry-After are obeyed, and one beyond the cap is refused", async () => {
  const turns = wild("W66").repro.turns ?? [];
  const sleeps: number[] = [];
  const clock = fakeClock(sleeps);
  const answer: Answer = (_request, index) => {
    const reply = turns[index];
    if (!reply) return textReply("?");
    const headers: Record<string, string> = { ...reply.headers };
    if (headers["retry-after"]?.startsWith("@")) {
      const now = Math.floor(clock.now() / 1000) * 1000;
      headers["date"] = new Date(now).toUTCString();
      headers["retry-after"] = new Date(now + 2000).toUTCString();
    }
    return { ...reply, headers };
  };
  const asked = await askWild("W66", { clock }, answer);
  expect(record(asked)).toEqual(turn({ content: "Grüße, 北京 ✅ done", flags: ["usage_missing"] }));
  expect(asked.reports("wait_started").map((report) => report.wait.planned_ms)).toEqual([2000, 2000, 90_000]);
  expect(sleeps).toEqual([2000, 2000, 90_000]);
  const capped = await askWild("W66", { clock: fakeClock([]), timeouts: { retryAfterCap: 60_000 } }, answer);
  expect(record(capped).error).toMatchObject({ category: "rate_limited", status: 429 });
  expect(capped.reports("wait_ended").at(-1)?.wait).toEqual({ why: "rate_limited", waited_ms: 0, how: "refused" });
});

test("W67 a prompt that was cut to the window is told from the server's own count", async () => {
  const asked = await askWild("W67", { request: { estimatedPromptTokens: 15_700 } });
  expect(record(asked)).toEqual(
    turn({
      content: "Hello! How can I help you today?",
      flags: ["context_truncated"],
      usage: { prompt_tokens: 2051, completion_tokens: 9 },
    }),
  );
});

const FAILURES: Record<string, { category: string; status: number; holds: string[] }> = {
  W68: {
    category: "context_overflow",
    status: 500,
    holds: ["no user query found in messages", "OLLAMA_CONTEXT_LENGTH"],
  },
  W69: { category: "context_overflow", status: 400, holds: ["18946 tokens", "holds 16384", "largest tool result"] },
  W72: { category: "template", status: 500, holds: ["must alternate", "Tried: tool_role_as_user"] },
  W74: { category: "bad_request", status: 400, holds: ["2 or more assistant messages"] },
};

test.each(Object.keys(FAILURES).map((id) => [id, wild(id).kind]))("%s %s: one category and one line", async (id) => {
  const messages = wild(id).repro.request?.["messages"];
  const asked = await askWild(id, Array.isArray(messages) ? { request: { messages: messagesOf(id) } } : {});
  const { error, ...rest } = record(asked);
  expect({ ...rest, error: null }).toEqual(turn({ finish_reason: null, effective_finish_reason: null }));
  expect(error).toMatchObject({ category: FAILURES[id]?.category, status: FAILURES[id]?.status });
  for (const part of FAILURES[id]?.holds ?? []) expect(error?.message).toContain(part);
  expect(error?.message).not.toContain("\n");
});

/** What the server got, for cases that are about the request. */
const SENT: Record<string, { rules: string[]; messages: unknown }> = {
  W71: {
    rules: ["merge_adjacent_assistant"],
    messages: [
      { role: "user", content: "Read both files." },
      {
        role: "assistant",
        content: "Let me read a.md.",
        tool_calls: [{ id: "call_a", type: "function", function: { name: "read_file", arguments: '{"path":"a.md"}' } }],
      },
      { role: "tool", tool_call_id: "call_a", content: "alpha" },
    ],
  },
  W75: { rules: ["content_not_null"], messages: historyWith("", "alpha") },
  W76: { rules: ["content_as_string", "content_not_null"], messages: historyWith("", "alpha") },
  W89: { rules: ["empty_tool_result", "content_not_null"], messages: historyWith("", "(no output)") },
  W74: {
    rules: ["merge_adjacent_assistant", "no_trailing_assistant"],
    messages: [
      { role: "user", content: "go" },
      { role: "assistant", content: "a\n\nb" },
      { role: "user", content: "Continue." },
    ],
  },
};

function historyWith(content: string | null, result: string) {
  return [
    { role: "user", content: "Read a.md and b.md, then compare." },
    {
      role: "assistant",
      content,
      tool_calls: [{ id: "call_a", type: "function", function: { name: "read_file", arguments: '{"path":"a.md"}' } }],
    },
    { role: "tool", tool_call_id: "call_a", content: result },
  ];
}

test.each(Object.keys(SENT).map((id) => [id, wild(id).kind]))(
  "%s %s: the history is sent as templates need it",
  async (id) => {
    const asked = await askWild(id, { request: { messages: messagesOf(id) } }, () => textReply("Done."));
    expect({ rules: asked.rules, messages: asked.requests[0]?.json["messages"] }).toEqual(SENT[id]);
    expect(record(asked)).toEqual(turn({ content: "Done.", usage: { prompt_tokens: 20, completion_tokens: 5 } }));
  },
);

test("W72 tool results are told as user text once the template refuses the role", async () => {
  const asked = await askWild("W72", { request: { messages: messagesOf("W72") } }, (request) => {
    const roles = z
      .array(ChatMessage)
      .parse(request.json["messages"])
      .map((message) => message.role);
    return roles.join() === "user,assistant,user" ? textReply("Done.") : served("W72");
  });
  expect(record(asked)).toEqual(turn({ content: "Done.", usage: { prompt_tokens: 20, completion_tokens: 5 } }));
  expect(asked.rules).toContain("tool_role_as_user");
});

test("W71 a step that is announced without a call is marked", async () => {
  const asked = await askWild("W71", { request: { messages: messagesOf("W71") } });
  expect(record(asked)).toEqual(
    turn({ content: "Now let me read b.md.", flags: ["intent_without_call", "usage_missing"] }),
  );
});

test("W78 tools that are no longer offered are marked, and the verdict is the client's", async () => {
  const messages = messagesOf("W78");
  const offeredBefore = TOOLS.map((entry) => entry.function.name);
  const asked = await askWild("W78", { request: { messages, tools: [], offeredBefore } });
  expect(record(asked)).toEqual(
    turn({
      content: "Next I would read b.md.",
      flags: ["intent_without_call", "usage_missing", "tools_not_offered"],
    }),
  );
  expect(asked.requests[0]?.json).not.toHaveProperty("tools");
});

test("W79 a rejected schema is made simpler, with the difference and the offending tool told", async () => {
  const bad = z.array(ToolDefinition).parse(wild("W79").repro.request?.["tools"]);
  const asked = await askWild("W79", { request: { tools: [...TOOLS, ...bad] } }, (request) =>
    request.text.includes('"any":{"description":"any JSON"}') ? served("W79") : textReply("Hi."),
  );
  expect(record(asked)).toEqual(turn({ content: "Hi.", usage: { prompt_tokens: 20, completion_tokens: 5 } }));
  const last = asked.reports("request").at(-1)?.adaptations ?? [];
  expect(last.map(({ rule }) => rule)).toEqual(["sanitise_schemas"]);
  expect(last[0]?.detail).toContain("rejected was x; ");
  for (const change of ["/properties/any: type added", "/properties/id: pattern left out", "/properties/n: anyOf"]) {
    expect(last[0]?.detail).toContain(`x ${change}`);
  }
});

test("W82 tool names are mapped to safe ones and back", async () => {
  const tools = [tool("docs.search/v1-beta", { q: { type: "string" } })];
  const reply: Reply = {
    body: `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [{ index: 0, id: "call_a", function: { name: "docs_search_v1_beta", arguments: '{"q":"x"}' } }] }, finish_reason: "tool_calls" }] })}\n\ndata: [DONE]\n\n`,
  };
  const asked = await askWild("W82", { request: { tools } }, (request) =>
    request.text.includes('"name":"docs.search') ? served("W82") : reply,
  );
  expect(record(asked)).toEqual(
    turn({ ...calls, flags: [...calls.flags], calls: [call("docs.search/v1-beta", { q: "x" })] }),
  );
  expect(asked.reports("request").at(-1)?.adaptations).toEqual([
    { rule: "map_tool_names", detail: "docs.search/v1-beta → docs_search_v1_beta" },
  ]);
});

test("W84 tool_choice is sent as asked; where it is ignored the verdict says so", async () => {
  const asked = await askWild("W84", { request: { sampling: { tool_choice: "required" } } });
  expect(record(asked)).toEqual(
    turn({
      content: "",
      flags: ["blank", "swallowed_output", "not_a_stream"],
      usage: { prompt_tokens: 120, completion_tokens: 12 },
    }),
  );
  expect(asked.requests[0]?.json["tool_choice"]).toBe("required");
});

test("W86 two answers to one request are two samples", async () => {
  const turns = wild("W86").repro.turns ?? [];
  await using server = await loopbackServer((_request, index) => turns[index] ?? textReply("?"));
  const texts = [await ask({ url: server.url }), await ask({ url: server.url })].map((asked) => record(asked).content);
  expect(texts).toEqual(["Blue.", "It is blue."]);
});

test("W87 log-probabilities that a server rejects are left out once, visibly", async () => {
  const asked = await askWild("W87", { request: { sampling: { logprobs: true } } }, (request) =>
    "logprobs" in request.json ? served("W87") : textReply("Hi."),
  );
  expect(record(asked)).toEqual(turn({ content: "Hi.", usage: { prompt_tokens: 20, completion_tokens: 5 } }));
  expect(asked.reports("request").map((report) => report.adaptations)).toEqual([
    [],
    [{ rule: "drop_logprobs", detail: "left out logprobs: true, top_logprobs: 10, which this server rejects" }],
  ]);
});

test("every case of the fixtures stands in a test of this file", () => {
  const source = readFileSync(new URL(import.meta.url), "utf8");
  expect([...CASES.keys()].filter((id) => !source.includes(id))).toEqual([]);
});

/** Time that passes only by sleeping. */
function fakeClock(sleeps: number[]) {
  let now = 1_700_000_000_000;
  return {
    now: () => now,
    monotonic: () => now,
    async sleep(ms: number) {
      sleeps.push(ms);
      now += ms;
    },
  };
}
