// How servers cut, name and count the calls of a turn, each as the calls it must come to.
import { describe, expect, test } from "vitest";
import { chunk, sse } from "../fixtures/loopback-server.ts";
import { fragment, observe, stream } from "./variant.ts";
import type { Variant } from "./variant.ts";

const GET7 = 'get_file_by_id {"file_id":"7"}';
const CALLS = { finish: "tool_calls", effective: "tool_calls" } as const;
const a7 = '{"file_id":"7"}';

const FRAGMENTS: readonly Variant[] = [
  {
    name: "three whole calls, all at index 0, ids distinct",
    reply: stream([
      fragment({ index: 0, id: "a", name: "list_files", args: "{}" }),
      fragment({ index: 0, id: "b", name: "get_file_by_id", args: a7 }),
      fragment({ index: 0, id: "c", name: "get_file_by_id", args: '{"file_id":"8"}' }),
    ]),
    expected: { ...CALLS, calls: ["list_files {}", GET7, 'get_file_by_id {"file_id":"8"}'] },
  },
  {
    name: "two calls at index 0, each in fragments",
    reply: stream([
      fragment({ index: 0, id: "a", name: "get_file_by_id", args: "" }),
      fragment({ index: 0, args: '{"file_id"' }),
      fragment({ index: 0, args: ':"7"}' }),
      fragment({ index: 0, id: "b", name: "delete_file", args: "" }),
      fragment({ index: 0, args: '{"file_id":' }),
      fragment({ index: 0, args: '"11"}' }),
    ]),
    expected: { ...CALLS, calls: [GET7, 'delete_file {"file_id":"11"}'] },
  },
  {
    name: "two calls interleaved by index",
    reply: stream([
      {
        tool_calls: [
          { index: 0, id: "a", function: { name: "get_file_by_id", arguments: "" } },
          { index: 1, id: "b", function: { name: "search_files", arguments: "" } },
        ],
      },
      fragment({ index: 0, args: '{"file_' }),
      fragment({ index: 1, args: '{"query":' }),
      fragment({ index: 0, args: 'id":"7"}' }),
      fragment({ index: 1, args: '"北京"}' }),
    ]),
    expected: { ...CALLS, calls: [GET7, 'search_files {"query":"北京"}'] },
  },
  {
    name: "the same tool twice without ids at index 0",
    reply: stream([
      fragment({ index: 0, name: "get_file_by_id", args: a7 }),
      fragment({ index: 0, name: "get_file_by_id", args: '{"file_id":"8"}' }),
    ]),
    expected: { ...CALLS, calls: [GET7, 'get_file_by_id {"file_id":"8"}'] },
  },
  {
    name: "one character of arguments in each fragment",
    reply: stream([
      fragment({ index: 0, id: "a", name: "get_file_by_id", args: "" }),
      ...a7.split("").map((char) => fragment({ index: 0, args: char })),
    ]),
    expected: { ...CALLS, calls: [GET7] },
  },
  {
    name: "indices from 1",
    reply: stream([
      fragment({ index: 1, id: "a", name: "list_files", args: "{}" }),
      fragment({ index: 2, id: "b", name: "get_file_by_id", args: a7 }),
    ]),
    expected: { ...CALLS, calls: ["list_files {}", GET7] },
  },
  {
    name: "no index at all, two calls in fragments with ids on the first of each",
    reply: stream([
      fragment({ id: "a", name: "get_file_by_id", args: '{"file' }),
      fragment({ args: '_id":"7"}' }),
      fragment({ id: "b", name: "delete_file", args: '{"file_id"' }),
      fragment({ args: ':"11"}' }),
    ]),
    expected: { ...CALLS, calls: [GET7, 'delete_file {"file_id":"11"}'] },
  },
  {
    name: "id, name and type again in each fragment",
    reply: stream(
      ['{"file', '_id":', '"7"}'].map((args) =>
        fragment({ index: 0, id: "a", type: "function", name: "get_file_by_id", args }),
      ),
    ),
    expected: { ...CALLS, calls: [GET7] },
  },
  {
    name: "name empty in the fragments after the first",
    reply: stream([
      fragment({ index: 0, id: "a", name: "get_file_by_id", args: '{"file_id"' }),
      fragment({ index: 0, id: "", name: "", args: ':"7"}' }),
    ]),
    expected: { ...CALLS, calls: [GET7] },
  },
  {
    name: "arguments that grow from fragment to fragment",
    reply: stream(
      ['{"fi', '{"file_id":', a7].map((args) => fragment({ index: 0, id: "a", name: "get_file_by_id", args })),
    ),
    expected: { ...CALLS, calls: [`${GET7} arguments_repaired`] },
  },
  {
    name: "arguments that grow, the last one sent twice",
    reply: stream(
      ['{"fi', '{"file_id":', a7, a7].map((args) => fragment({ index: 0, id: "a", name: "get_file_by_id", args })),
    ),
    expected: { ...CALLS, calls: [`${GET7} arguments_repaired duplicate`] },
  },
  {
    name: "the whole arguments once more at the end",
    reply: stream([
      fragment({ index: 0, id: "a", name: "get_file_by_id", args: "" }),
      fragment({ index: 0, args: '{"file_id":' }),
      fragment({ index: 0, args: '"7"}' }),
      fragment({ index: 0, id: "a", name: "get_file_by_id", args: a7 }),
    ]),
    expected: { ...CALLS, calls: [`${GET7} duplicate`] },
  },
  {
    name: "the call again in the closing chunk's message",
    reply: {
      body: sse([
        chunk(fragment({ index: 0, id: "a", name: "get_file_by_id", args: a7 })),
        {
          choices: [
            {
              index: 0,
              delta: {},
              message: {
                role: "assistant",
                content: null,
                tool_calls: [{ id: "a", type: "function", function: { name: "get_file_by_id", arguments: a7 } }],
              },
              finish_reason: "tool_calls",
            },
          ],
        },
      ]),
    },
    expected: { ...CALLS, calls: [GET7] },
  },
  {
    name: "call and finish reason in one chunk",
    reply: { body: sse([chunk(fragment({ index: 0, id: "a", name: "get_file_by_id", args: a7 }), "tool_calls")]) },
    expected: { ...CALLS, calls: [GET7] },
  },
  {
    name: "call after the finish reason",
    reply: {
      body: sse([chunk({}, "tool_calls"), chunk(fragment({ index: 0, id: "a", name: "get_file_by_id", args: a7 }))]),
    },
    expected: { ...CALLS, calls: [GET7] },
  },
  {
    name: "empty and null lists around a call",
    reply: stream([
      { role: "assistant", content: null, tool_calls: [] },
      { tool_calls: null },
      fragment({ index: 0, id: "a", name: "get_file_by_id", args: a7 }),
      { content: "", tool_calls: [] },
    ]),
    expected: { ...CALLS, calls: [GET7] },
  },
  {
    name: "a null entry in the list",
    reply: stream([{ tool_calls: [null, { index: 0, id: "a", function: { name: "get_file_by_id", arguments: a7 } }] }]),
    expected: { ...CALLS, calls: [GET7] },
  },
  {
    name: "a hole: an entry without function",
    reply: stream([
      { tool_calls: [{ index: 0 }, { index: 1, id: "a", function: { name: "get_file_by_id", arguments: a7 } }] },
    ]),
    expected: { ...CALLS, calls: [GET7] },
  },
  {
    name: "two equal calls under one id and two indices",
    reply: stream([
      fragment({ index: 0, id: "a", name: "delete_file", args: '{"file_id":"11"}' }),
      fragment({ index: 1, id: "a", name: "delete_file", args: '{"file_id":"11"}' }),
    ]),
    expected: { ...CALLS, calls: ['delete_file {"file_id":"11"} duplicate'] },
  },
  {
    name: "two different calls under one id",
    reply: stream([
      fragment({ index: 0, id: "a", name: "get_file_by_id", args: a7 }),
      fragment({ index: 1, id: "a", name: "get_file_by_id", args: '{"file_id":"8"}' }),
    ]),
    expected: { ...CALLS, calls: [GET7, 'get_file_by_id {"file_id":"8"}'] },
  },
  {
    name: "an id that is a number",
    reply: stream([fragment({ index: 0, id: 12, name: "get_file_by_id", args: a7 })]),
    expected: { ...CALLS, calls: [GET7] },
  },
  {
    name: "function_call in fragments with stop",
    reply: stream(
      [
        { function_call: { name: "get_file_by_id", arguments: "" } },
        { function_call: { arguments: '{"file_id"' } },
        { function_call: { arguments: ':"7"}' } },
      ],
      "function_call",
    ),
    expected: { finish: "function_call", effective: "tool_calls", calls: [GET7] },
  },
  {
    name: "function_call with its arguments as an object",
    reply: stream([{ function_call: { name: "get_file_by_id", arguments: { file_id: "7" } } }], "stop"),
    expected: {
      finish: "stop",
      effective: "tool_calls",
      flags: ["finish_mismatch"],
      calls: [`${GET7} arguments_repaired`],
    },
  },
  {
    name: "arguments as an object in one fragment of two calls",
    reply: stream([
      {
        tool_calls: [
          { index: 0, id: "a", function: { name: "get_file_by_id", arguments: { file_id: "7" } } },
          { index: 1, id: "b", function: { name: "list_files", arguments: {} } },
        ],
      },
    ]),
    expected: { ...CALLS, calls: [`${GET7} arguments_repaired`, "list_files {} arguments_repaired"] },
  },
  {
    name: "an Ollama-like entry without index, type and id, its arguments an object",
    reply: stream([{ tool_calls: [{ function: { name: "get_file_by_id", arguments: { file_id: "7" } } }] }], "stop"),
    expected: { effective: "tool_calls", flags: ["finish_mismatch"], calls: [`${GET7} arguments_repaired`] },
  },
  {
    name: "two entries without index and id, arguments objects",
    reply: stream([
      {
        tool_calls: [
          { function: { name: "get_file_by_id", arguments: { file_id: "7" } } },
          { function: { name: "get_file_by_id", arguments: { file_id: "8" } } },
        ],
      },
    ]),
    expected: { ...CALLS, calls: [`${GET7} arguments_repaired`, 'get_file_by_id {"file_id":"8"} arguments_repaired'] },
  },
  {
    name: "the name alone first, the arguments under another id",
    reply: stream([
      fragment({ index: 0, id: "a", name: "get_file_by_id" }),
      fragment({ index: 0, id: "chatcmpl-tool-2", args: '{"file_id"' }),
      fragment({ index: 0, id: "chatcmpl-tool-3", args: ':"7"}' }),
    ]),
    expected: { ...CALLS, calls: [GET7] },
  },
  {
    name: "a call's text as content beside the call",
    reply: stream([{ content: "I will read it." }, fragment({ index: 0, id: "a", name: "get_file_by_id", args: a7 })]),
    expected: { ...CALLS, content: "I will read it.", calls: [GET7] },
  },
  {
    name: "the same call as text and as a call",
    reply: stream([
      { content: '<tool_call>{"name":"get_file_by_id","arguments":{"file_id":"7"}}</tool_call>' },
      fragment({ index: 0, id: "a", name: "get_file_by_id", args: a7 }),
    ]),
    expected: { ...CALLS, calls: [GET7], text: [] },
  },
];

