// A scripted OpenAI-compatible server on a real socket: each chat request gets the next reply of the script, sent step by
// step, held where the test holds it. It keeps what it was sent. Not a model: it decides nothing.
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";

/** One step of a streamed reply. */
export type Step =
  /** One chunk, sent as a `data:` line. */
  | { chunk: JsonObject }
  /** Text put on the wire as it is (broken JSON, comments, odd line ends). */
  | { text: string }
  /** Nothing more is sent until the promise settles. */
  | { hold: Promise<unknown> }
  /** The connection is cut without an end. */
  | { cut: true };

export type Reply =
  | { steps: Step[]; contentType?: string }
  /** A whole answer at once: an error, HTML, a completion that is not streamed. */
  | { status: number; headers?: Record<string, string>; body: JsonValue };

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: JsonObject;
}

export interface ModelServer {
  /** The base URL to give as endpoint; ends in `/v1`. */
  url: string;
  /** The chat requests so far, in order. */
  requests: ReceivedRequest[];
  /** Adds replies to the script; when it is used up, requests are answered with status 500. */
  script(...replies: (Reply | ((request: ReceivedRequest) => Reply))[]): void;
  /** Resolves with the chat request of that number (from 1), at once if it has come already. */
  request(number: number): Promise<ReceivedRequest>;
  close(): Promise<void>;
}

interface Extra {
  reasoning?: string;
  finish?: string | null;
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
}

const USAGE = { prompt_tokens: 100, completion_tokens: 10 };

/** A streamed answer in text; sent in words, so that streaming can be seen. */
export function says(text: string, { reasoning, finish = "stop", usage = USAGE }: Extra = {}): { steps: Step[] } {
  const words = text.match(/\S+\s*|\s+/g) ?? [];
  return {
    steps: [
      delta({ role: "assistant", content: "" }),
      ...(reasoning === undefined ? [] : [delta({ reasoning_content: reasoning })]),
      ...words.map((content) => delta({ content })),
      ...end(finish, usage),
    ],
  };
}

export interface ScriptedCall {
  name: string;
  /** A value is sent as JSON; a string is sent as it is, broken or not. */
  arguments: JsonObject | string;
  id?: string;
}

/** A streamed answer with tool calls, their arguments in two pieces each; `text` comes before them. */
export function calls(
  list: ScriptedCall[],
  { text = "", finish = "tool_calls", usage = USAGE, ...extra }: Extra & { text?: string } = {},
): { steps: Step[] } {
  const steps = list.flatMap((call, index): Step[] => {
    const whole = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
    const middle = Math.ceil(whole.length / 2);
    const id = call.id ?? `call_${index + 1}`;
    return [
      delta({ tool_calls: [{ index, id, type: "function", function: { name: call.name, arguments: "" } }] }),
      ...[whole.slice(0, middle), whole.slice(middle)].map((piece) =>
        delta({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ];
  });
  const opening = says(text, { ...extra, finish: null, usage: null }).steps.slice(0, -1);
  return { steps: [...opening, ...steps, ...end(finish, usage)] };
}

/** The same reply, held before its step `at` (from 0) until the promise settles. */
export function heldAt(reply: { steps: Step[] }, at: number, hold: Promise<unknown>): { steps: Step[] } {
  return { steps: reply.steps.toSpliced(at, 0, { hold }) };
}

/** An error answer in OpenAI's form. */
export function refuses(status: number, message: string, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: { error: { message, type: "server_error", code: null } } };
}

/**
 * Starts on 127.0.0.1, at a port of the system's choice. `native`: what other paths answer (`/api/tags` …), by which a client tells
 * which server it is.
 */
export async function startModelServer(
  models: readonly string[] = ["scripted"],
  native: Readonly<Record<string, JsonValue>> = {},
): Promise<ModelServer> {
  const requests: ReceivedRequest[] = [];
  const replies: (Reply | ((request: ReceivedRequest) => Reply))[] = [];
  const waiting = new Map<number, (request: ReceivedRequest) => void>();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    if (path === "/v1/models") {
      sendJson(response, 200, { object: "list", data: models.map((id) => ({ id, object: "model" })) });
      return;
    }
    const own = native[path];
    if (own !== undefined) return sendJson(response, 200, own);
    if (path !== "/v1/chat/completions") {
      sendJson(response, 404, { error: { message: `No such path: ${path}` } });
      return;
    }
    const received = { path, headers: request.headers, body: JSON.parse(await readBody(request)) as JsonObject };
    requests.push(received);
    waiting.get(requests.length)?.(received);
    const next = replies.shift() ?? refuses(500, "The script has no more replies");
    const reply = typeof next === "function" ? next(received) : next;
    if ("steps" in reply) await stream(response, reply.steps, reply.contentType ?? "text/event-stream");
    else sendJson(response, reply.status, reply.body, reply.headers);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      process.stderr.write(`The scripted model server failed: ${String(error)}\n`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    script: (...more) => void replies.push(...more),
    request: (number) => {
      const there = requests[number - 1];
      return there === undefined ? new Promise((resolve) => waiting.set(number, resolve)) : Promise.resolve(there);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function stream(response: ServerResponse, steps: Step[], contentType: string): Promise<void> {
  const gone = new Promise<"gone">((resolve) => response.once("close", () => resolve("gone")));
  response.writeHead(200, { "Content-Type": contentType });
  response.flushHeaders();
  for (const step of steps) {
    if ("hold" in step) {
      if ((await Promise.race([step.hold, gone])) === "gone") return;
    } else if ("cut" in step) {
      // What was written before must have left, or the cut would swallow it.
      await new Promise<void>((resolve) => response.write(": cut\n\n", () => resolve()));
      response.destroy();
      return;
    } else response.write("text" in step ? step.text : `data: ${JSON.stringify(step.chunk)}\n\n`);
  }
  response.end();
}

function chunk(fields: JsonObject): Step {
  return {
    chunk: { id: "chatcmpl-scripted", object: "chat.completion.chunk", created: 0, model: "scripted", ...fields },
  };
}

function delta(fields: JsonObject): Step {
  return chunk({ choices: [{ index: 0, delta: fields, finish_reason: null }] });
}

function end(finish: string | null, usage: Extra["usage"]): Step[] {
  return [
    ...(finish === null ? [] : [chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })]),
    ...(usage
      ? [chunk({ choices: [], usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } })]
      : []),
    { text: "data: [DONE]\n\n" },
  ];
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: JsonValue,
  headers: Record<string, string> = {},
): void {
  const isText = typeof body === "string";
  response.writeHead(status, { "Content-Type": isText ? "text/html" : "application/json", ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}
