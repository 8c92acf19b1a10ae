import { describe, expect, test } from "vitest";
import { TOOLS } from "../fixtures/ask.ts";
import { findTextCalls } from "./find-text-calls.ts";

const find = (content: string | null, reasoning: string | null = null) =>
  findTextCalls(content, reasoning, TOOLS).map(
    (call) =>
      `${call.syntax} ${call.name} ${JSON.stringify(call.arguments)}${call.complete ? "" : " open"}${call.where === "reasoning" ? " in reasoning" : ""}`,
  );

const A = 'read_file {"path":"a.md"}';

describe("known syntaxes", () => {
  test.each<[string, string, string[]]>([
    ["hermes", '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.md"}}\n</tool_call>', [`hermes ${A}`]],
    [
      "hermes after an announcement",
      'I will read it.\n<tool_call>{"name":"read_file","arguments":{"path":"a.md"}}</tool_call>',
      [`hermes ${A}`],
    ],
    [
      "hermes, arguments as text",
      '<tool_call>{"name":"read_file","arguments":"{\\"path\\":\\"a.md\\"}"}</tool_call>',
      [`hermes ${A}`],
    ],
    ["hermes, relaxed", "<tool_call>{'name': 'read_file', 'arguments': {'path': 'a.md'}}</tool_call>", [`hermes ${A}`]],
    [
      "hermes, two",
      '<tool_call>{"name":"read_file","arguments":{"path":"a.md"}}</tool_call>\n<tool_call>{"name":"list_dir","arguments":{"path":"."}}</tool_call>',
      [`hermes ${A}`, 'hermes list_dir {"path":"."}'],
    ],
    [
      "hermes, a list in one envelope",
      '<tool_call>[{"name":"read_file","arguments":{"path":"a.md"}},{"name":"get_time","arguments":{}}]</tool_call>',
      [`hermes ${A}`, "hermes get_time {}"],
    ],
    [
      "hermes, with a made-up response behind it",
      '<tool_call>{"name":"read_file","arguments":{"path":"a.md"}}</tool_call>\n<tool_response>\nalpha',
      [`hermes ${A}`],
    ],
    [
      "hermes, in a whole-message fence",
      '```xml\n<tool_call>{"name":"read_file","arguments":{"path":"a.md"}}</tool_call>\n```',
      [`hermes ${A}`],
    ],
    ["Granite", '<|tool_call|>[{"name":"read_file","arguments":{"path":"a.md"}}]', [`hermes ${A}`]],
    ["Nemotron", '<TOOLCALL>[{"name":"read_file","arguments":{"path":"a.md"}}]</TOOLCALL>', [`hermes ${A}`]],
    [
      "Command R",
      '<|START_ACTION|>[{"tool_call_id":"0","tool_name":"read_file","parameters":{"path":"a.md"}}]<|END_ACTION|>',
      [`hermes ${A}`],
    ],
    [
      "Qwen3-Coder",
      "<tool_call>\n<function=read_file>\n<parameter=path>\na.md\n</parameter>\n</function>\n</tool_call>",
      [`function_xml ${A}`],
    ],
    [
      "Qwen3-Coder without its opening tag",
      "Let me look.\n<function=read_file>\n<parameter=path>\na.md\n</parameter>\n</function>\n</tool_call>",
      [`function_xml ${A}`],
    ],
    [
      "Qwen3-Coder, typed by the schema",
      "<function=read_file><parameter=path>7</parameter><parameter=lines>[1, 2]</parameter></function>",
      ['function_xml read_file {"path":"7","lines":[1,2]}'],
    ],
    [
      "Qwen3-Coder, text with line breaks",
      "<function=write_file>\n<parameter=path>\na.md\n</parameter>\n<parameter=content>\n# T\n\n<b>x</b>\n</parameter>\n</function>",
      ['function_xml write_file {"path":"a.md","content":"# T\\n\\n<b>x</b>"}'],
    ],
    ["Llama's function tag", '<function=read_file>{"path": "a.md"}</function>', [`function_xml ${A}`]],
    [
      "invoke",
      '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a.md</parameter>\n</invoke>\n</function_calls>',
      [`function_xml ${A}`],
    ],
    [
      "Harmony",
      '<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>{"path":"a.md"}<|call|>',
      [`harmony ${A}`],
    ],
    [
      "Harmony, recipient before the channel",
      '<|start|>assistant to=functions.read_file<|channel|>commentary json<|message|>{"path":"a.md"}<|call|>',
      [`harmony ${A}`],
    ],
    ["Harmony, tokens lost", 'commentary to=functions.read_file json{"path":"a.md"}', [`harmony ${A}`]],
    [
      "Harmony, tokens lost, on lines of their own",
      'assistantcommentary to=functions.read_file json\n{"path":"a.md"}',
      [`harmony ${A}`],
    ],
    [
      "Harmony, recipient lost",
      '<|channel|>commentary<|message|>{"city":"Oslo"}<|end|>',
      ['harmony get_weather {"city":"Oslo"}'],
    ],
    ["Mistral, a list", '[TOOL_CALLS][{"name":"read_file","arguments":{"path":"a.md"}}]', [`mistral ${A}`]],
    ["Mistral, with a name", '[TOOL_CALLS]read_file[ARGS]{"path":"a.md"}', [`mistral ${A}`]],
    ["Mistral, with an id", '[TOOL_CALLS]read_file[CALL_ID]abc123def[ARGS]{"path":"a.md"}', [`mistral ${A}`]],
    ["Mistral, name and object", '[TOOL_CALLS]read_file{"path":"a.md"}', [`mistral ${A}`]],
    [
      "Mistral, two",
      '[TOOL_CALLS]read_file[ARGS]{"path":"a.md"}[TOOL_CALLS]get_time[ARGS]{}',
      [`mistral ${A}`, "mistral get_time {}"],
    ],
    [
      "DeepSeek R1",
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path":"a.md"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      [`deepseek ${A}`],
    ],
    [
      "DeepSeek V3.1",
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"path":"a.md"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      [`deepseek ${A}`],
    ],
    [
      "Kimi",
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path":"a.md"}<|tool_call_end|><|tool_calls_section_end|>',
      [`kimi ${A}`],
    ],
    ["GLM", "<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>a.md</arg_value>\n</tool_call>", [`glm ${A}`]],
    ["python tag, JSON", '<|python_tag|>{"name":"read_file","parameters":{"path":"a.md"}}', [`python_tag ${A}`]],
    ["python tag, call", '<|python_tag|>read_file.call(path="a.md")', [`python_tag ${A}`]],
    ["pythonic list", '[read_file(path="a.md"), get_time()]', [`pythonic ${A}`, "pythonic get_time {}"]],
    [
      "pythonic, single quotes and values",
      "[read_file(path='a.md', lines=[1, 2])]",
      ['pythonic read_file {"path":"a.md","lines":[1,2]}'],
    ],
    ["Gemma's tool_code", '```tool_code\nprint(default_api.read_file(path="a.md"))\n```', [`pythonic ${A}`]],
    ["bare JSON", '{"name":"read_file","arguments":{"path":"a.md"}}', [`json ${A}`]],
    ["bare JSON, parameters", '{"name": "read_file", "parameters": {"path": "a.md"}}', [`json ${A}`]],
    [
      "bare JSON, OpenAI's form",
      '{"type":"function","function":{"name":"read_file","arguments":"{\\"path\\":\\"a.md\\"}"}}',
      [`json ${A}`],
    ],
    [
      "bare JSON, tool_calls",
      '{"tool_calls":[{"function":{"name":"read_file","arguments":{"path":"a.md"}}}]}',
      [`json ${A}`],
    ],
    ["bare JSON, another spelling", '{"tool": "read_file", "args": {"path": "a.md"}}', [`json ${A}`]],
    ["bare JSON, action", '{"action": "read_file", "action_input": {"path": "a.md"}}', [`json ${A}`]],
    ["fenced JSON", '```json\n{"name":"read_file","arguments":{"path":"a.md"}}\n```', [`json ${A}`]],
    [
      "fenced JSON after an announcement",
      'Let me read the file first.\n\n```json\n{"name":"read_file","arguments":{"path":"a.md"}}\n```',
      [`json ${A}`],
    ],
    [
      "JSON after an announcement",
      'Now I will read it: {"name":"read_file","arguments":{"path":"a.md"}}',
      [`json ${A}`],
    ],
    ["ReAct", 'I need the file.\nAction: read_file\nAction Input: {"path": "a.md"}', [`react ${A}`]],
    ["ReAct with a bare value", "Action: get_weather\nAction Input: Oslo", ['react get_weather {"city":"Oslo"}']],
  ])("%s", (_name, text, expected) => {
    expect(find(text)).toEqual(expected);
  });
});

