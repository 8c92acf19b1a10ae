import { describe, expect, test } from "vitest";
import type { ForkEdit } from "../../src-shared/trace/fork-edit.ts";
import type { PatchBase } from "./fork-draft.ts";
import { findEdit, patchEntry, withEdit, withoutEdit, withoutTarget } from "./fork-draft.ts";

const base: PatchBase = {
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Go" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name: "list", arguments: "{}" } }],
    },
    { role: "tool", content: "short", tool_call_id: "c1" },
  ],
  tools: ["list", "get"],
  compactors: { list: "file-metadata" },
  sampling: { temperature: 0, seed: 1 },
  model: "demo",
  endpoint: "demo",
  gate: "off",
  results: new Map([["c1", { raw: "long", shown: "short", compactor: "file-metadata" }]]),
};

describe("a fork's edits", () => {
  const edit = (text: string): ForkEdit => ({
    kind: "edit_message",
    index: 1,
    message: { role: "user", content: text },
  });
  const insert: ForkEdit = { kind: "insert_message", index: 1, message: { role: "user", content: "first" } };

  test("hold one edit a target, and any number of inserted messages", () => {
    const removed: ForkEdit = { kind: "remove_message", index: 1 };
    const edits = [edit("a"), insert, insert, removed].reduce<ForkEdit[]>(withEdit, []);
    expect(edits).toEqual([removed, insert, insert]);
    expect(withoutEdit(edits, 1)).toEqual([removed, insert]);
    expect(withoutTarget(edits, "message 1")).toEqual([insert, insert]);
    expect(findEdit(edits, "insert_message", (other) => other.index === 1)).toEqual(insert);
    expect(findEdit(edits, "gate")).toBe(null);
  });

  test("read as a patch: what stood there and what stands there now", () => {
    const patch = (change: ForkEdit) => {
      const { index, before, after } = patchEntry(change, base);
      return [index, before, after];
    };
    expect(patch({ kind: "system", text: "Be long." })).toEqual([0, "Be brief.", "Be long."]);
    expect(patch(edit("Stop"))).toEqual([1, "Go", "Stop"]);
    expect(patch(insert)).toEqual([1, null, "first"]);
    expect(patch({ kind: "remove_message", index: 2 })).toEqual([2, "list({})", null]);
    expect(patch({ kind: "result", call_id: "c1", use: { as: "raw" } })).toEqual([3, "short", "long"]);
    expect(patch({ kind: "result", call_id: "c1", use: { as: "compactor", compactor: "none" } })).toEqual([
      3,
      "short",
      "none",
    ]);
    expect(patch({ kind: "tools", tools: ["get"] })).toEqual([null, "list\nget", "get"]);
    expect(patch({ kind: "sampling", sampling: { temperature: 0.7 } })).toEqual([
      null,
      "temperature: 0",
      "temperature: 0.7",
    ]);
    expect(patch({ kind: "gate", gate: "remind" })).toEqual([null, "off", "remind"]);
  });
});
