import { hidesToolsAfterFirstTurn } from "./endpoints/advice.ts";
import { describe, expect, test } from "vitest";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import { verdictOf } from "./verdict.ts";
import type { VerdictFacts, VerdictTurn } from "./verdict.ts";

const usage = (prompt: number | null, completion: number | null = 20, estimated: number | null = null) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  estimated_prompt_tokens: estimated,
});

function turn(differs: Partial<VerdictTurn> = {}): VerdictTurn {
  return {
    turn: 2,
    content: "Done.",
    reasoning: null,
    finish_reason: "stop",
    effective_finish_reason: "stop",
    flags: [],
    calls: [],
    text_calls: [],
    usage: usage(null, null),
    error: null,
    ...differs,
  };
}

const user: ChatMessage = { role: "user", content: "Read a.md." };
const step: ChatMessage = {
  role: "assistant",
  content: "",
  tool_calls: [{ id: "a", type: "function", function: { name: "list_files", arguments: "{}" } }],
};
const result = (content: string): ChatMessage => ({ role: "tool", tool_call_id: "a", content });

function judge(now: Partial<VerdictTurn>, more: Partial<VerdictFacts> = {}) {
  return verdictOf({
    turn: turn(now),
    earlier: [],
    messages: [user],
    offered: ["list_files"],
    offeredBefore: ["list_files"],
    ...more,
  });
}

test("a turn with calls has no verdict", () => {
  const call = {
    id: "a",
    id_synthetic: false,
    name: "list_files",
    arguments: {},
    arguments_text: "{}",
    outcome: null,
    attempts: 0,
    policy: null,
    operation_key: null,
    latency_ms: null,
    raw_chars: null,
    shown_chars: null,
    flags: [],
    compactor: null,
    effect: null,
  };
  expect(judge({ calls: [call] })).toBeNull();
});

describe("the server's side", () => {
  test("a call that stands as text", () => {
    const text = { syntax: "hermes", name: "list_files", arguments: {}, where: "reasoning" as const, complete: true };
    expect(judge({ text_calls: [text], flags: ["text_call", "reasoning_only"] })).toMatchObject({
      verdict: "text_call",
      whose: "server",
      evidence: [
        "the reasoning holds a call of list_files in the syntax hermes",
        "it stands inside the thinking, where tool parsers do not look",
      ],
    });
  });

  test("output that was swallowed", () => {
    expect(judge({ content: null, flags: ["blank", "swallowed_output"], usage: usage(100, 23) })).toMatchObject({
      verdict: "swallowed",
      whose: "server",
      evidence: ["the server counted 23 output tokens and showed nothing"],
    });
  });

  test("output that was cut, whatever the reason says", () => {
    const now = {
      content: "The three values are: the fir",
      flags: ["truncated", "finish_mismatch"] as VerdictTurn["flags"],
      effective_finish_reason: "length",
    };
    expect(judge(now)).toMatchObject({
      verdict: "cut",
      evidence: ["the text ends in “The three values are: the fir”, while the server says stop"],
    });
    expect(judge({ ...now, usage: usage(10, 64) }, { maxTokens: 64 })).toMatchObject({
      verdict: "cut",
      evidence: ["the output took all of its 64 tokens"],
      what_to_change: "Raise max_tokens",
    });
  });

  test("a call that was cut, and thinking that was", () => {
    const cut = {
      id: "c1",
      name: "create_file",
      arguments_text: '{"filename":"a.t',
      flags: ["arguments_truncated" as const],
    };
    const now = { content: null, flags: ["truncated"] as VerdictTurn["flags"], effective_finish_reason: "length" };
    expect(judge({ ...now, finish_reason: "stop", calls: [cut] })).toMatchObject({
      verdict: "cut",
      evidence: ['the call of create_file ends in “{"filename":"a.t”', "the server says stop"],
    });
    expect(judge({ ...now, calls: [cut, { ...cut, id: "c2", flags: [] }] })).toBeNull();
    expect(judge({ ...now, content: "", finish_reason: "stop", reasoning: "First I look and" })?.evidence).toEqual([
      "the thinking ends in “First I look and”, while the server says stop",
    ]);
  });

  test("output that filled the context window: the window is to be raised, not max_tokens", () => {
    const now: Partial<VerdictTurn> = {
      flags: ["truncated"],
      finish_reason: "length",
      effective_finish_reason: "length",
    };
    const judged = (prompt: number, output: number, more: Partial<VerdictFacts> = {}) =>
      judge({ ...now, usage: usage(prompt, output, prompt) }, more);
    expect(judged(1326, 722, { server: "llama.cpp" })).toMatchObject({
      verdict: "cut",
      evidence: [
        "prompt (1326) and output (722) together fill the context window of 2048 tokens",
        expect.stringContaining("takes most room"),
      ],
      what_to_change: "Raise llama-server's -c (it is shared among the -np slots), or compact the largest tool result",
    });
    // A window of the server's own, and one that no one named.
    expect(judged(1000, 4000, { window: 5000 })?.evidence[0]).toContain("context window of 5000 tokens");
    expect(judged(1000, 4000)?.evidence).toEqual(["the server says that a limit was reached"]);
    // The request's own limit counts first.
    expect(judged(1024, 1024, { maxTokens: 1024 })?.what_to_change).toBe("Raise max_tokens");
  });

  test("a context cut to a window, with the message that takes most room and the setting", () => {
    const messages = [user, step, result("x".repeat(30_000))];
    expect(judge({ usage: usage(4095, 20, 9000) }, { messages, server: "ollama" })).toMatchObject({
      verdict: "context_truncated",
      whose: "server",
      evidence: [
        "the server counted 4095 prompt tokens where about 9000 were sent",
        "the count stands at a context window of 4096",
        expect.stringMatching(/^message 3 \(the result of list_files\) takes most room: about 7,5\d\d of/),
      ],
      what_to_change: "Raise OLLAMA_CONTEXT_LENGTH (or num_ctx in the Modelfile), or compact the largest tool result",
    });
  });

  test.each([
    ["flat", 3000],
    ["falling", 2500],
  ])("a count that is %s while the history grows", (_name, prompt) => {
    const earlier = [turn({ turn: 1, usage: usage(3000, 20, 3000) })];
    expect(judge({ usage: usage(prompt, 20, 3900) }, { earlier })).toMatchObject({ verdict: "context_truncated" });
  });

  test("an overflow that was refused", () => {
    const error = {
      category: "context_overflow" as const,
      status: 400,
      message: "maximum context length is 4096 tokens",
    };
    expect(judge({ content: null, error })).toMatchObject({
      verdict: "context_truncated",
      what_to_change: expect.stringContaining("--max-model-len"),
    });
  });

  test("tool_choice that was ignored", () => {
    expect(judge({}, { toolChoice: "required" })).toMatchObject({ verdict: "tool_choice_ignored", whose: "server" });
  });
});

