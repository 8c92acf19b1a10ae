import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src-shared/prelude/json.ts";
import { parseArguments } from "./arguments.ts";

const READ: JsonObject = {
  type: "object",
  properties: { path: { type: "string" }, lines: { type: "array" }, options: { type: ["object", "null"] } },
  required: ["path"],
};
const NONE: JsonObject = { type: "object", properties: {} };

const ok = (value: JsonObject, repaired = true) => ({ state: "ok", value, repaired });

describe("strict JSON is never touched", () => {
  test.each([
    ['{"path":"a.md"}', { path: "a.md" }],
    ['{"path":"C:\\temp"}', { path: "C:\temp" }],
    [' {"path": "{\\"a\\": 1}"} ', { path: '{"a": 1}' }],
    ["{}", {}],
  ])("%s", (text, value) => {
    expect(parseArguments(text, READ)).toEqual(ok(value, false));
  });
});

describe("repairs that change marks only", () => {
  test.each<[string, string, JsonObject]>([
    ["raw line break", '{"path":"a\nb"}', { path: "a\nb" }],
    ["raw tab", '{"path":"a\tb"}', { path: "a\tb" }],
    ["bad escape", '{"path":"\\d+\\.md"}', { path: "\\d+\\.md" }],
    ["Windows path", '{"path":"D:\\notes\\new.md", "x": "\\q"}', { path: "D:\\notes\\new.md", x: "\\q" }],
    ["single quotes", "{'path': 'a.md'}", { path: "a.md" }],
    ["apostrophe inside single-quoted keys", `{'path': "it's.md"}`, { path: "it's.md" }],
    ["trailing comma", '{"path":"a.md",}', { path: "a.md" }],
    ["bare keys", '{path: "a.md"}', { path: "a.md" }],
    ["Python literals", '{"path": "a.md", "deep": True, "limit": None}', { path: "a.md", deep: true, limit: null }],
    ["missing comma", '{"path":"a.md" "lines":[1]}', { path: "a.md", lines: [1] }],
    ["inner quotes", '{"path":"a \\"b\\" c","x":"say "hi" now"}', { path: 'a "b" c', x: 'say "hi" now' }],
    ["one closer too many", '{"path":"a.md"}}', { path: "a.md" }],
    ["bracket too many", '{"path":"a.md"}]', { path: "a.md" }],
    ["closing tag behind it", '{"path":"a.md"}</tool_call>', { path: "a.md" }],
    ["end token behind it", '{"path":"a.md"}<|im_end|>', { path: "a.md" }],
    ["in a fence", '```json\n{"path":"a.md"}\n```', { path: "a.md" }],
    ["twice the same", '{"path":"a.md"}{"path":"a.md"}', { path: "a.md" }],
    ["an empty placeholder first", '{}{"path":"a.md"}', { path: "a.md" }],
    ["in a list", '[{"path":"a.md"}]', { path: "a.md" }],
    ["doubly encoded", JSON.stringify('{"path":"a.md"}'), { path: "a.md" }],
    ["three times encoded", JSON.stringify(JSON.stringify('{"path":"a.md"}')), { path: "a.md" }],
    ["list as a string where a list is meant", '{"path":"a.md","lines":"[1,2]"}', { path: "a.md", lines: [1, 2] }],
    ["object as a string", '{"path":"a.md","options":"{\\"deep\\":true}"}', { path: "a.md", options: { deep: true } }],
    ["escaped layout", '{\\n  "path": "a.md"\\n}', { path: "a.md" }],
  ])("%s", (_name, text, value) => {
    expect(parseArguments(text, READ)).toEqual(ok(value));
  });
});

describe("cut arguments are truncated, never guessed", () => {
  test.each([
    '{"path":"a.md","content":"# Ti',
    '{"path":"a.md"',
    '{"path":',
    "{",
    '{"path":"a.md","lines":[1,2',
    JSON.stringify('{"path":"a.md","content":"x').slice(0, -1),
    JSON.stringify('{"path":"a.m'),
    '"{\\"path\\"',
    "{'path': 'a.m",
  ])("%s", (text) => {
    expect(parseArguments(text, READ)).toEqual({ state: "truncated" });
  });
});

describe("what is unsure is invalid", () => {
  test.each([
    "read a.md please",
    '{"path":"a.md"}{"path":"b.md"}',
    '{"path":"a.md"} and then b.md',
    "42",
    "true",
    '["a.md"]',
    '"a.md"',
    '{"path":"a.md"} // and more words',
  ])("%s", (text) => {
    expect(parseArguments(text, READ)).toEqual({ state: "invalid" });
  });
});

describe("nothing stands for {} only where nothing is required", () => {
  test.each(["", "   ", "null", null])("%j", (text) => {
    expect([parseArguments(text, NONE), parseArguments(text, READ), parseArguments(text, null)]).toEqual([
      ok({}),
      { state: "invalid" },
      { state: "invalid" },
    ]);
  });
});

test("a string field that holds JSON stays a string", () => {
  expect(parseArguments('{"path":"[1,2]"}', READ)).toEqual(ok({ path: "[1,2]" }, false));
});

test("a field without a declared type stays as it was sent", () => {
  expect(parseArguments('{"path":"a","other":"[1,2]"}', READ)).toEqual(ok({ path: "a", other: "[1,2]" }, false));
});
