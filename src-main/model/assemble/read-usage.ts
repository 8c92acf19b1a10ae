// Token counts and log-probabilities, wherever a server puts them. All zero means not known, never nothing used.
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { StopLogprobs, Usage } from "../../../src-shared/trace/events/response-finished.ts";

/**
 * The usage in a chunk, choice or completion: `usage` (also `x_groq.usage`), llama.cpp's `timings`, Ollama's
 * `prompt_eval_count` and `eval_count`. Null when there is none or every count is zero.
 */
export function readUsage(holder: JsonObject): { usage: Usage; reasoningTokens: number | null } | null {
  const groq = holder["x_groq"];
  const given = holder["usage"] ?? (isJsonObject(groq) ? groq["usage"] : null);
  const usage = isJsonObject(given) ? fromUsage(given) : null;
  if (usage) return usage;
  const timings = holder["timings"];
  if (isJsonObject(timings)) {
    const prompt = count(timings["prompt_n"]);
    const cached = count(timings["cache_n"]) ?? 0;
    const counted = known(prompt === null ? null : prompt + cached, count(timings["predicted_n"]));
    if (counted) return { usage: counted, reasoningTokens: null };
  }
  const evaluated = known(count(holder["prompt_eval_count"]), count(holder["eval_count"]));
  return evaluated ? { usage: evaluated, reasoningTokens: null } : null;
}

function fromUsage(given: JsonObject): { usage: Usage; reasoningTokens: number | null } | null {
  const usage = known(
    count(given["prompt_tokens"]) ?? count(given["input_tokens"]),
    count(given["completion_tokens"]) ?? count(given["output_tokens"]),
  );
  if (!usage) return null;
  const details = given["completion_tokens_details"] ?? given["output_tokens_details"];
  return { usage, reasoningTokens: isJsonObject(details) ? count(details["reasoning_tokens"]) : null };
}

function known(prompt: number | null, completion: number | null): Usage | null {
  if ((prompt ?? 0) === 0 && (completion ?? 0) === 0) return null;
  // A prompt is never empty: zero beside a count of output is a server that does not count it.
  return { prompt_tokens: prompt === 0 ? null : prompt, completion_tokens: completion };
}

function count(value: JsonValue | undefined): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? Math.round(number) : null;
}

/** The last position of a chunk's `logprobs`, in the chat or the older completions form; null when it holds none. */
export function readStopLogprobs(logprobs: JsonValue): StopLogprobs | null {
  if (!isJsonObject(logprobs)) return null;
  const content = logprobs["content"];
  if (Array.isArray(content)) {
    const last = content.at(-1);
    if (!isJsonObject(last) || typeof last["token"] !== "string") return null;
    const logprob = last["logprob"];
    if (typeof logprob !== "number" || !Number.isFinite(logprob)) return null;
    const top: Record<string, number> = {};
    const alternatives = last["top_logprobs"];
    for (const entry of Array.isArray(alternatives) ? alternatives : []) {
      if (isJsonObject(entry) && typeof entry["token"] === "string" && typeof entry["logprob"] === "number") {
        top[entry["token"]] = entry["logprob"];
      }
    }
    return { token: last["token"], logprob, top };
  }
  return readLegacyLogprobs(logprobs);
}

function readLegacyLogprobs(logprobs: JsonObject): StopLogprobs | null {
  const { tokens, token_logprobs: values, top_logprobs: tops } = logprobs;
  if (!Array.isArray(tokens) || !Array.isArray(values)) return null;
  const token = tokens.at(-1);
  const logprob = values.at(-1);
  if (typeof token !== "string" || typeof logprob !== "number") return null;
  const alternatives = Array.isArray(tops) ? tops.at(-1) : null;
  const top: Record<string, number> = {};
  if (isJsonObject(alternatives)) {
    for (const [name, value] of Object.entries(alternatives)) if (typeof value === "number") top[name] = value;
  }
  return { token, logprob, top };
}
