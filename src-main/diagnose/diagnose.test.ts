import { describe, expect, it } from "vitest";
import type { Finding } from "../../src-shared/cli/documents.ts";
import type { ToolContract } from "../../src-shared/trace/tool-contract.ts";
import { diagnose } from "./diagnose.ts";
import type { TraceDraft } from "./testing/build-trace.ts";
import { buildTrace } from "./testing/build-trace.ts";

const rules = (draft: TraceDraft): string[] => diagnose(buildTrace(draft)).findings.map(({ rule }) => rule);
const finding = (draft: TraceDraft, rule: string): Finding | undefined =>
  diagnose(buildTrace(draft)).findings.find((found) => found.rule === rule);

/** The same trace in three languages: [language, request, answer]. */
type InThree = readonly [language: string, prompt: string, answer: string][];

const PLAN = {
  tool: "get_file",
  args: { name: "plans" },
  result: '{"id":"7","content":"June 13: Hiking at Diamond Head"}',
};

describe("findings about a stop", () => {
  const outstanding: InThree = [
    ["English", "Please create a.txt with the plan.", "The plan is to hike."],
    ["繁體", "請建立 a.txt，內容是計畫。", "計畫是去健行。"],
    ["简体", "请创建 a.txt，内容是计划。", "计划是去徒步。"],
  ];
  it.each(outstanding)("outstanding obligations (%s)", (_, prompt, answer) => {
    expect(finding({ prompt, turns: [{ calls: [PLAN] }, { text: answer }] }, "outstanding_obligations")).toMatchObject({
      severity: "cause",
      turn: 2,
      evidence: [4],
    });
    expect(
      rules({ prompt, turns: [{ calls: [{ tool: "create_file", args: { filename: "a.txt" } }] }, { text: answer }] }),
    ).not.toContain("outstanding_obligations");
  });

  const claimed: InThree = [
    ["English", "Please create a.txt.", "I have created a.txt for you."],
    ["繁體", "請建立 a.txt。", "已為您建立 a.txt。"],
    ["简体", "请创建 a.txt。", "已经成功创建 a.txt。"],
  ];
  it.each(claimed)("claimed but never called (%s)", (_, prompt, answer) => {
    const { ending, findings } = diagnose(buildTrace({ prompt, turns: [{ text: answer }] }));
    expect([ending, findings.map(({ rule }) => rule)]).toEqual([
      "claimed_without_call",
      ["outstanding_obligations", "claimed_without_call"],
    ]);
  });

  const announced: InThree = [
    ["English", "Please create a.txt.", "I have all I need. I'll now create a.txt."],
    ["繁體", "請建立 a.txt。", "資料齊全。我現在就建立 a.txt。"],
    ["简体", "请创建 a.txt。", "资料齐全。接下来我将创建 a.txt。"],
  ];
  it.each(announced)("announced but not called (%s)", (_, prompt, answer) => {
    const { ending, findings } = diagnose(buildTrace({ prompt, turns: [{ text: answer }] }));
    expect([ending, findings.map(({ rule }) => rule)]).toEqual([
      "early_stop",
      ["outstanding_obligations", "announced_without_call"],
    ]);
  });

  const asked: InThree = [
    ["English", "Please send the plan to Bob.", "Would you like me to send it now?"],
    ["繁體", "請把計畫寄給小王。", "請提供小王的信箱，是否要現在寄出？"],
    ["简体", "请把计划发给小王。", "请提供小王的邮箱，需要我现在发送吗？"],
  ];
  it.each(asked)("asks instead of acting (%s)", (_, prompt, answer) => {
    const { ending, findings } = diagnose(buildTrace({ prompt, turns: [{ text: answer }] }));
    expect([ending, findings.map(({ rule }) => rule)]).toEqual([
      "asked_user",
      ["outstanding_obligations", "asked_instead_of_acting"],
    ]);
  });

  const gaveUp: InThree = [
    ["English", "What does the plan say?", "I'm sorry, I could not find the plan."],
    ["繁體", "計畫裡寫了什麼？", "抱歉，找不到計畫。"],
    ["简体", "计划里写了什么？", "抱歉，没有找到计划。"],
  ];
  it.each(gaveUp)("gave up after one empty search (%s)", (_, prompt, answer) => {
    const { ending, findings } = diagnose(
      buildTrace({
        prompt,
        turns: [
          { calls: [{ tool: "search_files", args: { query: "plan" }, result: "[]", outcome: "empty" }] },
          { text: answer },
        ],
      }),
    );
    expect([ending, findings.map(({ rule }) => rule)]).toEqual(["gave_up", ["gave_up_after_empty_search"]]);
  });

  it("abstains rather than gives up after different searches, all of them empty", () => {
    const search = (query: string) => ({
      calls: [{ tool: "search_files", args: { query }, result: "[]", outcome: "empty" as const }],
    });
    const { ending } = diagnose(
      buildTrace({
        prompt: "What does the plan say?",
        turns: [search("plan"), search("hawaii"), { text: "I could not find any plan." }],
      }),
    );
    expect(ending).toBe("abstained");
  });
});