describe("the client's and the template's side", () => {
  test("tools that are no longer offered", () => {
    expect(judge({}, { offered: [] })).toMatchObject({
      verdict: "tools_not_offered",
      whose: "client",
      evidence: ["this request offered no tools; earlier ones offered 1"],
    });
  });

  test("a template that hides the tools after a result, by itself or by the count", () => {
    const messages = [user, step, result("ok")];
    const template = "{{- range $i, $_ := .Messages }}{{- if and $.Tools $last }}{{ $.Tools }}{{ end }}{{ end }}";
    expect(judge({}, { messages, hidesTools: hidesToolsAfterFirstTurn(template) })).toMatchObject({
      verdict: "template_tools_hidden",
      whose: "template",
    });
    const earlier = [turn({ turn: 1, usage: usage(900, 20, 900) })];
    expect(judge({ usage: usage(560, 20, 950) }, { messages, earlier, toolsTokens: 400 })).toMatchObject({
      verdict: "template_tools_hidden",
      evidence: ["the prompt fell from 900 to 560 tokens after the first tool result, about what the tools take (400)"],
    });
  });
});

describe("the model's own choice", () => {
  test("an answer, with the stop margin where the server gives it", () => {
    const stop_logprobs = {
      token: "<|im_end|>",
      logprob: -0.2,
      top: { "<|im_end|>": -0.2, "<tool_call>": -1.9, Now: -4 },
    };
    const verdict = judge({ content: "Let me look.", flags: ["intent_without_call"], stop_logprobs });
    expect(verdict).toMatchObject({ verdict: "model_choice", whose: "model" });
    expect(verdict?.stop_margin).toBeCloseTo(1.7);
    expect(verdict?.evidence).toEqual([
      "it announced a step (“Let me look.”) and ended its turn",
      "ending (<|im_end|>) was likelier than opening a call (<tool_call>), by 1.70 in log-probability",
    ]);
  });

  test.each<[string, Partial<VerdictTurn>]>([
    ["blank", { content: "", flags: ["blank"], usage: usage(100, 2) }],
    ["thinking only", { content: null, reasoning: "hm", flags: ["reasoning_only"] }],
    ["answered", {}],
  ])("%s", (_name, now) => {
    expect(judge(now)).toMatchObject({ verdict: "model_choice", whose: "model", stop_margin: null });
  });

  test("a count that grows with the history is no truncation", () => {
    const earlier = [turn({ turn: 1, usage: usage(1400, 20, 1000) })];
    expect(judge({ usage: usage(2750, 20, 2800) }, { earlier })?.verdict).toBe("model_choice");
  });
});
