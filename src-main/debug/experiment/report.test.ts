import { expect, it } from "vitest";
import type { BisectDocument } from "../../../src-shared/cli/documents.ts";
import { Variant } from "../../../src-shared/trace/variant.ts";
import { rateOf } from "../../evaluate/statistics/wilson.ts";
import { bisectHtml, bisectMarkdown } from "./report.ts";

const evil = `<img src=x onerror="alert(1)"> | [a](javascript:x) **b**\n# c`;

const result: BisectDocument = {
  run: "r_0000000000",
  turn: 3,
  samples: 20,
  baseline: rateOf(2, 20),
  baseline_succeeded: rateOf(1, 20),
  baseline_endings: { early_stop: 18 },
  baseline_ending_rates: { early_stop: rateOf(18, 20) },
  baseline_mismatches: [],
  baseline_runs: [],
  interventions: [
    {
      name: "completion rules",
      detail: "Rules are added.",
      rate: rateOf(4, 20),
      succeeded: rateOf(4, 20),
      p: 0.66,
      p_adjusted: 0.66,
      verdict: "no evidence",
      edits: [],
      endings: {},
      ending_rates: {},
      mismatches: [],
      errors: 0,
      runs: [],
      repeated: 0,
    },
    {
      name: "reminder",
      detail: evil,
      rate: rateOf(19, 20),
      succeeded: rateOf(19, 20),
      p: 0.00001,
      p_adjusted: 0.00002,
      verdict: "helps",
      edits: [],
      endings: {},
      ending_rates: {},
      mismatches: [],
      errors: 1,
      runs: [],
      repeated: 3,
    },
  ],
  experiment: "e_1",
  ending: "early_stop",
  outstanding: [evil],
  seed: "honoured",
  estimate: { from: 0.1, to: 0.7, needed: 19, fewest: 6 },
  reduction: {
    removed: [2],
    labels: ["message 2: user"],
    rate: rateOf(20, 20),
    p: 0.00001,
    verdict: "helps",
    tests: 3,
    complete: false,
  },
  fix: {
    name: "reminder",
    turn: 3,
    edits: [{ kind: "insert_message", index: 6, message: { role: "user", content: evil } }],
    variant: Variant.parse({ name: "v-reminder", system_prompt: evil, gate: "remind" }),
    not_for_variant: null,
  },
};
const subject = { title: evil, variant: "v", model: evil, said: evil, simulated: true };

it("puts what helps first, with its interval, its doubts and the fork that mends it", () => {
  const markdown = bisectMarkdown(result, subject);
  const rows = markdown.split("\n").filter((line) => line.startsWith("| "));
  expect(rows.map((row) => row.split(/[:|]/)[1]?.trim())).toEqual([
    "change",
    "---",
    "as recorded",
    "reminder",
    "completion rules",
  ]);
  expect(rows[3]).toContain("19 of 20 (95 %; 76 % to 99 %)");
  expect(rows[3]).toContain("In 3 of 20 it went on only by asking again for what it had been given.");
  expect(markdown).toContain("`loopscope fork r_0000000000 --turn 3 --edit FILE`");
  expect(markdown).toContain("the limit of requests ended the search");
  expect(markdown).toContain("(simulated)");
});

it("holds no markup of the run's own, in HTML and in Markdown", () => {
  const html = bisectHtml(result, subject);
  expect(html).not.toContain("<img");
  expect(
    html.match(
      /<(?!\/?(?:html|head|meta|title|style|body|main|h1|h2|ul|li|blockquote|table|thead|tbody|tr|th|td|strong|br|span|em|div|i|b|p|pre)\b|!doctype)/g,
    ),
  ).toBeNull();
  const prose = bisectMarkdown(result, subject).split("    [")[0] ?? "";
  expect(prose).not.toMatch(/<img|(?<!\\)\[a\]|\n# c/);
});

it("says how the change becomes a variant, or why it cannot", () => {
  expect(bisectMarkdown(result, subject)).toContain('"gate": "remind"');
  expect(bisectHtml(result, subject)).toContain("variants/v-reminder.json");
  const fix = result.fix && { ...result.fix, variant: null, not_for_variant: "It is about one context." };
  expect(bisectMarkdown({ ...result, fix }, subject)).toContain(
    "No variant can hold “reminder”: It is about one context.",
  );
  expect(bisectHtml({ ...result, fix }, subject)).toContain("It is about one context.");
});
