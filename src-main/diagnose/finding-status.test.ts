// A finding is confirmed by the change that takes its cause away, and by nothing else; a person's last word stands.
import { describe, expect, it } from "vitest";
import type { JudgedFinding } from "../../src-shared/cli/documents.ts";
import type { ForkEdit } from "../../src-shared/trace/fork-edit.ts";
import { confirms, findingKey, settleFindings, type HelpingChange, type Judgement } from "./finding-status.ts";

const raw: ForkEdit = { kind: "result", call_id: "c1", use: { as: "raw" } };
const none: ForkEdit = { kind: "compactors", compactors: { list_files: "none" } };
const short: ForkEdit = { kind: "result", call_id: "c1", use: { as: "compactor", compactor: "fields" } };
const reminder: ForkEdit = { kind: "insert_message", index: 4, message: { role: "user", content: "Still to do: …" } };
const forced: ForkEdit = { kind: "sampling", sampling: { tool_choice: "required" } };
const longer: ForkEdit = { kind: "sampling", sampling: { max_tokens: 8192 } };

describe("a change that helps", () => {
  it.each<[string, number, string, ForkEdit[], string[], boolean]>([
    ["compaction_loss", 2, "raw result of list_files", [raw, none], ["c1"], true],
    ["compaction_loss", 2, "raw result of get_file", [raw, none], ["c2"], false],
    ["compaction_loss", 2, "raw and a reminder", [raw, reminder], ["c1"], false],
    ["compaction_loss", 3, "raw result of list_files", [raw, none], ["c1"], false],
    ["compaction_loss", 2, "reminder", [reminder], ["c1"], false],
    ["result_too_large", 2, "short result of list_files", [short], ["c1"], true],
    ["result_too_large", 2, "raw result of list_files", [raw], ["c1"], false],
    ["outstanding_obligations", 3, "reminder", [reminder], [], true],
    ["outstanding_obligations", 2, "reminder", [reminder], [], false],
    ["outstanding_obligations", 3, "completion rules", [{ kind: "system", text: "…" }], [], true],
    ["outstanding_obligations", 3, "tool_choice required", [forced], [], false],
    ["announced_without_call", 3, "reminder", [reminder], [], true],
    ["announced_without_call", 3, "tool_choice required", [forced], [], false],
    ["truncated", 3, "max_tokens raised", [longer], [], true],
    ["truncated", 3, "another", [longer, forced], [], false],
    ["reasoning_only", 3, "thinking off", [{ kind: "sampling", sampling: { thinking: false } }], [], true],
    ["context_truncated", 3, "old turns dropped", [{ kind: "remove_message", index: 2 }], [], true],
    ["wrong_tool", 3, "only outstanding tools", [{ kind: "tools", tools: ["a"] }], [], true],
    ["wrong_tool", 2, "only outstanding tools", [{ kind: "tools", tools: ["a"] }], [], false],
    ["text_call", 3, "endpoint http://x", [{ kind: "endpoint", endpoint: "http://x" }], [], false],
    ["claimed_without_call", 3, "reminder", [reminder], [], false],
    ["outstanding_obligations", 3, "reminder", [], [], false],
  ])("of %s at turn %i: %s", (rule, turn, name, edits, calls, expected) => {
    expect(confirms({ rule, turn }, { turn: 3, name, edits }, calls)).toBe(expected);
  });
});

const finding: JudgedFinding = {
  rule: "compaction_loss",
  severity: "cause",
  turn: 2,
  message: "…",
  evidence: [7],
  try: [],
  key: findingKey({ rule: "compaction_loss", turn: 2, evidence: [7] }),
  status: "suspected",
  settled: null,
};
const change: HelpingChange = {
  experiment: "x_1",
  at: "2026-01-01T00:00:00.000Z",
  turn: 3,
  name: "raw result of list_files",
  edits: [raw, none],
  p: 0.004,
};
const said = (judgement: Judgement["data"]["judgement"], key = finding.key): Judgement => ({
  at: "2026-01-02T00:00:00.000Z",
  data: { key, rule: "compaction_loss", judgement, reason: "seen", by: "ann", host: "desktop" },
});

describe("the status of a finding", () => {
  const status = (changes: HelpingChange[], judgements: Judgement[]) => {
    const [settled] = settleFindings([finding], changes, judgements, () => ["c1"]);
    return [settled?.status, settled?.settled?.by, settled?.settled?.experiment];
  };
  it.each<[string, HelpingChange[], Judgement[], unknown[]]>([
    ["nothing settles it", [], [], ["suspected", undefined, undefined]],
    ["an experiment", [change], [], ["confirmed_by_experiment", null, "x_1"]],
    ["a person", [], [said("confirmed")], ["confirmed_by_person", "ann", null]],
    ["a person against an experiment", [change], [said("rejected")], ["rejected_by_person", "ann", "x_1"]],
    ["the last word", [], [said("rejected"), said("confirmed")], ["confirmed_by_person", "ann", null]],
    ["a word taken back", [], [said("confirmed"), said("withdrawn")], ["suspected", undefined, undefined]],
    [
      "a word taken back leaves the experiment",
      [change],
      [said("rejected"), said("withdrawn")],
      ["confirmed_by_experiment", null, "x_1"],
    ],
    ["a word on another finding", [], [said("confirmed", "other:1:2")], ["suspected", undefined, undefined]],
  ])("%s", (_name, changes, judgements, expected) => expect(status(changes, judgements)).toEqual(expected));
  it("says what made the difference", () => {
    expect(settleFindings([finding], [change], [], () => ["c1"])[0]?.settled).toEqual({
      at: "2026-01-01T00:00:00.000Z",
      by: null,
      host: null,
      reason:
        'With "raw result of list_files" it goes on more often than as recorded (p = 0.004 after Holm\'s correction).',
      experiment: "x_1",
      change: "raw result of list_files",
    });
  });
});
