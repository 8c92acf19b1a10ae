// One HTTP request, sent through the `openai` package and read below it: the exact body text is seen as it goes out,
// the response's bytes as they come in, and no timer but ours runs (prefill may take longer than any library allows).
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import OpenAI from "openai";
import { Agent, request as httpRequest } from "undici";

export interface SentRequest {
  method: string;
  url: string;
  headers: [string, string][];
  body: string;
}

export interface ResponseHead {
  status: number;
  headers: [string, string][];
  body: Readable;
}

export interface TransportOptions {
  baseUrl: string;
  apiKey: string | null;
  /** Milliseconds to connect. */
  connectMs: number;
}

/** What stands for a key where the user has none: servers without keys ignore it. */
const NO_KEY = "no-key";

/** Below the 5 s after which Node's and uvicorn's servers close an idle connection, so that we close it first. */
const KEEP_ALIVE_MS = 4_000;

const agents = new Map<number, Agent>();

/** Connections are shared by all clients of the process with the same time to connect. */
function agentFor(connectMs: number): Agent {
  let agent = agents.get(connectMs);
  if (!agent) {
    agent = new Agent({
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      connect: { timeout: connectMs },
      connections: null,
      pipelining: 1,
    });
    agents.set(connectMs, agent);
  }
  return agent;
}

/**
 * Sends a chat completion request and resolves with the head of its response, whatever the status; the body is the
 * caller's to read. `onSend` is told the request just before it goes out. Rejects with the transport's error.
 */
export async function sendChat(
  parameters: Record<string, unknown>,
  options: TransportOptions,
  signal: AbortSignal,
  onSend: (request: SentRequest) => void,
): Promise<ResponseHead> {
  let head: ResponseHead | null = null;
  let failure: Error | null = null;
  const client = new OpenAI({
    apiKey: options.apiKey ?? NO_KEY,
    baseURL: options.baseUrl,
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    logLevel: "off",
    fetch: async (input, init) => {
      const sent: SentRequest = {
        method: init?.method ?? "POST",
        url: typeof input === "string" ? input : input instanceof URL ? input.href : input.url,
        headers: [...new Headers(init?.headers)],
        body: typeof init?.body === "string" ? init.body : "",
      };
      onSend(sent);
      try {
        head = await sendRaw(sent, options.connectMs, signal);
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
      }
      // The package only builds and signs the request; what came back is read by us, byte for byte.
      return new Response(null, { status: 200 });
    },
  });
  await client.post("/chat/completions", { body: parameters, stream: false }).asResponse();
  if (head) return head;
  throw (failure as Error | null) ?? new Error("the request was never sent");
}

/** Any request over the same connections. The head's body is decoded when the server compressed it. */
export async function sendRaw(sent: SentRequest, connectMs: number, signal: AbortSignal): Promise<ResponseHead> {
  const response = await httpRequest(sent.url, {
    method: sent.method,
    headers: Object.fromEntries(sent.headers),
    body: sent.body === "" ? null : sent.body,
    dispatcher: agentFor(connectMs),
    signal,
  });
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers.push([name, Array.isArray(value) ? value.join(", ") : value]);
  }
  const encoding = headers.find(([name]) => name === "content-encoding")?.[1].toLowerCase() ?? "";
  return { status: response.statusCode, headers, body: decoded(response.body, encoding) };
}

function decoded(body: Readable, encoding: string): Readable {
  const decoder =
    encoding === "gzip" || encoding === "x-gzip"
      ? createGunzip()
      : encoding === "br"
        ? createBrotliDecompress()
        : encoding === "deflate"
          ? createInflate()
          : null;
  if (!decoder) return body;
  body.on("error", (error) => decoder.destroy(error));
  decoder.on("close", () => body.destroy());
  return body.pipe(decoder);
}
