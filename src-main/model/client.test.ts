// The client against servers that misbehave below and around the stream: over a real loopback socket.
import { createServer } from "node:net";
import { expect, test } from "vitest";
import type { Clock } from "../../src-shared/prelude/clock.ts";
import { systemClock } from "../../src-shared/prelude/clock.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import { createModelClient, defaultTimeouts } from "./client.ts";
import { ask, call, record, TOOLS, turn } from "./fixtures/ask.ts";
import { chunk, errorReply, loopbackServer, sse, SSE, textReply } from "./fixtures/loopback-server.ts";
import { emptyProfile, memoryProfileStore, profileId } from "./profile.ts";

const broken = { finish_reason: null, effective_finish_reason: null } as const;

test("the body that is reported is the body that was sent, and the messages are the same objects", async () => {
  await using server = await loopbackServer(() => textReply("Done."));
  const messages: ChatMessage[] = [{ role: "user", content: "Hi" }];
  const asked = await ask({ url: server.url, request: { messages, sampling: { temperature: 0, seed: 3 } } });
  const [sent] = asked.reports("request");
  expect(sent?.body).toBe(server.requests[0]?.text);
  expect(sent?.messages).toBe(messages);
  expect(JSON.parse(sent?.body ?? "")).toEqual({
    model: "local-model",
    messages,
    tools: TOOLS,
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0,
    seed: 3,
  });
});

test("every line of the response is reported with its time, byte for byte", async () => {
  const body = `: hello\r\ndata:{"choices":[{"delta":{"content":"é"}}]}\r\n\r\n${sse([chunk({}, "stop")])}`;
  await using server = await loopbackServer(() => ({ body }));
  const asked = await ask({ url: server.url });
  const lines = asked.reports("lines").flatMap((report) => report.lines);
  expect(lines.map(([, text]) => text)).toEqual(body.split(/\r?\n/).slice(0, -1));
  expect(lines.every(([at]) => at >= 0)).toBe(true);
});

test("tools are never sent empty, nor a choice among none", async () => {
  await using server = await loopbackServer(() => textReply("Done."));
  await ask({ url: server.url, request: { tools: [], sampling: { tool_choice: "auto" } } });
  expect(Object.keys(server.requests[0]?.json ?? {})).toEqual(["model", "messages", "stream", "stream_options"]);
});

test("a key never reaches a report, an error or the record, even when the server echoes it", async () => {
  const apiKey = "sk-very-secret-4711";
  const echo = `Incorrect API key provided: ${apiKey}`;
  await using server = await loopbackServer((request, index) => {
    if (index === 0)
      return errorReply(401, { error: { message: echo } }, { "x-debug": `key=${apiKey}`, "set-cookie": "a=b" });
    expect(request.headers.authorization).toBe(`Bearer ${apiKey}`);
    return {
      body: sse([
        chunk({ content: "your key is sk-very-" }),
        chunk({ content: "secret-4711!" }, "stop"),
        { note: apiKey },
      ]),
    };
  });
  const refused = await ask({ url: server.url, apiKey });
  const answered = await ask({
    url: server.url,
    apiKey,
    request: { messages: [{ role: "user", content: `key ${apiKey}` }] },
  });
  const seen = JSON.stringify([refused.wire, refused.finished, answered.wire, answered.finished, answered.message]);
  expect(seen).not.toContain(apiKey);
  expect(refused.finished.error).toMatchObject({ category: "auth", status: 401 });
  expect(answered.finished.content).toBe("your key is [redacted]!");
  expect(answered.reports("request")[0]?.headers["authorization"]).toBe("[redacted]");
});

test("nothing listening is unreachable, and says what to do", async () => {
  const server = await loopbackServer(() => "hang");
  await server[Symbol.asyncDispose]();
  const asked = await ask({ url: server.url });
  expect(record(asked)).toEqual(
    turn({
      ...broken,
      error: {
        category: "unreachable",
        status: null,
        message: `Nothing listens at ${server.url} (connection refused). Start the model server, or correct the address and port.`,
      },
    }),
  );
});

test("a server that closes each connection is asked twice, no more", async () => {
  await using server = await loopbackServer(() => "destroy");
  const asked = await ask({ url: server.url });
  expect(record(asked).error?.category).toBe("connection_lost");
  expect(server.requests).toHaveLength(2);
});

