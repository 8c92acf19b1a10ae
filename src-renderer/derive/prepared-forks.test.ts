import { expect, it } from "vitest";
import { preparedForks, type PreparedChange } from "./prepared-forks.ts";

const change = (name: string): PreparedChange => ({ name, detail: "", edits: [] });
const changes = ["raw result of list_files", "raw result of get_file", "reminder", "thinking off"].map(change);
const names = (rule: string, message = "", gate: "off" | "remind" = "off") =>
  preparedForks({ rule, message }, changes, gate).map(({ name }) => name);

it("puts the gate first where something is outstanding, and leaves out the gate that is on already", () => {
  expect(names("outstanding_obligations")).toEqual(["gate remind", "reminder"]);
  expect(names("outstanding_obligations", "", "remind")).toEqual(["reminder"]);
});

it("offers the raw result of the tool that the finding names, and of all where it names none", () => {
  expect(names("compaction_loss", "get_file lost the id")).toEqual(["raw result of get_file"]);
  expect(names("compaction_loss", "an id was lost")).toEqual(["raw result of list_files", "raw result of get_file"]);
});

it("offers nothing for a rule that no change answers", () => {
  expect(names("refused")).toEqual([]);
});

it("makes edits that a fork takes", () => {
  expect(preparedForks({ rule: "claimed_without_call", message: "" }, [], "off")).toEqual([
    {
      name: "gate require-evidence",
      detail: 'The gate is "require-evidence" in place of "off".',
      edits: [{ kind: "gate", gate: "require-evidence" }],
    },
  ]);
});
