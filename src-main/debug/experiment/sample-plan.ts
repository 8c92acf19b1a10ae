// Which samples an experiment takes, in which order, and how many it would need. Pure.
import { fewestTellingSamples, requiredSamples } from "../../evaluate/statistics/required-samples.ts";
import { ALPHA } from "./summarise.ts";
import type { ExperimentSpec, JournaledSample, SampleJob } from "./types.ts";

/**
 * Sample by sample over all arms, so that a server that drifts drifts for all of them, and what was done when it is stopped is
 * balanced. Sample i has the same seed in every arm.
 */
export function sampleJobs(spec: ExperimentSpec): SampleJob[] {
  return Array.from({ length: spec.samples }, (_, index) =>
    spec.arms.map((arm) => ({ arm: arm.name, index, seed: spec.seed + index })),
  ).flat();
}

/** Those that have no outcome yet. */
export function openJobs(spec: ExperimentSpec, journaled: readonly JournaledSample[]): SampleJob[] {
  const done = new Set(journaled.flatMap((sample) => (sample.outcome ? [`${sample.index} ${sample.arm}`] : [])));
  return sampleJobs(spec).filter((job) => !done.has(`${job.index} ${job.arm}`));
}

export interface SampleEstimate {
  /** The difference the estimate is for. */
  from: number;
  to: number;
  /** Samples of each arm that see it with a chance of 80 %, corrected for all arms; null beyond 1,000. */
  needed: number | null;
  /** With fewer than this not even none against all can be told from chance. */
  fewest: number;
}

/** A stop that is worth mending: going on in one of ten cases, and after the change in seven. */
const WORTH_SEEING = { from: 0.1, to: 0.7 } as const;

/** What can be seen with how many samples, before any is taken. `comparisons` counts the arms beside the baseline. */
export function estimateSamples(
  comparisons: number,
  difference: { from: number; to: number } = WORTH_SEEING,
): SampleEstimate {
  // The smallest of m p values has to pass alpha / m under Holm.
  const alpha = ALPHA / Math.max(1, comparisons);
  return {
    ...difference,
    needed: requiredSamples(difference.from, difference.to, alpha),
    fewest: fewestTellingSamples(alpha),
  };
}
