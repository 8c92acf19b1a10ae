import { describe, expect, it } from "vitest";
import type { LedgerItem } from "../../src-shared/trace/ledger.ts";
import { hasOutstandingWrite } from "../../src-shared/trace/ledger.ts";
import { deriveLedger } from "./ledger.ts";
import { outstandingReminder } from "./reminder.ts";
import type { LedgerStep } from "./types.ts";

const user = (text: string): LedgerStep => ({ kind: "user", text, seq: 1 });
const says = (text: string, seq = 90): LedgerStep => ({
  kind: "assistant",
  text,
  reasoning: null,
  seq,
  finish_reason: null,
  text_call: false,
});
const call = (
  tool: string,
  args: unknown,
  seq: number,
  succeeded: boolean | null = true,
  effect: "read" | "write" | "destructive" | null = null,
): LedgerStep => ({
  kind: "call",
  tool,
  arguments: args,
  effect,
  succeeded,
  result: "",
  seq,
});
const status = (items: readonly LedgerItem[]): string[] =>
  items.map((item) => `${item.source} ${item.kind} ${item.status} ${item.evidence.join(",")}`.trim());

const REQUEST = "1. What is planned on June 13? 2. create packing.docx 3. share it with a@b.org";

describe("the ledger", () => {
  it("keeps each numbered item, done by the calls that did it", () => {
    const steps = [
      user(REQUEST),
      call("get_file_by_id", { file_id: "7" }, 3),
      call("create_file", { filename: "packing.docx", content: "" }, 5),
      says("Hiking.", 7),
    ];
    expect(deriveLedger(steps)).toEqual([
      {
        action: "What is planned on June 13?",
        source: "request",
        kind: "read",
        number: 1,
        status: "done",
        evidence: [3, 7],
      },
      { action: "create packing.docx", source: "request", kind: "write", number: 2, status: "done", evidence: [5] },
      {
        action: "share it with a@b.org",
        source: "request",
        kind: "write",
        number: 3,
        status: "outstanding",
        evidence: [],
      },
    ]);
  });

  it("does not take a failed call, another tool, another file or another receiver for it", () => {
    const one = (request: string, step: LedgerStep): string[] => status(deriveLedger([user(request), step]));
    expect(one("Create a.txt.", call("create_file", { filename: "a.txt" }, 3, false))).toEqual([
      "request write outstanding",
    ]);
    expect(one("Create a.txt.", call("create_file", { filename: "a.txt" }, 3, null))).toEqual([
      "request write outstanding",
    ]);
    expect(one("Create a.txt.", call("delete_file", { filename: "a.txt" }, 3))).toEqual(["request write outstanding"]);
    expect(one("Create a.txt.", call("read_file", { filename: "a.txt" }, 3))).toEqual(["request write outstanding"]);
    expect(one("Create a.txt.", call("create_file", { filename: "b.txt" }, 3))).toEqual(["request write outstanding"]);
    expect(one("Send the report to a@b.org.", call("send_email", { to: ["c@d.org"] }, 3))).toEqual([
      "request write outstanding",
    ]);
    expect(one("Create a.txt.", call("create_file", { filename: "a.txt" }, 3))).toEqual(["request write done 3"]);
  });

  it("lets one call do several actions only where its arguments hold them", () => {
    const request = user("Send a note to a@b.org and send a note to c@d.org.");
    expect(status(deriveLedger([request, call("send_email", { to: ["a@b.org", "c@d.org"] }, 3)]))).toEqual([
      "request write done 3",
      "request write done 3",
    ]);
    expect(status(deriveLedger([request, call("send_email", { to: ["a@b.org"] }, 3)]))).toEqual([
      "request write done 3",
      "request write outstanding",
    ]);
  });

  it("wants more than one call for 'each', or one with several receivers", () => {
    const request = user("Send a reminder to each member.");
    expect(status(deriveLedger([request, call("send_message", { to: "Ann" }, 3)]))).toEqual([
      "request write outstanding 3",
    ]);
    expect(
      status(deriveLedger([request, call("send_message", { to: "Ann" }, 3), call("send_message", { to: "Bo" }, 4)])),
    ).toEqual(["request write done 3,4"]);
    expect(status(deriveLedger([request, call("send_message", { to: ["Ann", "Bo"] }, 3)]))).toEqual([
      "request write done 3",
    ]);
  });

  it("takes refinements as part of the action they refine", () => {
    const steps = [
      user("Create an event for the hike. Book 5 hours for it. Do not forget to invite Mark."),
      call("create_event", { title: "hike", guests: ["mark@x.org"] }, 3),
    ];
    expect(status(deriveLedger(steps))).toEqual([
      "request write done 3",
      "request write done 3",
      "request write done 3",
    ]);
  });

  it("does not count an action whose condition the answer says does not hold", () => {
    const request = "Am I free on 2024-05-19 at 12:00? If so, create an event with Sarah.";
    const after = (answer: string): boolean => hasOutstandingWrite(deriveLedger([user(request), says(answer)]));
    expect(after("You are not free at 12:00: the board meets then.")).toBe(false);
    expect(after("You are free at 12:00. What is Sarah's address?")).toBe(true);
    expect(after("I could not open the calendar.")).toBe(true);
  });

  it("reads promises and to-do lists of the model, in three languages", () => {
    const made = (text: string): string[] =>
      deriveLedger([user("hi"), says(text)]).flatMap((item) =>
        item.source === "promise" ? [`${item.kind} ${item.status} ${item.action}`] : [],
      );
    expect(made("I found it. I'll now create packing.docx.")).toEqual(["write outstanding create packing.docx"]);
    expect(made("Let me search for the e-mail.")).toEqual(["read outstanding search for the e-mail"]);
    expect(made("我現在就建立 packing.docx。")).toEqual(["write outstanding 建立 packing.docx"]);
    expect(made("接下来我将发送邮件给 a@b.org。")).toEqual(["write outstanding 发送邮件给 a@b.org"]);
    expect(made("- [x] read the plan\n- [ ] create packing.docx\n- [ ] share it with Bob")).toEqual([
      "write outstanding create packing.docx",
      "write outstanding share it with Bob",
    ]);
    expect(
      made("If you like, I'll create it. Would you like me to send it? Let me know. I'll calculate the sum."),
    ).toEqual([]);
  });

  it("keeps a promise by a call that follows it, not by one before", () => {
    const create = call("create_file", { filename: "a.txt" }, 5);
    const promise = says("I'll now create a.txt.", 4);
    expect(status(deriveLedger([user("hi"), promise, create])).at(-1)).toBe("promise write done 5");
    expect(status(deriveLedger([user("hi"), create, promise])).at(-1)).toBe("promise write outstanding");
  });

  it("asks once for a message repeated word for word, and for what a later message adds", () => {
    const items = deriveLedger([
      user("Create a.txt."),
      user("Create a.txt."),
      user("thanks"),
      user("Now delete b.txt."),
    ]);
    expect(items.map((item) => item.action)).toEqual(["Create a.txt", "delete b.txt"]);
  });

  it("uses a suite's declaration in place of the text, and the names of offered tools for verbs it does not know", () => {
    const declared = [{ action: "book the room", kind: "write" as const, tool: "book" }];
    expect(status(deriveLedger([user("Anything"), call("book", {}, 3)], { declared }))).toEqual([
      "request write done 3",
    ]);
    const tools = [{ name: "defrost_fridge", effect: "write" as const }];
    expect(status(deriveLedger([user("Defrost the fridge.")], { tools }))).toEqual(["request write outstanding"]);
    expect(
      status(deriveLedger([user("Defrost the fridge."), call("defrost_fridge", {}, 3, true, "write")], { tools })),
    ).toEqual(["request write done 3"]);
  });

  it("reminds in the language of the request", () => {
    const item = (action: string): LedgerItem => ({
      action,
      source: "request",
      kind: "write",
      number: 2,
      status: "outstanding",
      evidence: [],
    });
    expect(outstandingReminder([item("create a.txt")])).toBe(
      "The task is not finished. Outstanding:\n2. create a.txt\nDo each of these now with a tool call. If one cannot be done, say which and why.",
    );
    expect(outstandingReminder([item("刪除最大的檔案")])).toContain("任務尚未完成");
    expect(outstandingReminder([item("删除最大的文件")])).toContain("任务尚未完成");
  });
});

it.each([
  "Create trip.md and then delete old.md.",
  "建立 trip.md，然後刪除 old.md。",
  "创建 trip.md，然后删除 old.md。",
])("a reminder that stands among the user's messages asks for nothing more: %s", (request) => {
  const asked = deriveLedger([user(request)]);
  const reminder = user(outstandingReminder(asked));
  expect([asked.length, deriveLedger([user(request), says("Done."), reminder])]).toEqual([2, asked]);
});