test("what speaks no HTTP is named as such", async () => {
  const server = createServer((socket) => socket.end("SSH-2.0-OpenSSH_9\r\n"));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const asked = await ask({ url: `http://127.0.0.1:${port}/v1` });
  server.close();
  expect(record(asked).error?.category).toBe("unreachable");
  expect(record(asked).error?.message).toContain("does not speak HTTP");
});

test("a page of HTML with status 200 tells that the URL is wrong", async () => {
  const body = "<!doctype html><html><head><title>Open WebUI</title></head><body>data: x</body></html>";
  await using server = await loopbackServer(() => ({ headers: { "content-type": "text/html" }, body }));
  const asked = await ask({ url: server.url });
  expect(record(asked)).toEqual(
    turn({
      ...broken,
      flags: ["not_a_stream"],
      error: {
        category: "not_a_stream",
        status: 200,
        message: `${server.url} answered with a web page (“Open WebUI”) instead of a chat completion. Correct the base URL: it usually ends in /v1 and has the model server's own port.`,
      },
    }),
  );
});

test.each([
  ["JSON that is no completion", '{"status":"ok"}'],
  ["plain text", "Ollama is running"],
])("%s with status 200 is no completion", async (_name, body) => {
  await using server = await loopbackServer(() => ({ headers: { "content-type": "text/plain" }, body }));
  expect(record(await ask({ url: server.url })).error?.category).toBe("not_a_stream");
});

test("an error object with status 200 is the server's error, not a stream's fault", async () => {
  await using server = await loopbackServer(() =>
    errorReply(200, { error: "model 'x' not found, try pulling it first" }),
  );
  expect(record(await ask({ url: server.url })).error).toMatchObject({ category: "not_found" });
});

test("a whole completion is taken where a stream was asked for, and marked", async () => {
  const whole = {
    choices: [{ message: { role: "assistant", content: "Hi." }, finish_reason: "stop" }],
    usage: { prompt_tokens: 3, completion_tokens: 2 },
  };
  await using server = await loopbackServer(() => errorReply(200, whole));
  expect(record(await ask({ url: server.url }))).toEqual(
    turn({ content: "Hi.", flags: ["not_a_stream"], usage: { prompt_tokens: 3, completion_tokens: 2 } }),
  );
  expect(record(await ask({ url: server.url, request: { sampling: { stream: false } } }))).toEqual(
    turn({ content: "Hi.", usage: { prompt_tokens: 3, completion_tokens: 2 } }),
  );
});

test("a wrong path is not found, with the mend", async () => {
  await using server = await loopbackServer(() => errorReply(404, { error: "404 page not found" }));
  expect(record(await ask({ url: server.url })).error).toEqual({
    category: "not_found",
    status: 404,
    message: `There is no chat completions API at ${server.url} (404: 404 page not found). Correct the base URL: it usually ends in /v1.`,
  });
});

test("a missing model is not found under its own name", async () => {
  await using server = await loopbackServer(() =>
    errorReply(404, { error: { message: "model 'local-model' not found, try pulling it first" } }),
  );
  expect(record(await ask({ url: server.url })).error?.message).toContain("`ollama pull local-model`");
});

test("a reset in the middle keeps what had come and marks cut calls", async () => {
  const body = sse(
    [
      chunk({ content: "I read." }),
      chunk({ tool_calls: [{ index: 0, id: "a", function: { name: "read_file", arguments: '{"path":"a.md"}' } }] }),
      chunk({
        tool_calls: [{ index: 1, id: "b", function: { name: "write_file", arguments: '{"path":"b.md","con' } }],
      }),
    ],
    "",
  );
  await using server = await loopbackServer(() => ({ body, reset: true }));
  const asked = await ask({ url: server.url });
  const { error, ...rest } = record(asked);
  expect({ ...rest, error: null }).toEqual(
    turn({
      ...broken,
      content: "I read.",
      flags: ["incomplete_stream"],
      calls: [
        call("read_file", { path: "a.md" }, { id: "a" }),
        call("write_file", null, { id: "b", arguments_text: '{"path":"b.md","con', flags: ["arguments_truncated"] }),
      ],
    }),
  );
  expect(error?.category).toBe("connection_lost");
  expect(server.requests).toHaveLength(1);
});

