// One small request to an endpoint, with its answer as text and, where it is one, as JSON. For probes: short time
// limits, bounded bodies, failures as values.
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import { redactText } from "../../capture/redact.ts";
import { errorCode, errorMessage } from "../exchange/failure.ts";
import type { Failure } from "../exchange/failure.ts";
import { readBody } from "../exchange/read-body.ts";
import { sendRaw } from "../exchange/transport.ts";

export interface ProbeOptions {
  apiKey: string | null;
  /** Milliseconds for the whole of one request. */
  timeoutMs: number;
  signal: AbortSignal;
}

export interface ProbeAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** Undefined when the body is no JSON. */
  json: JsonValue | undefined;
}

const MAX_CHARS = 4 * 1024 * 1024;

export async function getJson(
  url: string,
  options: ProbeOptions,
  body?: JsonValue,
): Promise<{ ok: true; value: ProbeAnswer } | { ok: false; failure: Failure }> {
  const secrets = options.apiKey === null ? [] : [options.apiKey];
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([options.signal, timeout]);
  const headers: [string, string][] = [["accept", "application/json"]];
  if (options.apiKey !== null) headers.push(["authorization", `Bearer ${options.apiKey}`]);
  if (body !== undefined) headers.push(["content-type", "application/json"]);
  const sent = {
    method: body === undefined ? "GET" : "POST",
    url,
    headers,
    body: body === undefined ? "" : JSON.stringify(body),
  };
  try {
    const head = await sendRaw(sent, options.timeoutMs, signal);
    const decoder = new TextDecoder();
    let text = "";
    const end = await readBody(head.body, options.timeoutMs, signal, (chunk) => {
      text += decoder.decode(chunk, { stream: true });
      // An endless body (an event stream at the wrong address) is read no further.
      if (text.length > MAX_CHARS) throw new Error("the answer is too long");
      return options.timeoutMs;
    });
    if (end.how === "aborted" && options.signal.aborted) return { ok: false, failure: { kind: "aborted" } };
    if (end.how !== "end") return { ok: false, failure: { kind: "headers_timeout", limitMs: options.timeoutMs } };
    return {
      ok: true,
      value: { status: head.status, headers: Object.fromEntries(head.headers), text, json: parsed(text) },
    };
  } catch (error) {
    if (options.signal.aborted) return { ok: false, failure: { kind: "aborted" } };
    if (timeout.aborted) return { ok: false, failure: { kind: "headers_timeout", limitMs: options.timeoutMs } };
    const message = redactText(errorMessage(error), secrets);
    return { ok: false, failure: { kind: "connect", code: errorCode(error), message, beforeFirstByte: true } };
  }
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
