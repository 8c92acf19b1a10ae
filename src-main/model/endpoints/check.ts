// Looks at one endpoint: is it there, which server is it, which models has it, and what will bite.
import type { Clock } from "../../../src-shared/prelude/clock.ts";
import { systemClock } from "../../../src-shared/prelude/clock.ts";
import type { EndpointStatus } from "../../../src-shared/rpc/types.ts";
import { redactText, redactUrl } from "../../capture/redact.ts";
import { classifyFailure } from "../errors/classify.ts";
import { errorText, looksLikeHtml } from "../errors/error-text.ts";
import type { Failure } from "../exchange/failure.ts";
import { profileId } from "../profile.ts";
import type { ProfileStore } from "../profile.ts";
import type { ModelTimeouts } from "../types.ts";
import { adviceFor, hidesToolsAfterFirstTurn } from "./advice.ts";
import { probeCapabilities } from "./capabilities.ts";
import { getJson } from "./get-json.ts";
import type { ProbeAnswer, ProbeOptions } from "./get-json.ts";
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
  /** Wait for a server that says it is loading, for at most `limitMs`; without it that is an absent server. */
  whileLoading?: WaitWhileLoading;
}

export interface WaitWhileLoading {
  clock: Clock;
  limitMs: number;
  /** Told once, with the server's words, when the wait begins. */
  onWait(detail: string): void;
}

const PROBE_MS = 5_000;
const ANSWER_MS = 120_000;
/** Between two looks at a loading server. */
const LOOK_MS = 500;

/** Never rejects: what is wrong stands in `detail`, with what to do about it. */
export async function checkEndpoint(url: string, options: CheckOptions): Promise<EndpointStatus> {
  const secrets = secretsOf(options.apiKey);
  const shown = redactUrl(url, secrets);
  const probe = {
    apiKey: options.apiKey,
    timeoutMs: options.timeouts?.probe ?? PROBE_MS,
    signal: options.signal ?? new AbortController().signal,
  };
  const answer = await listModels(`${url.replace(/\/+$/, "")}/models`, probe, options.whileLoading);
  if (!answer.ok) return absent(shown, describe(answer.failure, shown, secrets));
  const { value } = answer;
  const entries = modelEntries(value.json);
  if (value.status !== 200 || value.json === undefined || (entries.length === 0 && !isList(value.json))) {
    const status = absent(shown, describe(asFailure(value), shown, secrets));
    return isLoading(value) ? { ...status, loading: true } : status;
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
    const hides =
      facts.template === null ? known.hides_tools_after_first_turn : hidesToolsAfterFirstTurn(facts.template);
    const server = facts.kind ?? known.server;
    options.profiles.save(id, { ...known, server, context_window, hides_tools_after_first_turn: hides });
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

/** The answer to the list of models, once the server no longer says that it is loading or the wait is over. */
async function listModels(
  url: string,
  probe: ProbeOptions,
  wait: WaitWhileLoading | undefined,
): ReturnType<typeof getJson> {
  const answer = await getJson(url, probe);
  if (!wait) return answer;
  const until = wait.clock.monotonic() + wait.limitMs;
  let latest = answer;
  for (let looks = 0; latest.ok && isLoading(latest.value) && wait.clock.monotonic() < until; looks += 1) {
    if (looks === 0)
      wait.onWait(`${latest.value.status}: ${redactText(errorText(latest.value.text), secretsOf(probe.apiKey))}`);
    try {
      await wait.clock.sleep(LOOK_MS, probe.signal);
    } catch {
      return { ok: false, failure: { kind: "aborted" } };
    }
    latest = await getJson(url, probe);
  }
  return latest;
}

function isLoading(value: ProbeAnswer): boolean {
  if (value.status < 500) return false;
  const facts = { url: "", model: "", toolsSent: false, server: null };
  return classifyFailure(asFailure(value), facts).error.category === "loading";
}

function probeTimeouts(probeMs: number, answerMs: number): ModelTimeouts {
  return { connect: probeMs, headers: answerMs, idle: answerMs, loading: 0, retryAfterCap: 0 };
}

function secretsOf(apiKey: string | null): string[] {
  return apiKey === null ? [] : [apiKey];
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