test("a stream that ends without a finish reason and without [DONE] was cut", async () => {
  await using server = await loopbackServer(() => ({ body: sse([chunk({ content: "Hi" })], "") }));
  const asked = await ask({ url: server.url });
  expect(record(asked).error?.category).toBe("connection_lost");
  expect(record(asked).flags).toEqual(["incomplete_stream"]);
});

test("keep-alives count as life: only silence is a stall", async () => {
  await using server = await loopbackServer(() => (response) => {
    response.writeHead(200, SSE);
    let sent = 0;
    const timer = setInterval(() => {
      sent += 1;
      if (sent < 8) response.write(": keep-alive\n\n");
      else {
        clearInterval(timer);
        response.end(sse([chunk({ content: "Hi" }, "stop")]));
      }
    }, 40);
  });
  const asked = await ask({ url: server.url, timeouts: { idle: 200 } });
  expect(record(asked).content).toBe("Hi");
});

test("a line beyond the cap ends with an error that says so", async () => {
  const body = `data: {"choices":[{"delta":{"content":"${"x".repeat(17 * 1024 * 1024)}"}}]}\n\n`;
  await using server = await loopbackServer(() => ({ body }));
  const asked = await ask({ url: server.url });
  expect(record(asked).error).toMatchObject({ category: "line_too_long", status: null });
  expect(record(asked).error?.message).toContain("line too long");
});

test("an error line and an error event end the turn with their words", async () => {
  await using server = await loopbackServer((_request, index) => ({
    body:
      index === 0
        ? `${sse([chunk({ content: "a" })], "")}error: {"code":500,"message":"slot unavailable"}\n\n`
        : `${sse([chunk({ content: "a" })], "")}event: error\ndata: {"message":"engine died"}\n\n`,
  }));
  const first = record(await ask({ url: server.url }));
  const second = record(await ask({ url: server.url }));
  expect([first.content, first.flags, first.error?.message]).toEqual([
    "a",
    ["stream_error"],
    "The stream told of an error (500): slot unavailable. Look at the server's log, then run it again.",
  ]);
  expect(second.error?.message).toContain("engine died");
});

test("an overflow told inside the stream has its category and numbers", async () => {
  const error = {
    code: 400,
    message: "the request exceeds the available context size",
    type: "exceed_context_size_error",
    n_prompt_tokens: 5012,
    n_ctx: 2048,
  };
  await using server = await loopbackServer(() => ({ body: sse([{ error }], "") }));
  const asked = record(await ask({ url: server.url }));
  expect(asked.error).toMatchObject({ category: "context_overflow", status: 400 });
  expect(asked.error?.message).toContain("5012 tokens, and the window holds 2048");
  expect(asked.error?.message).toContain("-c");
});

test("stopping ends the request in the stream, before the first byte, and in each wait", async () => {
  const cases = {
    stream: () => ({ body: sse([chunk({ content: "Hi" })], ""), keepOpen: true }),
    head: () => "hang" as const,
    loading: () => errorReply(503, { error: { message: "Loading model" } }),
    "rate limit": () => errorReply(429, { error: { message: "slow down" } }, { "retry-after": "30" }),
  };
  for (const [name, answer] of Object.entries(cases)) {
    await using server = await loopbackServer(answer);
    const controller = new AbortController();
    const asked = await ask({
      url: server.url,
      signal: controller.signal,
      timeouts: { loading: 60_000 },
      onWire: (report) => {
        const waits = name === "loading" || name === "rate limit";
        const when = waits ? "wait_started" : name === "head" ? "request" : "response";
        if (report.kind === when) setTimeout(() => controller.abort(new Error("stopped")), 10);
      },
    });
    expect([name, record(asked).error?.category]).toEqual([name, "aborted"]);
    expect([name, asked.reports("wait_ended").map((report) => report.wait.how)]).toEqual([
      name,
      name === "loading" || name === "rate limit" ? ["aborted"] : [],
    ]);
  }
});

test("a signal that has fired already sends nothing", async () => {
  await using server = await loopbackServer(() => textReply("?"));
  const asked = await ask({ url: server.url, signal: AbortSignal.abort() });
  expect([record(asked).error?.category, server.requests.length]).toEqual(["aborted", 0]);
});

