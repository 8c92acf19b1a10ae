// The report of a bisect on one page: what happened, which change makes it go on, the fork that mends it. HTML that needs nothing beside
// it, and Markdown. Everything in it is untrusted text: escaped here, once, where it enters.
import type { BisectDocument, Rate } from "../../../src-shared/cli/documents.ts";

/** Facts of the run that stand at the head of the report. */
export interface ReportSubject {
  title: string;
  variant: string;
  model: string;
  /** What the model said at the frozen turn. */
  said: string;
  simulated: boolean;
}

type Intervention = BisectDocument["interventions"][number];

export function bisectMarkdown(result: BisectDocument, subject: ReportSubject): string {
  const lines = [
    `# Why run ${md(result.run)} stopped at turn ${result.turn}`,
    "",
    ...summaryLines(result, subject).map((line) => `- ${md(line)}`),
    "",
    `> ${md(clip(subject.said, 600)) || "(nothing was said)"}`,
    "",
    "## What makes it go on",
    "",
    "| change | going on | task done | p (Holm) | verdict |",
    "| --- | --- | --- | --- | --- |",
    `| as recorded | ${rateText(result.baseline)} | ${rateText(result.baseline_succeeded)} | | |`,
    ...rows(result).map(
      (row) =>
        `| ${md(row.name)}: ${md(row.detail)}${row.note ? ` *${md(row.note)}*` : ""} | ${rateText(row.rate)} | ${rateText(row.succeeded)} | ${pText(row.p_adjusted)} | ${row.verdict === "helps" ? "**helps**" : row.verdict} |`,
    ),
    "",
    ...methodLines(result).map((line) => `${md(line)}\n`),
    "## The smallest set of messages whose removal makes it go on",
    "",
    ...reductionLines(result).map(md),
    "",
    "## The fork that mends it",
    "",
    ...(result.fix
      ? [
          `${md(result.fix.name)}. Save these edits in a file and run \`loopscope fork ${result.run} --turn ${result.fix.turn} --edit FILE\`:`,
          "",
          ...JSON.stringify(result.fix.edits, null, 2)
            .split("\n")
            .map((line) => `    ${line}`),
          "",
          "## Apply to variant",
          "",
          ...(result.fix.variant
            ? [
                md(applyLine(result)),
                "",
                ...JSON.stringify(result.fix.variant, null, 2)
                  .split("\n")
                  .map((line) => `    ${line}`),
              ]
            : [md(notForVariantLine(result))]),
        ]
      : ["None of the changes is known to help."]),
  ];
  return `${lines.join("\n")}\n`;
}

export function bisectHtml(result: BisectDocument, subject: ReportSubject): string {
  const list = (lines: readonly string[]) => `<ul>${lines.map((line) => `<li>${html(line)}</li>`).join("")}</ul>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${html(`Bisect of ${result.run}`)}</title><style>${STYLE}</style></head><body><main>
<h1>${html(`Why run ${result.run} stopped at turn ${result.turn}`)}</h1>
${list(summaryLines(result, subject))}
<blockquote>${html(clip(subject.said, 600)) || "(nothing was said)"}</blockquote>
<h2>What makes it go on</h2>
<table><thead><tr><th>change</th><th>going on</th><th>task done</th><th>p (Holm)</th><th>verdict</th></tr></thead><tbody>
${tableRow("as recorded", "The recorded request, sent again as it was.", null, result.baseline, result.baseline_succeeded, "", "")}
${rows(result)
  .map((row) => tableRow(row.name, row.detail, row.note, row.rate, row.succeeded, pText(row.p_adjusted), row.verdict))
  .join("\n")}
</tbody></table>
${methodLines(result)
  .map((line) => `<p class="small">${html(line)}</p>`)
  .join("\n")}
<h2>The smallest set of messages whose removal makes it go on</h2>
${list(reductionLines(result))}
<h2>The fork that mends it</h2>
${
  result.fix
    ? `<p>${html(`${result.fix.name}. Save these edits in a file and run: loopscope fork ${result.run} --turn ${result.fix.turn} --edit FILE`)}</p><pre>${html(JSON.stringify(result.fix.edits, null, 2))}</pre>
<h2>Apply to variant</h2>
${
  result.fix.variant
    ? `<p>${html(applyLine(result))}</p><pre>${html(JSON.stringify(result.fix.variant, null, 2))}</pre>`
    : `<p>${html(notForVariantLine(result))}</p>`
}`
    : "<p>None of the changes is known to help.</p>"
}
</main></body></html>
`;
}

