// Endpoints that look like the servers people run, over real loopback sockets.
import { describe, expect, test } from "vitest";
import type { Clock } from "../../../src-shared/prelude/clock.ts";
import { systemClock } from "../../../src-shared/prelude/clock.ts";
import type { Answer, Reply } from "../fixtures/loopback-server.ts";
import { chunk, errorReply, loopbackServer, sse, textReply } from "../fixtures/loopback-server.ts";
import { emptyProfile, memoryProfileStore, profileId } from "../profile.ts";
import { hidesToolsAfterFirstTurn } from "./advice.ts";
import { normaliseBaseUrl } from "./base-url.ts";
import { checkEndpoint } from "./check.ts";
import { discoverEndpoints } from "./discover.ts";

const json = (value: unknown): Reply => errorReply(200, value);
const missing = errorReply(404, { error: "not found" });

/** Answers by path; chat requests by `chat`. */
function server(paths: Record<string, unknown>, chat: Answer = () => textReply("ok")): Answer {
  return (request, index) => {
    if (request.path === "/v1/chat/completions") return chat(request, index);
    const found = paths[request.path];
    return found === undefined ? missing : json(found);
  };
}

const models = (...ids: string[]) => ({
  object: "list",
  data: ids.map((id) => ({ id, object: "model", owned_by: "me" })),
});

describe("a base URL out of what people type", () => {
  test.each([
    ["http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1"],
    ["localhost:11434", "http://localhost:11434/v1"],
    [" http://localhost:1234/ ", "http://localhost:1234/v1"],
    ["127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1"],
    ["http://box:8000/v1/chat/completions", "http://box:8000/v1"],
    ["http://box:8000/v1/models", "http://box:8000/v1"],
    ["http://localhost:11434/api/chat", "http://localhost:11434/v1"],
    ["http://localhost:1234/api/v0", "http://localhost:1234/v1"],
    ["https://gateway.example/openai/v1", "https://gateway.example/openai/v1"],
    ["https://gateway.example/llm", "https://gateway.example/llm/v1"],
    ["0.0.0.0:8000", "http://127.0.0.1:8000/v1"],
    [":8080", "http://127.0.0.1:8080/v1"],
    ["8080", "http://127.0.0.1:8080/v1"],
    ["[::1]:8080", "http://[::1]:8080/v1"],
    ["my-box.local:5001", "http://my-box.local:5001/v1"],
    ["gpu:8000", "http://gpu:8000/v1"],
  ])("%s", (input, url) => {
    expect(normaliseBaseUrl(input)).toEqual({ ok: true, value: url });
  });

  test.each([
    "",
    "   ",
    "ftp://x/y",
    "not a url",
    "http://",
    "http://a b",
    "http://host:99999",
    "nonsense",
    "ws://127.0.0.1:80",
  ])("“%s” is refused, naming the mend", (input) => {
    const result = normaliseBaseUrl(input);
    expect(result.ok).toBe(false);
    expect(result).toMatchObject({
      error: expect.stringContaining("An endpoint looks like http://127.0.0.1:11434/v1."),
    });
  });
});