test.each([
  [500, { error: "llm server loading model" }],
  [502, { error: "model is loading, please wait" }],
  [503, { error: { message: "The model is not ready yet" } }],
  [503, { detail: "Server is starting" }],
  [503, "Service Unavailable"],
])("%i %j is waited for", async (status, body) => {
  await using server = await loopbackServer((_request, index) =>
    index === 0 ? errorReply(status, body) : textReply("Hi."),
  );
  const asked = await ask({ url: server.url, timeouts: { loading: 1000 } });
  expect([record(asked).content, asked.reports("wait_ended").map((report) => report.wait.how)]).toEqual([
    "Hi.",
    ["done"],
  ]);
});

test("a server that never gets ready is given up at the limit", async () => {
  await using server = await loopbackServer(() => errorReply(503, { error: { message: "Loading model" } }));
  const asked = await ask({ url: server.url, timeouts: { loading: 120 } });
  expect(record(asked).error).toMatchObject({ category: "loading", status: 503 });
  expect(record(asked).error?.message).toMatch(/^It was still not ready after /);
  expect(asked.reports("wait_ended").map((report) => report.wait.how)).toEqual(["refused"]);
});

test("an ordinary 500 is not waited for", async () => {
  await using server = await loopbackServer(() => errorReply(500, { error: { message: "internal error" } }));
  const asked = await ask({ url: server.url });
  expect([record(asked).error?.category, server.requests.length]).toEqual(["server_error", 1]);
});

test("a wait that does not fit the remaining time is not begun", async () => {
  await using server = await loopbackServer(() =>
    errorReply(429, { error: { message: "slow" } }, { "retry-after": "20" }),
  );
  const asked = await ask({ url: server.url, remainingMs: () => 5_000 });
  expect(record(asked).error?.category).toBe("rate_limited");
  expect(asked.reports("wait_ended").map((report) => report.wait)).toEqual([
    { why: "rate_limited", waited_ms: 0, how: "refused" },
  ]);
});

test("a rate limit without a time is backed off from, each time longer", async () => {
  const sleeps: number[] = [];
  const clock: Clock = { ...systemClock, sleep: async (ms) => void sleeps.push(ms) };
  await using server = await loopbackServer((_request, index) =>
    index < 3 ? errorReply(429, { error: { message: "slow" } }) : textReply("Hi."),
  );
  expect(record(await ask({ url: server.url, clock })).content).toBe("Hi.");
  expect(sleeps.filter((ms) => ms >= 1000)).toEqual([1000, 2000, 4000]);
});

test("a spent quota is not waited for", async () => {
  await using server = await loopbackServer(() =>
    errorReply(429, { error: { message: "You exceeded your current quota", code: "insufficient_quota" } }),
  );
  const asked = await ask({ url: server.url });
  expect([record(asked).error?.category, server.requests.length]).toEqual(["rate_limited", 1]);
});

test("a learned rule is kept in the profile once it helped, and used at once the next time", async () => {
  const profiles = memoryProfileStore();
  await using server = await loopbackServer((request) =>
    "stream_options" in request.json
      ? errorReply(400, {
          detail: [{ type: "extra_forbidden", loc: ["body", "stream_options"], msg: "Extra inputs are not permitted" }],
        })
      : textReply("Hi."),
  );
  const first = await ask({ url: server.url, profiles });
  const second = await ask({ url: server.url, profiles });
  expect([first.rules, second.rules, server.requests.length]).toEqual([
    ["drop_stream_options"],
    ["drop_stream_options"],
    3,
  ]);
  expect(profiles.load(profileId(server.url, "local-model")).rules).toEqual({
    drop_stream_options: { on: true, because: "body.stream_options: Extra inputs are not permitted", detail: null },
  });
});

test("a rule that did not help is not kept", async () => {
  const profiles = memoryProfileStore();
  await using server = await loopbackServer(() => errorReply(400, { error: "seed is not supported" }));
  const asked = await ask({ url: server.url, profiles, request: { sampling: { seed: 1 } } });
  expect(record(asked).error?.message).toContain("Tried: drop_seed.");
  expect(profiles.load(profileId(server.url, "local-model"))).toEqual(emptyProfile);
});

