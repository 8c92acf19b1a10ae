// Oddities of deltas, each as the judged calls or texts they come to.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import { Sampling } from "../../../src-shared/trace/variant.ts";
import { TOOLS } from "../fixtures/ask.ts";
import { judgeTurn } from "../judge/judge-turn.ts";
import { TurnAssembler } from "./turn-assembler.ts";

function assemble(...chunks: unknown[]) {
  const assembler = new TurnAssembler(TOOLS.map((tool) => tool.function.name));
  for (const chunk of chunks) if (isJsonObject(chunk)) assembler.push(chunk, JSON.stringify(chunk));
  const { finished } = judgeTurn({
    turn: assembler.finish(),
    request: {
      model: "m",
      messages: [],
      tools: TOOLS,
      sampling: Sampling.parse({}),
      offeredBefore: [],
      estimatedPromptTokens: 0,
      earlierUsage: [],
      turn: 7,
    },
    originalNames: new Map(),
    error: null,
    broken: false,
    streamError: false,
    notAStream: false,
    ttftMs: null,
    latencyMs: 0,
  });
  return finished;
}

const delta = (value: unknown, finish: string | null = null) => ({
  choices: [{ index: 0, delta: value, finish_reason: finish }],
});
const calls = (...entries: unknown[]) => delta({ tool_calls: entries });
const end = delta({}, "tool_calls");
const fn = (name: string | null, args?: unknown) => ({
  ...(name === null ? {} : { name }),
  ...(args === undefined ? {} : { arguments: args }),
});

function summary(...chunks: unknown[]): string[] {
  return assemble(...chunks, end).calls.map(
    (call) =>
      `${call.name} ${JSON.stringify(call.arguments)} ${call.id}${call.flags.length > 0 ? ` ${call.flags.join()}` : ""}`,
  );
}

