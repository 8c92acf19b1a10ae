import { describe, expect, test } from "vitest";
import { announcesStep, endsUnnaturally, leaksTemplate, readsLikeAnswer } from "./text-signs.ts";

describe("a text that breaks off", () => {
  test.each([
    "The config file sets three values: the fir",
    "I compared both of the files and found that the second one has no",
    "Here is the script:\n```python\nfor x in y:\n    print(",
    "First I opened the file, then I looked at each line,",
    "- one\n- two and",
    "The list of the files is as follows (see",
  ])("%s", (text) => {
    expect(endsUnnaturally(text)).toBe(true);
  });

  test.each([
    "",
    "Done",
    "Blue",
    "Paris",
    "42",
    "Hello! How can I help you today?",
    "The largest file is recipe-collection.docx",
    "The capital of the country that you asked about is Paris",
    "I sent the list to ada@example.org",
    "You will find it at https://example.org/a/b",
    "The packing list holds:\n- Swimwear\n- Sunscreen\n- Hiking gear",
    "1. Swimwear\n2. Hiking gear",
    "```\ncode\n```",
    "Here you are:\n```json\n{}\n```",
    "I did it. ✅",
    "最大的文件是 recipe-collection.docx",
    "已经删除了最大的文件",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "**The answer**",
    "The file was deleted (as you asked)",
    "Now I will open the other file:",
  ])("not: %s", (text) => {
    expect(endsUnnaturally(text)).toBe(false);
  });
});

describe("a step that is announced", () => {
  test.each([
    "Now I will open the other file:",
    "Now let me read b.md.",
    "Next I would read b.md.",
    "I have read a.md. Let me now create the file.",
    "I'll create the document now.",
    "Next, I need to share it with her.",
    "I am going to delete the file.",
    "让我来读取文件。",
    "接下来我将创建文件：",
    "Als Nächstes werde ich die Datei öffnen:",
    "Okay, let's look at the second file.",
  ])("%s", (text) => {
    expect(announcesStep(text)).toBe(true);
  });

  test.each([
    "The file says alpha.",
    "Let me know if you need anything else.",
    "I'll be happy to help.",
    "I would recommend the second one.",
    "Should I delete it?",
    "I have created the file and shared it.",
    "I should mention that two items were missing.",
    "Hello! How can I help you today?",
    "I cannot find the file.",
    "",
  ])("not: %s", (text) => {
    expect(announcesStep(text)).toBe(false);
  });
});

describe("control tokens in the text", () => {
  test.each([
    "a<|im_end|>",
    "<|start_header_id|>assistant",
    "[/INST] hi",
    "x<end_of_turn>",
    "ok</s>",
    "<｜end▁of▁sentence｜>",
    "commentary to=functions.x json{}",
  ])("%s", (text) => {
    expect(leaksTemplate(text)).toBe(true);
  });
  test.each([
    "a < b | c > d",
    "Use `<|im_end|>` to end.",
    "```\n<|im_end|>\n```",
    "<tool_call>{}</tool_call>",
    "final answer: 3",
    "analysis of the data",
  ])("not: %s", (text) => {
    expect(leaksTemplate(text)).toBe(false);
  });
});

describe("an answer filed under thinking", () => {
  test.each(["The largest file is recipe-collection.docx, with 3183 characters.", "June 13: Hiking at Diamond Head."])(
    "%s",
    (text) => {
      expect(readsLikeAnswer(text)).toBe(true);
    },
  );
  test.each([
    "I have the file. Next I compare the two sections and",
    "The user wants a list. I should call list_files.",
    "Item 42 is fine. Item 43",
    "Okay, let me see.",
    "Hmm, wait.",
  ])("not: %s", (text) => {
    expect(readsLikeAnswer(text)).toBe(false);
  });
});
