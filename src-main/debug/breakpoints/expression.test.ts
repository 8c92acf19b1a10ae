import { describe, expect, it } from "vitest";
import { parseCondition, type Facts } from "./expression.ts";

const facts: Facts = {
  at: "call",
  turn: 3,
  tool: "create_file",
  effect: "write",
  arguments: '{"name":"行李清單.docx"}',
  tokens: null,
};

function holds(text: string): boolean | string {
  const parsed = parseCondition(text);
  return parsed.ok ? parsed.value(facts) : parsed.error;
}

describe("a breakpoint's condition", () => {
  it.each([
    ["", true],
    ["turn == 3", true],
    ["turn > 3", false],
    ['tool == "create_file" and effect != "read"', true],
    ["tool == 'list_files' or turn <= 3", true],
    ["not (turn == 3)", false],
    ["!tool || turn >= 4 && turn < 9", false],
    ['arguments contains "行李"', true],
    ["arguments contains 'DOCX'", true],
    ["tokens > 100", false],
    ["tokens == null", true],
    ["error", false],
    ["outcome", false],
  ])("%s → %s", (text, expected) => {
    expect(holds(text)).toBe(expected);
  });

  it.each([
    ["turn =", 'character 5: "=" is not part of the language'],
    ["turn == ", "character 9: a value is missing at the end"],
    ["turns == 1", "character 1: turns is not known"],
    ["(turn == 1", "character 11: expected )"],
    ["turn == 1 2", 'character 10: expected and, or, or the end, found "2"'],
    ["process.exit()", "is not part of the language"],
  ])("%s is refused, saying where", (text, message) => {
    expect(holds(text)).toContain(message);
  });
});
