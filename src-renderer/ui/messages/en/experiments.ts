// Texts of the experiments: their list, progress, outcomes and verdicts.
import type { ExperimentArm, ExperimentDocument } from "../../../../src-shared/rpc/experiments.ts";
import { formatNumber, plural } from "../format.ts";

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
  noneText: "Open a run that stopped, choose “Why” and then “Bisect the stop”; or compare variants on a task.",
  name: "Experiment",
  state: "State",
  progressOf: (done: number, of: number) => `${formatNumber(done)} of ${plural(of, "sample", "samples")}`,
  lastPart: "The samples are taken; the smallest removal is looked for.",
  notFound: "There is no such experiment",
  toList: "All experiments",
  frozen: (turn: number) => `Turn ${turn} of the run`,
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
  start: {
    title: "New experiment",
    button: "New experiment",
    startTitle: "Start the experiment",
    intro:
      "The same task or request in several variants, sampled often enough to tell a difference from chance. Nobody is asked during an experiment: simulated tools run, live ones only where you allow them.",
    what: "What to compare",
    whatTurn: "A recorded turn",
    run: "Run",
    runHint: "The run's id.",
    turn: "Turn",
    turnHint: "The turn's exact request is sent again as it was recorded, and once more in each variant.",
    turnMissing: "Name the run and one of its turns.",
    variants: "Variants",
    variantsHint: "At least two. The first one chosen is the baseline that the others are compared with.",
    variantsTurnHint: "Each is compared with the request as it was recorded.",
    variantsMissing: (least: number) => `Choose at least ${plural(least, "variant", "variants")}.`,
    howMany: "How many samples",
    samples: "Samples of each variant",
    samplesWrong: "A whole number from 1 to 1,000.",
    seedHint: "Sample i of every variant is sent with this seed + i. Empty begins at 1.",
    seedWrong: "A whole number from 0, or nothing.",
    from: "Tell this rate (%)",
    to: "from this one (%)",
    differenceHint: "A difference that would be worth acting on: the estimate below is for it.",
    differenceWrong: "Two different whole numbers from 0 to 100.",
    planMissing: "What it takes is said here once the form is filled in.",
    total: (arms: number, samples: number, total: number) =>
      `${formatNumber(total)} samples: ${plural(arms, "variant", "variants")}, ${formatNumber(samples)} each.`,
    live: "Live tools",
    liveHint:
      "These tools act outside the simulated environments. Without your leave a call is answered from the recording where it matches, and not carried out where it does not.",
    notAtHand: "Known from the recording only: it cannot be called here.",
    strict: "Recorded results in strict order",
    strictHint:
      "Only the next recorded call is answered; once the calls differ, nothing more comes from the recording.",
  },
  endings: "Endings",
  endingsHelp: "How often samples ended in each way, with 95 % Wilson intervals.",
  endingRate: (count: number, samples: number, low: number, high: number) =>
    `${formatNumber(count)}/${formatNumber(samples)}, ${Math.round(low * 100)}–${Math.round(high * 100)} %`,
  mismatches: (count: number) => `${plural(count, "live call", "live calls")} without a recorded result`,
  mismatch: (tool: string, args: string, count: number, ran: boolean) =>
    `${tool}(${args}) ${count === 1 ? "once" : `${formatNumber(count)} times`}: ${ran ? "called live, as allowed" : "not carried out"}`,
  samplesOf: "Its samples in the run list",
  onTask: "Whole runs, compared by how often the task is done.",
  allowed: (tools: string) => `Live tools allowed: ${tools}.`,
  apply: {
    button: "Apply to variant",
    title: "Apply to variant",
    text: (change: string, variant: string) =>
      `A copy of ${variant} with “${change}” in it, kept among your own variants.`,
    name: "Name of the new variant",
    nameWrong: "Letters, digits, dot, dash and underscore, starting with a letter or digit.",
    save: "Save",
    saving: "Saving…",
    saved: (name: string) => `Variant ${name} saved`,
    tryIt: "New run with it",
    compareIt: "Compare it with the recorded variant",
    cannot: (why: string) => `No variant can hold this change: ${why}`,
  },
  report: "Report",
  html: "HTML",
  markdown: "Markdown",
};
