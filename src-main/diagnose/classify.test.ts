import { describe, expect, it } from "vitest";
import type { RunEnded } from "../../src-shared/trace/events/run-ended.ts";
import type { Ending } from "../../src-shared/trace/vocabulary.ts";
import { deriveLedger } from "../ledger/ledger.ts";
import { classifyEnding } from "./classify.ts";
import { judgeStop } from "./judge-stop.ts";
import type { TraceDraft, TurnDraft } from "./testing/build-trace.ts";
import { buildTrace } from "./testing/build-trace.ts";

const READ = { calls: [{ tool: "list_files", result: "a, b" }] };
const ended = (draft: TraceDraft): [Ending | null, boolean | null] => {
  const { ending, early_stop } = classifyEnding(buildTrace(draft));
  return [ending, early_stop];
};
const end = (ending: Ending, early = false): RunEnded => ({
  ending,
  terminal_state: "escalate",
  reason: "",
  detail: "",
  early_stop: early,
  passed: null,
  checks: [],
  ledger: [],
  answer: null,
});

describe("how a run ended", () => {
  const prompt = "Please delete b.txt.";
  const done: TurnDraft = { calls: [{ tool: "delete_file", args: { file: "b.txt" } }] };
  it.each<[string, TraceDraft, [Ending | null, boolean | null]]>([
    ["answered", { prompt, turns: [READ, done, { text: "b.txt is deleted." }] }, ["answered", false]],
    ["early_stop", { prompt, turns: [READ, { text: "b.txt is the larger one." }] }, ["early_stop", true]],
    ["blank, with the write outstanding", { prompt, turns: [READ, { text: "" }] }, ["blank", true]],
    ["blank, with nothing outstanding", { prompt: "Which is larger?", turns: [READ, { text: " " }] }, ["blank", false]],
    ["think_only", { prompt, turns: [READ, { text: "", reasoning: "I should delete it." }] }, ["think_only", true]],
    ["truncated", { prompt, turns: [READ, { text: "The file", finish: "length" }] }, ["truncated", true]],
    [
      "context_overflow",
      { prompt, turns: [READ, { text: "Hello!", flags: ["context_truncated"] }] },
      ["context_overflow", true],
    ],
    [
      "dropped_call",
      {
        prompt,
        turns: [
          READ,
          {
            text: '<tool_call>{"name":"delete_file"}</tool_call>',
            textCalls: [
              { syntax: "tagged-json", name: "delete_file", arguments: {}, where: "content", complete: true },
            ],
          },
        ],
      },
      ["dropped_call", true],
    ],
    [
      "provider_error",
      { prompt, turns: [READ, { error: { category: "server_error", status: 500, message: "internal" } }] },
      ["provider_error", false],
    ],
    [
      "context_overflow by an error",
      { prompt, turns: [READ, { error: { category: "context_overflow", status: 400, message: "too long" } }] },
      ["context_overflow", false],
    ],
    [
      "pending calls",
      { prompt, turns: [READ, { calls: [{ tool: "delete_file", args: {}, result: null }] }] },
      ["interrupted", false],
    ],
    ["pending calls at the cap", { prompt, turns: Array.from({ length: 15 }, () => READ) }, ["step_cap", false]],
    ["a cap that is known", { prompt, turnBudget: 3, turns: [READ, READ, READ] }, ["step_cap", false]],
    ["nothing at all", { prompt, turns: [] }, ["interrupted", false]],
    ["a loop run that goes on", { prompt, source: "loop", turns: [READ] }, [null, null]],
    ["what the executor declared", { prompt, source: "loop", turns: [READ], end: end("loop") }, ["loop", false]],
    [
      "a denied approval",
      { prompt, source: "loop", turns: [READ, { text: "You denied it." }], end: end("escalated", true) },
      ["escalated", true],
    ],
    [
      "a search that the executor did not make any more",
      { prompt, source: "loop", turns: [READ, READ], end: end("abstained") },
      ["abstained", false],
    ],
    [
      "a loop run's stop, judged anew",
      { prompt, source: "fork", turns: [READ, { text: "b.txt is the larger one." }], end: end("answered") },
      ["early_stop", true],
    ],
    [
      "a question that is left open",
      { prompt: "What does the note say?", turns: [{ text: "Which note do you mean?" }] },
      ["asked_user", false],
    ],
  ])("%s", (_, draft, expected) => expect(ended(draft)).toEqual(expected));

  const found = { calls: [{ tool: "get_order", result: "status: processing" }] };
  const nothing = (query: string): TurnDraft => ({
    calls: [{ tool: "search_orders", args: { query }, result: "[]", outcome: "empty" }],
  });
  const cancel = [
    "Cancel order 12 if it has not shipped.",
    "如果訂單 12 還沒出貨就取消。",
    "如果订单 12 还没发货就取消。",
  ];
  const seats = ["How many seats are left?", "還剩幾個座位？", "还剩几个座位？"];
  it.each<[Ending, boolean, string[], TurnDraft[], string[]]>([
    [
      "claimed_without_call",
      true,
      cancel,
      [found],
      ["It had not shipped, so it is cancelled.", "訂單還沒出貨，已經取消。", "订单还没发货，已取消。"],
    ],
    ["early_stop", true, cancel, [found], ["It has not shipped yet.", "訂單還沒出貨。", "订单还没发货。"]],
    [
      "early_stop",
      true,
      cancel,
      [found],
      [
        "It has not shipped yet. Nothing was cancelled.",
        "訂單還沒出貨。未取消任何訂單。",
        "订单还没发货。未取消任何订单。",
      ],
    ],
    [
      "asked_user",
      true,
      cancel,
      [found],
      ["It has not shipped. Shall I cancel it?", "訂單還沒出貨，要我取消嗎？", "订单还没发货，需要我取消吗？"],
    ],
    [
      "gave_up",
      true,
      cancel,
      [found],
      [
        "I'm sorry, I am unable to cancel it although it has not shipped.",
        "抱歉，無法取消訂單。",
        "抱歉，无法取消订单。",
      ],
    ],
    [
      "answered",
      false,
      cancel,
      [found],
      ["It has shipped, therefore I left it alone.", "訂單已出貨，所以不用處理。", "订单已发货，所以不用处理。"],
    ],
    [
      "gave_up",
      false,
      seats,
      [found],
      ["I could not find out how many seats are left.", "無法得知還剩幾個座位。", "无法确定还剩几个座位。"],
    ],
    [
      "gave_up",
      false,
      seats,
      [nothing("a")],
      ["I could not find any seats.", "找不到座位資料。", "没有找到座位资料。"],
    ],
    [
      "abstained",
      false,
      seats,
      [nothing("a"), nothing("b")],
      ["I could not find any seats.", "找不到座位資料。", "没有找到座位资料。"],
    ],
    ["answered", false, seats, [found], ["12 seats are left.", "還剩 12 個座位。", "还剩 12 个座位。"]],
  ])("%s (early %s): %s", (ending, early, prompts, turns, answers) => {
    const given = prompts.map((asked, index) =>
      ended({ prompt: asked, turns: [...turns, { text: answers[index] ?? "" }] }),
    );
    expect(given).toEqual(prompts.map(() => [ending, early]));
  });

  it("judges the loop's stop: complete only where nothing is outstanding", () => {
    const judged = (turns: TurnDraft[], finished: Partial<Parameters<typeof judgeStop>[2]> = {}) => {
      const { steps } = buildTrace({ prompt, turns });
      const { ending, terminal_state, early_stop } = judgeStop(steps, deriveLedger(steps), {
        content: turns.at(-1)?.text ?? null,
        reasoning: null,
        finish_reason: "stop",
        effective_finish_reason: "stop",
        text_calls: [],
        flags: [],
        ...finished,
      });
      return [ending, terminal_state, early_stop];
    };
    expect(judged([done, { text: "Deleted." }])).toEqual(["answered", "complete", false]);
    expect(judged([READ, { text: "b.txt is larger." }])).toEqual(["early_stop", "escalate", true]);
    expect(judged([READ, { text: "" }])).toEqual(["blank", "escalate", true]);
    expect(judged([READ, { text: "cut" }], { effective_finish_reason: "length" })).toEqual([
      "truncated",
      "escalate",
      true,
    ]);
  });
});
