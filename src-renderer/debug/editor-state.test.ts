import { expect, test } from "vitest";
import { Sampling } from "../../src-shared/trace/variant.ts";
import { readJson, readSampling } from "./editor-state.ts";

test("what is typed as JSON is read, or says in the parser's words what is wrong", () => {
  expect(readJson('{"file_id": "7"}')).toEqual({ value: { file_id: "7" } });
  expect(readJson("")).toEqual({ error: "Unexpected end of JSON input" });
});

test("sampling is read whole, and a name that means nothing is refused", () => {
  const before = Sampling.parse({ temperature: 0.2 });
  expect(readSampling(JSON.stringify({ ...before, tool_choice: "required" }))).toEqual({
    ...before,
    tool_choice: "required",
  });
  expect(readSampling('{"temprature": 1}')).toBeNull();
  expect(readSampling('{"max_tokens": -1}')).toBeNull();
  expect(readSampling("[1]")).toBeNull();
  expect(readSampling("{")).toBeNull();
});