describe("which server it is, its models and its window", () => {
  test("Ollama, whose default window is named with the setting to change", async () => {
    await using ollama = await loopbackServer(
      server({
        "/v1/models": { object: "list", data: [{ id: "qwen3:8b", object: "model", owned_by: "library" }] },
        "/api/tags": { models: [{ name: "qwen3:8b" }] },
        "/api/version": { version: "0.12.1" },
        "/api/ps": { models: [{ name: "qwen3:8b", context_length: 4096 }] },
        "/api/show": { capabilities: ["completion", "tools"], template: "{{ if .Tools }}{{ .Tools }}{{ end }}" },
      }),
    );
    const profiles = memoryProfileStore();
    const status = await checkEndpoint(ollama.url, { apiKey: null, profiles });
    expect(status).toEqual({
      url: ollama.url,
      reachable: true,
      server: "Ollama 0.12.1",
      models: ["qwen3:8b"],
      detail: "Ollama 0.12.1 with the model qwen3:8b.",
      capabilities: {
        tools: true,
        streaming_tools: null,
        parallel_calls: null,
        usage: null,
        logprobs: null,
        seed: null,
        context_window: 4096,
      },
      advice: [
        "Ollama cuts a longer prompt in silence at its context length (4,096 tokens): set OLLAMA_CONTEXT_LENGTH=32768 before “ollama serve”.",
      ],
    });
    expect(profiles.load(profileId(ollama.url, "qwen3:8b"))).toEqual({
      ...emptyProfile,
      server: "ollama",
      context_window: 4096,
      hides_tools_after_first_turn: false,
    });
  });

  test("llama.cpp, told by its properties", async () => {
    await using llama = await loopbackServer(
      server({
        "/v1/models": { models: [{ name: "tiny.gguf" }], data: [{ id: "tiny.gguf", owned_by: "llamacpp" }] },
        "/props": {
          default_generation_settings: { n_ctx: 2048 },
          chat_template: "{{ messages }}",
          build_info: "b6000",
        },
      }),
    );
    const status = await checkEndpoint(llama.url, { apiKey: null });
    expect([status.server, status.models, status.capabilities?.context_window, status.capabilities?.tools]).toEqual([
      "llama.cpp b6000",
      ["tiny.gguf"],
      2048,
      false,
    ]);
    expect(status.advice.join(" ")).toContain("-c");
    expect(status.advice.join(" ")).toContain("--jinja");
  });

  test("vLLM and LM Studio", async () => {
    await using vllm = await loopbackServer(
      server({
        "/v1/models": { data: [{ id: "Qwen/Qwen3-8B", owned_by: "vllm", max_model_len: 40960 }] },
        "/version": { version: "0.11.0" },
      }),
    );
    await using studio = await loopbackServer(
      server({
        "/v1/models": models("qwen3"),
        "/api/v0/models": {
          data: [{ id: "qwen3", state: "loaded", max_context_length: 40960, loaded_context_length: 8192 }],
        },
      }),
    );
    const found = await Promise.all([vllm, studio].map((one) => checkEndpoint(one.url, { apiKey: null })));
    expect(found.map((status) => [status.server, status.capabilities?.context_window])).toEqual([
      ["vLLM 0.11.0", 40960],
      ["LM Studio", 8192],
    ]);
  });

  test("one that nobody knows is still used", async () => {
    await using other = await loopbackServer(server({ "/v1/models": models("a", "b") }));
    const status = await checkEndpoint(other.url, { apiKey: null });
    expect([status.reachable, status.server, status.models, status.detail]).toEqual([
      true,
      null,
      ["a", "b"],
      "An OpenAI-compatible server with 2 models.",
    ]);
  });

  test("no model at all is said", async () => {
    await using empty = await loopbackServer(server({ "/v1/models": { object: "list", data: [] } }));
    expect((await checkEndpoint(empty.url, { apiKey: null })).advice).toEqual([
      "No model is there yet: pull or load one in the server.",
    ]);
  });
});

describe("what is wrong is one line with the mend", () => {
  test.each<[string, Reply, RegExp]>([
    [
      "a web page",
      { headers: { "content-type": "text/html" }, body: "<html><title>Router</title></html>" },
      /web page \(“Router”\) instead of its list of models\. Correct the base URL/,
    ],
    ["no such path", missing, /There is no list of models at .*\/v1\/models \(404\)\. Correct the base URL/],
    ["a key that is missing", errorReply(401, { error: { message: "no key" } }), /refuses access .*valid API key/],
    ["something else", json({ hello: "world" }), /no list of models/],
  ])("%s", async (_name, reply, detail) => {
    await using wrong = await loopbackServer(() => reply);
    const status = await checkEndpoint(wrong.url, { apiKey: null });
    expect([status.reachable, status.models, status.capabilities]).toEqual([false, [], null]);
    expect(status.detail).toMatch(detail);
  });

  test("nothing listens", async () => {
    const gone = await loopbackServer(() => missing);
    await gone[Symbol.asyncDispose]();
    expect((await checkEndpoint(gone.url, { apiKey: null })).detail).toMatch(
      /Nothing listens .*Start the model server/,
    );
  });

  test("a server that hangs is left after the limit", async () => {
    await using hung = await loopbackServer(() => "hang");
    const status = await checkEndpoint(hung.url, { apiKey: null, timeouts: { probe: 60 } });
    expect(status.reachable).toBe(false);
  });

  test("the key is sent, and never shown", async () => {
    const apiKey = "sk-secret-9999";
    await using echo = await loopbackServer((request) => {
      expect(request.headers.authorization).toBe(`Bearer ${apiKey}`);
      return errorReply(500, { error: { message: `bad key ${apiKey}` } });
    });
    expect(JSON.stringify(await checkEndpoint(echo.url, { apiKey }))).not.toContain(apiKey);
  });
});