describe("calls that were never closed", () => {
  test.each<[string, string, string[]]>([
    ["hermes, no closing tag", '<tool_call>\n{"name":"read_file","arguments":{"path":"a.md"}}', [`hermes ${A} open`]],
    [
      "hermes, cut in the arguments",
      '<tool_call>\n{"name":"read_file","arguments":{"path":"a.',
      ["hermes read_file null open"],
    ],
    [
      "Qwen3-Coder, cut in a value",
      "<function=read_file>\n<parameter=path>\na.m",
      ["function_xml read_file null open"],
    ],
    [
      "Qwen3-Coder, no closing function tag",
      "<tool_call>\n<function=read_file>\n<parameter=path>\na.md\n</parameter>",
      ['function_xml read_file {"path":"a.md"} open'],
    ],
    ["Mistral, cut", '[TOOL_CALLS]read_file[ARGS]{"path":"a', ["mistral read_file null open"]],
    ["Mistral's list, cut", '[TOOL_CALLS][{"name":"read_file","arguments":{"pa', ["mistral read_file null open"]],
    [
      "Harmony, cut",
      '<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>{"path":',
      ["harmony read_file null open"],
    ],
    ["bare JSON, cut", '{"name":"read_file","arguments":{"path":"a', ["json read_file null open"]],
    ["fenced JSON, cut", '```json\n{"name":"read_file","arguments":{"path":"a', ["json read_file null open"]],
    ["pythonic, cut", '[read_file(path="a.m', ["pythonic read_file null open"]],
    ["GLM, cut", "<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>a.m", ["glm read_file null open"]],
    [
      "Kimi, cut",
      '<|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"pa',
      ["kimi read_file null open"],
    ],
  ])("%s", (_name, text, expected) => {
    expect(find(text)).toEqual(expected);
  });
});

