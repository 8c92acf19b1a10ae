// Looks at one endpoint: is it there, which server is it, which models has it, and what will bite.
import { systemClock } from "../../../src-shared/prelude/clock.ts";
import type { EndpointStatus } from "../../../src-shared/rpc/types.ts";
import { redactText, redactUrl } from "../../capture/redact.ts";
import { classifyFailure } from "../errors/classify.ts";
import { looksLikeHtml } from "../errors/error-text.ts";
import type { Failure } from "../exchange/failure.ts";
import { profileId } from "../profile.ts";
import type { ProfileStore } from "../profile.ts";
import type { ModelTimeouts } from "../types.ts";
import { adviceFor } from "./advice.ts";
import { probeCapabilities } from "./capabilities.ts";
import { getJson } from "./get-json.ts";
import { identifyServer, modelEntries } from "./identify.ts";

export interface CheckOptions {
  apiKey: string | null;
  /** Also ask the model: tools, streaming, parallel calls, usage, log-probabilities, seed. */
  deep?: boolean;
  /** The model to ask; the first one listed if none is given. */
  model?: string;
  /** Milliseconds for each small request (default 5,000); a model that is asked has two minutes. */
  timeouts?: { probe?: number; answer?: number };
  signal?: AbortSignal;
  /** Keeps what was learned (server, context window) for the client's messages. */
  profiles?: ProfileStore;
}

const PROBE_MS = 5_000;
const ANSWER_MS = 120_000;

/** Never rejects: what is wrong stands in `detail`, with what to do about it. */
export async function checkEndpoint(url: string, options: CheckOptions): Promise<EndpointStatus> {
  const secrets = options.apiKey === null ? [] : [options.apiKey];
  const shown = redactUrl(url, secrets);
  const probe = {
    apiKey: options.apiKey,
    timeoutMs: options.timeouts?.probe ?? PROBE_MS,
    signal: options.signal ?? new AbortController().signal,
  };
  const answer = await getJson(`${url.replace(/\/+$/, "")}/models`, probe);
  if (!answer.ok) return absent(shown, describe(answer.failure, shown, secrets));
  const { value } = answer;
  const entries = modelEntries(value.json);
  if (value.status !== 200 || value.json === undefined || (entries.length === 0 && !isList(value.json))) {
    return absent(shown, describe(asFailure(value), shown, secrets));
  }
  const models = entries
    .map((entry) => entry["id"] ?? entry["name"] ?? entry["model"])
    .filter((id) => typeof id === "string");
  const model = options.model ?? models[0] ?? null;
  const facts = await identifyServer(url, value, model, probe);
  const deep = options.deep === true && model !== null;
  const answerMs = options.timeouts?.answer ?? ANSWER_MS;
  const probed = deep
    ? await probeCapabilities({
        baseUrl: url,
        apiKey: options.apiKey,
        model,
        clock: systemClock,
        timeouts: probeTimeouts(probe.timeoutMs, answerMs),
        signal: probe.signal,
      })
    : null;
  if (options.profiles && model !== null) {
    const id = profileId(shown, model);
    const known = options.profiles.load(id);
    const context_window = facts.contextWindow ?? known.context_window;
    options.profiles.save(id, { ...known, server: facts.kind ?? known.server, context_window });
  }
  return {
    url: shown,
    reachable: true,
    server: facts.label,
    models,
    detail: detailOf(facts.label, models),
    capabilities: {
      tools: probed?.tools ?? facts.toolsDeclared,
      streaming_tools: probed?.streaming_tools ?? null,
      parallel_calls: probed?.parallel_calls ?? null,
      usage: probed?.usage ?? null,
      logprobs: probed?.logprobs ?? null,
      seed: probed?.seed ?? null,
      context_window: facts.contextWindow,
    },
    advice: models.length === 0 ? ["No model is there yet: pull or load one in the server."] : adviceFor(facts, probed),
  };
}

function probeTimeouts(probeMs: number, answerMs: number): ModelTimeouts {
  return { connect: probeMs, headers: answerMs, idle: answerMs, loading: 0, retryAfterCap: 0 };
}

function isList(json: unknown): boolean {
  return typeof json === "object" && json !== null && ("data" in json || "models" in json);
}

function asFailure(value: { status: number; text: string; headers: Record<string, string> }): Failure {
  const contentType = value.headers["content-type"] ?? "";
  if (value.status === 200 || looksLikeHtml(value.text)) {
    if (value.status === 200) return { kind: "not_a_completion", text: value.text, contentType };
  }
  return {
    kind: "status",
    status: value.status,
    text: value.text,
    contentType,
    location: value.headers["location"] ?? null,
  };
}

function describe(failure: Failure, url: string, secrets: readonly string[]): string {
  const { error } = classifyFailure(failure, { url, model: "", toolsSent: false, server: null });
  const message =
    failure.kind === "not_a_completion"
      ? error.message
          .replace("instead of a chat completion", "instead of its list of models")
          .replace("something that is no chat completion", "something that is no list of models")
      : failure.kind === "status" && (failure.status === 404 || failure.status === 405)
        ? `There is no list of models at ${url}/models (${failure.status}). Correct the base URL: it usually ends in /v1.`
        : error.message;
  return redactText(message, secrets);
}

function absent(url: string, detail: string): EndpointStatus {
  return { url, reachable: false, server: null, models: [], detail, capabilities: null, advice: [] };
}

function detailOf(label: string | null, models: readonly string[]): string {
  const server = label ?? "An OpenAI-compatible server";
  if (models.length === 0) return `${server} answers and lists no model.`;
  return `${server} with ${models.length === 1 ? `the model ${models[0]}` : `${models.length} models`}.`;
}
