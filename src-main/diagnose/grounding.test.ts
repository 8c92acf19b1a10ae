// Each value of an answer traced to its result, the request or a computation; what was asked and not told, with whose fault it is.
import { describe, expect, it } from "vitest";
import { groundAnswer } from "./grounding.ts";
import { buildTrace, type CallDraft } from "./testing/build-trace.ts";
import { valueSpans } from "./value-spans.ts";

describe("values with their places", () => {
  it.each<[string, string[]]>([
    ["On June 13th at 9:30 am", ["date June 13th = d 06-13", "time 9:30 am = t 09:30"]],
    ["2024-06-13T15:00:00", ["date 2024-06-13 = D 2024-06-13", "time 15:00:00 = t 15:00"]],
    ["13/6/2024", ["date 13/6/2024 = D 2024-06-13"]],
    ["April 1 to 10, 2026", ["date April 1 = D 2026-04-01", "date 10, 2026 = D 2026-04-10"]],
    ["June 2024", ["date June 2024 = m 2024-06"]],
    ["1. first\n2) second\n(3) third\n- 4 apples", ["number 4 = n 4, i 4"]],
    ["Step 2: the 3rd try", []],
    ["第2步：买 3 張票", ["number 3 = n 3, i 3"]],
    [
      "$1,036.50, 45%, 1.5k and NT$ 1,200",
      [
        "number $1,036.50 = n 1036.5",
        "number 45% = n 45, n 0.45, i 45",
        "number 1.5k = n 1500, n 1.5",
        "number NT$ 1,200 = n 1200",
      ],
    ],
    ["2024年6月13日下午3点半", ["date 2024年6月13日 = D 2024-06-13", "time 下午3点半 = t 15:30"]],
    [
      "6 月 13 號住「東京飯店」，共 3 萬元",
      ["date 6 月 13 號 = d 06-13", "name 東京飯店 = w 东京饭店", "number 3 萬 = n 30000, n 3, i 3"],
    ],
    ["4月1日至10日", ["date 4月1日 = d 04-01", "date 10日 = d 04-10"]],
    [
      "hold H-447, file ID 11, a@b.org, plan-v2.docx",
      ["id H-447 = i h-447", "id 11 = i 11, n 11", "email a@b.org = e a@b.org", "file plan-v2.docx = f plan-v2.docx"],
    ],
    ["１３ 個檔案", ["number １３ = n 13, i 13"]],
    ["In 2024", ["number 2024 = n 2024, y 2024, i 2024"]],
  ])("%j", (text, expected) => {
    expect(valueSpans(text).map(({ kind, text: part, keys }) => `${kind} ${part} = ${keys.join(", ")}`)).toEqual(
      expected,
    );
  });
  it("are where they stand", () => {
    const text = "1. Es 「六月」 am 13. June: １,036 Stück, 50%";
    for (const { start, end, text: part } of valueSpans(text)) expect(text.slice(start, end)).toBe(part);
  });
});

const files: CallDraft = {
  tool: "list_files",
  effect: "read",
  result: JSON.stringify([
    { id: "11", filename: "recipe-collection.docx", size: 3183, shared_with: [] },
    { id: "7", filename: "hawaii-plans.docx", size: 1036, shared_with: ["kate@x.org"] },
    { id: "3", filename: "notes.txt", size: 250, shared_with: [] },
  ]),
};
const plans: CallDraft = {
  tool: "get_file_by_id",
  args: { file_id: "7" },
  effect: "read",
  result: JSON.stringify({
    id: "7",
    content:
      "Hawaii plans 2024\nJune 12: arrival in Honolulu\nJune 13: paragliding at 10:00 with Sarah Connor\nCosts: $2,450 in all",
  }),
};
const created: CallDraft = {
  tool: "create_file",
  args: { filename: "packing.docx", content: "5 swimsuits" },
  effect: "write",
  result: JSON.stringify({ id: "26", filename: "packing.docx", content: "5 swimsuits" }),
};

const answering = (prompt: string, calls: CallDraft[], answer: string, system = "") =>
  groundAnswer(buildTrace({ prompt, system, turns: [...calls.map((call) => ({ calls: [call] })), { text: answer }] }));

/** `text: status (where)` for each value. */
const values = (...of: Parameters<typeof answering>) =>
  answering(...of).values.map(({ text, status, origins, derivation }) => {
    const where = derivation ?? origins[0];
    const place =
      where === undefined
        ? ""
        : typeof where === "string"
          ? ` (${where})`
          : ` (${where.tool}${where.field === null ? "" : `.${where.field}`})`;
    return `${text}: ${status}${place}`;
  });