describe("findings about results", () => {
  const misread: InThree = [
    ["English", "Please delete a.txt.", "I have deleted a.txt."],
    ["繁體", "請刪除 a.txt。", "已刪除 a.txt。"],
    ["简体", "请删除 a.txt。", "已删除 a.txt。"],
  ];
  it.each(misread)("an error read as success (%s)", (_, prompt, answer) => {
    const failed = {
      tool: "delete_file",
      args: { file: "a.txt" },
      result: "Error: locked",
      outcome: "permanent" as const,
    };
    expect(finding({ prompt, turns: [{ calls: [failed] }, { text: answer }] }, "error_read_as_success")).toMatchObject({
      severity: "cause",
      evidence: [3, 4],
    });
    const repeated = { tool: "delete_file", args: { file: "a.txt" }, result: "deleted" };
    expect(rules({ prompt, turns: [{ calls: [failed] }, { calls: [repeated] }, { text: answer }] })).not.toContain(
      "error_read_as_success",
    );
  });

  const unknown: InThree = [
    ["English", "Is the wheelchair assistance confirmed?", "Yes, the assistance is confirmed."],
    ["繁體", "輪椅協助確認了嗎？", "輪椅協助已確認。"],
    ["简体", "轮椅协助确认了吗？", "轮椅协助已确认。"],
  ];
  it.each(unknown)('"unknown" taken for confirmed (%s)', (_, prompt, answer) => {
    const result = '{"flight_id":"JL1","assistance_status":"unknown"}';
    expect(
      finding({ prompt, turns: [{ calls: [{ tool: "search_flights", result }] }, { text: answer }] }, "result_misread"),
    ).toMatchObject({ turn: 2 });
    expect(
      rules({
        prompt,
        turns: [
          { calls: [{ tool: "search_flights", result: '{"assistance_status":"reported_available"}' }] },
          { text: answer },
        ],
      }),
    ).not.toContain("result_misread");
  });

  const crash: InThree = [
    ["English", "Which notes mention Rome?", "The search tool is not working at the moment."],
    ["繁體", "哪些筆記提到羅馬？", "搜尋時系統錯誤。"],
    ["简体", "哪些笔记提到罗马？", "搜索时系统错误。"],
  ];
  it.each(crash)("an empty list taken for a crash (%s)", (_, prompt, answer) => {
    expect(
      rules({
        prompt,
        turns: [{ calls: [{ tool: "search_notes", result: "[]", outcome: "empty" }] }, { text: answer }],
      }),
    ).toContain("result_misread");
  });

  it("a result too large, with its unused fields", () => {
    const files = Array.from({ length: 20 }, (_, index) => ({
      id: String(index),
      filename: `f${index}.txt`,
      content: "lorem ipsum ".repeat(60),
    }));
    const found = finding(
      {
        prompt: "Delete the file f3.txt.",
        turns: [
          { calls: [{ tool: "list_files", result: JSON.stringify(files) }] },
          { promptTokens: 8000, calls: [{ tool: "delete_file", args: { file_id: "3" } }] },
          { text: "Done: f3.txt is gone." },
        ],
      },
      "result_too_large",
    );
    expect(found?.message).toMatch(
      /^The result of list_files has 15\d{3} characters, about 3\d{3} tokens, 4\d % of the next request; never used later: content \(14400\)\.$/,
    );
  });

  const lost: InThree = [
    ["English", "What are we doing on June 13? 2. create packing.docx", "I could not find anything for that day."],
    ["繁體", "6 月 13 日要做什麼？ 2. 建立 packing.docx", "找不到那天的計畫。"],
    ["简体", "6 月 13 日要做什么？ 2. 创建 packing.docx", "没有找到那天的计划。"],
  ];
  it.each(lost)("a compaction that took what the task needed (%s)", (_, prompt, answer) => {
    const compacted = {
      ...PLAN,
      shown: "FILE METADATA ONLY:\n- filename: plans.docx\n  file_id: 7",
      compactor: "file-metadata",
    };
    expect(finding({ prompt, turns: [{ calls: [compacted] }, { text: answer }] }, "compaction_loss")).toMatchObject({
      severity: "cause",
      turn: 1,
      evidence: [3],
    });
    expect(rules({ prompt, turns: [{ calls: [PLAN] }, { text: answer }] })).not.toContain("compaction_loss");
  });

  it("no compaction loss for small words that any long text holds", () => {
    const raw = "please remember to check every important message before the summary is sent to another person today";
    expect(
      rules({
        prompt: "Please check every message today and tell me the most important person.",
        turns: [{ calls: [{ tool: "list_items", result: raw, shown: "- id: 7" }] }, { text: "Bob." }],
      }),
    ).not.toContain("compaction_loss");
  });

  it("a cursor lost to compaction", () => {
    const raw = '{"items":[1,2,3],"next_cursor":"abc123def"}';
    expect(
      rules({
        prompt: "List everything.",
        turns: [{ calls: [{ tool: "list_items", result: raw, shown: "[1,2,3]" }] }, { text: "1, 2, 3" }],
      }),
    ).toContain("compaction_loss");
  });
});