const NAMES: readonly Variant[] = (
  [
    ["split in two", ["get_file", "_by_id"], "get_file_by_id", "name_repaired"],
    ["split where the head is a tool too", ["search", "_files"], "search_files", "name_repaired"],
    ["split letter by letter", "list_files".split(""), "list_files", "name_repaired"],
    ["with functions.", ["functions.get_file_by_id"], "get_file_by_id", "name_repaired"],
    ["with functions. and a counter", ["functions.get_file_by_id:3"], "get_file_by_id", "name_repaired"],
    ["with default_api.", ["default_api.get_file_by_id"], "get_file_by_id", "name_repaired"],
    ["with tools.", ["tools.get_file_by_id"], "get_file_by_id", "name_repaired"],
    ["with a channel token", ["get_file_by_id<|channel|>json"], "get_file_by_id", "name_repaired"],
    ["with quotes", ['"get_file_by_id"'], "get_file_by_id", "name_repaired"],
    ["with brackets", ["get_file_by_id()"], "get_file_by_id", "name_repaired"],
    ["nearly right", ["get_file"], "get_file", "unknown_tool"],
    ["empty", [""], "", "unknown_tool"],
  ] as const
).map(([name, parts, found, flag]): Variant => {
  const args = found === "list_files" ? "{}" : found === "search_files" ? '{"query":"a"}' : a7;
  return {
    name: `a name ${name}`,
    reply: stream([
      ...parts.map((part, at) => fragment({ index: 0, id: at === 0 ? "a" : undefined, name: part })),
      fragment({ index: 0, args }),
    ]),
    expected: { ...CALLS, calls: [`${found} ${args} ${flag}`] },
  };
});

