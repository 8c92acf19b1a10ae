// Calls that a server left in the text, in the dialects of many models; and texts that only look like calls.
import { describe, expect, test } from "vitest";
import { observe, says, thinks } from "./variant.ts";

const GET7 = 'get_file_by_id {"file_id":"7"}';
const DEL11 = 'delete_file {"file_id":"11"}';

/** Text, what is found as `syntax name {arguments}`. */
const CALLS: readonly (readonly [string, string, string[]])[] = [
  [
    "Hermes, pretty-printed",
    '<tool_call>\n{\n  "name": "get_file_by_id",\n  "arguments": {\n    "file_id": "7"\n  }\n}\n</tool_call>',
    [`hermes ${GET7}`],
  ],
  [
    "Hermes, arguments first",
    '<tool_call>{"arguments": {"file_id": "7"}, "name": "get_file_by_id"}</tool_call>',
    [`hermes ${GET7}`],
  ],
  [
    "Hermes, arguments as text",
    '<tool_call>{"name": "get_file_by_id", "arguments": "{\\"file_id\\": \\"7\\"}"}</tool_call>',
    [`hermes ${GET7}`],
  ],
  [
    "Hermes, Python dict",
    "<tool_call>\n{'name': 'get_file_by_id', 'arguments': {'file_id': '7'}}\n</tool_call>",
    [`hermes ${GET7}`],
  ],
  [
    "Hermes, two after prose",
    'I will look first.\n<tool_call>{"name":"list_files","arguments":{}}</tool_call>\n<tool_call>{"name":"get_file_by_id","arguments":{"file_id":"7"}}</tool_call>',
    ["hermes list_files {}", `hermes ${GET7}`],
  ],
  [
    "Hermes, two values in one envelope",
    '<tool_call>\n{"name":"list_files","arguments":{}}\n{"name":"get_file_by_id","arguments":{"file_id":"7"}}\n</tool_call>',
    ["hermes list_files {}", `hermes ${GET7}`],
  ],
  [
    "Hermes, a list in one envelope",
    '<tool_call>[{"name":"list_files","arguments":{}},{"name":"get_file_by_id","arguments":{"file_id":"7"}}]</tool_call>',
    ["hermes list_files {}", `hermes ${GET7}`],
  ],
  [
    "Hermes, opened twice",
    '<tool_call>\n<tool_call>\n{"name":"get_file_by_id","arguments":{"file_id":"7"}}\n</tool_call>',
    [`hermes ${GET7}`],
  ],
  ["Hermes, opening tag lost", '{"name":"get_file_by_id","arguments":{"file_id":"7"}}\n</tool_call>', [`json ${GET7}`]],
  [
    "Hermes, extra closing brace",
    '<tool_call>\n{"name":"get_file_by_id","arguments":{"file_id":"7"}}}\n</tool_call>',
    [`hermes ${GET7}`],
  ],
  [
    "Hermes, end tag cut",
    '<tool_call>\n{"name":"get_file_by_id","arguments":{"file_id":"7"}}\n</tool_',
    [`hermes ${GET7} unclosed`],
  ],
  [
    "Hermes, cut in the arguments",
    '<tool_call>\n{"name":"create_file","arguments":{"filename":"a.docx","content":"- rain',
    ["hermes create_file null unclosed"],
  ],
  [
    "Hermes, end token after it",
    '<tool_call>\n{"name":"get_file_by_id","arguments":{"file_id":"7"}}\n</tool_call><|im_end|>',
    [`hermes ${GET7}`],
  ],
  [
    "Hermes, a made-up result after it",
    '<tool_call>\n{"name":"get_file_by_id","arguments":{"file_id":"7"}}\n</tool_call>\n<tool_response>\n{"content": "June 13"}\n</tool_response>',
    [`hermes ${GET7}`],
  ],
  [
    "Hermes, Chinese arguments",
    '<tool_call>\n{"name":"search_files","arguments":{"query":"產品週會 營釘"}}\n</tool_call>',
    ['hermes search_files {"query":"產品週會 營釘"}'],
  ],
  [
    "Hermes, escaped line breaks",
    '<tool_call>\n{"name":"create_file","arguments":{"filename":"a.md","content":"- a\\n- b \\"c\\"\\n"}}\n</tool_call>',
    ['hermes create_file {"filename":"a.md","content":"- a\\n- b \\"c\\"\\n"}'],
  ],
  [
    "Hermes, raw line breaks in a string",
    '<tool_call>\n{"name":"create_file","arguments":{"filename":"a.md","content":"- a\n- b\n"}}\n</tool_call>',
    ['hermes create_file {"filename":"a.md","content":"- a\\n- b\\n"}'],
  ],
  [
    "Hermes, end tag inside a string",
    '<tool_call>\n{"name":"create_file","arguments":{"filename":"a.md","content":"</tool_call> } {"}}\n</tool_call>',
    ['hermes create_file {"filename":"a.md","content":"</tool_call> } {"}'],
  ],
  [
    "Hermes, functions. before the name",
    '<tool_call>{"name":"functions.get_file_by_id","arguments":{"file_id":"7"}}</tool_call>',
    [`hermes ${GET7}`],
  ],
  ["Hermes, tool with no arguments key", '<tool_call>\n{"name": "list_files"}\n</tool_call>', ["hermes list_files {}"]],
  [
    "Hermes, the key parameters",
    '<tool_call>\n{"name": "get_file_by_id", "parameters": {"file_id": "7"}}\n</tool_call>',
    [`hermes ${GET7}`],
  ],
  [
    "Qwen3-Coder",
    "<tool_call>\n<function=get_file_by_id>\n<parameter=file_id>\n7\n</parameter>\n</function>\n</tool_call>",
    [`function_xml ${GET7}`],
  ],
  [
    "Qwen3-Coder, opening lost after prose",
    "I'll read the plans.\n\n<function=get_file_by_id>\n<parameter=file_id>\n7\n</parameter>\n</function>\n</tool_call>",
    [`function_xml ${GET7}`],
  ],
  [
    "Qwen3-Coder, two functions",
    "<tool_call>\n<function=list_files>\n</function>\n</tool_call>\n<tool_call>\n<function=get_file_by_id>\n<parameter=file_id>\n7\n</parameter>\n</function>\n</tool_call>",
    ["function_xml list_files {}", `function_xml ${GET7}`],
  ],
  [
    "Qwen3-Coder, several lines and markup in a value",
    "<tool_call>\n<function=create_file>\n<parameter=filename>\npage.html\n</parameter>\n<parameter=content>\n<ul>\n  <li>a</li>\n</ul>\n</parameter>\n</function>\n</tool_call>",
    ['function_xml create_file {"filename":"page.html","content":"<ul>\\n  <li>a</li>\\n</ul>"}'],
  ],
  [
    "Qwen3-Coder, typed values",
    '<tool_call>\n<function=set_tags>\n<parameter=file_id>\n7\n</parameter>\n<parameter=tags>\n["a", "b"]\n</parameter>\n<parameter=priority>\n3\n</parameter>\n<parameter=pinned>\nTrue\n</parameter>\n</function>\n</tool_call>',
    ['function_xml set_tags {"file_id":"7","tags":["a","b"],"priority":3,"pinned":true}'],
  ],
  [
    "Qwen3-Coder, unclosed",
    "<tool_call>\n<function=create_file>\n<parameter=filename>\na.md\n</parameter>\n<parameter=content>\n- rain jack",
    ["function_xml create_file null unclosed"],
  ],
  [
    "Qwen3-Coder, parameter end lost",
    "<function=share_file>\n<parameter=file_id>\n27\n<parameter=email>\na@b.de\n<parameter=permission>\nr\n</function>",
    ['function_xml share_file {"file_id":"27","email":"a@b.de","permission":"r"}'],
  ],
  ["Llama, function with JSON", '<function=get_file_by_id>{"file_id": "7"}</function>', [`function_xml ${GET7}`]],
  [
    "Llama, function with JSON and <|eom_id|>",
    '<function=get_file_by_id>{"file_id": "7"}</function><|eom_id|>',
    [`function_xml ${GET7}`],
  ],
  ["Llama 3.1 JSON with parameters", '{"name": "get_file_by_id", "parameters": {"file_id": "7"}}', [`json ${GET7}`]],
  [
    "Llama 3.1, type function",
    '{"type": "function", "name": "get_file_by_id", "parameters": {"file_id": "7"}}',
    [`json ${GET7}`],
  ],
  [
    "Llama 3.1, two with semicolon",
    '{"name": "list_files", "parameters": {}}; {"name": "get_file_by_id", "parameters": {"file_id": "7"}}',
    ["json list_files {}", `json ${GET7}`],
  ],
  [
    "Llama 3.1, python tag",
    '<|python_tag|>{"name": "get_file_by_id", "parameters": {"file_id": "7"}}',
    [`python_tag ${GET7}`],
  ],
  [
    "Llama 3.1, python tag, two",
    '<|python_tag|>{"name": "list_files", "parameters": {}}; {"name": "get_file_by_id", "parameters": {"file_id": "7"}}',
    ["python_tag list_files {}", `python_tag ${GET7}`],
  ],
  [
    "Llama 3.1, python tag with .call",
    '<|python_tag|>get_file_by_id.call(file_id="7")<|eom_id|>',
    [`python_tag ${GET7}`],
  ],
  ["Llama 3.2 pythonic", '[get_file_by_id(file_id="7")]', [`pythonic ${GET7}`]],
  [
    "Llama 4 pythonic, two",
    '[list_files(), get_file_by_id(file_id="7")]',
    ["pythonic list_files {}", `pythonic ${GET7}`],
  ],
  [
    "Llama 4 pythonic with markers",
    '<|python_start|>[get_file_by_id(file_id="7")]<|python_end|>',
    [`pythonic ${GET7}`],
  ],
  [
    "pythonic, types and nesting",
    `[set_tags(file_id="7", tags=["a", 'b'], priority=3, pinned=True, options={"k": None})]`,
    ['pythonic set_tags {"file_id":"7","tags":["a","b"],"priority":3,"pinned":true,"options":{"k":null}}'],
  ],
  [
    "pythonic, brackets and quotes in a string",
    `[create_file(filename="a.md", content="f(x) = [1] \\"q\\" it's, b=2")]`,
    [`pythonic create_file {"filename":"a.md","content":"f(x) = [1] \\"q\\" it's, b=2"}`],
  ],
  ["pythonic, unclosed", '[create_file(filename="a.md", content="- rain', ["pythonic create_file null unclosed"]],
  ["Gemma 3 tool_code", '```tool_code\nget_file_by_id(file_id="7")\n```', [`pythonic ${GET7}`]],
  [
    "Gemma 3 tool_code with print",
    '```tool_code\nprint(default_api.get_file_by_id(file_id="7"))\n```',
    [`pythonic ${GET7}`],
  ],
  [
    "Gemma 3 tool_code after prose",
    'Okay, I will read it.\n\n```tool_code\n[get_file_by_id(file_id="7")]\n```',
    [`pythonic ${GET7}`],
  ],
  [
    "FunctionGemma",
    "<start_function_call>call:get_file_by_id{file_id:<escape>7<escape>}<end_function_call>",
    [`gemma ${GET7}`],
  ],
  ["Gemma 4", '<|tool_call>call:get_file_by_id{file_id:<|"|>7<|"|>}<tool_call|>', [`gemma ${GET7}`]],
  ["Mistral v3", '[TOOL_CALLS] [{"name": "get_file_by_id", "arguments": {"file_id": "7"}}]', [`mistral ${GET7}`]],
  [
    "Mistral v3, with ids",
    '[TOOL_CALLS][{"name":"list_files","arguments":{},"id":"VvvODy9mT"},{"name":"get_file_by_id","arguments":{"file_id":"7"},"id":"VvvODy9mU"}]</s>',
    ["mistral list_files {}", `mistral ${GET7}`],
  ],
  ["Mistral v11", '[TOOL_CALLS]get_file_by_id[ARGS]{"file_id": "7"}', [`mistral ${GET7}`]],
  [
    "Mistral v11, two",
    '[TOOL_CALLS]list_files[ARGS]{}[TOOL_CALLS]get_file_by_id[ARGS]{"file_id": "7"}',
    ["mistral list_files {}", `mistral ${GET7}`],
  ],
  [
    "Mistral v11 with CALL_ID",
    '[TOOL_CALLS]get_file_by_id[CALL_ID]VvvODy9mT[ARGS]{"file_id": "7"}',
    [`mistral ${GET7}`],
  ],
  ["Mistral v13, cut", '[TOOL_CALLS]create_file[ARGS]{"filename": "a.md", "con', ["mistral create_file null unclosed"]],
  ["Mistral, marker only with name", "Let me see.[TOOL_CALLS]list_files", ["mistral list_files null unclosed"]],
  ["Devstral, prose before", 'I will read it.[TOOL_CALLS]get_file_by_id[ARGS]{"file_id": "7"}', [`mistral ${GET7}`]],
  ["Mistral, marker lost its brackets", '[TOOL_CALLS]get_file_by_id{"file_id": "7"}', [`mistral ${GET7}`]],
  [
    "DeepSeek V3",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_file_by_id\n```json\n{"file_id": "7"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    [`deepseek ${GET7}`],
  ],
  [
    "DeepSeek V3.1",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_file_by_id<｜tool▁sep｜>{"file_id": "7"}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
    [`deepseek ${GET7}`],
  ],
  [
    "DeepSeek V3.1, two",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>list_files<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_file_by_id<｜tool▁sep｜>{"file_id": "7"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    ["deepseek list_files {}", `deepseek ${GET7}`],
  ],
  [
    "DeepSeek V3.1, unclosed",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>create_file<｜tool▁sep｜>{"filename": "a.md", "content": "x',
    ["deepseek create_file null unclosed"],
  ],
  [
    "DeepSeek V3.2 DSML",
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_file_by_id">\n<｜DSML｜parameter name="file_id" string="true">7</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    [`function_xml ${GET7}`],
  ],
  [
    "GLM 4.5",
    "<tool_call>get_file_by_id\n<arg_key>file_id</arg_key>\n<arg_value>7</arg_value>\n</tool_call>",
    [`glm ${GET7}`],
  ],
  [
    "GLM 4.7, on one line",
    "<tool_call>share_file<arg_key>file_id</arg_key><arg_value>27</arg_value><arg_key>email</arg_key><arg_value>a@b.de</arg_value><arg_key>permission</arg_key><arg_value>r</arg_value></tool_call>",
    ['glm share_file {"file_id":"27","email":"a@b.de","permission":"r"}'],
  ],
  ["GLM, no arguments", "<tool_call>list_files\n</tool_call>", ["glm list_files {}"]],
  [
    "GLM, unclosed value",
    "<tool_call>create_file\n<arg_key>filename</arg_key>\n<arg_value>a.md</arg_value>\n<arg_key>content</arg_key>\n<arg_value>- rain",
    ["glm create_file null unclosed"],
  ],
  [
    "Kimi K2",
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_file_by_id:0<|tool_call_argument_begin|>{"file_id": "7"}<|tool_call_end|><|tool_calls_section_end|>',
    [`kimi ${GET7}`],
  ],
  [
    "Kimi K2, two",
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.list_files:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_call_begin|>functions.get_file_by_id:1<|tool_call_argument_begin|>{"file_id": "7"}<|tool_call_end|><|tool_calls_section_end|>',
    ["kimi list_files {}", `kimi ${GET7}`],
  ],
  [
    "Kimi K2, section end lost",
    'Reading.<|tool_calls_section_begin|><|tool_call_begin|>functions.get_file_by_id:0<|tool_call_argument_begin|>{"file_id": "7"}<|tool_call_end|>',
    [`kimi ${GET7}`],
  ],
  [
    "MiniMax M1",
    '<tool_calls>\n{"name": "get_file_by_id", "arguments": {"file_id": "7"}}\n</tool_calls>',
    [`hermes ${GET7}`],
  ],
  [
    "MiniMax M2",
    '<minimax:tool_call>\n<invoke name="get_file_by_id">\n<parameter name="file_id">7</parameter>\n</invoke>\n</minimax:tool_call>',
    [`function_xml ${GET7}`],
  ],
  [
    "Anthropic style",
    '<function_calls>\n<invoke name="get_file_by_id">\n<parameter name="file_id">7</parameter>\n</invoke>\n</function_calls>',
    [`function_xml ${GET7}`],
  ],
  [
    "Phi-4 mini",
    '<|tool_call|>[{"type": "function", "function": {"name": "get_file_by_id", "arguments": {"file_id": "7"}}}]<|/tool_call|>',
    [`hermes ${GET7}`],
  ],
  ["Phi-4 mini, functools", 'functools[{"name": "get_file_by_id", "arguments": {"file_id": "7"}}]', [`json ${GET7}`]],
  ["Granite 3", '<|tool_call|>[{"name": "get_file_by_id", "arguments": {"file_id": "7"}}]', [`hermes ${GET7}`]],
  [
    "Granite 3, plain tag",
    '<tool_call>[{"arguments": {"file_id": "7"}, "name": "get_file_by_id"}]',
    [`hermes ${GET7} unclosed`],
  ],
  [
    "Granite 20B functioncalling",
    '<function_call> {"name": "get_file_by_id", "arguments": {"file_id": "7"}} ',
    [`hermes ${GET7} unclosed`],
  ],
  [
    "Command R",
    'Action: ```json\n[\n    {\n        "tool_name": "get_file_by_id",\n        "parameters": {"file_id": "7"}\n    }\n]\n```',
    [`json ${GET7}`],
  ],
  [
    "Command R7B",
    '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_file_by_id", "parameters": {"file_id": "7"}}\n]<|END_ACTION|>',
    [`hermes ${GET7}`],
  ],
  ["Jamba", '<tool_calls>[{"name": "get_file_by_id", "arguments": {"file_id": "7"}}]</tool_calls>', [`hermes ${GET7}`]],
  ["Nemotron", '<TOOLCALL>[{"name": "get_file_by_id", "arguments": {"file_id": "7"}}]</TOOLCALL>', [`hermes ${GET7}`]],
  [
    "InternLM",
    '<|action_start|><|plugin|>\n{"name": "get_file_by_id", "parameters": {"file_id": "7"}}<|action_end|>',
    [`hermes ${GET7}`],
  ],
  ["functionary v3.2", '>>>get_file_by_id\n{"file_id": "7"}', [`functionary ${GET7}`]],
  ["functionary v3.2, prose first", 'all\nI will look.\n>>>get_file_by_id\n{"file_id": "7"}', [`functionary ${GET7}`]],
  ["LFM2", '<|tool_call_start|>[get_file_by_id(file_id="7")]<|tool_call_end|>', [`pythonic ${GET7}`]],
  ["Olmo 3", '<function_calls>\nget_file_by_id(file_id="7")\n</function_calls>', [`pythonic ${GET7}`]],
  [
    "Seed-OSS",
    "<seed:tool_call>\n<function=get_file_by_id>\n<parameter=file_id>7</parameter>\n</function>\n</seed:tool_call>",
    [`function_xml ${GET7}`],
  ],
  [
    "Hunyuan",
    '<tool_calls>[{"name": "get_file_by_id", "arguments": {"file_id": "7"}}]</tool_calls>',
    [`hermes ${GET7}`],
  ],
  ["Apertus", '<|tools_prefix|>[{"get_file_by_id": {"file_id": "7"}}]<|tools_suffix|>', [`hermes ${GET7}`]],
  [
    "Harmony, full",
    '<|channel|>commentary to=functions.get_file_by_id <|constrain|>json<|message|>{"file_id":"7"}<|call|>',
    [`harmony ${GET7}`],
  ],
  [
    "Harmony, after analysis",
    '<|channel|>analysis<|message|>Need the plans.<|end|><|start|>assistant<|channel|>commentary to=functions.get_file_by_id <|constrain|>json<|message|>{"file_id":"7"}<|call|>',
    [`harmony ${GET7}`],
  ],
  [
    "Harmony, recipient in the role",
    '<|start|>assistant to=functions.get_file_by_id<|channel|>commentary json<|message|>{"file_id":"7"}<|call|>',
    [`harmony ${GET7}`],
  ],
  [
    "Harmony, on the analysis channel",
    '<|channel|>analysis to=functions.get_file_by_id code<|message|>{"file_id":"7"}<|call|>',
    [`harmony ${GET7}`],
  ],
  [
    "Harmony, tokens dropped, analysis glued",
    'analysisWe need the plans.assistantcommentary to=functions.get_file_by_id json{"file_id":"7"}',
    [`harmony ${GET7}`],
  ],
  [
    "Harmony, unclosed",
    '<|channel|>commentary to=functions.create_file <|constrain|>json<|message|>{"filename":"a.md","content":"x',
    ["harmony create_file null unclosed"],
  ],
  [
    "Harmony, no arguments",
    "<|channel|>commentary to=functions.list_files <|constrain|>json<|message|>{}<|call|>",
    ["harmony list_files {}"],
  ],
  [
    "ReAct",
    'Thought: I should read the plans.\nAction: get_file_by_id\nAction Input: {"file_id": "7"}',
    [`react ${GET7}`],
  ],
  [
    "ReAct, stopped before the observation",
    'Thought: I should read it.\nAction: get_file_by_id\nAction Input: {"file_id": "7"}\nObservation:',
    [`react ${GET7}`],
  ],
  ["ReAct, bare value", "Action: get_file_by_id\nAction Input: 7", [`react ${GET7}`]],
  [
    "ReAct, JSON blob",
    'Action:\n```json\n{"action": "get_file_by_id", "action_input": {"file_id": "7"}}\n```',
    [`json ${GET7}`],
  ],
  ["ReAct, Chinese colon", 'Action：get_file_by_id\nAction Input：{"file_id": "7"}', [`react ${GET7}`]],
  ["fenced JSON", '```json\n{"name": "get_file_by_id", "arguments": {"file_id": "7"}}\n```', [`json ${GET7}`]],
  ["fence without a language", '```\n{"name": "get_file_by_id", "arguments": {"file_id": "7"}}\n```', [`json ${GET7}`]],
  [
    "fenced, list of two",
    '```json\n[{"name": "list_files", "arguments": {}}, {"name": "get_file_by_id", "arguments": {"file_id": "7"}}]\n```',
    ["json list_files {}", `json ${GET7}`],
  ],
  [
    "fenced, announced",
    'I will now read the vacation plans.\n\n```json\n{"name": "get_file_by_id", "arguments": {"file_id": "7"}}\n```',
    [`json ${GET7}`],
  ],
  [
    "fenced, announced in Chinese",
    '我现在读取文件。\n```json\n{"name": "get_file_by_id", "arguments": {"file_id": "7"}}\n```',
    [`json ${GET7}`],
  ],
  [
    "fenced xml envelope, announced",
    'I\'ll read it now:\n```xml\n<tool_call>\n{"name": "get_file_by_id", "arguments": {"file_id": "7"}}\n</tool_call>\n```',
    [`hermes ${GET7}`],
  ],
  [
    "bare JSON after an announcement",
    'Let me read the file.\n{"name": "get_file_by_id", "arguments": {"file_id": "7"}}',
    [`json ${GET7}`],
  ],
  [
    "bare JSON, OpenAI's own form",
    '{"tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "get_file_by_id", "arguments": "{\\"file_id\\": \\"7\\"}"}}]}',
    [`json ${GET7}`],
  ],
  [
    "bare JSON, function_call",
    '{"function_call": {"name": "get_file_by_id", "arguments": {"file_id": "7"}}}',
    [`json ${GET7}`],
  ],
  ["bare JSON, tool and args", '{"tool": "get_file_by_id", "args": {"file_id": "7"}}', [`json ${GET7}`]],
  [
    "bare JSON, unclosed",
    '{"name": "create_file", "arguments": {"filename": "a.md", "content": "- rain',
    ["json create_file null unclosed"],
  ],
  [
    "bare JSON, last brace missing",
    '{"name": "get_file_by_id", "arguments": {"file_id": "7"}',
    ["json get_file_by_id null unclosed"],
  ],
  [
    "bare JSON, the same call twice",
    '{"name": "delete_file", "arguments": {"file_id": "11"}}\n{"name": "delete_file", "arguments": {"file_id": "11"}}',
    [`json ${DEL11}`, `json ${DEL11}`],
  ],
  [
    "tool_use block",
    '{"type": "tool_use", "id": "toolu_1", "name": "get_file_by_id", "input": {"file_id": "7"}}',
    [`json ${GET7}`],
  ],
];

const ROWS = CALLS.map(([name, content, found]) => ({ name, content, found }));

describe("a call in the content", () => {
  test.each(ROWS)("$name", async ({ name, content, found }) => {
    const unclosed = found.some((call) => call.endsWith(" unclosed"));
    const flags = expect.arrayContaining(unclosed ? ["text_call", "unclosed_text_call"] : ["text_call"]);
    const { found: seen, wanted } = await observe({ name, reply: says(content), expected: { text: found, flags } });
    expect(seen).toEqual(wanted);
  });
});

describe("a call in the thinking", () => {
  test.each(ROWS.filter(({ content }) => !content.includes("<|channel|>")))(
    "$name",
    async ({ name, content, found }) => {
      const inThinking = found.map((call) =>
        call.endsWith(" unclosed") ? call.replace(/ unclosed$/, " reasoning unclosed") : `${call} reasoning`,
      );
      const flags = expect.arrayContaining(["text_call", "reasoning_only"]);
      const reply = thinks(`I have to look at it first.\n${content}`);
      const { found: seen, wanted } = await observe({ name, reply, expected: { text: inThinking, flags } });
      expect(seen).toEqual(wanted);
    },
  );
});

const NONE: readonly (readonly [string, string])[] = [
  [
    "an example in a fence",
    'You can call it like this:\n```json\n{"name": "delete_file", "arguments": {"file_id": "11"}}\n```\nIt then deletes the file.',
  ],
  [
    "an example at the end",
    'A tool call looks like this:\n```\n<tool_call>{"name":"delete_file","arguments":{"file_id":"11"}}</tool_call>\n```',
  ],
  ["an example in backticks", 'To delete it I would have to call `delete_file(file_id="11")`.'],
  [
    "an envelope in backticks",
    'The model writes `<tool_call>{"name":"delete_file","arguments":{"file_id":"11"}}</tool_call>` for a call.',
  ],
  [
    "an example in Chinese",
    '工具调用的格式如下：\n```json\n{"name": "delete_file", "arguments": {"file_id": "11"}}\n```',
  ],
  ["a suggestion", 'You could use delete_file(file_id="11") to remove it, but I would rather ask first.'],
  ["a tool that was not offered", '<tool_call>{"name":"send_email","arguments":{"to":"a@b.de"}}</tool_call>'],
  ["JSON data with a name", '{"name": "Anna", "arguments": {"file_id": "11"}}'],
  ["an answer in JSON", '{"largest": {"file_id": "11", "size": 3183}}'],
  ["code of a program", '```python\ndef run(api):\n    api.delete_file(file_id="11")\n```'],
  [
    "a call and then an answer",
    '<tool_call>{"name":"list_files","arguments":{}}</tool_call>\nThe largest file is recipe-collection.docx, with 3183 characters.',
  ],
  ["a report of a past call", 'I called delete_file(file_id="11") and the file is gone.'],
  [
    "a schema",
    'The tool has this schema:\n{"name": "delete_file", "parameters": {"type": "object", "properties": {"file_id": {"type": "string"}}}}',
  ],
];

describe("a text that is no call", () => {
  test.each(NONE.map(([name, content]) => ({ name, content })))("$name", async ({ name, content }) => {
    const { found, wanted } = await observe({ name, reply: says(content), expected: { text: [], content } });
    expect(found).toEqual(wanted);
  });
});
