import { expect, test } from "vitest";
import { repeatedEmptyArguments } from "./empty-arguments.ts";

const call = (name: string, text: string) => ({
  id: "a",
  id_synthetic: false,
  name,
  arguments: {},
  arguments_text: text,
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
});
const turn = (number: number, text: string, reasoning: string | null = "I must pass the title.") => ({
  turn: number,
  reasoning,
  calls: [call("write_file", text)],
});
const needs = (tool: string) => tool === "write_file";

test("empty arguments turn after turn from a model that thinks are a pattern", () => {
  expect(repeatedEmptyArguments([turn(1, '{"path":"a"}'), turn(2, "{}"), turn(3, "{ }")], needs)?.turns).toEqual([
    2, 3,
  ]);
});

test("once, without thinking, or of a tool that takes none, they are not", () => {
  expect(repeatedEmptyArguments([turn(1, '{"path":"a"}'), turn(2, "{}")], needs)).toBeNull();
  expect(repeatedEmptyArguments([turn(1, "{}", null), turn(2, "{}", null)], needs)).toBeNull();
  expect(repeatedEmptyArguments([turn(1, "{}"), turn(2, "{}")], () => false)).toBeNull();
});
