// Framing, errors and ends of a response, and bodies that are no stream, each as the record it must come to.
import { describe, expect, test } from "vitest";
import { chunk, sse, SSE } from "../fixtures/loopback-server.ts";
import { fragment, observe, whole } from "./variant.ts";
import type { Variant } from "./variant.ts";

const GET7 = 'get_file_by_id {"file_id":"7"}';
const CALLS = { finish: "tool_calls", effective: "tool_calls" } as const;
const a7 = '{"file_id":"7"}';

const USAGE = { prompt_tokens: 200, completion_tokens: 40, total_tokens: 240 };

const HI = JSON.stringify(chunk({ content: "Hi." }));
const STOP = JSON.stringify(chunk({}, "stop"));
const FRAMING: readonly Variant[] = [
  ...(
    [
      ["CRLF", `data: ${HI}\r\n\r\ndata: ${STOP}\r\n\r\ndata: [DONE]\r\n\r\n`],
      ["CR", `data: ${HI}\r\rdata: ${STOP}\r\rdata: [DONE]\r\r`],
      ["mixed", `data: ${HI}\n\r\ndata: ${STOP}\r\n\ndata: [DONE]\n\n`],
      ["no space", `data:${HI}\n\ndata:${STOP}\n\ndata:[DONE]\n\n`],
      ["two spaces", `data:  ${HI}\n\ndata:  ${STOP}\n\ndata:  [DONE]  \n\n`],
      ["no blank lines", `data: ${HI}\ndata: ${STOP}\ndata: [DONE]\n`],
      ["no end of the last line", `data: ${HI}\n\ndata: ${STOP}`],
      ["comments", `: ping\n\n: OPENROUTER PROCESSING\n\ndata: ${HI}\n\n:\n\ndata: ${STOP}\n\ndata: [DONE]\n\n`],
      ["comments inside data", `data: : keep-alive\n\ndata: ${HI}\n\ndata: \n\ndata:\n\ndata: ${STOP}\n\n`],
      ["a byte order mark", `﻿data: ${HI}\n\ndata: ${STOP}\n\n`],
      [
        "event and id and retry lines",
        `retry: 3000\nid: 1\nevent: message\ndata: ${HI}\n\nevent: completion\nid: 2\ndata: ${STOP}\n\n`,
      ],
      ["ping events", `event: ping\ndata: {"type":"ping"}\n\ndata: ${HI}\n\ndata: ${STOP}\n\n`],
      [
        "pretty-printed over several data lines",
        `data: {"choices":[\ndata: {"index":0,"delta":{"content":"Hi."},\ndata: "finish_reason":"stop"}]}\n\n`,
      ],
      ["Data with a capital", `Data: ${HI}\n\nData: ${STOP}\n\n`],
      ["[done] in small letters", `data: ${HI}\n\ndata: ${STOP}\n\ndata: [done]\n\n`],
      ["DONE twice", `data: ${HI}\n\ndata: ${STOP}\n\ndata: [DONE]\n\ndata: [DONE]\n\n`],
      ["chunks without data:", `${HI}\n${STOP}\n`],
      ["choices null and empty", `data: {"choices":null}\n\ndata: {"choices":[]}\n\ndata: ${HI}\n\ndata: ${STOP}\n\n`],
      [
        "a null delta",
        `data: {"choices":[{"index":0,"delta":null,"finish_reason":null}]}\n\ndata: ${HI}\n\ndata: ${STOP}\n\n`,
      ],
      [
        "an error of null",
        `data: {"error":null,"choices":[{"index":0,"delta":{"content":"Hi."},"finish_reason":"stop"}]}\n\n`,
      ],
      [
        "an empty error object",
        `data: {"error":{},"choices":[{"index":0,"delta":{"content":"Hi."},"finish_reason":"stop"}]}\n\n`,
      ],
    ] as const
  ).map(([name, body]): Variant => ({
    name: `framing: ${name}`,
    reply: { body },
    expected: {
      content: "Hi.",
      finish: "stop",
      effective: "stop",
      flags: name === "chunks without data:" ? ["not_a_stream"] : [],
    },
  })),
  {
    name: "framing: each byte alone",
    reply: () => async (response) => {
      response.writeHead(200, SSE);
      for (const byte of Buffer.from(
        `data: ${JSON.stringify(chunk({ content: "Grüße, 北京 😀" }))}\r\n\r\ndata: ${STOP}\r\n\r\n`,
      )) {
        response.write(Buffer.from([byte]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    },
    expected: { content: "Grüße, 北京 😀", effective: "stop" },
  },
];

const error = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const BROKEN: readonly Variant[] = [
  ...(
    [
      [
        "an error object",
        error({ error: { message: "Internal server error", type: "server_error", code: 500 } }),
        "server_error",
      ],
      ["an error as text", error({ error: "llama runner process has terminated: signal: killed" }), "server_error"],
      [
        "an error with a name of its own",
        error({ "error parsing tool call": "raw='{' err=unexpected end" }),
        "model_output",
      ],
      [
        "object error",
        error({ object: "error", message: "EngineCore encountered an issue", code: 500 }),
        "server_error",
      ],
      [
        "type error",
        error({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
        "server_error",
      ],
      ["detail", error({ detail: "CUDA out of memory" }), "server_error"],
      ["an error event", 'event: error\ndata: {"message":"boom"}\n\n', "server_error"],
      ["an error event with text", "event: error\ndata: boom\n\n", "server_error"],
      ["an error line", 'error: {"code":500,"message":"slot unavailable"}\n\n', "server_error"],
      [
        "an overflow",
        error({
          error: {
            code: 400,
            message: "the request exceeds the available context size (4096 tokens)",
            type: "exceed_context_size_error",
            n_prompt_tokens: 5000,
            n_ctx: 4096,
          },
        }),
        "context_overflow",
      ],
      [
        "an error beside choices",
        error({ error: { message: "boom" }, choices: [{ index: 0, delta: {}, finish_reason: "error" }] }),
        "server_error",
      ],
      ["a code that is text", error({ error: { message: "upstream failed", code: "502" } }), "server_error"],
      [
        "an error in the choice",
        error({
          choices: [
            {
              index: 0,
              delta: { content: "" },
              finish_reason: "error",
              error: { message: "Provider returned error", code: 502 },
            },
          ],
        }),
        "server_error",
      ],
      ["a list of errors", error([{ error: { code: 429, message: "Resource exhausted" } }]), "server_error"],
    ] as const
  ).map(([name, body, category]): Variant => ({
    name: `mid-stream: ${name}`,
    reply: { body: `data: ${HI}\n\n${body}data: [DONE]\n\n` },
    expected: { content: "Hi.", effective: null, flags: ["stream_error"], error: category },
  })),
  {
    name: "an error first, with status 200",
    reply: { body: error({ error: { message: "Internal server error", type: "server_error" } }) },
    expected: { flags: ["stream_error"], error: "server_error" },
  },
  {
    name: "the end without a reason",
    reply: { body: `data: ${HI}\n\n` },
    expected: { content: "Hi.", effective: null, flags: ["incomplete_stream"], error: "connection_lost" },
  },
  {
    name: "a reset after a call was whole",
    reply: { body: sse([chunk(fragment({ index: 0, id: "a", name: "get_file_by_id", args: a7 }))], ""), reset: true },
    expected: { effective: null, flags: ["incomplete_stream"], calls: [GET7], error: "connection_lost" },
  },
  {
    name: "a reset inside a call",
    reply: {
      body: sse([chunk(fragment({ index: 0, id: "a", name: "get_file_by_id", args: '{"file_id":' }))], ""),
      reset: true,
    },
    expected: {
      flags: ["incomplete_stream"],
      calls: ["get_file_by_id null arguments_truncated"],
      error: "connection_lost",
    },
  },
  {
    name: "a reset after the name",
    reply: { body: sse([chunk(fragment({ index: 0, id: "a", name: "list_files" }))], ""), reset: true },
    expected: {
      flags: ["incomplete_stream"],
      calls: ["list_files null arguments_truncated"],
      error: "connection_lost",
    },
  },
  {
    name: "an error inside a call",
    reply: {
      body: sse(
        [chunk(fragment({ index: 0, id: "a", name: "get_file_by_id", args: '{"file_id":' }))],
        error({ error: "boom" }),
      ),
    },
    expected: { flags: ["stream_error"], calls: ["get_file_by_id null arguments_truncated"], error: "server_error" },
  },
  {
    name: "a stall in the thinking",
    reply: { body: sse([chunk({ reasoning_content: "First I" })], ""), keepOpen: true },
    expected: { reasoning: "First I", flags: ["reasoning_only", "incomplete_stream"], error: "idle_timeout" },
  },
  {
    name: "a stall after the head",
    reply: { body: ": hi\n\n", keepOpen: true },
    expected: { flags: ["incomplete_stream"], error: "idle_timeout" },
  },
  {
    name: "an open connection after the reason",
    reply: { body: sse([chunk({ content: "Hi." }, "stop")], ""), keepOpen: true },
    expected: { content: "Hi.", effective: "stop" },
  },
  {
    name: "an open connection after [DONE]",
    reply: { body: sse([chunk({ content: "Hi." })]), keepOpen: true },
    expected: { content: "Hi.", effective: "stop", flags: ["no_finish_reason"] },
  },
  {
    name: "[DONE] alone",
    reply: { body: "data: [DONE]\n\n" },
    expected: { content: null, effective: "stop", flags: ["no_finish_reason", "blank"] },
  },
  {
    name: "an empty body",
    reply: { body: "" },
    expected: { content: null, effective: null, error: "connection_lost", flags: ["incomplete_stream"] },
  },
];

const WHOLE: readonly Variant[] = [
  {
    name: "JSON for a stream: an answer",
    reply: whole({ role: "assistant", content: "Hi." }),
    expected: { content: "Hi.", effective: "stop", flags: ["not_a_stream"] },
  },
  {
    name: "JSON for a stream: a call",
    reply: whole(
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "a", type: "function", function: { name: "get_file_by_id", arguments: a7 } }],
      },
      "tool_calls",
    ),
    expected: { ...CALLS, flags: ["not_a_stream"], calls: [GET7] },
  },
  {
    name: "JSON with two calls whose index is 0",
    reply: whole(
      {
        role: "assistant",
        content: "",
        tool_calls: [
          { index: 0, id: "a", function: { name: "list_files", arguments: "{}" } },
          { index: 0, id: "b", function: { name: "get_file_by_id", arguments: a7 } },
        ],
      },
      "stop",
    ),
    expected: { effective: "tool_calls", flags: ["finish_mismatch", "not_a_stream"], calls: ["list_files {}", GET7] },
  },
  {
    name: "JSON with two equal calls without ids",
    reply: whole(
      {
        role: "assistant",
        content: "",
        tool_calls: [
          { function: { name: "list_files", arguments: "{}" } },
          { function: { name: "list_files", arguments: "{}" } },
        ],
      },
      "tool_calls",
    ),
    expected: { flags: ["not_a_stream"], calls: ["list_files {} duplicate"] },
  },
  {
    name: "JSON with function_call",
    reply: whole(
      { role: "assistant", content: null, function_call: { name: "get_file_by_id", arguments: a7 } },
      "function_call",
    ),
    expected: { effective: "tool_calls", flags: ["not_a_stream"], calls: [GET7] },
  },
  {
    name: "JSON pretty-printed over lines",
    reply: {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(
        { choices: [{ index: 0, message: { role: "assistant", content: "Hi." }, finish_reason: "stop" }] },
        null,
        2,
      ),
    },
    expected: { content: "Hi.", effective: "stop", flags: ["not_a_stream"] },
  },
  {
    name: "JSON under the type of a stream",
    reply: {
      body: JSON.stringify({
        choices: [{ index: 0, message: { role: "assistant", content: "Hi." }, finish_reason: "stop" }],
      }),
    },
    expected: { content: "Hi.", effective: "stop", flags: ["not_a_stream"] },
  },
  {
    name: "JSON without choices",
    reply: { headers: { "content-type": "application/json" }, body: '{"id":"x","object":"chat.completion"}' },
    expected: { flags: ["not_a_stream"], error: "not_a_stream" },
  },
  {
    name: "JSON with an empty list of choices",
    reply: {
      headers: { "content-type": "application/json" },
      body: '{"id":"x","object":"chat.completion","choices":[]}',
    },
    expected: { flags: ["not_a_stream"], error: "not_a_stream" },
  },
  {
    name: "an Ollama answer of its own API",
    reply: {
      headers: { "content-type": "application/x-ndjson" },
      body: '{"model":"m","message":{"role":"assistant","content":"Hi"},"done":false}\n{"model":"m","message":{"role":"assistant","content":"."},"done":true,"done_reason":"stop","eval_count":3,"prompt_eval_count":9}\n',
    },
    expected: { flags: ["not_a_stream"], content: "Hi." },
  },
  {
    name: "swallowed, as JSON",
    reply: whole({ role: "assistant" }, "stop", { usage: USAGE }),
    expected: { content: null, flags: ["blank", "swallowed_output", "not_a_stream"] },
  },
  {
    name: "HTML",
    reply: {
      headers: { "content-type": "text/html" },
      body: "<!DOCTYPE html><html><head><title>nginx</title></head></html>",
    },
    expected: { flags: ["not_a_stream"], error: "not_a_stream" },
  },
  {
    name: "an error with status 200",
    reply: {
      headers: { "content-type": "application/json" },
      body: '{"error":{"message":"model overloaded","type":"server_error"}}',
    },
    expected: { flags: ["stream_error", "not_a_stream"], error: "server_error" },
  },
];

describe("framing", () => {
  test.each(FRAMING)("$name", async (variant) => {
    const { found, wanted } = await observe(variant);
    expect(found).toEqual(wanted);
  });
});

describe("responses that break", () => {
  test.each(BROKEN)("$name", async (variant) => {
    const { found, wanted } = await observe(variant);
    expect(found).toEqual(wanted);
  });
});

describe("bodies that are no stream", () => {
  test.each(WHOLE)("$name", async (variant) => {
    const { found, wanted } = await observe(variant);
    expect(found).toEqual(wanted);
  });
});