describe("quoted examples and ordinary text are no calls", () => {
  test.each([
    'A call looks like this:\n```\n<tool_call>{"name":"read_file","arguments":{"path":"a.md"}}</tool_call>\n```\nThat is the format.',
    'A call looks like this: <tool_call>{"name":"read_file","arguments":{"path":"a.md"}}</tool_call>',
    'For example:\n\n```json\n{"name":"read_file","arguments":{"path":"a.md"}}\n```',
    'You can use `<tool_call>{"name":"read_file","arguments":{"path":"a.md"}}</tool_call>`',
    'The syntax is [TOOL_CALLS]read_file[ARGS]{"path":"a.md"} and nothing else.',
    'Here is the result:\n```json\n{"name":"read_file","size":12}\n```',
    'I read it. The config is {"name": "read_file", "version": 2}.',
    'Call read_file(path="a.md") yourself if you like.',
    "The function read_file(path) reads one file.",
    '<tool_call>{"name":"delete_all","arguments":{}}</tool_call>',
    '{"name":"delete_all","arguments":{}}',
    '{"name":"Ada","parameters":{"age":36}}',
    "The answer is [1, 2, 3] and {x}.",
    "Use get_time() to see the time.",
    "Done (see list_dir).",
    'In Python:\n```python\nread_file(path="a.md")\n```',
    "",
    '<tool_call>{"name":"read_file","arguments":{"path":"a.md"}}</tool_call>\nThat is how one is written, and I did not run it.',
  ])("%s", (text) => {
    expect(find(text)).toEqual([]);
  });
});

describe("thinking", () => {
  const call = '<tool_call>{"name":"read_file","arguments":{"path":"a.md"}}</tool_call>';
  test("is searched when there is no content", () => {
    expect(find(null, `I need it.\n${call}`)).toEqual([`hermes ${A} in reasoning`]);
    expect(find("\n", call)).toEqual([`hermes ${A} in reasoning`]);
  });
  test("is not searched beside an answer: thinking rehearses calls", () => {
    expect(find("The file says alpha.", call)).toEqual([]);
  });
  test("a mock call in the middle of thinking is none", () => {
    expect(find(null, `I could write ${call} but the user asked for a summary only, so I answer.`)).toEqual([]);
  });
});

test("names alone are enough, and without offered tools nothing is a call", () => {
  const text = '<tool_call>{"name":"read_file","arguments":{}}</tool_call>';
  expect(findTextCalls(text, null, ["read_file"])).toHaveLength(1);
  expect(findTextCalls(text, null, [])).toEqual([]);
});
