// Texts of the import of trace files in the app.
import { formatBytes, formatNumber, plural } from "../format.ts";

export const importing = {
  button: "Import",
  tip: "Import trace files (AgentDojo logs, OpenAI chat JSON or JSONL, also packed with gzip); or drop files and folders anywhere",
  command: "Import trace files",
  choose: "Trace files",
  drop: "Drop to import",
  title: "Import",
  progress: "Progress",
  handing: "Handing the files over…",
  importing: (runs: number) => `Importing… ${plural(runs, "run", "runs")} so far`,
  bytesOf: (bytes: number, total: number, rate: number | null, secondsLeft: number | null) =>
    [
      `${formatBytes(bytes)} of ${formatBytes(total)}`,
      rate === null ? "" : `${formatBytes(Math.round(rate))}/s`,
      secondsLeft === null ? "" : `${plural(Math.ceil(secondsLeft), "second", "seconds")} left`,
    ]
      .filter((part) => part !== "")
      .join(", "),
  others: (count: number) => `${plural(count, "other file", "other files")} in the folders left alone.`,
  imported: (runs: number) => `${plural(runs, "run", "runs")} imported.`,
  already: (count: number) => `${plural(count, "record was", "records were")} there already.`,
  skipped: (count: number) => `${plural(count, "record was", "records were")} skipped:`,
  moreSkipped: (count: number) => `and ${formatNumber(count)} more`,
  place: (file: string, line: number | null) => (line === null ? file : `${file}, line ${line}`),
  tooMany: (most: number) =>
    `an import in the app takes ${formatNumber(most)} files; use \`loopscope import PATH\` for more`,
  unreadable: (problem: string) => `could not be read here${problem === "" ? "" : `: ${problem}`}`,
  stopped: "Stopped. What had been imported stays.",
  open: "Open the run",
  show: "Show the runs",
};
