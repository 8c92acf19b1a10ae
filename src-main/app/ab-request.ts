// Sends a frozen request once, as an arm of an A/B asks for it, and judges what came. Nothing is executed and no run is recorded.
import type { AbCompletion } from "../../src-shared/rpc/ab.ts";
import { RunId } from "../../src-shared/prelude/ids.ts";
import type { Arm, ExperimentSpec } from "../debug/experiment/types.ts";
import { settingOf } from "../debug/experiment/ab.ts";
import type { ProfileStore } from "../model/profile.ts";
import { redactUrl } from "../capture/redact.ts";
import type { ModelResponse, WireReport } from "../model/types.ts";
import { WITHOUT_STREAMING } from "../model/rules/without-streaming.ts";
import { noWholeCall, verdictOf, type VerdictFacts } from "../model/verdict.ts";
import { profileStore } from "./endpoint-book.ts";
import { frozenRequest } from "./frozen-request.ts";
import { serverFacts, verdictFacts } from "./turn-verdict.ts";
import type { RunParts } from "./unattended-runs.ts";

export interface AbAnswer {
  completion: AbCompletion;
  /** The seed was to be sent, and an adaptation left it out. */
  seedDropped: boolean;
}

/** One message: longer than any server takes, shorter than for ever. In milliseconds. */
const ANSWER_MS = 10 * 60_000;

/** Characters of the raw body that are kept of each sample. */
const WIRE_CHARS = 24_000;

/** Asks; whatever the server does comes back as a value. Null when it was aborted. */
export async function askArm(
  parts: RunParts,
  spec: ExperimentSpec,
  arm: Arm,
  seed: number,
  signal: AbortSignal,
): Promise<AbAnswer | null> {
  if (spec.base.kind !== "turn") throw new Error("Only a frozen turn can be asked again.");
  const run = RunId.parse(spec.base.run);
  const { turn } = spec.base;
  const frozen = frozenRequest(parts.store, run, turn);
  const { stream, thinking } = frozen.sampling;
  const setting = settingOf(arm, { ...frozen, stream, thinking });
  const same = setting.endpoint === frozen.endpoint && setting.model === frozen.model;
  const facts = factsFor(parts, run, turn, same);
  const endpoint = await parts.endpoints.resolve(setting.endpoint);
  const kept = profileStore(parts.store);
  const wire = wireOf();
  const until = performance.now() + ANSWER_MS;
  const seeded = frozen.sampling.seed === null ? null : seed;
  const response = await endpoint.client(asTheArmSays(kept)).complete(
    {
      model: setting.model,
      messages: frozen.messages,
      tools: frozen.tools,
      sampling: { ...frozen.sampling, stream: setting.stream, thinking: setting.thinking, seed: seeded },
      offeredBefore: facts.offeredBefore,
      estimatedPromptTokens: frozen.estimatedPromptTokens,
      earlierUsage: facts.earlier.map(({ usage }) => ({
        estimated: usage.estimated_prompt_tokens ?? 0,
        reported: usage.prompt_tokens,
      })),
      turn,
    },
    {
      signal,
      onWire: wire.hear,
      onDelta: () => undefined,
      remainingMs: () => Math.max(0, until - performance.now()),
    },
  );
  if (signal.aborted) return null;
  const server = serverFacts(kept, redactUrl(endpoint.url), setting.model);
  const completion = completionOf(
    response,
    wire,
    { ...facts, ...server },
    {
      turn,
      estimated: frozen.estimatedPromptTokens,
    },
  );
  return { completion, seedDropped: seeded !== null && wire.seedDropped() };
}

/** What another server counted says nothing about this one's context. */
function factsFor(parts: RunParts, run: RunId, turn: number, same: boolean): Omit<VerdictFacts, "turn"> {
  const facts = verdictFacts(parts, run, turn);
  if (same) return facts;
  const uncounted = { prompt_tokens: null, completion_tokens: null, estimated_prompt_tokens: null };
  return { ...facts, earlier: facts.earlier.map((before) => ({ ...before, usage: uncounted })) };
}

/**
 * The endpoint's profile, but streaming stands as the arm says, is never doubted behind its back, and a call that stands as text is
 * none: what is asked is what the server makes of it. Other rules are kept as they are learned.
 */
function asTheArmSays(kept: ProfileStore): ProfileStore {
  return {
    load(id) {
      const profile = kept.load(id);
      const off = { on: false, because: "streaming is what an A/B varies", detail: null };
      return {
        ...profile,
        rules: { ...profile.rules, [WITHOUT_STREAMING]: off },
        streaming_loses_calls: profile.streaming_loses_calls ?? false,
        accept_text_calls: [],
      };
    },
    save(id, learned) {
      const before = kept.load(id);
      const { [WITHOUT_STREAMING]: _off, ...rules } = learned.rules;
      const own = before.rules[WITHOUT_STREAMING];
      kept.save(id, {
        ...before,
        rules: { ...rules, ...(own ? { [WITHOUT_STREAMING]: own } : {}) },
        reasoning_field: learned.reasoning_field,
      });
    },
  };
}

interface HeardWire {
  hear(report: WireReport): void;
  text(): string;
  adaptations(): string[];
  seedDropped(): boolean;
}

/** Keeps the last attempt's body, and what was changed in any. */
function wireOf(): HeardWire {
  let lines: string[] = [];
  let dropped = false;
  const rules = new Set<string>();
  return {
    hear(report) {
      if (report.kind === "request") {
        lines = [];
        dropped = !("seed" in (JSON.parse(report.body) as object));
        for (const { rule } of report.adaptations) rules.add(rule);
      } else if (report.kind === "lines") lines.push(...report.lines.map(([, text]) => text));
    },
    text: () => clipMiddle(lines.join("\n").trimEnd()),
    adaptations: () => [...rules],
    seedDropped: () => dropped,
  };
}

function clipMiddle(text: string): string {
  if (text.length <= WIRE_CHARS) return text;
  const half = WIRE_CHARS / 2;
  const left = text.length - WIRE_CHARS;
  return `${text.slice(0, half)}\n… ${left.toLocaleString("en")} characters left out …\n${text.slice(-half)}`;
}

function completionOf(
  { finished }: ModelResponse,
  wire: HeardWire,
  facts: Omit<VerdictFacts, "turn">,
  { turn, estimated }: { turn: number; estimated: number },
): AbCompletion {
  const { usage, error, calls, text_calls } = finished;
  const { prompt_tokens = null, completion_tokens = null } = usage ?? {};
  const record = {
    ...finished,
    turn,
    usage: { prompt_tokens, completion_tokens, estimated_prompt_tokens: estimated },
  };
  return {
    outcome: error ? "error" : !noWholeCall(calls) ? "call" : text_calls.length > 0 ? "text_call" : "stop",
    content: finished.content,
    reasoning: finished.reasoning,
    finish_reason: finished.finish_reason,
    effective_finish_reason: finished.effective_finish_reason,
    flags: finished.flags,
    calls,
    text_calls,
    usage,
    ttft_ms: finished.ttft_ms,
    latency_ms: finished.latency_ms,
    error: error ? { category: error.category, message: error.message } : null,
    verdict: verdictOf({ ...facts, turn: record }),
    adaptations: wire.adaptations(),
    wire: wire.text(),
  };
}
