// Records a run the way the loop does (one tool call a turn, then an answer), for tests and benchmarks of the store.
import type { MessageId } from "../../../src-shared/prelude/ids.ts";
import type { EventInput } from "../../../src-shared/trace/event.ts";
import type { RunEnded } from "../../../src-shared/trace/events/run-ended.ts";
import type { RunStarted } from "../../../src-shared/trace/events/run-started.ts";
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { Variant } from "../../../src-shared/trace/variant.ts";
import type { ToolContract } from "../../../src-shared/trace/tool-contract.ts";
import type { Recorder } from "../../agent/ports.ts";

const TOOL_NAMES = ["list_files", "get_file_by_id", "search_files", "create_file", "share_file", "delete_file"];

function contract(name: string): ToolContract {
  return {
    name,
    description: `The tool ${name} of the sample drive. It works on the files that the environment holds.`,
    use_when: "The request names a file or asks for one.",
    not_when: "The request is about the calendar.",
    triggers: ["file", "drive"],
    effect: /create|share|delete/.test(name) ? "write" : "read",
    input_schema: { type: "object", properties: { file_id: { type: "string" } }, required: ["file_id"] },
    result_schema: null,
    public_fields: ["id", "filename", "size"],
    limits: { result_chars: 60_000, timeout_ms: 30_000 },
    suppresses_duplicates: false,
  };
}

/** A run's start; `overrides` replace whole fields. */
export function sampleStart(overrides: Partial<RunStarted> = {}): RunStarted {
  return {
    title: "Find the largest file",
    source: "loop",
    source_file: null,
    suite: "workspace",
    task: "user_task35",
    prompt: "Find and delete the largest file in the drive.",
    variant: Variant.parse({ name: "baseline", system_prompt: "You are a careful assistant. ".repeat(8) }),
    model: "qwen3-8b",
    endpoint: { url: "http://127.0.0.1:11434/v1", label: "Local", simulated: false },
    packs: ["drive"],
    tools: TOOL_NAMES.map(contract),
    environment: null,
    parent: null,
    edits: [],
    tenant: "local",
    host: "cli",
    user: "tester",
    ...overrides,
  };
}

/** A run's end; `overrides` replace whole fields. */
export function sampleEnd(overrides: Partial<RunEnded> = {}): EventInput {
  return {
    kind: "run.ended",
    turn: null,
    data: {
      ending: "answered",
      terminal_state: "complete",
      reason: "answered",
      detail: "The model answered and nothing was outstanding.",
      early_stop: false,
      passed: true,
      checks: [{ name: "deleted", passed: true, detail: "File 11 is gone." }],
      ledger: [],
      answer: "I deleted the largest file.",
      ...overrides,
    },
  };
}

const TOOLS_JSON = JSON.stringify(
  TOOL_NAMES.map((name) => ({
    type: "function",
    function: { name, description: contract(name).description, parameters: contract(name).input_schema },
  })),
);
const PARAMETERS = { model: "qwen3-8b", temperature: 0.2, max_tokens: 2048, seed: 7, stream: true };

/** A context: its last message, how many messages it has, and the length of their JSON with commas between. */
export interface SampleContext {
  leaf: MessageId;
  count: number;
  chars: number;
}

/** The context at the start of a run: system and user message. */
export function openContext(recorder: Recorder): SampleContext {
  const system: ChatMessage = { role: "system", content: "You are a careful assistant. ".repeat(8) };
  const user: ChatMessage = { role: "user", content: "Find and delete the largest file in the drive." };
  const leaf = recorder.message(recorder.message(null, system), user);
  return { leaf, count: 2, chars: JSON.stringify([system, user]).length - 2 };
}

/** Text of about 2 KB that differs from turn to turn, as a list of files does. */
export function sampleResult(turn: number): string {
  const files = Array.from({ length: 16 }, (_, i) => ({
    id: String(turn * 100 + i),
    filename: `report-${turn}-${i}.docx`,
    owner: ["emma", "david", "lily", "mark"][(turn + i) % 4],
    size: (turn * 7919 + i * 104_729) % 100_003,
    modified: `2024-05-${String(1 + ((turn + i) % 28)).padStart(2, "0")}T0${i % 10}:${10 + i}:00`,
  }));
  return JSON.stringify(files);
}

