import { expect, it } from "vitest";
import { messageText } from "../../src-shared/trace/message.ts";
import { deriveLedger } from "./ledger.ts";
import { refineLedger, refineMessages, type RefineSubject } from "./refine.ts";
import type { LedgerStep } from "./types.ts";

const steps: LedgerStep[] = [
  {
    kind: "user",
    text: "1. Tell me what we do on June 13.\n2. Create packing.docx.\nThe team would love a copy in the shared box.",
    seq: 1,
  },
  {
    kind: "call",
    tool: "create_file",
    arguments: { filename: "packing.docx" },
    effect: "write",
    succeeded: true,
    result: "ok",
    seq: 7,
  },
  {
    kind: "assistant",
    text: "Hiking. I created packing.docx.",
    reasoning: null,
    seq: 9,
    finish_reason: "stop",
    text_call: false,
  },
];
const ledger = deriveLedger(steps);
const subject: RefineSubject = { steps, ledger, options: {}, early_stop: false, ending: "answered" };
const refine = (answer: unknown) => refineLedger(subject, typeof answer === "string" ? answer : JSON.stringify(answer));
const quote = "would love a copy in the shared box";

it("sends the request and the actions, and no result", () => {
  const text = refineMessages(subject).map(messageText).join("\n");
  expect(text).toContain("June 13");
  expect(text).toContain("packing.docx");
  expect(text).not.toContain("Hiking");
});

it("marks what the model adds and takes away, and leaves every item and its evidence as they were", () => {
  const share = { action: "Share packing.docx with the team", kind: "write", quote };
  const { items, rejected, ...verdict } = refine({ add: [share], remove: [{ n: 1, why: "only context" }] });
  expect(rejected).toEqual([]);
  expect(items.slice(0, ledger.length)).toMatchObject(ledger);
  expect(items[0]).toMatchObject({ change: "removed", refined_by: "model", reason: "only context" });
  expect(items[1]).toEqual({ ...ledger[1], change: "kept", reason: null });
  expect(items.at(-1)).toEqual({
    action: share.action,
    source: "request",
    kind: "write",
    number: null,
    status: "outstanding",
    evidence: [],
    change: "added",
    refined_by: "model",
    reason: quote,
  });
  // The rules' verdict stands; what it would be is said beside it.
  expect(verdict).toEqual({ early_stop: false, early_stop_refined: true });
});

it("gives an added item the standing that the calls give it", () => {
  const made = { action: "Create a file named packing.docx", kind: "write", quote: "create   PACKING.docx" };
  expect(refine({ add: [made] }).items.at(-1)).toMatchObject({ change: "added", status: "done", evidence: [7] });
});

it("takes nothing that does not stand in the request, is there already, or names no item", () => {
  const { items, rejected } = refine({
    add: [
      { action: "Delete everything", kind: "write", quote: "delete everything" },
      { action: ledger[1]?.action, kind: "write", quote: "Create packing.docx" },
    ],
    remove: [{ n: 9, why: "no" }],
  });
  expect(items.map((item) => item.change)).toEqual(ledger.map(() => "kept"));
  expect(rejected.map((entry) => entry.reason)).toEqual([
    "the ledger has no item 9",
    "the words that it stands on are not in the request",
    "the ledger has it already",
  ]);
});

it.each([
  ["prose", "I think the list is fine."],
  ["another form", { items: [] }],
  ["a field too many", { add: [], remove: [], early_stop: true }],
  ["an endless list", { add: Array.from({ length: 51 }, () => ({ action: "a", kind: "write", quote: "a" })) }],
  ["a long text", { add: [{ action: "a".repeat(501), kind: "write", quote: "a" }] }],
  ["nothing", ""],
  ["deep nesting", "[".repeat(100_000)],
])("changes nothing for %s, and says so", (_, answer) => {
  const { items, rejected, early_stop_refined: refined } = refine(answer);
  expect(items.every((item) => item.change === "kept")).toBe(true);
  expect(rejected).toHaveLength(1);
  expect(refined).toBe(false);
});

it("reads an object in a fence, which many models put around it", () => {
  expect(refine('```json\n{"add": [], "remove": []}\n```').rejected).toEqual([]);
});
