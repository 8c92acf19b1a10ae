// Builders for the tests of the pure passes: a turn, a call, an event, with only what a test is about spelled out.
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { RunId } from "../../src-shared/prelude/ids.ts";
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import type { RunEnded } from "../../src-shared/trace/events/run-ended.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import type { CallRecord, TurnRecord } from "../../src-shared/trace/turn-record.ts";
import { Variant } from "../../src-shared/trace/variant.ts";

const RUN = RunId.parse("r_0000000000000001");

export function sampleEvent(seq: number, kind: string, data: JsonValue, turn: number | null = 1): StoredEvent {
  return { run: RUN, seq, at: 1_000 + seq * 10, v: 1, kind, turn, data };
}

export function sampleCall(name: string, part: Partial<CallRecord> = {}): CallRecord {
  return {
    id: `call_${name}`,
    id_synthetic: false,
    name,
    arguments: {},
    arguments_text: "{}",
    outcome: "ok",
    attempts: 1,
    policy: "run (read_runs)",
    operation_key: null,
    latency_ms: 4,
    raw_chars: 100,
    shown_chars: 100,
    flags: [],
    compactor: "none",
    effect: "read",
    ...part,
  };
}

export function sampleTurn(turn: number, part: Partial<TurnRecord> = {}): TurnRecord {
  return {
    turn,
    content: "",
    reasoning: null,
    finish_reason: "tool_calls",
    effective_finish_reason: "tool_calls",
    flags: [],
    calls: [],
    text_calls: [],
    usage: { prompt_tokens: 100, completion_tokens: 20, estimated_prompt_tokens: 90 },
    ttft_ms: 30,
    latency_ms: 120,
    error: null,
    reminded: false,
    adaptations: [],
    started_at: "2026-08-01T10:00:00.000Z",
    ended: true,
    inherited_from: null,
    ...part,
  };
}

export function sampleSummary(part: Partial<RunSummary> = {}): RunSummary {
  return {
    id: RUN,
    title: "a run",
    source: "loop",
    source_file: null,
    parent_run: null,
    fork_turn: null,
    task: null,
    suite: null,
    variant: "legacy",
    model: "demo",
    endpoint: "demo",
    terminal_state: "complete",
    ending: "answered",
    early_stop: false,
    passed: null,
    turns: 2,
    tool_attempts: 1,
    prompt_tokens: 200,
    completion_tokens: 40,
    duration_ms: 900,
    started_at: "2026-08-01T10:00:00.000Z",
    simulated: true,
    ...part,
  };
}

export function sampleStarted(part: Partial<RunStarted> = {}): RunStarted {
  return {
    title: "a run",
    source: "loop",
    source_file: null,
    suite: null,
    task: null,
    prompt: "Do it",
    variant: Variant.parse({ name: "legacy" }),
    model: "demo",
    endpoint: { url: "demo", label: "Demo", simulated: true },
    packs: [],
    tools: [],
    environment: null,
    parent: null,
    edits: [],
    tenant: "local",
    host: "browser",
    user: "someone",
    ...part,
  };
}

export function sampleEnded(part: Partial<RunEnded> = {}): RunEnded {
  return {
    ending: "answered",
    terminal_state: "complete",
    reason: "answered",
    detail: "It answered.",
    early_stop: false,
    passed: null,
    checks: [],
    ledger: [],
    answer: "Done.",
    ...part,
  };
}