test("a rule that the user switched off is never switched on", async () => {
  const profiles = memoryProfileStore();
  await using server = await loopbackServer(() => errorReply(400, { error: "seed is not supported" }));
  const off = { drop_seed: { on: false, because: "the user", detail: null } };
  profiles.save(profileId(server.url, "local-model"), { ...emptyProfile, rules: off });
  const asked = await ask({ url: server.url, profiles, request: { sampling: { seed: 1 } } });
  expect([server.requests.length, asked.rules]).toEqual([1, []]);
});

test("thinking goes back under the name the server uses", async () => {
  const profiles = memoryProfileStore();
  await using server = await loopbackServer(() => ({
    body: sse([chunk({ reasoning: "hm" }), chunk({ content: "ok" }, "stop")]),
  }));
  const first = await ask({ url: server.url, profiles });
  expect(first.message).toEqual({ role: "assistant", content: "ok", reasoning: "hm" });
  const history: ChatMessage[] = [
    { role: "user", content: "x" },
    { role: "assistant", content: "y", reasoning_content: "from elsewhere" },
    { role: "user", content: "z" },
  ];
  const second = await ask({ url: server.url, profiles, request: { messages: history } });
  expect(second.rules).toEqual(["reasoning_name"]);
  expect(server.requests[1]?.json["messages"]).toEqual([
    history[0],
    { role: "assistant", content: "y", reasoning: "from elsewhere" },
    history[2],
  ]);
});

test("thinking that was left in the content goes back there, for the task at hand", async () => {
  const profiles = memoryProfileStore();
  const tools = [{ index: 0, id: "a", function: { name: "get_time", arguments: "{}" } }];
  await using server = await loopbackServer((_request, index) =>
    index === 0
      ? {
          body: sse([
            chunk({ content: "<think>\nhm\n</think>\n\nI look." }),
            chunk({ tool_calls: tools }, "tool_calls"),
          ]),
        }
      : textReply("Noon."),
  );
  const user: ChatMessage = { role: "user", content: "What time is it?" };
  const first = await ask({ url: server.url, profiles, request: { messages: [user] } });
  const result: ChatMessage = { role: "tool", tool_call_id: "a", content: "12:00" };
  const second = await ask({ url: server.url, profiles, request: { messages: [user, first.message ?? user, result] } });
  expect([first.finished.content, first.finished.reasoning, second.rules]).toEqual([
    "I look.",
    "hm",
    ["inline_thinking"],
  ]);
  expect(server.requests[1]?.text).toContain("<think>\\nhm\\n</think>\\n\\nI look.");
});

test("a message whose arguments were mended goes into history with the mended ones", async () => {
  const tools = [{ index: 0, id: "a", function: { name: "read_file", arguments: "{'path': 'a.md'}" } }];
  await using server = await loopbackServer(() => ({ body: sse([chunk({ tool_calls: tools }, "tool_calls")]) }));
  const asked = await ask({ url: server.url });
  expect(asked.message).toEqual({
    role: "assistant",
    content: "",
    tool_calls: [{ id: "a", type: "function", function: { name: "read_file", arguments: '{"path":"a.md"}' } }],
  });
  expect(asked.finished.calls[0]?.arguments_text).toBe("{'path': 'a.md'}");
});

test("unreadable arguments in the history are sent as an empty object", async () => {
  await using server = await loopbackServer(() => textReply("Done."));
  const history: ChatMessage[] = [
    { role: "user", content: "x" },
    {
      role: "assistant",
      content: "",
      tool_calls: [{ id: "a", type: "function", function: { name: "read_file", arguments: '{"path":' } }],
    },
    { role: "tool", tool_call_id: "a", content: "The arguments were no JSON." },
  ];
  const asked = await ask({ url: server.url, request: { messages: history } });
  expect(asked.rules).toEqual(["valid_arguments"]);
  expect(server.requests[0]?.text).toContain('"arguments":"{}"');
});

