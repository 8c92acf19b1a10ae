// Samples → rates with intervals, tests against the baseline, and a verdict per arm. "helps" is said only where the difference is more
// than chance after correction for all the arms that were tried. Pure.
import type { Rate } from "../../../src-shared/cli/documents.ts";
import { fisherExact } from "../../evaluate/statistics/fisher-exact.ts";
import { holmAdjust } from "../../evaluate/statistics/holm.ts";
import { rateOf } from "../../evaluate/statistics/wilson.ts";
import type { ExperimentSpec, JournaledSample, Mismatch, SampleOutcome } from "./types.ts";

/** Error rate of a verdict over all arms of an experiment together. */
export const ALPHA = 0.05;

export type Verdict = "helps" | "no evidence" | "hurts";

/** One cell of a strip of outcomes; null: not taken yet. */
export type StripCell = { run: string | null; outcome: "success" | "going_on" | "stopped" | "error" } | null;

export interface ArmSummary {
  name: string;
  detail: string;
  /** The next message held a call; of the samples that were answered. */
  goingOn: Rate;
  /** The task was done in the end; of the samples of which that is known. */
  succeeded: Rate;
  /** How often samples ended in each way. */
  endings: Record<string, number>;
  /** The same as rates of the samples whose ending is known. */
  endingRates: Record<string, Rate>;
  /** Calls of live tools that no recorded result answered, each with how often it came. */
  mismatches: CountedMismatch[];
  strip: StripCell[];
  /** Samples without an answer; they count for nothing. */
  errors: number;
}

export type CountedMismatch = Mismatch & { count: number };

export interface ComparedArm extends ArmSummary {
  /** Two-sided Fisher against the baseline, and the same after Holm's correction over all arms. */
  p: number;
  pAdjusted: number;
  verdict: Verdict;
}

export interface ExperimentSummary {
  /** What the arms are compared by: going on for a frozen turn, success for a whole task. */
  by: "going_on" | "succeeded";
  baseline: ArmSummary;
  arms: ComparedArm[];
  /** Samples that were sent without their seed. */
  seedDropped: number;
}

export function summarise(spec: ExperimentSpec, samples: readonly JournaledSample[]): ExperimentSummary {
  const by = spec.base.kind === "turn" ? "going_on" : "succeeded";
  const [baseline, ...others] = spec.arms.map((arm) => armSummary(arm, spec.samples, samples));
  if (!baseline) throw new Error("An experiment has at least its baseline.");
  const rate = (arm: ArmSummary) => (by === "going_on" ? arm.goingOn : arm.succeeded);
  const ps = others.map((arm) => pAgainst(rate(arm), rate(baseline)));
  const adjusted = holmAdjust(ps);
  return {
    by,
    baseline,
    arms: others.map((arm, index) => {
      const pAdjusted = adjusted[index] ?? 1;
      return {
        ...arm,
        p: ps[index] ?? 1,
        pAdjusted,
        verdict: verdictOf(rate(arm), rate(baseline), pAdjusted),
      };
    }),
    seedDropped: samples.filter((sample) => sample.outcome?.seed_dropped === true).length,
  };
}

/** Two-sided Fisher p of one rate against another. */
export function pAgainst(rate: Rate, baseline: Rate): number {
  return fisherExact(rate.count, rate.samples, baseline.count, baseline.samples);
}

export function verdictOf(rate: Rate, baseline: Rate, pAdjusted: number): Verdict {
  if (pAdjusted >= ALPHA || rate.rate === baseline.rate) return "no evidence";
  return rate.rate > baseline.rate ? "helps" : "hurts";
}

/** `count` of those outcomes for which `is` is known. */
export function rateBy(outcomes: readonly SampleOutcome[], is: (outcome: SampleOutcome) => boolean | null): Rate {
  const known = outcomes.map(is).filter((value) => value !== null);
  return rateOf(known.filter(Boolean).length, known.length);
}

function armSummary(
  arm: ExperimentSpec["arms"][number],
  count: number,
  samples: readonly JournaledSample[],
): ArmSummary {
  const own = new Map(samples.flatMap((sample) => (sample.arm === arm.name ? [[sample.index, sample] as const] : [])));
  const outcomes = [...own.values()].flatMap((sample) => sample.outcome ?? []);
  const endings: Record<string, number> = {};
  for (const { ending } of outcomes) if (ending !== null) endings[ending] = (endings[ending] ?? 0) + 1;
  const ended = Object.values(endings).reduce((sum, times) => sum + times, 0);
  return {
    name: arm.name,
    detail: arm.detail,
    goingOn: rateBy(outcomes, (outcome) => outcome.going_on),
    succeeded: rateBy(outcomes, (outcome) => (outcome.error === null ? outcome.succeeded : null)),
    endings,
    endingRates: Object.fromEntries(Object.entries(endings).map(([name, times]) => [name, rateOf(times, ended)])),
    mismatches: counted(outcomes.flatMap((outcome) => outcome.mismatches)),
    strip: Array.from({ length: count }, (_, index) => cellOf(own.get(index))),
    errors: outcomes.filter((outcome) => outcome.error !== null).length,
  };
}

/** The most frequent first. */
function counted(mismatches: readonly Mismatch[]): CountedMismatch[] {
  const found = new Map<string, CountedMismatch>();
  for (const mismatch of mismatches) {
    const key = JSON.stringify([mismatch.tool, mismatch.arguments, mismatch.ran]);
    const known = found.get(key);
    if (known) known.count += 1;
    else found.set(key, { ...mismatch, count: 1 });
  }
  return [...found.values()].toSorted((one, other) => other.count - one.count);
}

function cellOf(sample: JournaledSample | undefined): StripCell {
  const outcome = sample?.outcome;
  if (!outcome) return null;
  const { run } = outcome;
  if (outcome.error !== null) return { run, outcome: "error" };
  if (outcome.succeeded === true) return { run, outcome: "success" };
  return { run, outcome: outcome.going_on === true ? "going_on" : "stopped" };
}