describe("calls are told apart by id, name and whether the last is open", () => {
  test("two calls without ids and index", () => {
    expect(
      summary(
        calls({ function: fn("read_file", '{"path":"a"}') }),
        calls({ function: fn("read_file", '{"path":"b"}') }),
      ),
    ).toEqual(['read_file {"path":"a"} call_t7_0 id_synthetic', 'read_file {"path":"b"} call_t7_1 id_synthetic']);
  });

  test("two calls in one delta, both at index 0", () => {
    expect(
      summary(
        calls(
          { index: 0, id: "a", function: fn("read_file", '{"path":"a"}') },
          { index: 0, id: "b", function: fn("list_dir", '{"path":"b"}') },
        ),
      ),
    ).toEqual(['read_file {"path":"a"} a', 'list_dir {"path":"b"} b']);
  });

  test("a fresh id for each fragment", () => {
    expect(
      summary(
        calls({ index: 0, id: "a", function: fn("read_file", "") }),
        calls({ index: 0, id: "b", function: fn(null, '{"path"') }),
        calls({ index: 0, id: "c", function: fn(null, ':"a"}') }),
      ),
    ).toEqual(['read_file {"path":"a"} a']);
  });

  test("a fresh id and the name again for each fragment", () => {
    expect(
      summary(
        calls({ index: 0, id: "a", function: fn("read_file", '{"path"') }),
        calls({ index: 0, id: "b", function: fn("read_file", ':"a"}') }),
      ),
    ).toEqual(['read_file {"path":"a"} a']);
  });

  test("interleaved fragments that name their call by id only", () => {
    expect(
      summary(
        calls({ index: 0, id: "a", function: fn("read_file", '{"path"') }),
        calls({ index: 0, id: "b", function: fn("list_dir", '{"path"') }),
        calls({ index: 0, id: "a", function: fn(null, ':"x"}') }),
        calls({ index: 0, id: "b", function: fn(null, ':"y"}') }),
      ),
    ).toEqual(['read_file {"path":"x"} a', 'list_dir {"path":"y"} b']);
  });

  test("holes in the index", () => {
    expect(
      summary(
        calls({ index: 1, id: "a", function: fn("read_file", '{"path":"x"}') }),
        calls({ index: 5, id: "b", function: fn("list_dir", '{"path":"y"}') }),
      ),
    ).toEqual(['read_file {"path":"x"} a', 'list_dir {"path":"y"} b']);
  });

  test("an index that counts fragments", () => {
    expect(
      summary(
        calls({ index: 0, id: "a", function: fn("read_file", "") }),
        calls({ index: 1, function: fn(null, '{"path":') }),
        calls({ index: 2, function: fn(null, '"x"}') }),
      ),
    ).toEqual(['read_file {"path":"x"} a']);
  });

  test("an index as text, and one that is null", () => {
    expect(
      summary(
        calls({ index: "0", id: "a", function: fn("read_file", '{"path":') }),
        calls({ index: null, function: fn(null, '"x"}') }),
      ),
    ).toEqual(['read_file {"path":"x"} a']);
  });

  test("the same id for two calls: the second gets one of ours", () => {
    expect(
      summary(
        calls({ index: 0, id: "call_0", function: fn("read_file", '{"path":"x"}') }),
        calls({ index: 1, id: "call_0", function: fn("read_file", '{"path":"y"}') }),
      ),
    ).toEqual(['read_file {"path":"x"} call_0', 'read_file {"path":"y"} call_t7_1 id_synthetic']);
  });

  test("ids that are empty or of white space are none", () => {
    expect(
      summary(
        calls({ index: 0, id: "", function: fn("get_time", "{}") }),
        calls({ index: 1, id: " ", function: fn("get_time", "{}") }),
      ),
    ).toEqual(["get_time {} call_t7_0 id_synthetic,duplicate"]);
  });

  test("a call that is sent again at the end stands once", () => {
    expect(
      summary(
        calls({ index: 0, id: "a", function: fn("read_file", '{"path":"x"}') }),
        calls({ index: 0, id: "a", function: fn("read_file", '{"path":"x"}') }),
      ),
    ).toEqual(['read_file {"path":"x"} a duplicate']);
  });

  test("two equal calls under ids of their own are two calls", () => {
    expect(
      summary(
        calls({ index: 0, id: "a", function: fn("get_time", "{}") }),
        calls({ index: 1, id: "b", function: fn("get_time", "{}") }),
      ),
    ).toEqual(["get_time {} a", "get_time {} b"]);
  });

  test("the id comes after the name, and the name after the id", () => {
    expect(
      summary(
        calls({ index: 0, function: fn("read_file", "") }),
        calls({ index: 0, id: "a", function: fn(null, '{"path":"x"}') }),
      ),
    ).toEqual(['read_file {"path":"x"} a']);
    expect(
      summary(
        calls({ index: 0, id: "a" }),
        calls({ index: 0, function: fn("read_file") }),
        calls({ index: 0, function: fn(null, '{"path":"x"}') }),
      ),
    ).toEqual(['read_file {"path":"x"} a']);
  });

  test("null names and arguments between fragments", () => {
    expect(
      summary(
        calls({ index: 0, id: "a", type: "function", function: { name: "read_file", arguments: null } }),
        calls({ index: 0, id: null, type: null, function: { name: null, arguments: '{"path":"x"}' } }),
        calls({ index: 0, function: null }),
      ),
    ).toEqual(['read_file {"path":"x"} a']);
  });

  test("fragments that each repeat what came before", () => {
    expect(
      summary(
        calls({ index: 0, id: "a", function: fn("read_file", '{"pa') }),
        calls({ index: 0, id: "a", function: fn("read_file", '{"path":"x') }),
        calls({ index: 0, id: "a", function: fn("read_file", '{"path":"x"}') }),
      ),
    ).toEqual(['read_file {"path":"x"} a arguments_repaired']);
  });

  test("one call as an object instead of a list, and without the inner function", () => {
    expect(summary(delta({ tool_calls: { id: "a", function: fn("get_time", "{}") } }))).toEqual(["get_time {} a"]);
    expect(summary(calls({ id: "a", name: "read_file", arguments: { path: "x" } }))).toEqual([
      'read_file {"path":"x"} a arguments_repaired',
    ]);
  });

  test("the legacy function_call, streamed", () => {
    expect(
      summary(
        delta({ function_call: { name: "read_file", arguments: '{"path"' } }),
        delta({ function_call: { arguments: ':"x"}' } }),
      ),
    ).toEqual(['read_file {"path":"x"} call_t7_0 id_synthetic']);
  });
});

