import { expect, it } from "vitest";
import { Variant } from "../../../src-shared/trace/variant.ts";
import { summarise } from "./summarise.ts";
import type { JournaledSample, SampleOutcome } from "./types.ts";
import { variantsHtml, variantsMarkdown } from "./variants-report.ts";
import { variantsSpec } from "./variants-spec.ts";

const evil = "<img src=x> | **b**";
const outcome = (succeeded: boolean): SampleOutcome => ({
  run: null,
  going_on: null,
  succeeded,
  ending: succeeded ? "answered" : "early_stop",
  calls: [],
  answer: null,
  error: null,
  seed_dropped: false,
  mismatches: [],
});
const samples = (arm: string, done: number): JournaledSample[] =>
  Array.from({ length: 12 }, (_, index) => ({ arm, index, run: null, outcome: outcome(index < done) }));

const spec = variantsSpec(
  { kind: "prompt", prompt: evil, packs: ["drive"], endpoint: "demo", model: null },
  ["one", "two", "three"].map((name) => Variant.parse({ name, description: evil })),
  { samples: 12, seed: 1, atOnce: 1, allow: [], order: "fifo" },
);
const summary = summarise(spec, [...samples("one", 1), ...samples("two", 12), ...samples("three", 2)]);

it("holds each variant against the first, with intervals, endings, verdicts and the method; markup stays text", () => {
  const markdown = variantsMarkdown(spec, summary);
  const table = markdown.split("\n").filter((line) => line.startsWith("| "));
  expect(table).toHaveLength(5);
  expect(table[2]).toContain("1 of 12 (8 %; 1 % to 35 %) | early\\_stop 11 of 12");
  expect(table[3]).toContain("12 of 12");
  expect(table[3]).toContain("**helps**");
  expect(table[4]).toContain("no evidence");
  expect(markdown).not.toContain("<img");
  const page = variantsHtml(spec, summary);
  expect(page).toContain('<td class="helps">helps</td>');
  expect(page).not.toContain("<img");
});
