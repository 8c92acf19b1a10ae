// One imported conversation → the events of one run, written in one append: a run is imported whole or not at all.
import type { MessageId, RunId } from "../../../src-shared/prelude/ids.ts";
import type { JsonObject } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { BlobRef } from "../../../src-shared/trace/blob-ref.ts";
import type { EventInput, StoredEvent } from "../../../src-shared/trace/event.ts";
import { EVENT_VERSION, toStored } from "../../../src-shared/trace/event.ts";
import type { ModelError, ParsedCall } from "../../../src-shared/trace/events/response-finished.ts";
import type { RunStarted } from "../../../src-shared/trace/events/run-started.ts";
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import type { ToolContract } from "../../../src-shared/trace/tool-contract.ts";
import { Variant } from "../../../src-shared/trace/variant.ts";
import type { Recorder, RecorderFactory } from "../../agent/ports.ts";
import { classifyEnding } from "../../diagnose/classify.ts";
import { traceFromEvents } from "../../diagnose/trace-from-events.ts";
import { deriveLedger } from "../../ledger/ledger.ts";
import { guessEffect } from "../../ledger/lexicon/families.ts";
import { findTextCalls } from "../../model/text-calls/find-text-calls.ts";
import type { Conversation, ImportedMessage } from "./conversation.ts";

type Assistant = Extract<ImportedMessage, { role: "assistant" }>;
type ToolMessage = Extract<ImportedMessage, { role: "tool" }>;

/** Writes the run and returns its id. `sourceFile` is relative to the folder imported. */
export function recordConversation(conversation: Conversation, sourceFile: string, recorders: RecorderFactory): RunId {
  const started = startedOf(conversation, sourceFile);
  const recorder = recorders.create(started);
  const writer = new Writer(conversation, started, recorder);
  recorder.append(...writer.events());
  return recorder.run;
}

function startedOf(conversation: Conversation, sourceFile: string): RunStarted {
  const prompt = conversation.messages.find((message) => message.role === "user")?.text ?? "";
  const system = conversation.messages.find((message) => message.role === "system" || message.role === "developer");
  const name = (conversation.variantName ?? "imported").replace(/[^a-z0-9._-]+/gi, "-").replace(/^[^a-z0-9]+/i, "");
  const plain = prompt.replace(/\s+/g, " ").trim();
  return {
    title: conversation.title ?? (plain === "" ? sourceFile : plain.slice(0, 120)),
    source: `import:${conversation.format}`,
    source_file: sourceFile,
    suite: conversation.suite,
    task: conversation.task,
    prompt,
    variant: Variant.parse({ name: name === "" ? "imported" : name, system_prompt: system?.text ?? "" }),
    model: conversation.model ?? "",
    endpoint: { url: "", label: "", simulated: false },
    packs: [],
    tools: (conversation.tools ?? []).flatMap(contractOf),
    environment: null,
    parent: null,
    edits: [],
    tenant: "local",
    host: "import",
    user: "",
  };
}

/** A contract from an OpenAI tool definition; its effect is judged from name and description, since the definition declares none. */
function contractOf(definition: JsonObject): ToolContract[] {
  const fn = isJsonObject(definition["function"]) ? definition["function"] : definition;
  if (typeof fn["name"] !== "string" || fn["name"] === "") return [];
  const description = typeof fn["description"] === "string" ? fn["description"] : "";
  const firstWord = (/[A-Za-z]+/.exec(description)?.[0] ?? "").toLowerCase();
  return [
    {
      name: fn["name"],
      description,
      use_when: "",
      not_when: "",
      triggers: [],
      effect: guessEffect(fn["name"]) ?? guessEffect(firstWord.replace(/s$/, "")) ?? "read",
      input_schema: isJsonObject(fn["parameters"]) ? fn["parameters"] : {},
      result_schema: null,
      public_fields: null,
      limits: { result_chars: 1_000_000, timeout_ms: 60_000 },
      suppresses_duplicates: false,
    },
  ];
}

interface Pending {
  id: string;
  given: string | null;
  name: string;
}

/** Lays out the events of one conversation and keeps what the classification reads of them. */
class Writer {
  readonly #conversation: Conversation;
  readonly #started: RunStarted;
  readonly #recorder: Recorder;
  readonly #events: EventInput[] = [];
  readonly #texts = new Map<string, string>();
  readonly #chain: { id: MessageId; message: ChatMessage }[] = [];
  /** Characters of the chain's messages as JSON. */
  #chainChars = 0;
  readonly #toolsBlob: BlobRef | null;
  /** Tools that were offered or called anywhere in the conversation. */
  readonly #knownTools: ReadonlySet<string>;
  #sent = 0;
  #turn = 0;
  #open = false;
  #pending: Pending[] = [];