describe("where the values of an answer come from", () => {
  const ask = "What are we doing on June 13?";
  it.each<[string, CallDraft[], string, string[]]>([
    [
      "a date, with and without its year",
      [plans],
      "On 2024-06-13 and June 13",
      ["2024-06-13: result (get_file_by_id.content)", "June 13: result (get_file_by_id.content)"],
    ],
    [
      "another year is another day",
      [{ tool: "t", result: '{"day":"2024-06-12"}' }],
      "June 12, 2023 or June 12, 2024",
      ["June 12, 2023: not_found", "June 12, 2024: result (t.day)"],
    ],
    [
      "a number with and without its comma",
      [files],
      "3,183 or 1036 characters",
      ["3,183: result (list_files.size)", "1036: result (list_files.size)"],
    ],
    ["a price", [plans], "It costs $2,450.00.", ["$2,450.00: result (get_file_by_id.content)"]],
    ["a time", [plans], "at 10 am, not 11:15", ["10 am: result (get_file_by_id.content)", "11:15: not_found"]],
    [
      "a name, a heading beside it",
      [plans],
      "## Daily Plan\nParagliding with Sarah Connor and John Smith",
      ["Sarah Connor: result (get_file_by_id.content)", "John Smith: not_found"],
    ],
    ["a name after a capital", [plans], "Meet Sarah Connor.", ["Sarah Connor: result (get_file_by_id.content)"]],
    ["a title of a file", [files], 'The "Hawaii Plans" file', ["Hawaii Plans: result (list_files.filename)"]],
    [
      "an id and a file",
      [files],
      "recipe-collection.docx has the ID 11",
      ["recipe-collection.docx: result (list_files.filename)", "11: result (list_files.id)"],
    ],
    [
      "an address that nobody named",
      [files],
      "kate@x.org and joe@x.org",
      ["kate@x.org: result (list_files.shared_with)", "joe@x.org: not_found"],
    ],
    ["what the request names", [], "For June 13 nothing is planned.", ["June 13: given"]],
    ["numbering is no value", [plans], "1. Paragliding\n2. June 12", ["June 12: result (get_file_by_id.content)"]],
    [
      "what the model chose for a call",
      [created],
      "packing.docx (ID 26) lists 5 swimsuits",
      [
        "packing.docx: argument (create_file.filename)",
        "26: result (create_file.id)",
        "5: argument (create_file.content)",
      ],
    ],
    ["a count", [files], "There are 3 files of 17.", ["3: result (list_files.id)", "17: not_found"]],
    [
      "a count that stands nowhere",
      [{ tool: "t", result: '[{"a":"x"},{"a":"y"}]' }],
      "There are 2.",
      ["2: derived (count of the entries in t)"],
    ],
    ["a sum over a field", [files], "4,469 characters in all", ["4,469: derived (sum of size in list_files)"]],
    [
      "a sum of what the answer lists",
      [files],
      "3,183 and 250 make 3,433",
      ["3,183: result (list_files.size)", "250: result (list_files.size)", "3,433: derived (sum of 3,183, 250)"],
    ],
    [
      "a difference",
      [files],
      "3,183 is 2,147 more than 1,036",
      [
        "3,183: result (list_files.size)",
        "2,147: derived (difference of 3,183 and 1,036)",
        "1,036: result (list_files.size)",
      ],
    ],
    ["another unit", [files], "3.2 KB", ["3.2: derived (size of list_files in another unit)"]],
    [
      "a rounding",
      [files],
      "about 1,000 characters, exactly 1,100",
      ["1,000: derived (size of list_files, rounded)", "1,100: not_found"],
    ],
    [
      "days between dates",
      [{ tool: "t", result: '{"from":"2026-04-01","to":"2026-04-10"}' }],
      "April 1 to 10: 9 nights, 10 days, 12 days",
      [
        "April 1: result (t.from)",
        "10: result (t.to)",
        "9: derived (days between April 1 and 10)",
        "10: derived (days between April 1 and 10)",
        "12: not_found",
      ],
    ],
    ["a percentage", [{ tool: "t", result: '{"share":0.45}' }], "45 % of it", ["45 %: result (t.share)"]],
  ])("%s", (_name, calls, answer, expected) => expect(values(ask, calls, answer)).toEqual(expected));

  const chinese: CallDraft = {
    tool: "search",
    effect: "read",
    result: '{"options":[{"hotel":"東京飯店","date":"2026-04-01","price":13000,"note":"輪椅可用，電話 03-1234"}]}',
  };
  it.each<[string, string[]]>([
    [
      "4月1日住「東京飯店」，13,000 元",
      [
        "4月1日: result (search.options.date)",
        "東京飯店: result (search.options.hotel)",
        "13,000: result (search.options.price)",
      ],
    ],
    [
      "4月1日住「东京饭店」，1.3 万元；「京都飯店」沒有",
      [
        "4月1日: result (search.options.date)",
        "东京饭店: result (search.options.hotel)",
        "1.3 万: result (search.options.price)",
        "京都飯店: not_found",
      ],
    ],
    ["2025年4月1日", ["2025年4月1日: not_found"]],
  ])("in Chinese: %s", (answer, expected) => expect(values("找飯店", [chinese], answer)).toEqual(expected));

  it("names the call, the turn, the event and the field", () => {
    expect(answering(ask, [files, plans], "Sarah Connor").values).toEqual([
      {
        kind: "name",
        text: "Sarah Connor",
        start: 0,
        end: 12,
        status: "result",
        given: false,
        origins: [{ turn: 2, call_id: "call_2_0", tool: "get_file_by_id", seq: 5, field: "content" }],
        derivation: null,
      },
    ]);
  });
  it("says where the model was not shown it", () => {
    const hidden: CallDraft = { ...plans, shown: '{"id":"7","content":"[9 lines left out]"}' };
    expect(values("When is it?", [hidden], "On June 12 for $2,450")).toEqual([
      "June 12: hidden (get_file_by_id.content)",
      "$2,450: hidden (get_file_by_id.content)",
    ]);
  });
  it("takes no result of the answer's own turn, and nothing where there is no answer", () => {
    const trace = buildTrace({ prompt: "List.", turns: [{ text: "It has 3183 characters.", calls: [files] }] });
    expect(groundAnswer(trace).values.map(({ status }) => status)).toEqual(["not_found"]);
    expect(groundAnswer(buildTrace({ prompt: "List.", turns: [{ calls: [files] }] }))).toEqual({
      run: "r_0000000000000001",
      turn: null,
      answer: null,
      values: [],
      gaps: [],
    });
  });
});

