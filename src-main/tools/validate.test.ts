import { expect, test } from "vitest";
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import { checkSchema, validateArguments, validateResult } from "./validate.ts";

const schema: JsonObject = {
  type: "object",
  properties: {
    email: { type: "string", format: "email" },
    permission: { type: "string", enum: ["r", "rw"] },
    count: { type: ["integer", "null"], minimum: 1 },
  },
  required: ["email"],
  additionalProperties: false,
};

function problems(args: Parameters<typeof validateArguments>[1], input_schema = schema) {
  const result = validateArguments({ input_schema }, args);
  return result.ok ? [] : result.error;
}

test("arguments that fit come back as they are", () => {
  const args = { email: "a@example.com", permission: "r", count: null };
  expect(validateArguments({ input_schema: schema }, args)).toEqual({ ok: true, value: args });
});

test("each problem names the place, what is wrong, what is allowed and what was given", () => {
  expect(problems({ email: "nobody", permission: "read", count: 0, extra: true })).toEqual([
    { path: "/extra", problem: "is not a known argument; allowed here: email, permission, count" },
    { path: "/email", problem: "must be a valid email", got: "nobody" },
    { path: "/permission", problem: 'must be one of "r", "rw"', got: "read" },
    { path: "/count", problem: "must be >= 1", got: 0 },
  ]);
  expect(problems({ count: "3" })).toEqual([
    { path: "/email", problem: "is required and missing" },
    { path: "/count", problem: "must be integer or null, not string", got: "3" },
  ]);
});

test("what is no object is told so", () => {
  expect(problems(["a"])).toEqual([{ path: "", problem: "must be a JSON object of arguments, not array", got: ["a"] }]);
  expect(problems(null)).toEqual([{ path: "", problem: "must be a JSON object of arguments, not null", got: null }]);
});

test("tuples of the older drafts and those of 2020-12 are both understood", () => {
  const old: JsonObject = {
    type: "object",
    properties: { pair: { type: "array", items: [{ type: "string" }, { type: "number" }] } },
  };
  const recent: JsonObject = {
    type: "object",
    properties: { pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] } },
  };
  const draft7: JsonObject = { $schema: "http://json-schema.org/draft-07/schema#", ...old };
  for (const each of [old, recent, draft7]) {
    expect(problems({ pair: ["a", "b"] }, each)).toEqual([
      { path: "/pair/1", problem: "must be number, not string", got: "b" },
    ]);
  }
});

test("two schemas with the same $id do not get in each other's way", () => {
  const one: JsonObject = { $id: "https://example.com/tool", type: "object", required: ["a"] };
  const other: JsonObject = { $id: "https://example.com/tool", type: "object", required: ["b"] };
  expect(problems({}, one)).toEqual([{ path: "/a", problem: "is required and missing" }]);
  expect(problems({}, other)).toEqual([{ path: "/b", problem: "is required and missing" }]);
});

test("a schema that is none is told in one line", () => {
  expect(checkSchema({ type: "objekt" })).toMatchObject({
    ok: false,
    error: expect.stringContaining("schema is invalid"),
  });
  expect(checkSchema(schema).ok).toBe(true);
});

test("results are checked where a schema is declared", () => {
  expect(validateResult({ result_schema: null }, "anything")).toEqual({ ok: true, value: "anything" });
  expect(validateResult({ result_schema: { type: "array" } }, { a: 1 })).toEqual({
    ok: false,
    error: [{ path: "", problem: "must be array, not object", got: { a: 1 } }],
  });
});