describe("names", () => {
  test.each<[string, string[], string, string[]]>([
    ["split in three", ["re", "ad_", "file"], "read_file", ["name_repaired"]],
    ["growing", ["read", "read_f", "read_file"], "read_file", ["name_repaired"]],
    ["repeated", ["read_file", "read_file"], "read_file", []],
    ["with Harmony's namespace", ["functions.read_file"], "read_file", ["name_repaired"]],
    ["with Kimi's counter", ["functions.read_file:0"], "read_file", ["name_repaired"]],
    ["with a leaked channel token", ["read_file<|channel|>commentary"], "read_file", ["name_repaired"]],
    ["in white space", [" read_file\n"], "read_file", ["name_repaired"]],
    ["in another case: not guessed", ["Read_File"], "Read_File", ["unknown_tool"]],
    ["nearly right: not guessed", ["read_files"], "read_files", ["unknown_tool"]],
  ])("%s", (_name, parts, name, flags) => {
    const chunks = parts.map((part, at) =>
      calls({
        index: 0,
        ...(at === 0 ? { id: "a" } : {}),
        function: fn(part, at === parts.length - 1 ? '{"path":"x"}' : ""),
      }),
    );
    const [call] = assemble(...chunks, end).calls;
    expect({ name: call?.name, flags: call?.flags }).toEqual({ name, flags });
  });
});

describe("arguments as sent", () => {
  test("numbers of an object stand as the server wrote them", () => {
    const source =
      '{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read_file","arguments":{"path":"x", "lines":[1.0, 2]}}}]}}]}';
    const assembler = new TurnAssembler(["read_file"]);
    assembler.push(JSON.parse(source) as JsonObject, source);
    expect(assembler.finish().calls.map((call) => call.argumentsText)).toEqual(['{"path":"x", "lines":[1.0, 2]}']);
  });
});

describe("cut by a limit", () => {
  const cut = (args: string, finish: string, usage?: object) =>
    assemble(calls({ index: 0, id: "a", function: fn("read_file", args) }), {
      ...delta({}, finish),
      ...(usage ? { usage } : {}),
    });

  test("no call of a turn that ended at the length limit may run", () => {
    const { calls: found, flags } = cut('{"path":"x"}', "length");
    expect(found.map((call) => call.flags)).toEqual([["arguments_truncated"]]);
    expect(flags).toEqual(["truncated", "usage_missing"]);
  });

  test("open arguments are cut, whatever the reason says", () => {
    const turn = cut('{"path":"x', "tool_calls");
    expect(turn.calls.map((call) => [call.arguments, call.flags])).toEqual([[null, ["arguments_truncated"]]]);
    expect([turn.effective_finish_reason, turn.flags]).toEqual([
      "length",
      ["finish_mismatch", "truncated", "usage_missing"],
    ]);
  });
});