describe("deep probes", () => {
  const callOf = (id: string, city: string) => ({
    id,
    type: "function",
    function: { name: "get_weather", arguments: JSON.stringify({ city }) },
  });

  /** A server that can do everything, less what is taken away. */
  const able =
    (less: { streaming?: boolean; tools?: boolean; logprobs?: boolean; seed?: boolean } = {}): Answer =>
    (request, index) => {
      const body = request.json;
      const text = JSON.stringify(body["messages"]);
      if (body["tools"] !== undefined) {
        if (less.tools) return errorReply(400, { error: { message: "m does not support tools" } });
        const calls = text.includes("Rome") ? [callOf("a", "Oslo"), callOf("b", "Rome")] : [callOf("a", "Oslo")];
        if (body["stream"] === true) {
          const deltas = less.streaming
            ? []
            : [chunk({ tool_calls: calls.map((call, at) => ({ index: at, ...call })) })];
          return {
            body: sse([
              ...deltas,
              chunk({}, "stop"),
              { choices: [], usage: { prompt_tokens: 9, completion_tokens: 9 } },
            ]),
          };
        }
        return json({ choices: [{ message: { content: null, tool_calls: calls }, finish_reason: "tool_calls" }] });
      }
      if (body["logprobs"] === true) {
        if (less.logprobs) return errorReply(400, { error: { message: "logprobs is not supported" } });
        const content = [{ token: "Hi", logprob: -0.1, top_logprobs: [] }];
        return json({ choices: [{ message: { content: "Hi" }, logprobs: { content }, finish_reason: "stop" }] });
      }
      const words = less.seed ? `word${index}` : `word${String(body["seed"])}`;
      return json({ choices: [{ message: { content: words }, finish_reason: "length" }] });
    };

  test.each<[string, Answer, object]>([
    [
      "all",
      able(),
      { tools: true, streaming_tools: true, parallel_calls: true, usage: true, logprobs: true, seed: true },
    ],
    ["calls lost while streaming", able({ streaming: true }), { tools: true, streaming_tools: false }],
    ["no tools", able({ tools: true }), { tools: false, streaming_tools: false, parallel_calls: false }],
    ["no log-probabilities", able({ logprobs: true }), { tools: true, logprobs: false }],
    ["a seed that changes nothing", able({ seed: true }), { seed: false }],
    [
      "a model that never calls",
      () => textReply("It is sunny."),
      { tools: null, streaming_tools: null, parallel_calls: null, usage: true },
    ],
  ])("%s", async (_name, chat, capabilities) => {
    await using one = await loopbackServer(server({ "/v1/models": models("m") }, chat));
    const status = await checkEndpoint(one.url, { apiKey: null, deep: true });
    expect(status.capabilities).toMatchObject(capabilities);
  });

  test("the advice names the flag of the server", async () => {
    await using vllm = await loopbackServer(
      server({ "/v1/models": { data: [{ id: "m", owned_by: "vllm" }] } }, (request) =>
        request.json["tools"] === undefined
          ? textReply("ok")
          : errorReply(400, {
              message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
            }),
      ),
    );
    const status = await checkEndpoint(vllm.url, { apiKey: null, deep: true });
    expect(status.capabilities?.tools).toBe(false);
    expect(status.advice.join(" ")).toContain("--tool-call-parser");
  });
});

