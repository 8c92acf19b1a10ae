// An evaluation as Markdown: for a pull request's comment or a CI summary.
import type { EvalDocument, Rate } from "../../src-shared/cli/documents.ts";

/** Tables of metrics by variant and of tasks by variant, then what got worse and what was asked to hold. */
export function evaluationMarkdown(document: EvalDocument): string {
  const { variants } = document;
  const lines = [
    `# Evaluation of ${cell(document.suite)}`,
    "",
    `${document.repeats} ${document.repeats === 1 ? "repeat" : "repeats"} of each task. Rates with their 95 % Wilson interval.`,
    "",
    row([
      "variant",
      "tool reach",
      "task completion",
      "step convergence",
      "pass^k",
      "tokens in + out",
      "latency (median)",
    ]),
    row(Array.from({ length: 7 }, () => "---")),
    ...variants.map(({ variant, metrics }) =>
      row([
        variant,
        rateText(metrics.tool_reach),
        rateText(metrics.task_completion),
        rateText(metrics.step_convergence),
        Object.entries(metrics.pass_hat_k)
          .map(([k, value]) => `${k}: ${value.toFixed(2)}`)
          .join(", ") || "–",
        `${whole(metrics.prompt_tokens)} + ${whole(metrics.completion_tokens)}`,
        metrics.latency_ms_median === null ? "–" : `${Math.round(metrics.latency_ms_median)} ms`,
      ]),
    ),
    "",
    row(["task", "class", ...variants.map((entry) => entry.variant)]),
    row(Array.from({ length: 2 + variants.length }, () => "---")),
    ...(variants[0]?.tasks ?? []).map((task, index) =>
      row([
        task.task,
        task.class ?? "–",
        ...variants.map((entry) => {
          const own = entry.tasks[index];
          return own ? `${own.passed} / ${own.of} (${endingsText(own.endings)})` : "–";
        }),
      ]),
    ),
    "",
    "## Regressions",
    "",
    ...(document.regressions.length === 0
      ? ["None."]
      : document.regressions.map(
          (entry) =>
            `- **${cell(entry.variant)}**, ${cell(entry.task)}: ${entry.metric} from ${percent(entry.before)} to ${percent(entry.after)}. Open: ${entry.runs.join(", ") || "–"}`,
        )),
  ];
  if (document.thresholds.length > 0) {
    lines.push("", "## Thresholds", "");
    for (const entry of document.thresholds) {
      lines.push(
        `- ${entry.met ? "met" : "**missed**"}: ${cell(entry.variant)}, ${entry.metric} is ${entry.value ?? "not known"}, wanted ${entry.limit}`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}

/** `7 / 10 (70 %, 40–89 %)`; a dash where nothing was measured. */
function rateText(rate: Rate): string {
  if (rate.samples === 0) return "–";
  return `${rate.count} / ${rate.samples} (${percent(rate.rate)}, ${Math.round(rate.low * 100)}–${percent(rate.high)})`;
}

function percent(rate: number): string {
  return `${Math.round(rate * 100)} %`;
}

function whole(value: number | null): string {
  return value === null ? "–" : String(Math.round(value));
}

function endingsText(endings: Record<string, number>): string {
  return (
    Object.entries(endings)
      .map(([ending, count]) => `${count} ${ending}`)
      .join(", ") || "no runs"
  );
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}

/** Names come from files of the user's: they must not break the table or read as markup. */
function cell(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*[\]<>|]/g, (character) => (character === "<" ? "&lt;" : `\\${character}`));
}
