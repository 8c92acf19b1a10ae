// Chunks → one turn, as sent: text, reasoning, calls, usage, finish reason. It judges nothing and repairs nothing; it
// only knows the names and places under which servers send the same thing.
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { StopLogprobs, Usage } from "../../../src-shared/trace/events/response-finished.ts";
import type { RawCall } from "./tool-calls.ts";
import { ToolCallAssembler } from "./tool-calls.ts";
import { readStopLogprobs, readUsage } from "./read-usage.ts";

export interface AssembledTurn {
  content: string | null;
  reasoning: string | null;
  reasoningField: string | null;
  refusal: string | null;
  finishReason: string | null;
  calls: RawCall[];
  usage: Usage | null;
  stopLogprobs: StopLogprobs | null;
  /** Tokens that the server itself counted as hidden reasoning. */
  reasoningTokens: number | null;
  /** Keys beside the known ones that speak of tool calls, e.g. `tool_call_generating`. */
  privateMarks: string[];
  /** The last call's arguments were opened and never closed. */
  callLeftOpen: boolean;
  /** Some chunk held a choice. */
  sawChoice: boolean;
}

export interface LiveText {
  channel: "content" | "reasoning" | "call";
  text: string;
}

/** Names under which thinking is sent, in the order of trust when one delta has several. */
const REASONING_FIELDS = ["reasoning_content", "reasoning", "thinking", "reasoning_text", "thought"] as const;

const PRIVATE_MARK = /tool_?call|function_?call/i;
const KNOWN_MARKS = new Set(["tool_calls", "tool_call_id", "function_call"]);

export class TurnAssembler {
  readonly #calls: ToolCallAssembler;
  #content: string[] = [];
  #sawContent = false;
  #contentChars = 0;
  #reasoning: string[] = [];
  #reasoningField: string | null = null;
  #refusal = "";
  #finishReason: string | null = null;
  #usage: Usage | null = null;
  #reasoningTokens: number | null = null;
  #stopLogprobs: StopLogprobs | null = null;
  #privateMarks = new Set<string>();
  #sawChoice = false;
  #choiceIndex: number | null = null;

  /** `offered` are the tool names as sent on this request. */
  constructor(offered: Iterable<string>) {
    this.#calls = new ToolCallAssembler(offered);
  }

  /** True once a finish reason has come. */
  get finished(): boolean {
    return this.#finishReason !== null;
  }

  /** The finish reason says that the server failed. */
  get failed(): boolean {
    return this.#finishReason === "error";
  }

  get sawAnything(): boolean {
    return this.#sawChoice || this.#usage !== null;
  }

  /** Takes one chunk or whole completion; `source` is its JSON text. Returns what it showed. */
  push(chunk: JsonObject, source: string): LiveText[] {
    const usage = readUsage(chunk);
    if (usage) this.#takeUsage(usage);
    for (const key in chunk) if (PRIVATE_MARK.test(key)) this.#privateMarks.add(key);
    const shown: LiveText[] = [];
    const choices = chunk["choices"] ?? ollamaChoices(chunk);
    if (!Array.isArray(choices)) return shown;
    for (const choice of choices) {
      if (!isJsonObject(choice)) continue;
      const index = typeof choice["index"] === "number" ? choice["index"] : 0;
      this.#choiceIndex ??= index;
      if (index === this.#choiceIndex) this.#pushChoice(choice, source, shown);
    }
    return shown;
  }

  finish(): AssembledTurn {
    return {
      content: this.#sawContent ? this.#content.join("") : null,
      reasoning: this.#reasoning.length > 0 ? this.#reasoning.join("") : null,
      reasoningField: this.#reasoningField,
      refusal: this.#refusal === "" ? null : this.#refusal,
      finishReason: this.#finishReason,
      calls: this.#calls.finish(),
      usage: this.#usage,
      stopLogprobs: this.#stopLogprobs,
      reasoningTokens: this.#reasoningTokens,
      privateMarks: [...this.#privateMarks],
      callLeftOpen: this.#calls.lastIsOpen,
      sawChoice: this.#sawChoice,
    };
  }

  #takeUsage(read: { usage: Usage; reasoningTokens: number | null }): void {
    this.#usage = {
      prompt_tokens: read.usage.prompt_tokens ?? this.#usage?.prompt_tokens ?? null,
      completion_tokens: read.usage.completion_tokens ?? this.#usage?.completion_tokens ?? null,
    };
    this.#reasoningTokens = read.reasoningTokens ?? this.#reasoningTokens;
  }

