import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ContextMessage } from "../../src-shared/cli/documents.ts";
import { contextDiff } from "./context-diff.ts";
import { diffLines, sideBySide, withContext } from "./line-diff.ts";
import { readJson, valueText } from "./value-text.ts";

describe("a line difference", () => {
  test("holds both texts whole, in order", () => {
    const text = fc.array(fc.constantFrom("a", "b", "", "  c"), { maxLength: 30 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (left, right) => {
        const { lines } = diffLines(left, right);
        const side = (kind: string) =>
          lines
            .filter((line) => line.kind !== kind)
            .map((line) => line.text)
            .join("\n");
        expect([side("added"), side("removed")]).toEqual([left, right]);
      }),
    );
  });

  test("counts, numbers and says when nothing is in common", () => {
    expect(diffLines("a\nb\nc", "a\nx\nc")).toEqual({
      lines: [
        { kind: "same", left: 1, right: 1, text: "a" },
        { kind: "removed", left: 2, right: null, text: "b" },
        { kind: "added", left: null, right: 2, text: "x" },
        { kind: "same", left: 3, right: 3, text: "c" },
      ],
      removed: 1,
      added: 1,
      replaced: false,
    });
    expect(diffLines("a", "b")).toMatchObject({ replaced: true });
    expect(diffLines("", "b")).toMatchObject({ replaced: false, added: 1 });
  });

  test("leaves out what is far from a change, with its count", () => {
    const left = Array.from({ length: 20 }, (_, i) => `line ${i}`);
    const parts = withContext(diffLines(left.join("\n"), left.with(10, "other").join("\n")).lines, 1);
    expect(parts.map((part) => (part.kind === "gap" ? part.lines : part.line.text))).toEqual([
      9,
      "line 9",
      "line 10",
      "other",
      "line 11",
      8,
    ]);
  });
});

test("side by side, removed lines stand beside the added ones", () => {
  const rows = sideBySide(withContext(diffLines("a\nb\nc\nd", "a\nx\nd\ny").lines));
  const text = (side: "left" | "right") =>
    rows.map((row) => (row.kind === "gap" ? row.lines : (row[side]?.text ?? null)));
  expect([text("left"), text("right")]).toEqual([
    ["a", "b", "c", "d", null],
    ["a", "x", null, "d", "y"],
  ]);
});

describe("what changed between two requests", () => {
  const message = (role: string, content: string): ContextMessage => ({
    role,
    content,
    tool_call_id: null,
    tokens: 1,
    new: false,
    tool_calls: null,
  });

  test("is told message by message, tool by tool, parameter by parameter", () => {
    const left = {
      turn: 1,
      messages: [message("system", "old"), message("user", "go"), message("assistant", "hm")],
      tools: ["list", "get"],
      parameters: { temperature: 0, seed: 1 },
    };
    const right = {
      turn: 1,
      messages: [message("system", "new"), message("user", "go"), message("tool", "x"), message("assistant", "hm")],
      tools: ["get", "create"],
      parameters: { temperature: 0.5, seed: 1 },
    };
    expect(contextDiff(left, right)).toEqual({
      messages: [
        { kind: "changed", left: 0, right: 0 },
        { kind: "same", left: 1, right: 1 },
        { kind: "added", right: 2 },
        { kind: "same", left: 2, right: 3 },
      ],
      toolsRemoved: ["list"],
      toolsAdded: ["create"],
      parameters: [{ name: "temperature", left: 0, right: 0.5 }],
      same: false,
    });
    expect(contextDiff(left, left).same).toBe(true);
  });

  test("leaves ids of calls alone", () => {
    const call = (id: string): ContextMessage => ({
      ...message("assistant", ""),
      tool_calls: [{ id, type: "function", function: { name: "list", arguments: "{}" } }],
    });
    const context = (id: string) => ({
      turn: 1,
      messages: [call(id), { ...message("tool", "x"), tool_call_id: id }],
      tools: [],
      parameters: {},
    });
    expect(contextDiff(context("a"), context("b")).same).toBe(true);
  });
});

test("a value reads as text: JSON laid out, anything else as it is", () => {
  expect(valueText('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect([valueText(" { not json"), valueText(12), valueText(null)]).toEqual([" { not json", "12", ""]);
  expect([readJson('{"a":1}'), readJson("{no"), readJson("12")]).toEqual([{ a: 1 }, "{no", "12"]);
});