  constructor(conversation: Conversation, started: RunStarted, recorder: Recorder) {
    this.#conversation = conversation;
    this.#started = started;
    this.#recorder = recorder;
    this.#knownTools = new Set([
      ...started.tools.map((tool) => tool.name),
      ...conversation.messages.flatMap((message) =>
        message.role === "assistant" ? message.calls.map((call) => call.name) : [],
      ),
    ]);
    this.#toolsBlob =
      conversation.tools === null || conversation.tools.length === 0
        ? null
        : this.#blob(JSON.stringify(conversation.tools));
  }

  events(): EventInput[] {
    for (const message of this.#conversation.messages) this.#message(message);
    if (this.#conversation.error !== null && this.#chain.length > 0) this.#failedTurn(this.#conversation.error);
    else if (this.#conversation.openRequest) this.#beginTurn();
    this.#closeTurn();
    this.#end();
    return this.#events;
  }

  #blob(text: string): BlobRef {
    const ref = this.#recorder.blob(text);
    this.#texts.set(ref.hash, text);
    return ref;
  }

  #push(message: ChatMessage): MessageId {
    const id = this.#recorder.message(this.#chain.at(-1)?.id ?? null, message);
    this.#chain.push({ id, message });
    this.#chainChars += JSON.stringify(message).length;
    return id;
  }

  #message(message: ImportedMessage): void {
    if (message.role === "assistant") this.#answer(message);
    else if (message.role === "tool") this.#result(message);
    else this.#push({ role: message.role, content: message.text });
  }

  #beginTurn(): boolean {
    this.#closeTurn();
    const context = this.#chain.at(-1);
    if (!context) return false;
    this.#turn += 1;
    this.#open = true;
    this.#events.push({
      kind: "turn.started",
      turn: this.#turn,
      data: {
        context: context.id,
        message_count: this.#chain.length,
        new_messages: this.#chain.length - this.#sent,
        tools: this.#toolsBlob,
        tool_names: this.#started.tools.map((tool) => tool.name),
        parameters: this.#conversation.parameters,
        estimated_prompt_tokens: Math.ceil(this.#chainChars / 4),
      },
    });
    this.#sent = this.#chain.length;
    return true;
  }

  #closeTurn(): void {
    if (this.#open) this.#events.push({ kind: "turn.ended", turn: this.#turn, data: {} });
    this.#open = false;
  }

  #answer(answer: Assistant): void {
    // A conversation that begins with the assistant has no request before it: its words are context only.
    if (!this.#beginTurn()) {
      this.#push(wireAnswer(answer, []));
      return;
    }
    const calls = answer.calls.map((call, index): ParsedCall => {
      const id = call.id ?? `call_t${this.#turn}_${index}`;
      return {
        id,
        id_synthetic: call.id === null,
        name: call.name,
        arguments: call.arguments,
        arguments_text: call.argumentsText,
        flags: [
          ...(call.id === null ? (["id_synthetic"] as const) : []),
          ...(call.arguments === null ? (["arguments_invalid"] as const) : []),
        ],
      };
    });
    this.#pending = unique(calls).map((call, index) => ({
      id: call.id,
      given: answer.calls[index]?.id ?? null,
      name: call.name,
    }));
    const textCalls = calls.length > 0 ? [] : findTextCalls(answer.text, answer.reasoning, this.#toolNames(answer));
    const silent = (answer.text ?? "").trim() === "" && calls.length === 0;
    this.#events.push({
      kind: "response.finished",
      turn: this.#turn,
      data: {
        message: this.#push(wireAnswer(answer, calls)),
        content: answer.text,
        reasoning: answer.reasoning,
        reasoning_field: null,
        finish_reason: answer.finishReason,
        effective_finish_reason: calls.length > 0 ? "tool_calls" : answer.finishReason,
        flags: [
          ...(textCalls.length > 0 ? (["text_call"] as const) : []),
          ...(silent ? ([answer.reasoning === null ? "blank" : "reasoning_only"] as const) : []),
        ],
        calls,
        text_calls: textCalls,
        usage: answer.usage,
        ttft_ms: null,
        latency_ms: null,
        stop_logprobs: null,
        error: null,
      },
    });
  }

  /** Tools by which a call that stands as text is known: those offered, those called, and where neither is known those the text itself writes as calls. */
  #toolNames(answer: Assistant): string[] {
    const known = new Set(this.#knownTools);
    if (this.#started.tools.length === 0) {
      const text = answer.text ?? "";
      for (const match of text.matchAll(
        /<function=([\w.-]+)|"name"\s*:\s*"(\w+_\w+)"\s*,\s*"(?:arguments|parameters|args)"/g,
      ))
        known.add(match[1] ?? match[2] ?? "");
    }
    known.delete("");
    return [...known];
  }

  #result(result: ToolMessage): void {
    const call = this.#takePending(result);
    const message = this.#push({ role: "tool", tool_call_id: call?.id ?? result.callId ?? "", content: result.text });
    // A result that no call asked for stays in the context; there is nothing to attach it to.
    if (!call || !this.#open) return;
    const body = this.#blob(result.text);
    this.#events.push({
      kind: "tool.finished",
      turn: this.#turn,
      data: {
        call_id: call.id,
        tool: call.name,
        attempt: 1,
        outcome: result.outcome,
        raw: body,
        shown: body,
        compactor: "none",
        kept: null,
        error:
          result.error === null
            ? null
            : { status: "error", error_code: result.outcome, retryable: false, message: result.error },
        latency_ms: null,
        operation_key: null,
        message,
      },
    });
  }

  /** By id where both have one, else the first call of that tool, else the first that waits. */
  #takePending(result: ToolMessage): Pending | null {
    const byId = result.callId === null ? -1 : this.#pending.findIndex((call) => call.given === result.callId);
    const byName = result.tool === null ? -1 : this.#pending.findIndex((call) => call.name === result.tool);
    const index = byId !== -1 ? byId : byName !== -1 ? byName : 0;
    const [call] = this.#pending.splice(index, 1);
    return call ?? null;
  }

  #failedTurn(error: string): void {
    if (!this.#beginTurn()) return;
    this.#events.push({
      kind: "response.finished",
      turn: this.#turn,
      data: {
        message: null,
        content: null,
        reasoning: null,
        reasoning_field: null,
        finish_reason: null,
        effective_finish_reason: null,
        flags: [],
        calls: [],
        text_calls: [],
        usage: null,
        ttft_ms: null,
        latency_ms: null,
        stop_logprobs: null,
        error: providerError(error),
      },
    });
  }

  #end(): void {
    const stored = this.#stored();
    const messages = this.#chain.map(({ message }) => message);
    const places = new Map(this.#chain.map(({ id }, index) => [id, index]));
    const trace = traceFromEvents(
      { id: this.#recorder.run, source: this.#started.source, source_file: this.#started.source_file },
      stored,
      (hash) => this.#texts.get(hash) ?? "",
      (leaf) => messages.slice(0, (places.get(leaf) ?? -1) + 1),
    );
    const ledger = deriveLedger(trace.steps);
    const { error, passed } = this.#conversation;
    const known =
      trace.turns.length > 0 || error === null
        ? classifyEnding(trace, ledger)
        : {
            ending:
              categoryOf(error) === "context_overflow" ? ("context_overflow" as const) : ("provider_error" as const),
            early_stop: false,
          };
    const last = this.#conversation.messages.findLast((message) => message.role === "assistant");
    this.#events.push({
      kind: "run.ended",
      turn: null,
      data: {
        ending: known.ending ?? "interrupted",
        terminal_state: null,
        reason: error === null ? "imported" : "provider_error",
        detail: error === null ? "Imported: the ending is diagnosed from the trace." : error.slice(0, 500),
        early_stop: known.early_stop ?? false,
        passed,
        checks:
          passed === null ? [] : [{ name: "source", passed, detail: "The verdict that the imported record holds." }],
        ledger,
        answer: last?.role === "assistant" ? last.text : null,
      },
    });
  }

  /** The events as they will be stored: `run.started` is 1, the others follow without gaps. */
  #stored(): StoredEvent[] {
    const stamp = { run: this.#recorder.run, at: 0, v: EVENT_VERSION };
    const first = toStored({ ...stamp, seq: 1, kind: "run.started", turn: null, data: this.#started });
    return [first, ...this.#events.map((event, index) => toStored({ ...stamp, ...event, seq: index + 2 }))];
  }
}

/** Ids that repeat within one response cannot tell calls apart. */
function unique(calls: ParsedCall[]): ParsedCall[] {
  const seen = new Set<string>();
  calls.forEach((call, index) => {
    if (seen.has(call.id)) call.id = `${call.id}_${index}`;
    seen.add(call.id);
  });
  return calls;
}

function wireAnswer(answer: Assistant, calls: readonly ParsedCall[]): ChatMessage {
  const message: ChatMessage = { role: "assistant", content: answer.text };
  if (answer.reasoning !== null) message["reasoning_content"] = answer.reasoning;
  if (calls.length > 0) {
    message.tool_calls = calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments_text },
    }));
  }
  return message;
}

function categoryOf(error: string): ModelError["category"] {
  if (
    /context.?length|context_length_exceeded|maximum context|too many tokens|exceed.{0,20}context|`?inputs`? tokens/i.test(
      error,
    )
  )
    return "context_overflow";
  if (/\b429\b|rate.?limit|too many requests/i.test(error)) return "rate_limited";
  if (/\b40[13]\b|unauthori[sz]ed|invalid api key|permission/i.test(error)) return "auth";
  if (/time[d ]?-?out/i.test(error)) return "timeout";
  if (/\b400\b|bad request/i.test(error)) return "bad_request";
  return "server_error";
}

function providerError(error: string): ModelError {
  const status = /\b([45]\d\d)\b/.exec(error)?.[1];
  return {
    category: categoryOf(error),
    status: status === undefined ? null : Number(status),
    message: error.slice(0, 2000),
  };
}
