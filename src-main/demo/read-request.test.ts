import { expect, test } from "vitest";
import { readRequest } from "./read-request.ts";

/** Kind, number and what matters of each action, in one line. */
function actions(text: string): string[] {
  return readRequest(text).actions.map((action) => {
    const dates = action.dates.map((date) => `${date.month}/${date.day}`);
    const parts = [
      ...action.names,
      ...action.emails,
      ...dates,
      action.superlative,
      action.quoted === null ? null : `"${action.quoted}"`,
    ];
    const permission = action.kind === "share" ? ` ${action.permission}` : "";
    return `${action.number ?? "-"} ${action.kind}${permission} ${parts.filter((part) => part !== null).join(" ")}`.trim();
  });
}

test.each([
  ["Find the largest file in the drive and delete it.", ["- answer largest", "- delete"]],
  ["Which file is the biggest? Remove it, please.", ["- answer largest", "- delete"]],
  [
    "Please do two things for me:\n1. Tell me what we do on June 13.\n2. Create list.docx with the packing list.",
    ["1 answer 6/13", "2 create list.docx"],
  ],
  [
    "What are we doing on June 13 according to the Hawaii plans? 2. create hawaii-packing-list.docx 3. share it read-only with a@b.co",
    ["1 answer 6/13", "2 create hawaii-packing-list.docx", "3 share r a@b.co"],
  ],
  [
    "make a file called trip-checklist.docx from the packing list in the vacation plans, then share it with bob@example.com",
    ["- create trip-checklist.docx", "- share r bob@example.com"],
  ],
  [
    "Look up what we do on the 15th of June, save that as june.txt and give carol@example.org and dan@example.org edit access to it.",
    ["- answer 6/15", "- create june.txt", "- share rw carol@example.org", "- share rw dan@example.org"],
  ],
  ['Append "Call Bob. Then Ann." to plans.docx', ['- append plans.docx "Call Bob. Then Ann."']],
  ["Create notes.txt saying hello world, and don't change anything else", ['- create notes.txt "hello world"']],
  [
    "I need the packing list as a separate file, name it pack.md, and let jo@example.net read it.",
    ["- create pack.md", "- share r jo@example.net"],
  ],
  ["請找出雲端硬碟中最大的檔案並刪除它。", ["- answer largest", "- delete"]],
  ["找出最大的文件,然后把它删掉", ["- answer largest", "- delete"]],
  [
    "1. 根據夏威夷度假計畫，6月13日我們要做什麼？2. 用同一份計畫的打包清單建立 packing.docx。3. 把它以唯讀方式分享給 bob@example.com。",
    ["1 answer 6/13", "2 create packing.docx", "3 share r bob@example.com"],
  ],
  [
    "查一下度假计划六月十五日的活动，并创建 day.docx，再分享给 lee@example.com（可编辑）。",
    ["- answer 6/15", "- create day.docx", "- share rw lee@example.com"],
  ],
  ["Hello there", ["- answer"]],
])("%s", (text, expected) => {
  expect(actions(text)).toEqual(expected);
});

test("a date before a full stop is no item number, and items count in sequence only", () => {
  expect(actions("Tell me what happens on June 13. Create a.txt with the list. 7. is my lucky number")).toEqual([
    "- answer 6/13",
    "- create a.txt",
  ]);
});

test("what stands before the first action tells where to look", () => {
  const [first] = readRequest(
    "Using the Hawaii vacation plans:\n- say what happens on June 12\n- write the list into list.txt",
  ).actions;
  expect(first?.words).toEqual(expect.arrayContaining(["hawaii", "vacation", "plan"]));
});
