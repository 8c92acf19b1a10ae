// The report of an experiment on variants on one page, as HTML that needs nothing beside it and as Markdown.
import type { Rate } from "../../../src-shared/cli/documents.ts";
import { bar, html, md, pText, rateText, STYLE } from "./report.ts";
import { estimateSamples } from "./sample-plan.ts";
import type { ArmSummary, ExperimentSummary } from "./summarise.ts";
import type { ExperimentSpec } from "./types.ts";

interface Row {
  name: string;
  detail: string;
  rate: Rate;
  endings: string;
  p: string;
  verdict: string;
}

export function variantsMarkdown(spec: ExperimentSpec, summary: ExperimentSummary): string {
  const lines = [
    `# ${md(spec.title)}`,
    "",
    ...aboutLines(spec).map((line) => `- ${md(line)}`),
    "",
    `| variant | ${measure(summary)} | endings | p (Holm) | verdict |`,
    "| --- | --- | --- | --- | --- |",
    ...rows(summary).map(
      (row) =>
        `| ${md(row.name)}${row.detail === "" ? "" : `: ${md(row.detail)}`} | ${rateText(row.rate)} | ${md(row.endings)} | ${row.p} | ${row.verdict === "helps" ? "**helps**" : row.verdict} |`,
    ),
    "",
    ...methodLines(spec, summary).map((line) => `${md(line)}\n`),
  ];
  return `${lines.join("\n")}\n`;
}

export function variantsHtml(spec: ExperimentSpec, summary: ExperimentSummary): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${html(spec.title)}</title><style>${STYLE}</style></head><body><main>
<h1>${html(spec.title)}</h1>
<ul>${aboutLines(spec)
    .map((line) => `<li>${html(line)}</li>`)
    .join("")}</ul>
<table><thead><tr><th>variant</th><th>${measure(summary)}</th><th>endings</th><th>p (Holm)</th><th>verdict</th></tr></thead><tbody>
${rows(summary)
  .map(
    (row) =>
      `<tr><td><strong>${html(row.name)}</strong><br><span class="small">${html(row.detail)}</span></td><td>${bar(row.rate)}</td><td>${html(row.endings)}</td><td>${html(row.p)}</td><td${row.verdict === "helps" ? ' class="helps"' : ""}>${html(row.verdict)}</td></tr>`,
  )
  .join("\n")}
</tbody></table>
${methodLines(spec, summary)
  .map((line) => `<p class="small">${html(line)}</p>`)
  .join("\n")}
</main></body></html>
`;
}

function measure({ by }: ExperimentSummary): string {
  return by === "succeeded" ? "task done" : "going on";
}

function rows(summary: ExperimentSummary): Row[] {
  const row = (arm: ArmSummary, p: string, verdict: string): Row => ({
    name: arm.name,
    detail: arm.detail,
    rate: summary.by === "succeeded" ? arm.succeeded : arm.goingOn,
    endings: Object.entries(arm.endingRates)
      .toSorted(([, one], [, other]) => other.count - one.count)
      .map(([name, rate]) => `${name} ${rateText(rate)}`)
      .join("; "),
    p,
    verdict,
  });
  return [
    row(summary.baseline, "", "baseline"),
    ...summary.arms.map((arm) => row(arm, pText(arm.pAdjusted), arm.verdict)),
  ];
}

function aboutLines({ base, allow }: ExperimentSpec): string[] {
  const live = allow.length === 0 ? [] : [`Live tools allowed: ${allow.join(", ")}.`];
  switch (base.kind) {
    case "turn":
      return [`The request of turn ${base.turn} of run ${base.run}.`, ...live];
    case "task":
      return [`Task ${base.task} of suite ${base.suite} at ${base.endpoint}${modelText(base.model)}.`, ...live];
    case "prompt":
      return [
        `The prompt: ${base.prompt.slice(0, 2_000)}`,
        `Packs: ${base.packs.join(", ") || "none"}. At ${base.endpoint}${modelText(base.model)}.`,
        ...live,
      ];
  }
}

function modelText(model: string | null): string {
  return model === null ? "" : `, model ${model}`;
}

function methodLines(spec: ExperimentSpec, summary: ExperimentSummary): string[] {
  const { from, to, needed, fewest } = estimateSamples(summary.arms.length);
  const percent = (rate: number) => `${Math.round(rate * 100)} %`;
  return [
    `${spec.samples} samples of each, sample i with seed ${spec.seed} + i. Intervals: 95 % Wilson. p: two-sided Fisher exact test against the first row, Holm's correction over ${summary.arms.length} comparisons; "helps" only below 0.05.`,
    `To tell ${percent(from)} from ${percent(to)} takes ${needed ?? "over 1,000"} samples of each (power 0.8); fewer than ${fewest} can tell nothing.`,
    ...(summary.seedDropped === 0 ? [] : [`${summary.seedDropped} samples were sent without their seed.`]),
  ];
}