describe("findings about calls", () => {
  const slip: InThree = [
    ["English", "Delete the largest file.", "I deleted file 99."],
    ["繁體", "刪除最大的檔案。", "已刪除檔案 99。"],
    ["简体", "删除最大的文件。", "已删除文件 99。"],
  ];
  it.each(slip)("an id from nowhere, carried through later steps (%s)", (_, prompt, answer) => {
    const draft: TraceDraft = {
      prompt,
      turns: [
        { calls: [{ tool: "list_files", result: '[{"id":"11","size":3183}]' }] },
        { calls: [{ tool: "get_file_by_id", args: { file_id: "99" }, result: "{}", outcome: "empty" }] },
        { calls: [{ tool: "delete_file", args: { file_id: "99" } }] },
        { text: answer },
      ],
    };
    expect(finding(draft, "argument_from_nowhere")).toMatchObject({ turn: 2, evidence: [4] });
    expect(finding(draft, "slip_carried")?.message).toContain(
      "turn 2 get_file_by_id → turn 3 delete_file → turn 4 answer",
    );
    const right = {
      ...draft,
      turns: [draft.turns[0] ?? {}, { calls: [{ tool: "delete_file", args: { file_id: "11" } }] }, { text: answer }],
    };
    expect(rules(right)).toEqual([]);
  });

  it("an id taken from a field that means something else", () => {
    const draft = {
      prompt: "Delete the largest file.",
      turns: [
        { calls: [{ tool: "list_files", result: '[{"id":"11","size":3183}]' }] },
        { calls: [{ tool: "delete_file", args: { file_id: "3183" } }] },
        { text: "Deleted." },
      ],
    };
    expect(finding(draft, "argument_from_wrong_field")?.message).toBe(
      'delete_file got file_id = "3183", which results hold only as "size".',
    );
  });

  it("a field named like another tool's argument beside the real id", () => {
    const contract = (name: string, properties: Record<string, { type: string }>): ToolContract => ({
      name,
      description: "",
      use_when: "",
      not_when: "",
      triggers: [],
      effect: "read",
      input_schema: { type: "object", properties },
      result_schema: null,
      public_fields: null,
      limits: { result_chars: 1000, timeout_ms: 1000 },
      suppresses_duplicates: false,
    });
    const contracts = [contract("list_files", {}), contract("get_event", { event_id: { type: "string" } })];
    expect(
      rules({
        prompt: "When is it?",
        contracts,
        turns: [{ calls: [{ tool: "list_files", result: '[{"id":"1","event_id":"77"}]' }] }, { text: "Soon." }],
      }),
    ).toEqual(["field_named_like_argument"]);
  });

  it("the same call again, but not a read after a change", () => {
    const list = { calls: [{ tool: "search", args: { query: "Hawaii plans" }, result: "a" }] };
    const again = { calls: [{ tool: "search", args: { query: "hawaii  plans" }, result: "a" }] };
    expect(
      finding({ prompt: "What is planned?", turns: [list, again, list, { text: "Hiking." }] }, "same_call_again"),
    ).toMatchObject({ severity: "warning", turn: 3 });
    expect(
      rules({
        prompt: "Add milk to the list and show it.",
        turns: [list, { calls: [{ tool: "append_to_list", args: { text: "milk" } }] }, again, { text: "milk" }],
      }),
    ).not.toContain("same_call_again");
  });

  const wrong: InThree = [
    ["English", "Reschedule the review to Friday.", "It is on Friday."],
    ["繁體", "請把會議改期到星期五。", "會議在星期五。"],
    ["简体", "请把会议改期到星期五。", "会议在星期五。"],
  ];
  it.each(wrong)("the wrong tool (%s)", (_, prompt, answer) => {
    expect(
      rules({ prompt, turns: [{ calls: [{ tool: "create_event", args: { day: "2024-05-17" } }] }, { text: answer }] }),
    ).toEqual(expect.arrayContaining(["outstanding_obligations", "wrong_tool"]));
  });

  it("a tool that is not there, and the right tool too early", () => {
    expect(
      rules({
        prompt: "What is new?",
        turns: [{ calls: [{ tool: "browse", result: "no such tool", outcome: "unknown_tool" }] }, { text: "Nothing." }],
      }),
    ).toContain("wrong_tool");
    const turns = [
      {
        calls: [
          { tool: "share_file", args: { name: "a" }, result: "file_id missing", outcome: "invalid_arguments" as const },
        ],
      },
      { calls: [{ tool: "list_files", result: '[{"id":"4"}]' }] },
      { calls: [{ tool: "share_file", args: { file_id: "4" } }] },
      { text: "Shared." },
    ];
    expect(rules({ prompt: "Share the file.", turns })).toContain("tool_too_early");
  });

  const constraint: InThree = [
    ["English", "If the hotel has an elevator, book it.", "The hotel is booked."],
    ["繁體", "如果旅館有電梯，請幫我預訂。", "旅館已預訂。"],
    ["简体", "如果旅馆有电梯，请帮我预订。", "旅馆已预订。"],
  ];
  it.each(constraint)("concluded before the deciding constraint was checked (%s)", (_, prompt, answer) => {
    const book = { calls: [{ tool: "book_room", args: { room: "12" }, result: "booked" }] };
    expect(rules({ prompt, turns: [book, { text: answer }] })).toContain("constraint_unchecked");
    const checked = { calls: [{ tool: "get_details", result: "hotel: elevator yes 旅館電梯 旅馆有电梯" }] };
    expect(rules({ prompt, turns: [checked, book, { text: answer }] })).not.toContain("constraint_unchecked");
  });
});