export const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:0;color:#1a1a1a;background:#fff}main{max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid #ddd}
.bar{position:relative;height:.5rem;background:#eee;min-width:8rem}.bar i{position:absolute;height:100%;background:#9db7d5}.bar b{position:absolute;height:100%;width:2px;background:#1f4e85}
blockquote,pre{background:#f6f6f6;padding:.6rem 1rem;margin:1rem 0;white-space:pre-wrap;overflow-wrap:anywhere}.small{color:#555;font-size:.9rem}.helps{font-weight:600}`;

function tableRow(
  name: string,
  detail: string,
  note: string | null,
  rate: Rate,
  succeeded: Rate,
  p: string,
  verdict: string,
): string {
  const about = `<strong>${html(name)}</strong><br><span class="small">${html(detail)}${note ? ` <em>${html(note)}</em>` : ""}</span>`;
  const known = verdict === "helps" ? ` class="helps"` : "";
  return `<tr><td>${about}</td><td>${bar(rate)}</td><td>${bar(succeeded)}</td><td>${html(p)}</td><td${known}>${html(verdict)}</td></tr>`;
}

/** The interval as a band and the rate as a line in it; the numbers beside them say the same. */
export function bar(rate: Rate): string {
  if (rate.samples === 0) return "–";
  const at = (value: number) => `${(value * 100).toFixed(1)}%`;
  return `${html(rateText(rate))}<div class="bar"><i style="left:${at(rate.low)};width:${at(rate.high - rate.low)}"></i><b style="left:${at(rate.rate)}"></b></div>`;
}

function rows(result: BisectDocument): (Intervention & { note: string | null })[] {
  const order = { helps: 0, "no evidence": 1, hurts: 2 } as const;
  return result.interventions
    .toSorted(
      (a, b) =>
        order[a.verdict] - order[b.verdict] ||
        b.succeeded.rate - a.succeeded.rate ||
        b.rate.rate - a.rate.rate ||
        a.p_adjusted - b.p_adjusted,
    )
    .map((row) => ({ ...row, note: noteOf(row) }));
}

function noteOf(row: Intervention): string | null {
  const notes = [
    row.repeated > 0
      ? `In ${row.repeated} of ${row.rate.samples} it went on only by asking again for what it had been given.`
      : "",
    ...row.mismatches.map(
      ({ tool, count, ran, arguments: args }) =>
        `${tool}(${clip(JSON.stringify(args), 120)}) had no recorded result in ${count} ${count === 1 ? "call" : "calls"}: ${ran ? "called live, as allowed" : "not carried out"}.`,
    ),
    row.errors > 0 ? `${row.errors} samples brought no answer and count for nothing.` : "",
  ].filter((note) => note !== "");
  return notes.length === 0 ? null : notes.join(" ");
}

function summaryLines(result: BisectDocument, subject: ReportSubject): string[] {
  const helping = result.interventions.filter((row) => row.verdict === "helps").map((row) => row.name);
  return [
    `Task: ${subject.title}. Variant ${subject.variant}, model ${subject.model}${subject.simulated ? " (simulated)" : ""}.`,
    `Ending: ${result.ending ?? "not known"}. Outstanding: ${result.outstanding.join("; ") || "nothing"}.`,
    `Sent again as it was, it goes on in ${rateText(result.baseline)}.`,
    helping.length === 0
      ? "No change makes a difference that is more than chance."
      : `What helps: ${helping.join(", ")}.`,
  ];
}

const SEED_TEXT: Record<BisectDocument["seed"], string> = {
  honoured: "The server honours the seed: the same request with the same seed gave the same answer.",
  "not honoured": "The server does not honour the seed: the same request with the same seed gave another answer.",
  "not sent": "The seed was not sent, since the server does not take it: the samples cannot be repeated.",
  "makes no difference":
    "All samples of the recorded request gave the same answer: the seed makes no difference here, and more samples tell nothing more.",
  unknown: "Whether the server honours the seed is not known.",
};

function methodLines(result: BisectDocument): string[] {
  const { from, to, needed, fewest } = result.estimate;
  return [
    `${result.samples} samples of each change. Going on: the next message holds a call. Intervals: 95 % Wilson. p: two-sided Fisher exact test against the recorded request, Holm's correction over ${result.interventions.length} changes; "helps" only below 0.05.`,
    `To tell ${percent(from)} from ${percent(to)} takes ${needed ?? "over 1,000"} samples of each (power 0.8); fewer than ${fewest} can tell nothing.`,
    SEED_TEXT[result.seed],
  ];
}

function reductionLines(result: BisectDocument): string[] {
  const { reduction } = result;
  if (reduction === null) return ["Not looked for: it goes on too often as it is, or no requests were allowed for it."];
  const tried = `${reduction.tests} sets of messages were tried${reduction.complete ? "" : "; the limit of requests ended the search"}.`;
  if (reduction.removed === null) return [`No set that was tried makes it go on. ${tried}`];
  return [
    ...reduction.labels,
    `Without them it goes on in ${reduction.rate ? rateText(reduction.rate) : "–"} of fresh samples, p = ${reduction.p === null ? "–" : pText(reduction.p)}: ${reduction.verdict}. ${tried}`,
  ];
}

const applyLine = ({ fix }: BisectDocument): string =>
  `“${fix?.name ?? ""}” in a variant of its own: save this as variants/${fix?.variant?.name ?? ""}.json in Loopscope's folder, or choose “Apply to variant” in the app.`;
const notForVariantLine = ({ fix }: BisectDocument): string =>
  `No variant can hold “${fix?.name ?? ""}”: ${fix?.not_for_variant ?? ""}`;

export function rateText(rate: Rate): string {
  if (rate.samples === 0) return "–";
  return `${rate.count} of ${rate.samples} (${percent(rate.rate)}; ${percent(rate.low)} to ${percent(rate.high)})`;
}

function percent(rate: number): string {
  return `${Math.round(rate * 100)} %`;
}

export function pText(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

function clip(text: string, limit: number): string {
  const characters = Array.from(text.trim());
  return characters.length <= limit ? characters.join("") : `${characters.slice(0, limit).join("")}…`;
}

export function html(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** One line of Markdown that reads as the text it is: no markup, no HTML, no table cell of its own. */
export function md(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*_[\]|#~!]/g, (character) => `\\${character}`)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