test("an endpoint's user may let text calls of one syntax run; others stay text", async () => {
  const profiles = memoryProfileStore();
  const hermes = '<tool_call>{"name":"read_file","arguments":{"path":"a.md"}}</tool_call>';
  await using server = await loopbackServer((_request, index) => ({
    body: sse([chunk({ content: index === 0 ? hermes : '[TOOL_CALLS]read_file[ARGS]{"path":"a.md"}' }, "stop")]),
  }));
  profiles.save(profileId(server.url, "local-model"), { ...emptyProfile, accept_text_calls: ["hermes"] });
  const first = await ask({ url: server.url, profiles });
  const second = await ask({ url: server.url, profiles });
  expect(record(first)).toEqual(
    turn({
      content: hermes,
      effective_finish_reason: "tool_calls",
      flags: ["finish_mismatch", "text_call", "usage_missing"],
      calls: [
        call(
          "read_file",
          { path: "a.md" },
          { id: "call_t1_0", id_synthetic: true, flags: ["id_synthetic", "from_text"] },
        ),
      ],
      text_calls: [
        { syntax: "hermes", name: "read_file", arguments: { path: "a.md" }, where: "content", complete: true },
      ],
    }),
  );
  expect(first.message?.content).toBe("");
  expect([record(second).calls, record(second).text_calls.length]).toEqual([[], 1]);
});

test("a finish reason of error is an error, and thinking cut by a stop string is cut", async () => {
  await using server = await loopbackServer((_request, index) => ({
    body: sse(
      index === 0
        ? [chunk({ content: "a" }), chunk({}, "error")]
        : [chunk({ reasoning: "Then I write" }), chunk({}, "stop")],
    ),
  }));
  expect(record(await ask({ url: server.url })).flags).toEqual(["stream_error"]);
  const cut = await ask({ url: server.url, request: { sampling: { stop: ["###"] } } });
  expect(record(cut).flags).toEqual(["finish_mismatch", "truncated", "reasoning_only", "usage_missing"]);
});

test("output that took all of max_tokens was cut, whatever the reason says; whole calls were not", async () => {
  const usage = { choices: [], usage: { prompt_tokens: 9, completion_tokens: 16 } };
  const tools = [{ index: 0, id: "call_a", function: { name: "read_file", arguments: '{"path":"a.md"}' } }];
  await using server = await loopbackServer((_request, index) => ({
    body: sse(
      index === 0
        ? [chunk({ content: "The answer is" }, "stop"), usage]
        : [chunk({ tool_calls: tools }, "tool_calls"), usage],
    ),
  }));
  const sampling = { max_tokens: 16 };
  const text = record(await ask({ url: server.url, request: { sampling } }));
  expect([text.effective_finish_reason, text.flags]).toEqual(["length", ["finish_mismatch", "truncated"]]);
  expect(record(await ask({ url: server.url, request: { sampling } })).calls).toEqual([
    call("read_file", { path: "a.md" }),
  ]);
});

test("compressed responses are read", async () => {
  const { gzipSync } = await import("node:zlib");
  await using server = await loopbackServer(() => ({
    headers: { ...SSE, "content-encoding": "gzip" },
    body: gzipSync(sse([chunk({ content: "Hi" }, "stop")])),
  }));
  expect(record(await ask({ url: server.url })).content).toBe("Hi");
});

test("a redirect is told, not followed", async () => {
  await using server = await loopbackServer(() => ({
    status: 307,
    headers: { location: "https://elsewhere.example/v1" },
  }));
  expect(record(await ask({ url: server.url })).error?.message).toContain("https://elsewhere.example/v1");
});

test("live deltas come by channel, in order", async () => {
  await using server = await loopbackServer(() => ({
    body: sse([
      chunk({ reasoning_content: "hm" }),
      chunk({ content: "a" }),
      chunk({ tool_calls: [{ index: 0, id: "a", function: { name: "get_time", arguments: "{}" } }] }, "tool_calls"),
    ]),
  }));
  expect((await ask({ url: server.url })).deltas).toEqual([
    { channel: "reasoning", text: "hm" },
    { channel: "content", text: "a" },
    { channel: "call", text: "{}" },
  ]);
});

test("one client serves several runs at a time", async () => {
  await using server = await loopbackServer((request) => textReply(String(request.json["seed"])));
  const client = createModelClient({
    baseUrl: server.url,
    apiKey: null,
    clock: systemClock,
    timeouts: defaultTimeouts,
  });
  const seeds = [1, 2, 3, 4, 5];
  const answers = await Promise.all(
    seeds.map((seed) => ask({ url: server.url, client, request: { sampling: { seed } } })),
  );
  expect(answers.map((asked) => record(asked).content)).toEqual(["1", "2", "3", "4", "5"]);
});
