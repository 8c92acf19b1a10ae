// Texts of the experiments: their list, progress, outcomes and verdicts.
import type { ExperimentArm, ExperimentDocument, ExperimentStateName } from "../../../../src-shared/rpc/experiments.ts";
import { formatNumber, plural } from "../format.ts";

const states: Record<ExperimentStateName, string> = {
  running: "running",
  paused: "paused",
  cancelled: "cancelled",
  failed: "failed",
  interrupted: "interrupted",
  done: "done",
};

const outcomes: Record<NonNullable<ExperimentArm["strip"][number]>["outcome"], string> = {
  success: "task done",
  going_on: "went on, task not done",
  stopped: "stopped",
  error: "no answer",
};

const seeds: Record<ExperimentDocument["seed"], string> = {
  honoured: "The same seed gave the same answer: samples are repeatable here.",
  "not honoured": "The same seed gave another answer: this server does not honour it, and samples cannot be repeated.",
  "not sent": "The seed was not sent: this server does not take it.",
  "makes no difference": "Every sample gave the same answer, whatever its seed.",
  unknown: "Whether the server honours the seed is not known yet.",
};

export const experiments = {
  title: "Experiments",
  none: "No experiment yet",
  noneText: "Open a run that stopped, choose “Why” and then “Bisect the stop”.",
  name: "Experiment",
  state: "State",
  progress: "Progress",
  progressOf: (done: number, of: number) => `${formatNumber(done)} of ${plural(of, "sample", "samples")}`,
  lastPart: "The samples are taken; the smallest removal is looked for.",
  notFound: "There is no such experiment",
  toList: "All experiments",
  frozen: (turn: number) => `Turn ${turn} of the run`,
  states,
  pause: "Pause",
  resume: "Go on",
  cancel: "Cancel",
  change: "Change",
  strip: "Outcomes",
  goingOn: "Going on",
  goingOnHelp: "The next message holds a call. 95 % Wilson interval.",
  succeeded: "Task done",
  succeededHelp: "Run on to its end, the checks hold, or nothing is outstanding. 95 % Wilson interval.",
  verdict: "Verdict",
  verdictHelp: "Two-sided Fisher exact test against the baseline, Holm-corrected over all changes; below 0.05 counts.",
  baseline: "baseline",
  verdicts: { helps: "helps", "no evidence": "no evidence", hurts: "hurts" },
  p: (p: number) => (p < 0.0001 ? "p < 0.0001" : `p = ${p.toFixed(p < 0.01 ? 4 : 2)}`),
  preliminary: "Verdicts are preliminary until every sample is taken.",
  rate: (count: number, samples: number) => `${formatNumber(count)}/${formatNumber(samples)}`,
  rateText: (name: string, count: number, samples: number, low: number, high: number) =>
    samples === 0
      ? `${name}: no samples yet`
      : `${name}: ${count} of ${samples}, interval ${Math.round(low * 100)} % to ${Math.round(high * 100)} %`,
  interval: (low: number, high: number) => `${Math.round(low * 100)}–${Math.round(high * 100)} %`,
  errors: (count: number) => `${plural(count, "sample", "samples")} without an answer; they count for nothing.`,
  outcomes,
  sample: (index: number, outcome: string) => `Sample ${index + 1}: ${outcome}`,
  notTaken: "not taken yet",
  legend: "Outcomes:",
  openSamples: "Open samples",
  forkWith: "Fork with this",
  seeds,
  seedDropped: (count: number) => `${plural(count, "sample was", "samples were")} sent without a seed.`,
  report: "Report",
  html: "HTML",
  markdown: "Markdown",
};
