// Tries what an endpoint can do with one tiny request each: tools, tools while streaming, parallel calls, usage,
// log-probabilities, seed. True and false are seen; null means that the answer did not settle it.
import type { ToolDefinition } from "../../../src-shared/trace/tool-contract.ts";
import type { Clock } from "../../../src-shared/prelude/clock.ts";
import { classifyFailure } from "../errors/classify.ts";
import { exchangeChat } from "../exchange/chat-exchange.ts";
import type { ExchangeResult } from "../exchange/chat-exchange.ts";
import type { ModelTimeouts } from "../types.ts";

export interface ProbedCapabilities {
  tools: boolean | null;
  streaming_tools: boolean | null;
  parallel_calls: boolean | null;
  usage: boolean | null;
  logprobs: boolean | null;
  seed: boolean | null;
  /** The server's own words where it refuses tools. */
  refusal: string | null;
}

export interface CapabilityProbe {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  clock: Clock;
  timeouts: ModelTimeouts;
  signal: AbortSignal;
}

const CITY_TOOL: ToolDefinition = {
  type: "function",
  function: {
    name: "get_weather",
    description: "The current weather of one city.",
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  },
};

/** Enough for a model that thinks before it calls. */
const CALL_TOKENS = 512;

export async function probeCapabilities(probe: CapabilityProbe): Promise<ProbedCapabilities> {
  const ask = (content: string, more: Record<string, unknown>) => send(probe, content, more);
  const weather = { tools: [CITY_TOOL], max_tokens: CALL_TOKENS, temperature: 0 };
  const one = "Call the tool get_weather for Oslo.";
  const whole = await ask(one, { ...weather, stream: false });
  const streamed = await ask(one, { ...weather, stream: true, stream_options: { include_usage: true } });
  const refusal = refusalOf(whole, probe) ?? refusalOf(streamed, probe);
  const calls = callsIn(whole);
  const streamedCalls = callsIn(streamed);
  const tools = refusal !== null ? false : calls > 0 || streamedCalls > 0 ? true : null;
  const two =
    tools === true
      ? await ask("Call get_weather for Oslo and call get_weather for Rome, both calls at once in this one answer.", {
          ...weather,
          stream: false,
        })
      : null;
  const plain = await ask("Say one word.", {
    max_tokens: 4,
    temperature: 0,
    logprobs: true,
    top_logprobs: 2,
    stream: false,
  });
  return {
    tools,
    streaming_tools: tools === true ? (streamedCalls > 0 ? true : calls > 0 ? false : null) : tools,
    parallel_calls: two === null || two.failure ? (tools === false ? false : null) : callsIn(two) > 1,
    usage: streamed.failure ? (plain.failure ? null : plain.turn?.usage !== null) : streamed.turn?.usage !== null,
    logprobs: plain.failure ? (plain.failure.kind === "status" ? false : null) : plain.turn?.stopLogprobs !== null,
    seed: await probeSeed(ask),
    refusal,
  };
}

/** The same seed twice at a high temperature gives the same text; another seed must not, or it proves nothing. */
async function probeSeed(
  ask: (content: string, more: Record<string, unknown>) => Promise<ExchangeResult>,
): Promise<boolean | null> {
  const prompt = "Write eight random words.";
  const settings = { max_tokens: 24, temperature: 1.5, stream: false };
  const results: string[] = [];
  for (const seed of [7, 7, 8]) {
    const result = await ask(prompt, { ...settings, seed });
    if (result.failure || !result.turn) return result.failure?.kind === "status" ? false : null;
    results.push(`${result.turn.reasoning ?? ""}${result.turn.content ?? ""}`);
  }
  const [first, same, other] = results;
  if (first === "" || first === undefined) return null;
  if (first !== same) return false;
  return first === other ? null : true;
}

function callsIn(result: ExchangeResult): number {
  return result.failure ? 0 : (result.turn?.calls.length ?? 0);
}

function refusalOf(result: ExchangeResult, probe: CapabilityProbe): string | null {
  if (!result.failure) return null;
  const facts = { url: probe.baseUrl, model: probe.model, toolsSent: true, server: null };
  const { error, text } = classifyFailure(result.failure, facts);
  return error.category === "tools_unsupported" ? text : null;
}

function send(probe: CapabilityProbe, content: string, more: Record<string, unknown>): Promise<ExchangeResult> {
  const { baseUrl, apiKey, clock, timeouts } = probe;
  return exchangeChat(
    {
      attempt: 1,
      parameters: { model: probe.model, messages: [{ role: "user", content }], ...more },
      messages: [],
      adaptations: [],
      offered: [CITY_TOOL.function.name],
      streamed: more["stream"] === true,
    },
    { baseUrl, apiKey, clock, timeouts },
    {
      signal: probe.signal,
      onWire: () => undefined,
      onDelta: () => undefined,
      remainingMs: () => Number.POSITIVE_INFINITY,
    },
  );
}
