// The demo model's server: OpenAI-compatible HTTP on loopback, so that the app talks to it through the same client as to any other. It simulates, and says so.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { readChatRequest } from "./chat-request.ts";
import { complete, type Completion, logprobsOf, usageOf } from "./completion.ts";
import { findProfile, PROFILES } from "./profiles.ts";
import { tokenPieces } from "./tokens.ts";

export interface DemoModelOptions {
  /** 0, the default, lets the system choose. */
  port?: number;
  /** Milliseconds between two streamed chunks, so that a run can be watched; 0, the default, streams at once. */
  chunkDelayMs?: number;
}

export interface DemoModel {
  /** Base URL up to and including `/v1`. */
  url: string;
  /** Ends open connections; resolves when the port is free. */
  close(): Promise<void>;
}

const MAX_BODY = 64 * 1024 * 1024;
/** A fixed date: the same request gives the same bytes. */
const CREATED = 1_750_000_000;

/** Starts the server on 127.0.0.1. Throws UserError when the port is taken. */
export async function startDemoModel(options: DemoModelOptions = {}): Promise<DemoModel> {
  const delay = options.chunkDelayMs ?? 0;
  const server = createServer((request, response) => {
    handle(request, response, delay).catch((error: unknown) => {
      // A bug of the demo must not take the app down with it: the client sees a failed request.
      if (!response.headersSent)
        sendError(response, 500, "server_error", error instanceof Error ? error.message : String(error));
      else response.destroy();
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      reject(
        taken
          ? new UserError(
              "port_in_use",
              `Port ${options.port} is in use; give another for the demo model or leave it out.`,
              { cause: error },
            )
          : error,
      );
    });
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  // The demo alone must not keep a finished command alive.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(request: IncomingMessage, response: ServerResponse, delay: number): Promise<void> {
  const path = new URL(request.url ?? "/", "http://127.0.0.1").pathname.replace(/\/$/, "");
  // Pages of other origins must not use it, even under a name that resolves to loopback.
  if (!/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(request.headers.host ?? "")) {
    sendError(response, 403, "forbidden", "The demo model answers on loopback only.");
  } else if (request.method === "GET" && path === "/v1/models") {
    sendJson(response, 200, {
      object: "list",
      data: PROFILES.map(({ id, description }) => ({
        id,
        object: "model",
        created: CREATED,
        owned_by: "loopscope (simulated)",
        description,
        max_model_len: 32_768,
      })),
    });
  } else if (request.method === "POST" && path === "/v1/chat/completions") {
    await chat(request, response, delay);
  } else {
    sendError(response, 404, "not_found", `The demo model has no ${request.method} ${path}.`);
  }
}

async function chat(request: IncomingMessage, response: ServerResponse, delay: number): Promise<void> {
  const body = await readBody(request);
  if (body === null) return sendError(response, 413, "too_large", "The request body is over 64 MB.");
  const read = readChatRequest(body);
  if (!read.ok) return sendError(response, 400, "invalid_request_error", read.error);
  const profile = findProfile(read.value.model);
  if (profile === null) {
    const known = PROFILES.map((entry) => entry.id).join(", ");
    return sendError(
      response,
      404,
      "model_not_found",
      `There is no model ${JSON.stringify(read.value.model)} here; there are ${known}.`,
    );
  }
  const completion = complete(read.value, profile);
  const head: JsonObject = {
    id: completionId(completion),
    created: CREATED,
    model: profile.id,
    system_fingerprint: "simulated",
  };
  if (!read.value.stream) return sendJson(response, 200, wholeResponse(head, completion));
  await streamResponse(response, head, completion, read.value.includeUsage, delay);
}

function wholeResponse(head: JsonObject, completion: Completion): JsonObject {
  const calls = completion.calls.map((call) => ({
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: call.arguments },
  }));
  const message: JsonObject = {
    role: "assistant",
    content: completion.content === "" && calls.length > 0 ? null : completion.content,
    ...(completion.reasoning === "" ? {} : { reasoning_content: completion.reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  const choice: JsonObject = {
    index: 0,
    message,
    finish_reason: completion.finishReason,
    ...(completion.decisive === null ? {} : { logprobs: logprobsOf(completion.decisive) }),
  };
  return { ...head, object: "chat.completion", choices: [choice], usage: usageOf(completion) };
}

async function streamResponse(
  response: ServerResponse,
  head: JsonObject,
  completion: Completion,
  includeUsage: boolean,
  delay: number,
): Promise<void> {
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    "x-simulated": "loopscope-demo",
  });
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const send = async (choices: JsonValue[], extra: JsonObject = {}): Promise<void> => {
    if (gone.signal.aborted) return;
    response.write(`data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices, ...extra })}\n\n`);
    if (delay > 0) await sleep(delay, undefined, { signal: gone.signal }).catch(() => undefined);
  };
  for (const delta of deltas(completion)) await send([{ index: 0, delta, finish_reason: null }]);
  await send([
    {
      index: 0,
      delta: {},
      finish_reason: completion.finishReason,
      ...(completion.decisive === null ? {} : { logprobs: logprobsOf(completion.decisive) }),
    },
  ]);
  if (includeUsage) await send([], { usage: usageOf(completion) });
  if (!gone.signal.aborted) response.end("data: [DONE]\n\n");
}

/** The role, then reasoning and content a few tokens at a time, then each call: its id and name first, its arguments in fragments. */
function* deltas(completion: Completion): Generator<JsonObject> {
  yield { role: "assistant", content: completion.content === "" ? null : "" };
  for (const piece of groups(completion.reasoning, 4)) yield { reasoning_content: piece };
  for (const piece of groups(completion.content, 3)) yield { content: piece };
  for (const [index, call] of completion.calls.entries()) {
    yield { tool_calls: [{ index, id: call.id, type: "function", function: { name: call.name, arguments: "" } }] };
    for (const piece of groups(call.arguments, 4)) yield { tool_calls: [{ index, function: { arguments: piece } }] };
  }
}

function groups(text: string, size: number): string[] {
  const pieces = tokenPieces(text);
  return Array.from({ length: Math.ceil(pieces.length / size) }, (_, index) =>
    pieces.slice(index * size, (index + 1) * size).join(""),
  );
}

function completionId(completion: Completion): string {
  const [call] = completion.calls;
  return `chatcmpl-demo-${call === undefined ? `${completion.promptTokens}-${completion.completionTokens}` : call.id}`;
}

/** Null when the body is over the limit. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > MAX_BODY) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function sendJson(response: ServerResponse, status: number, value: JsonObject): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "x-simulated": "loopscope-demo" });
  response.end(JSON.stringify(value));
}

function sendError(response: ServerResponse, status: number, code: string, message: string): void {
  sendJson(response, status, { error: { message, type: code, code } });
}