describe("a server that is loading (llama.cpp's own words)", () => {
  const loading = errorReply(503, { error: { message: "Loading model", type: "unavailable_error", code: 503 } });
  const slow = (looks: number, then: unknown): Answer => {
    let asked = 0;
    return (request) =>
      request.path === "/v1/models" && asked++ < looks ? loading : server({ "/v1/models": then })(request, 0);
  };
  /** A clock whose sleeps take no time and are counted by its own hands. */
  const quickClock = () => {
    let at = 0;
    const clock: Clock = {
      now: () => at,
      monotonic: () => at,
      sleep: async (ms) => {
        at += ms;
      },
    };
    return clock;
  };

  test("is waited for, which is told once", async () => {
    await using one = await loopbackServer(slow(3, models("m")));
    const told: string[] = [];
    const whileLoading = { clock: quickClock(), limitMs: 60_000, onWait: (line: string) => void told.push(line) };
    const status = await checkEndpoint(one.url, { apiKey: null, whileLoading });
    expect([status.reachable, status.models, told]).toEqual([true, ["m"], ["503: Loading model"]]);
  });

  test("is given up after the limit, and not waited for unasked", async () => {
    await using one = await loopbackServer(slow(1_000, models("m")));
    const whileLoading = { clock: quickClock(), limitMs: 1_000, onWait: () => undefined };
    const waited = await checkEndpoint(one.url, { apiKey: null, whileLoading });
    const looks = one.requests.length;
    const unasked = await checkEndpoint(one.url, { apiKey: null });
    expect([waited.reachable, looks, unasked.reachable, one.requests.length]).toEqual([false, 3, false, 4]);
    expect(waited.detail).toBe(unasked.detail);
    expect(waited.detail).toContain("load");
  });

  test("the wait ends at once when it is stopped", async () => {
    await using one = await loopbackServer(slow(1_000, models("m")));
    const stop = new AbortController();
    const whileLoading = { clock: systemClock, limitMs: 3_600_000, onWait: () => stop.abort() };
    const status = await checkEndpoint(one.url, { apiKey: null, whileLoading, signal: stop.signal });
    expect([status.reachable, one.requests.length]).toEqual([false, 1]);
  });

  test("any other failure is not taken for loading", async () => {
    await using one = await loopbackServer(() => errorReply(500, { error: { message: "out of memory" } }));
    const told: string[] = [];
    const whileLoading = { clock: quickClock(), limitMs: 60_000, onWait: (line: string) => void told.push(line) };
    const status = await checkEndpoint(one.url, { apiKey: null, whileLoading });
    expect([status.reachable, one.requests.length, told]).toEqual([false, 1, []]);
  });
});

test("servers are found on the given ports, and nothing else is reported", async () => {
  await using one = await loopbackServer(server({ "/v1/models": models("m") }));
  await using other = await loopbackServer(() => ({ headers: { "content-type": "text/html" }, body: "<html></html>" }));
  const gone = await loopbackServer(() => missing);
  await gone[Symbol.asyncDispose]();
  const found = await discoverEndpoints({ ports: [gone.port, other.port, one.port] });
  expect(found.map((status) => [status.url, status.models])).toEqual([[one.url, ["m"]]]);
});

test("templates that print the tools for a last user message only are known", () => {
  const last =
    '{{- range $i, $_ := .Messages }}{{- $last := eq (len (slice $.Messages $i)) 1 }}{{- if eq .Role "user" }}{{- if and $.Tools $last }}{{ range $.Tools }}{{ . }}{{ end }}{{- end }}{{ .Content }}{{- end }}{{- end }}';
  const always =
    "{{- if .Tools }}{{- range .Tools }}{{ . }}{{- end }}{{- end }}{{- range .Messages }}{{ .Content }}{{- end }}";
  expect([last, always, ""].map((template) => hidesToolsAfterFirstTurn(template))).toEqual([true, false, false]);
});