describe("what was asked and not told", () => {
  const gaps = (prompt: string, calls: CallDraft[], answer: string) =>
    answering(prompt, calls, answer).gaps.map(
      ({ gap, whose, what, number }) => `${gap} (${whose}) ${number === null ? "" : `${number}. `}${what}`,
    );
  it.each<[string, string, CallDraft[], string, string[]]>([
    ["answered", "What are we doing on June 13 according to the Hawaii plans?", [plans], "You go paragliding.", []],
    [
      "a result held it and the answer left it out",
      "What are we doing on June 13 according to the Hawaii plans?",
      [plans],
      "I looked at your file. Anything else?",
      ["left_out (model) What are we doing on June 13 according to the Hawaii plans?"],
    ],
    [
      "no result held it",
      "How much does the trip cost?",
      [{ tool: "get_file", result: '{"content":"bring sun cream"}' }],
      "The file does not say.",
      ["not_held (tool) How much does the trip cost?"],
    ],
    [
      "compaction hid it",
      "How much does the trip cost?",
      [{ ...plans, shown: '{"id":"x","content":"cut"}' }],
      "I could not find it.",
      ["hidden (tool) How much does the trip cost?"],
    ],
    [
      "a value made up",
      "When do we arrive in Honolulu?",
      [plans],
      "You arrive on June 12, booked under REF-99812.",
      ["not_found (model) REF-99812"],
    ],
    [
      "without any call nothing is said of tools",
      "When do we arrive?",
      [],
      "On June 12.",
      ["not_found (model) June 12"],
    ],
    [
      "in Chinese",
      "行程總共多少錢？",
      [{ tool: "get", result: '{"content":"記得帶防曬"}' }],
      "文件中沒有提到。",
      ["not_held (tool) 行程總共多少錢"],
    ],
    [
      "in Chinese, held and left out",
      "6月13日有什麼安排？",
      [{ tool: "get", result: "6月13日：飛行傘\n6月14日：浮潛" }],
      "已經看過文件。",
      ["left_out (model) 6月13日有什麼安排"],
    ],
  ])("%s", (_name, prompt, calls, answer, expected) => expect(gaps(prompt, calls, answer)).toEqual(expected));
});