const ARGUMENTS: readonly Variant[] = (
  [
    ["an encoded object", "get_file_by_id", JSON.stringify(a7), `${a7} arguments_repaired`],
    ["an object encoded twice", "get_file_by_id", JSON.stringify(JSON.stringify(a7)), `${a7} arguments_repaired`],
    ["single quotes", "get_file_by_id", "{'file_id': '7'}", `${a7} arguments_repaired`],
    ["keys without quotes", "get_file_by_id", '{file_id: "7"}', `${a7} arguments_repaired`],
    ["a trailing comma", "get_file_by_id", '{"file_id":"7",}', `${a7} arguments_repaired`],
    ["a fence", "get_file_by_id", '```json\n{"file_id":"7"}\n```', `${a7} arguments_repaired`],
    ["one brace too many", "get_file_by_id", '{"file_id":"7"}}', `${a7} arguments_repaired`],
    ["the object twice", "get_file_by_id", `${a7}${a7}`, `${a7} arguments_repaired`],
    ["an empty object before it", "get_file_by_id", `{}${a7}`, `${a7} arguments_repaired`],
    [
      "Python literals",
      "set_tags",
      "{'file_id': '7', 'pinned': True, 'options': None}",
      '{"file_id":"7","pinned":true,"options":null} arguments_repaired',
    ],
    [
      "a list as text",
      "set_tags",
      '{"file_id":"7","tags":"[\\"a\\",\\"b\\"]"}',
      '{"file_id":"7","tags":["a","b"]} arguments_repaired',
    ],
    [
      "an object as text",
      "set_tags",
      '{"file_id":"7","options":"{\\"k\\":1}"}',
      '{"file_id":"7","options":{"k":1}} arguments_repaired',
    ],
    [
      "JSON in a text field stays text",
      "create_file",
      '{"filename":"a.json","content":"{\\"k\\":1}"}',
      '{"filename":"a.json","content":"{\\"k\\":1}"}',
    ],
    [
      "raw line breaks and tabs",
      "create_file",
      '{"filename":"a.md","content":"one\n\ttwo"}',
      '{"filename":"a.md","content":"one\\n\\ttwo"} arguments_repaired',
    ],
    [
      "bad escapes",
      "create_file",
      '{"filename":"a.md","content":"\\d+ \\$5"}',
      '{"filename":"a.md","content":"\\\\d+ \\\\$5"} arguments_repaired',
    ],
    ["Chinese, escaped", "search_files", '{"query":"\\u5317\\u4eac"}', '{"query":"北京"}'],
    ["an emoji as a pair of escapes", "search_files", '{"query":"\\ud83d\\ude00"}', '{"query":"😀"}'],
    ["Chinese quotation marks inside", "search_files", '{"query":"他说“好”"}', '{"query":"他说“好”"}'],
    ["nothing, for a tool without parameters", "list_files", "", "{} arguments_repaired"],
    ["null, for a tool without parameters", "list_files", "null", "{} arguments_repaired"],
    ["white space, for a tool without parameters", "list_files", " \n", "{} arguments_repaired"],
    ["nothing, for a tool that needs them", "get_file_by_id", "", "null arguments_invalid"],
    ["[object Object]", "get_file_by_id", "[object Object]", "null arguments_invalid"],
    ["prose", "get_file_by_id", "the vacation plans", "null arguments_invalid"],
    ["a bare value", "get_file_by_id", '"7"', "null arguments_invalid"],
    ["a closing tag behind", "get_file_by_id", '{"file_id":"7"}</tool_call>', `${a7} arguments_repaired`],
    ["an end token behind", "get_file_by_id", '{"file_id":"7"}<|call|>', `${a7} arguments_repaired`],
    ["a comment", "get_file_by_id", '{"file_id":"7" // the plans\n}', "null arguments_invalid"],
  ] as const
).map(([name, tool, args, found]) => ({
  name: `arguments: ${name}`,
  reply: stream([fragment({ index: 0, id: "a", name: tool, args })]),
  expected: { ...CALLS, calls: [`${tool} ${found}`] },
}));

describe("fragments of calls", () => {
  test.each(FRAGMENTS)("$name", async (variant) => {
    const { found, wanted } = await observe(variant);
    expect(found).toEqual(wanted);
  });
});

describe("names", () => {
  test.each(NAMES)("$name", async (variant) => {
    const { found, wanted } = await observe(variant);
    expect(found).toEqual(wanted);
  });
});

describe("arguments", () => {
  test.each(ARGUMENTS)("$name", async (variant) => {
    const { found, wanted } = await observe(variant);
    expect(found).toEqual(wanted);
  });
});
