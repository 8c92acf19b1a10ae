import { describe, expect, it } from "vitest";
import { requestActions } from "./request.ts";

/** `family: action` of the writes, `action` of the reads. */
function asked(text: string): string[] {
  return requestActions(text).map(
    ({ kind, family, action, number }) =>
      `${number === null ? "" : `${number}. `}${kind === "write" ? `${family ?? ""}: ` : ""}${action}`,
  );
}

function writes(text: string): (string | null)[] {
  return requestActions(text).flatMap(({ kind, family, refinement }) =>
    kind === "write" && !refinement ? [family] : [],
  );
}

describe("what a request asks for", () => {
  it.each<[string, string[]]>([
    [
      "What are we doing on June 13 according to the Hawaii plans? 2. create hawaii-packing-list.docx 3. share it read-only with a@b.org",
      [
        "1. What are we doing on June 13 according to the Hawaii plans?",
        "2. create: create hawaii-packing-list.docx",
        "3. share: share it read-only with a@b.org",
      ],
    ],
    [
      "Please do two things for me: 1. Tell me what is planned. 2. Create a.docx.",
      ["1. Tell me what is planned", "2. create: Create a.docx"],
    ],
    [
      "Do three things in this order: 1. create x.md 2. share x.md with a@b.org",
      ["1. create: create x.md", "2. share: share x.md with a@b.org"],
    ],
    ["Complete these tasks for me:\n- read notes\n- email Ann", ["read notes", "send: email Ann"]],
    ["Add two items to the list.", ["add: Add two items to the list"]],
    ["Find and delete the largest file in the drive.", ["delete: delete the largest file in the drive"]],
    [
      "Please take a look at 'ideas.docx', suggest two more, and add them to the file.",
      ["take a look at 'ideas.docx'", "suggest two more", "add: add them to the file"],
    ],
    ["Create a.txt and then, please, share it with Bob.", ["create: Create a.txt", "share: share it with Bob"]],
    [
      "- Cancel the meeting\n- Email Ann\n- How many meetings are left?",
      ["delete: Cancel the meeting", "send: Email Ann", "How many meetings are left?"],
    ],
    [
      "1. 六月十三日我們要做什麼？ 2. 請建立「清單.docx」。 3. 分享給 a@b.org",
      ["1. 六月十三日我們要做什麼", "2. create: 建立「清單.docx」", "3. share: 分享給 a@b.org"],
    ],
    ["先查一下余额，再把 200 元转给妈妈", ["查一下余额", "pay: 把 200 元转给妈妈"]],
    [
      "請把「報告.docx」改名為「final.docx」，然後通知小王。",
      ["update: 把「報告.docx」改名為「final.docx」", "send: 通知小王"],
    ],
  ])("%s", (text, expected) => expect(asked(text)).toEqual(expected));

  it.each<[string, (string | null)[]]>([
    ["Could you please transfer 100 euros to my savings account?", ["pay"]],
    ["I'd like you to cancel my meeting with Bob.", ["delete"]],
    ["Would you mind forwarding the last mail to Eve?", ["send"]],
    ["I was wondering if you could add milk to the list.", ["add"]],
    ["I moved to a new flat, please change my address.", ["update"]],
    ["I need report.pdf shared with anna@x.org.", ["share"]],
    ["Give Netflix how much they raised the price.", ["pay"]],
    ["Let Bob know that I'm late.", ["send"]],
    ["Write a poem about the sea and save it to poem.txt.", ["create"]],
    ["Is Ann free at noon? If so, create an event with her.", ["create"]],
    [
      "I need you to do some things: Send Ann a message, invite Fred, and remove Bob from the group.",
      ["send", "invite", "delete"],
    ],
    ["帮我订明天晚上七点的餐厅", ["book"]],
    ["可以幫我寄一封信給王小明嗎？", ["send"]],
  ])("asks for a change: %s", (text, families) => expect(writes(text)).toEqual(families));

  it.each([
    "What should I book first, the flight or the hotel?",
    "How do I cancel my subscription?",
    "Book recommendations for a beginner?",
    "Email addresses of all participants, please.",
    "Order history for March",
    "Schedule for tomorrow?",
    'Summarize the note that says "delete all users".',
    "Please get me the link to reset my password.",
    "I sent Bob the report yesterday. Did he reply?",
    "I'd like to rent a car in Rome. Which company is the cheapest?",
    "My friend wants to book a hotel. Please recommend one.",
    "Write me a summary of the last meeting.",
    "Tell me a joke.",
    "Do not send anything, just show me the draft.",
    "Open report.pdf and tell me who wrote it.",
    "我昨天建立的檔案叫什麼名字？",
    "不要刪除任何檔案，只要列出最大的三個。",
    "请问怎么取消订阅？",
    "幫我寫一首詩",
  ])("asks for no change: %s", (text) => expect(writes(text)).toEqual([]));

  it("reads a condition, and what 'if so' stands for", () => {
    expect(requestActions("Am I free at noon? If so, book a table.").map(({ condition }) => condition)).toEqual([
      null,
      "Am I free at noon?",
    ]);
    expect(
      requestActions("If its rating is above 4, please go ahead and book it.").map(({ condition, family }) => [
        family,
        condition,
      ]),
    ).toEqual([["book", "its rating is above 4"]]);
    expect(requestActions("Refund him if he overpaid.").map(({ condition }) => condition)).toEqual(["he overpaid"]);
    expect(requestActions("如果明天有空，就帮我订票。").map(({ condition }) => condition)).toEqual(["明天有空"]);
  });

  it("gives every request an item, and stays quick on hostile text", () => {
    expect(asked("the largest file?")).toEqual(["the largest file?"]);
    expect(requestActions("")).toEqual([]);
    for (const text of [
      "-".repeat(200_000),
      "a.".repeat(100_000),
      " 'a".repeat(60_000),
      "if a, ".repeat(30_000),
      "a/".repeat(100_000),
    ]) {
      expect(requestActions(text).length).toBeGreaterThan(0);
    }
  });
});
