// Runaway output: pieces of every syntax, repeated to the length of a book chapter. Each reader must come to an end (the
// runner's time limit is far above what reading once takes and far below reading once for each piece) and never throw.
import { expect, test } from "vitest";
import { parseArguments } from "../assemble/arguments.ts";
import { splitHarmony } from "../assemble/harmony-channels.ts";
import { splitThinking } from "../assemble/reasoning.ts";
import { announcesStep, endsUnnaturally, leaksTemplate, readsLikeAnswer } from "../judge/text-signs.ts";
import { findTextCalls } from "./find-text-calls.ts";

const LENGTH = 100_000;
const PIECES = [
  " ",
  "\n",
  "\r\n",
  "\t ",
  "{",
  "[",
  '{"',
  "[{",
  "{'a",
  '"',
  "'",
  "`",
  "\\",
  "```\n",
  "```json\n",
  "<think>",
  "</think>",
  "<tool_call>",
  "<tool_call>{",
  '<tool_call>{"name":"list_files",',
  "<function=list_files>",
  "<function=list_files><parameter=a>",
  '<invoke name="list_files">',
  "[TOOL_CALLS]",
  "[TOOL_CALLS]list_files[ARGS]",
  "<|channel|>commentary to=functions.list_files ",
  "<|channel|>commentary<|message|>",
  " to=list_files",
  "<|python_tag|>",
  "list_files(",
  "[list_files(",
  "Action: list_files\nAction Input: {",
  "<tool_call>list_files<arg_key>",
  "<|tool_call_begin|>list_files<|tool_call_argument_begin|>",
  "<｜tool▁call▁begin｜>function<｜tool▁sep｜>list_files\n",
  "<|tool_call>call:list_files{a:<escape>",
  ">>>list_files\n{",
  "<list_files>",
  "<list_files><path>",
  "the list, ",
  "I will (look. ",
];

function readAll(text: string): string[] {
  const tools = [
    {
      type: "function" as const,
      function: { name: "list_files", parameters: { properties: { path: { type: "string" } } } },
    },
  ];
  findTextCalls(text, null, tools);
  findTextCalls(null, `I will look.\n${text}`, tools);
  splitThinking(text);
  splitHarmony(text);
  for (const sign of [announcesStep, endsUnnaturally, leaksTemplate, readsLikeAnswer]) sign(text);
  const states: string[] = [text, `{"a":"${text}"}`, `{"a":${text}}`, `{"a":${text}1}`].map(
    (args) => parseArguments(args, {}).state,
  );
  return states;
}

test.each(PIECES)("%j, over and over", (piece) => {
  expect(readAll(piece.repeat(Math.ceil(LENGTH / piece.length)))).toHaveLength(4);
});

/** White space after a beginning: what patterns with two loops over it read again and again. */
test.each(PIECES.filter((piece) => piece.trim() !== ""))("%j, then white space", (piece) => {
  expect(readAll(`${piece}${" \n".repeat(LENGTH / 4)}x`)).toHaveLength(4);
});
