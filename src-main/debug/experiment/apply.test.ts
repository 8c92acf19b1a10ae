import { expect, it } from "vitest";
import { Variant } from "../../../src-shared/trace/variant.ts";
import { applyToVariant, variantNameFor } from "./apply.ts";
import { COMPLETION_RULES } from "./interventions.ts";

const variant = Variant.parse({
  name: "mine",
  system_prompt: "Tools:\n{{tools}}",
  compactors: { "*": "file-metadata" },
});
const result = (edits: Parameters<typeof applyToVariant>[1]) => applyToVariant(variant, edits, "mended");
const applied = (edits: Parameters<typeof applyToVariant>[1]) => {
  const made = result(edits);
  return made.ok ? made.value : null;
};
const refusal = (edits: Parameters<typeof applyToVariant>[1]) => {
  const made = result(edits);
  return made.ok ? null : made.error;
};

it("keeps the placeholder of the tools when rules were added to the prompt that was sent", () => {
  const sent = { kind: "system" as const, text: `Tools:\n- list_files: …\n\n${COMPLETION_RULES}` };
  expect(applied([sent])?.system_prompt).toBe(`Tools:\n{{tools}}\n\n${COMPLETION_RULES}`);
});

it("turns a reminder into the gate that gives it, and a result into its compactor", () => {
  const reminder = { kind: "insert_message" as const, index: 4, message: { role: "user" as const, content: "Go on." } };
  expect(applied([reminder])).toEqual({
    ...variant,
    name: "mended",
    description: "mine with a change that bisect found.",
    gate: "remind",
  });
  const raw = { kind: "result" as const, call_id: "c", use: { as: "raw" as const } };
  expect(applied([raw, { kind: "compactors", compactors: { "*": "none" } }])?.compactors).toEqual({ "*": "none" });
  expect(applied([raw])).toBeNull();
});

it("says why it refuses what holds for one context only or would keep every run from answering", () => {
  expect(refusal([{ kind: "remove_message", index: 1 }])).toContain("left out of one context");
  expect(refusal([{ kind: "sampling", sampling: { tool_choice: "required" } }])).toContain("final answer");
  expect(refusal([{ kind: "tools", tools: ["create_file"] }])).toContain("the whole task needs");
  expect(refusal([])).toBe("Nothing was changed in this arm.");
});

it("takes over a model, an endpoint, sampling and thinking", () => {
  expect(
    applied([
      { kind: "endpoint", endpoint: "http://127.0.0.1:1/v1" },
      { kind: "model", model: "m" },
    ]),
  ).toMatchObject({ endpoint: "http://127.0.0.1:1/v1", model: "m" });
  expect(applied([{ kind: "sampling", sampling: { thinking: false } }])?.sampling).toEqual({
    ...variant.sampling,
    thinking: false,
  });
});

it("suggests a name that a variant may have, whatever the change is called", () => {
  const names = ["reminder", "raw result of list_files", "endpoint http://127.0.0.1:1/v1", "x".repeat(200)].map(
    (change) => variantNameFor("mine", change),
  );
  expect(names.slice(0, 3)).toEqual([
    "mine-reminder",
    "mine-raw-result-of-list-files",
    "mine-endpoint-http-127-0-0-1-1-v1",
  ]);
  for (const name of names) expect(Variant.shape.name.safeParse(name).success).toBe(true);
});