  #pushChoice(choice: JsonObject, source: string, shown: LiveText[]): void {
    this.#sawChoice = true;
    const delta = choice["delta"];
    const message = choice["message"];
    if (isJsonObject(delta)) this.#pushDelta(delta, source, shown, false);
    if (isJsonObject(message)) this.#pushDelta(message, source, shown, true);
    if (!isJsonObject(delta) && !isJsonObject(message) && typeof choice["text"] === "string") {
      this.#addContent(choice["text"], shown);
    }
    const reason = choice["finish_reason"] ?? choice["stop_reason"];
    if (typeof choice["finish_reason"] === "string" && choice["finish_reason"] !== "") {
      this.#finishReason = choice["finish_reason"];
    } else if (typeof reason === "string" && reason !== "" && choice["finish_reason"] !== null) {
      this.#finishReason ??= reason;
    }
    const usage = readUsage(choice);
    if (usage) this.#takeUsage(usage);
    if (choice["logprobs"]) this.#stopLogprobs = readStopLogprobs(choice["logprobs"]) ?? this.#stopLogprobs;
  }

  #pushDelta(delta: JsonObject, source: string, shown: LiveText[], whole: boolean): void {
    // A closing chunk that repeats the whole message adds nothing that has not come already.
    const repeats = whole && (this.#contentChars > 0 || this.#reasoning.length > 0 || this.#calls.count > 0);
    for (const key in delta) {
      if (PRIVATE_MARK.test(key) && !KNOWN_MARKS.has(key)) this.#privateMarks.add(key);
    }
    if (!repeats || this.#reasoning.length === 0) this.#pushReasoning(delta, shown);
    if (!repeats || this.#contentChars === 0) this.#pushContent(delta["content"], source, shown);
    if (typeof delta["refusal"] === "string") this.#refusal += delta["refusal"];
    if (whole) {
      if (this.#calls.count === 0) {
        this.#calls.pushWhole(delta["tool_calls"], source);
        if (this.#calls.count === 0) this.#calls.pushFunctionCall(delta["function_call"], source);
      }
      return;
    }
    const toolCalls = delta["tool_calls"];
    if (toolCalls) {
      const text = this.#calls.pushDelta(toolCalls, source);
      if (text !== "") shown.push({ channel: "call", text });
    } else if (delta["function_call"]) {
      const text = this.#calls.pushFunctionCall(delta["function_call"], source);
      if (text !== "") shown.push({ channel: "call", text });
    }
  }

  #pushReasoning(delta: JsonObject, shown: LiveText[]): void {
    let first: string | null = null;
    for (const field of REASONING_FIELDS) {
      const text = reasoningText(delta[field]);
      // The same thinking under two names in one delta counts once.
      if (text === "" || text === first) continue;
      first ??= text;
      this.#addReasoning(text, field, shown);
    }
    if (first !== null) return;
    const details = reasoningText(delta["reasoning_details"]);
    if (details !== "") this.#addReasoning(details, "reasoning_details", shown);
  }

  #pushContent(content: JsonValue | undefined, source: string, shown: LiveText[]): void {
    if (typeof content === "string") {
      this.#addContent(content, shown);
      return;
    }
    if (isJsonObject(content)) this.#pushPart(content, source, shown);
    if (!Array.isArray(content)) return;
    for (const part of content) {
      if (typeof part === "string") this.#addContent(part, shown);
      else if (isJsonObject(part)) this.#pushPart(part, source, shown);
    }
  }

  #pushPart(part: JsonObject, source: string, shown: LiveText[]): void {
    const type = typeof part["type"] === "string" ? part["type"] : "text";
    if (/think|reason/.test(type)) {
      const text = reasoningText(
        part["thinking"] ?? part["reasoning"] ?? part["text"] ?? part["content"] ?? part["summary"],
      );
      if (text !== "") this.#addReasoning(text, type, shown);
    } else if (type === "refusal") {
      if (typeof part["refusal"] === "string") this.#refusal += part["refusal"];
    } else if (/tool_use|tool_call|function_call/.test(type)) {
      this.#calls.pushDelta([part], source);
    } else {
      const text = part["text"] ?? part["content"];
      if (typeof text === "string") this.#addContent(text, shown);
      else if (isJsonObject(text) && typeof text["value"] === "string") this.#addContent(text["value"], shown);
    }
  }

  #addContent(text: string, shown: LiveText[]): void {
    this.#sawContent = true;
    if (text === "") return;
    this.#content.push(text);
    this.#contentChars += text.length;
    shown.push({ channel: "content", text });
  }

  #addReasoning(text: string, field: string, shown: LiveText[]): void {
    this.#reasoningField ??= field;
    this.#reasoning.push(text);
    shown.push({ channel: "reasoning", text });
  }
}

/** A chunk of Ollama's own API, where a proxy passes it on: a message and `done_reason` without choices. */
function ollamaChoices(chunk: JsonObject): JsonValue | undefined {
  const { message } = chunk;
  if (!isJsonObject(message) || typeof message["role"] !== "string") return undefined;
  return [{ delta: message, finish_reason: chunk["done_reason"] ?? null }];
}

/** Thinking as a string, or as a list of parts or details that hold `text`, `thinking` or `summary`. */
function reasoningText(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((entry) => reasoningText(entry)).join("");
  if (isJsonObject(value)) {
    return reasoningText(value["text"] ?? value["thinking"] ?? value["content"] ?? value["summary"]);
  }
  return "";
}