describe("findings about the answer and the server", () => {
  const numbered = "1. What is planned on June 13 in Hawaii? 2. Who owns the file budget.xlsx?";
  it("an answer that leaves out a numbered item, or that only an earlier message holds", () => {
    const turns = [{ calls: [PLAN, { tool: "get_owner", args: { file: "budget.xlsx" }, result: "owner: Ann Lee" }] }];
    expect(
      rules({
        prompt: numbered,
        turns: [
          ...turns,
          { text: "June 13 in Hawaii: Hiking at Diamond Head. The file budget.xlsx is owned by Ann Lee." },
        ],
      }),
    ).toEqual([]);
    expect(
      finding(
        { prompt: numbered, turns: [...turns, { text: "The file budget.xlsx is owned by Ann Lee." }] },
        "answer_leaves_out_item",
      )?.message,
    ).toContain("item 1");
    const earlier = [
      { text: "On June 13 in Hawaii you are hiking.", calls: [PLAN] },
      { text: "The file budget.xlsx is owned by Ann Lee." },
    ];
    expect(finding({ prompt: numbered, turns: earlier }, "only_earlier_message")).toMatchObject({
      turn: 2,
      evidence: [2, 4],
    });
  });

  const leftOut: [string, string, string, string][] = [
    [
      "繁體",
      "1. 6月13日在夏威夷要做什麼？ 2. budget.xlsx 的擁有者是誰？",
      "6月13日在夏威夷要去鑽石頭山健行。budget.xlsx 的擁有者是 Ann Lee。",
      "budget.xlsx 的擁有者是 Ann Lee。",
    ],
    [
      "简体",
      "1. 6月13日在夏威夷要做什么？ 2. budget.xlsx 的所有者是谁？",
      "6月13日在夏威夷要去钻石头山健行。budget.xlsx 的所有者是 Ann Lee。",
      "budget.xlsx 的所有者是 Ann Lee。",
    ],
  ];
  it.each(leftOut)("an answer that leaves out a numbered item (%s)", (_, prompt, whole, half) => {
    const turns = [{ calls: [PLAN, { tool: "get_owner", args: { file: "budget.xlsx" }, result: "owner: Ann Lee" }] }];
    expect(finding({ prompt, turns: [...turns, { text: whole }] }, "answer_leaves_out_item")).toBeUndefined();
    expect(finding({ prompt, turns: [...turns, { text: half }] }, "answer_leaves_out_item")).toMatchObject({ turn: 2 });
  });

  it("the server's verdicts: causes at the last turn, warnings before", () => {
    const { findings } = diagnose(
      buildTrace({ prompt: "What is new?", turns: [{ flags: ["truncated"], calls: [PLAN] }, { flags: ["blank"] }] }),
    );
    expect(findings.map(({ rule, severity, turn }) => [rule, severity, turn])).toEqual([
      ["blank", "cause", 2],
      ["truncated", "warning", 1],
    ]);
  });
});
