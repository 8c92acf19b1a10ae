import { expect, test } from "vitest";
import {
  deniedByPerson,
  deniedByPolicy,
  type Feedback,
  invalidJson,
  invalidResult,
  nonEmpty,
  schemaFailure,
  toolError,
  toolThrew,
  truncatedArguments,
  unknownTool,
} from "./feedback.ts";

const schema = { type: "object", properties: { id: { type: "string" } } };
const all: Record<string, Feedback> = {
  json: invalidJson("get", "{id: 1", "Expected property name", schema),
  cut: truncatedArguments("get", '{"id": "', "finish_reason length"),
  unknown: unknownTool("getit", ["get", "list"]),
  schema: schemaFailure("get", [{ path: "/id", problem: "must be string, not number", got: 1 }], schema),
  threw: toolThrew("get", new Error("disk on fire")),
  result: invalidResult("get", [{ path: "", problem: "must be array, not object" }]),
  person: deniedByPerson("delete", "Keep it until Friday"),
  policy: deniedByPolicy("delete", "destructive_denied", "destructive tools are off in this run"),
};

test("every feedback is JSON that carries the error's four fields and more, and is never empty", () => {
  for (const feedback of Object.values(all)) {
    expect(JSON.parse(feedback.text)).toEqual(feedback.value);
    expect(feedback.value).toMatchObject(feedback.error);
    expect(feedback.error.status).toBe("error");
  }
});

test("each kind has its code, outcome and hint whether another try can help", () => {
  const told = Object.entries(all).map(([name, { outcome, error }]) => [
    name,
    outcome,
    error.error_code,
    error.retryable,
  ]);
  expect(told).toEqual([
    ["json", "invalid_arguments", "invalid_json", true],
    ["cut", "invalid_arguments", "truncated_arguments", true],
    ["unknown", "unknown_tool", "unknown_tool", true],
    ["schema", "invalid_arguments", "invalid_arguments", true],
    ["threw", "permanent", "tool_failed", false],
    ["result", "invalid_result", "invalid_result", false],
    ["person", "denied", "denied_by_person", false],
    ["policy", "access_denied", "denied_by_policy", false],
  ]);
});

test("the message says what was wrong and what there is", () => {
  expect(all.unknown?.value).toEqual({
    status: "error",
    error_code: "unknown_tool",
    retryable: true,
    message: 'There is no tool named "getit". The nearest is get. Use one of available_tools.',
    available_tools: ["get", "list"],
  });
  expect(all.schema?.error.message).toContain("/id must be string, not number");
  expect(all.person?.error.message).toContain("Keep it until Friday");
  expect(all.json?.value).toMatchObject({ received: "{id: 1", parameters: schema });
});

test("a denial without a reason says that there was none", () => {
  expect(deniedByPerson("delete", "  ").value.reason).toBe("no reason was given");
});

test("arguments of any length are told in a bounded message", () => {
  expect(invalidJson("get", "x".repeat(100_000), "bad", null).text.length).toBeLessThan(1_000);
});

test("an error of the tool's own keeps its fields", () => {
  const error = {
    status: "error" as const,
    error_code: "not_found",
    retryable: false,
    message: "There is no file 99.",
  };
  expect(toolError("permanent", error)).toEqual({
    outcome: "permanent",
    error,
    value: error,
    text: JSON.stringify(error),
  });
});

test("an empty result becomes a text, any other stays as it is", () => {
  expect(nonEmpty("ping", " \n")).toBe('{"status":"ok","message":"ping ran and returned nothing."}');
  expect(nonEmpty("ping", "[]")).toBe("[]");
});