describe("text and thinking", () => {
  const texts = (...chunks: unknown[]) => {
    const { content, reasoning, reasoning_field: field } = assemble(...chunks, delta({}, "stop"));
    return { content, reasoning, field };
  };

  test.each<[string, unknown[], ReturnType<typeof texts>]>([
    [
      "parts",
      [
        delta({
          content: [
            { type: "text", text: "a" },
            { type: "text", text: "b" },
          ],
        }),
      ],
      { content: "ab", reasoning: null, field: null },
    ],
    [
      "thinking as a part (Magistral)",
      [
        delta({
          content: [
            { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
            { type: "text", text: "b" },
          ],
        }),
      ],
      { content: "b", reasoning: "hm", field: "thinking" },
    ],
    [
      "the same under two names",
      [delta({ reasoning: "hm", reasoning_content: "hm" }), delta({ content: "b" })],
      { content: "b", reasoning: "hm", field: "reasoning_content" },
    ],
    [
      "reasoning_details alone",
      [delta({ reasoning_details: [{ type: "reasoning.text", text: "hm" }] }), delta({ content: "b" })],
      { content: "b", reasoning: "hm", field: "reasoning_details" },
    ],
    [
      "reasoning beside its details",
      [delta({ reasoning: "hm", reasoning_details: [{ text: "hm" }] })],
      { content: null, reasoning: "hm", field: "reasoning" },
    ],
    [
      "thinking opened and closed",
      [delta({ content: "<think>\nhm\n</think>\n\nb" })],
      { content: "b", reasoning: "hm", field: "<think>" },
    ],
    [
      "thinking closed only",
      [delta({ content: "hm\n</think>\n\nb" })],
      { content: "b", reasoning: "hm", field: "<think>" },
    ],
    [
      "a stray end beside a field",
      [delta({ reasoning: "hm" }), delta({ content: "</think>\n\nb" })],
      { content: "b", reasoning: "hm", field: "reasoning" },
    ],
    ["other markers", [delta({ content: "[THINK]hm[/THINK]b" })], { content: "b", reasoning: "hm", field: "[THINK]" }],
    [
      "a quoted marker",
      [delta({ content: "Write `<think>` first." })],
      { content: "Write `<think>` first.", reasoning: null, field: null },
    ],
    [
      "a marker in a fence",
      [delta({ content: "So:\n```\n<think>x</think>\n```" })],
      { content: "So:\n```\n<think>x</think>\n```", reasoning: null, field: null },
    ],
    [
      "Harmony's channels",
      [
        delta({
          content: "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>b<|return|>",
        }),
      ],
      { content: "b", reasoning: "hm", field: "<|channel|>" },
    ],
    [
      "choices null and empty",
      [{ choices: null }, { choices: [] }, delta({ content: "b" })],
      { content: "b", reasoning: null, field: null },
    ],
    [
      "a delta of null",
      [{ choices: [{ index: 0, delta: null }] }, delta({ content: "b" })],
      { content: "b", reasoning: null, field: null },
    ],
    [
      "a message in the last chunk repeats all",
      [delta({ content: "b" }), { choices: [{ index: 0, message: { content: "b" }, finish_reason: "stop" }] }],
      { content: "b", reasoning: null, field: null },
    ],
    [
      "a second choice is left out",
      [
        {
          choices: [
            { index: 0, delta: { content: "b" } },
            { index: 1, delta: { content: "c" } },
          ],
        },
      ],
      { content: "b", reasoning: null, field: null },
    ],
  ])("%s", (_name, chunks, expected) => {
    expect(texts(...chunks)).toEqual(expected);
  });

  test("a refusal is the answer, and marked", () => {
    const turn = assemble(delta({ refusal: "I cannot" }), delta({ refusal: " do that." }), delta({}, "stop"));
    expect([turn.content, turn.flags, turn.effective_finish_reason]).toEqual([
      "I cannot do that.",
      ["finish_mismatch", "usage_missing", "refused"],
      "content_filter",
    ]);
  });
});

describe("usage", () => {
  const usage = (...chunks: unknown[]) => assemble(delta({ content: "b" }, "stop"), ...chunks).usage;

  test.each<[string, unknown, ReturnType<typeof usage>]>([
    [
      "in the last chunk",
      { choices: [], usage: { prompt_tokens: 9, completion_tokens: 2 } },
      { prompt_tokens: 9, completion_tokens: 2 },
    ],
    [
      "in the choice",
      { choices: [{ index: 0, delta: {}, usage: { prompt_tokens: 9, completion_tokens: 2 } }] },
      { prompt_tokens: 9, completion_tokens: 2 },
    ],
    ["under other names", { usage: { input_tokens: 9, output_tokens: 2 } }, { prompt_tokens: 9, completion_tokens: 2 }],
    [
      "as timings",
      { choices: [], timings: { prompt_n: 4, cache_n: 5, predicted_n: 2 } },
      { prompt_tokens: 9, completion_tokens: 2 },
    ],
    ["all zero", { usage: { prompt_tokens: 0, completion_tokens: 0 } }, null],
    ["null", { usage: null }, null],
    [
      "zero output beside text",
      { usage: { prompt_tokens: 9, completion_tokens: 0 } },
      { prompt_tokens: 9, completion_tokens: null },
    ],
    ["as text", { usage: { prompt_tokens: "9", completion_tokens: "2" } }, { prompt_tokens: 9, completion_tokens: 2 }],
  ])("%s", (_name, chunk, expected) => {
    expect(usage(chunk)).toEqual(expected);
  });

  test("zeros after real counts do not wipe them out", () => {
    expect(
      usage(
        { usage: { prompt_tokens: 9, completion_tokens: 2 } },
        { usage: { prompt_tokens: 0, completion_tokens: 0 } },
      ),
    ).toEqual({
      prompt_tokens: 9,
      completion_tokens: 2,
    });
  });
});