/** Records one turn with one call of a reading tool; gives the context after it. `onEvent` sees each acknowledged seq. */
export function recordTurn(
  recorder: Recorder,
  turn: number,
  context: SampleContext,
  onEvent: (seq: number) => void = () => {},
): SampleContext {
  const put = (...events: EventInput[]) => recorder.append(...events).forEach((event) => onEvent(event.seq));
  const callId = `call_${turn}`;
  const args = { query: `largest file ${turn}` };
  const envelope = `{"model":"qwen3-8b","messages":null,"tools":${TOOLS_JSON},"temperature":0.2,"stream":true}`;
  const tools = recorder.blob(TOOLS_JSON);
  const requestEnvelope = recorder.blob(envelope);
  const started: EventInput = {
    kind: "turn.started",
    turn,
    data: {
      context: context.leaf,
      message_count: context.count,
      new_messages: turn === 1 ? context.count : 2,
      tools,
      tool_names: TOOL_NAMES,
      parameters: PARAMETERS,
      estimated_prompt_tokens: 300 * turn,
    },
  };
  put(started, {
    kind: "request.sent",
    turn,
    data: {
      attempt: 1,
      method: "POST",
      url: "http://127.0.0.1:11434/v1/chat/completions",
      headers: { accept: "application/json", "content-type": "application/json", "user-agent": "loopscope/0.1.0" },
      envelope: requestEnvelope,
      context: context.leaf,
      body_chars: envelope.length - "null".length + context.chars + 2,
      adaptations: [],
    },
  });
  const content = `Turn ${turn}: I look at the files to find the largest one.`;
  const assistant: ChatMessage = {
    role: "assistant",
    content,
    tool_calls: [{ id: callId, type: "function", function: { name: "search_files", arguments: JSON.stringify(args) } }],
  };
  const answered = recorder.message(context.leaf, assistant);
  put(
    {
      kind: "response.started",
      turn,
      data: {
        attempt: 1,
        status: 200,
        headers: { "content-type": "text/event-stream", "transfer-encoding": "chunked", connection: "keep-alive" },
        at_ms: 12.5,
      },
    },
    {
      kind: "wire.lines",
      turn,
      data: { attempt: 1, lines: recorder.blob(JSON.stringify(sampleWire(turn, content, args))), count: 32 },
    },
    {
      kind: "response.finished",
      turn,
      data: {
        message: answered,
        content,
        reasoning: null,
        reasoning_field: null,
        finish_reason: "tool_calls",
        effective_finish_reason: "tool_calls",
        flags: [],
        calls: [
          {
            id: callId,
            id_synthetic: false,
            name: "search_files",
            arguments: args,
            arguments_text: JSON.stringify(args),
            flags: [],
          },
        ],
        text_calls: [],
        usage: { prompt_tokens: 310 * turn, completion_tokens: 24 },
        ttft_ms: 15.25,
        latency_ms: 80.5,
        stop_logprobs: null,
        error: null,
      },
    },
  );
  put({
    kind: "policy.decided",
    turn,
    data: {
      call_id: callId,
      tool: "search_files",
      arguments: args,
      effect: "read",
      decision: "run",
      reason: "read_runs",
      attempt: 1,
      operation_key: null,
      provenance: [],
    },
  });
  put(transition(turn, callId, "plan", "call"), {
    kind: "tool.started",
    turn,
    data: { call_id: callId, tool: "search_files", attempt: 1, arguments: args, operation_key: null },
  });
  const result = sampleResult(turn);
  const tool: ChatMessage = { role: "tool", tool_call_id: callId, content: result };
  const told = recorder.message(answered, tool);
  put(
    {
      kind: "tool.finished",
      turn,
      data: {
        call_id: callId,
        tool: "search_files",
        attempt: 1,
        outcome: "ok",
        raw: recorder.blob(result),
        shown: recorder.blob(result),
        compactor: "none",
        kept: null,
        error: null,
        latency_ms: 3.5,
        operation_key: null,
        message: told,
      },
    },
    transition(turn, callId, "call", "observe"),
    { kind: "turn.ended", turn, data: {} },
  );
  const chars = context.chars + 1 + JSON.stringify([assistant, tool]).length - 2;
  return { leaf: told, count: context.count + 2, chars };
}

function transition(turn: number, callId: string, from: "plan" | "call", to: "call" | "observe"): EventInput {
  return {
    kind: "transition",
    turn,
    data: {
      from,
      to,
      reason: to === "call" ? "call_admitted" : "result_observed",
      call_id: callId,
      tool: "search_files",
      arguments: { query: `largest file ${turn}` },
      outcome: to === "observe" ? "ok" : null,
      attempt: 1,
      policy: "run (read_runs)",
      latency_ms: to === "observe" ? 3.5 : null,
      operation_key: null,
    },
  };
}

/** Lines of a streamed answer with their arrival times: one word a chunk, as local servers send it. */
function sampleWire(turn: number, content: string, args: object): [number, string][] {
  const chunk = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: `chatcmpl-${turn}`, object: "chat.completion.chunk", created: 1_767_225_600 + turn, model: "qwen3-8b", choices: [{ index: 0, delta, finish_reason: finish }] })}`;
  const words = content.split(" ").map((word) => chunk({ content: `${word} ` }, null));
  const call = chunk(
    {
      tool_calls: [
        { index: 0, id: `call_${turn}`, function: { name: "search_files", arguments: JSON.stringify(args) } },
      ],
    },
    null,
  );
  const lines = [...words, call, chunk({}, "tool_calls"), "data: [DONE]"];
  return lines.flatMap((line, i): [number, string][] => [
    [12 + i * 4.25, line],
    [12 + i * 4.25, ""],
  ]);
}

/** Records a whole run of `turns` turns and its end. */
export function recordRun(recorder: Recorder, turns: number, end: EventInput = sampleEnd()): MessageId {
  let context = openContext(recorder);
  for (let turn = 1; turn <= turns; turn++) context = recordTurn(recorder, turn, context);
  recorder.append(end);
  return context.leaf;
}
