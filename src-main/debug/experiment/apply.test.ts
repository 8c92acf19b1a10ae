import { expect, it } from "vitest";
import { Variant } from "../../../src-shared/trace/variant.ts";
import { applyToVariant } from "./apply.ts";
import { COMPLETION_RULES } from "./interventions.ts";

const variant = Variant.parse({
  name: "mine",
  system_prompt: "Tools:\n{{tools}}",
  compactors: { "*": "file-metadata" },
});
const applied = (edits: Parameters<typeof applyToVariant>[1]) => applyToVariant(variant, edits, "mended");

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

it("refuses what holds for one context only or would keep every run from answering", () => {
  expect(applied([{ kind: "remove_message", index: 1 }])).toBeNull();
  expect(applied([{ kind: "sampling", sampling: { tool_choice: "required" } }])).toBeNull();
  expect(applied([{ kind: "tools", tools: ["create_file"] }])).toBeNull();
  expect(applied([])).toBeNull();
});
