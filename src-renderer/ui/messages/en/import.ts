// Texts of the import of trace files in the app.
import { formatBytes, formatNumber, plural } from "../format.ts";

export const importing = {
  button: "Import",
  tip: "Import trace files (AgentDojo logs, OpenAI chat JSON or JSONL, also packed with gzip); or drop them anywhere",
  command: "Import trace files",
  choose: "Trace files",
  drop: "Drop to import",
  title: "Import",
  progress: (done: number, of: number) => `${formatNumber(done)} of ${plural(of, "file", "files")} read…`,
  imported: (runs: number) => `${plural(runs, "run", "runs")} imported.`,
  already: (count: number) => `${plural(count, "record was", "records were")} there already.`,
  skipped: (count: number) => `${plural(count, "record was", "records were")} skipped:`,
  moreSkipped: (count: number) => `and ${formatNumber(count)} more`,
  place: (file: string, line: number | null) => (line === null ? file : `${file}, line ${line}`),
  tooLarge: (bytes: number, most: number) =>
    `${formatBytes(bytes)} is more than a page hands over (${formatBytes(most)}). Use \`loopscope import PATH\`.`,
  unreadable: (problem: string) => `could not be read here: ${problem}. For a folder use \`loopscope import PATH\`.`,
  stopped: "Stopped. What had been imported stays.",
  open: "Open the run",
  show: "Show the runs",
};
