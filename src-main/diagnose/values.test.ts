import { describe, expect, it } from "vitest";
import { buildTrace } from "./testing/build-trace.ts";
import { fieldUses, indexValues, valuesIn } from "./values.ts";

const found = (text: string): string[] =>
  valuesIn(text).map(({ kind, value, field }) => `${kind} ${value}${field === null ? "" : ` @${field}`}`);

describe("values of a text", () => {
  it.each<[string, string[]]>([
    [
      "Meet Sarah Connor on May 26th at 9:30, bring 1,036 dollars.",
      ["date 05-26", "time 09:30", "number 1036", "name sarah connor"],
    ],
    [
      '{"id":"11","size":3183,"filename":"recipe.docx","owner":"a@b.org"}',
      ["id 11 @id", "number 11 @id", "number 3183 @size", "file recipe.docx @filename", "email a@b.org @owner"],
    ],
    [
      "id_: '13'\nstart_time: 2024-05-26 19:00:00",
      ["id 13 @id_", "number 13 @id_", "date 05-26 @start_time", "time 19:00 @start_time"],
    ],
    ["六月 13 日不是日期，6 月 13 日才是；持有單號 H-447", ["date 06-13", "id h-447", "number 13", "number 6"]],
    ["", []],
  ])("%s", (text, expected) => expect(found(text)).toEqual(expect.arrayContaining(expected)));
});

describe("where values came from", () => {
  const trace = buildTrace({
    prompt: "Delete the file of a@b.org.",
    turns: [
      {
        calls: [
          {
            tool: "list_files",
            result: '[{"id":"11","content":"long text","note":"unused words"}]',
            shown: '[{"id":"11","note":"unused words"}]',
          },
        ],
      },
      { calls: [{ tool: "delete_file", args: { file_id: "11" } }] },
      { text: "Deleted." },
    ],
  });
  it("names the result that showed a value before a turn, and what the user gave", () => {
    const index = indexValues(trace);
    expect(index.shownBefore("11", 2).map(({ call, field }) => [call.tool, field])).toContainEqual([
      "list_files",
      "id",
    ]);
    expect(index.shownBefore("11", 1)).toEqual([]);
    expect(index.given("a@b.org")).toBe(true);
    expect(index.given("11")).toBe(false);
  });
  it("tells used fields from unused ones", () => {
    const [call] = trace.turns[0]?.calls ?? [];
    expect(call && fieldUses(call, trace)).toEqual([
      { field: "note", chars: 12, used: false },
      { field: "id", chars: 2, used: true },
    ]);
  });
});
