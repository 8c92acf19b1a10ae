// How many samples a difference of two rates needs before Fisher's test is likely to see it. Exact: every pair of outcomes is
// weighed by its binomial probability, so the figure holds for the small samples an experiment has.
import { fisherExact } from "./fisher-exact.ts";
import { logChoose } from "./log-factorial.ts";

/** The chance to see a difference that is there, unless told otherwise (Cohen 1988). */
const POWER = 0.8;
/** Beyond this many samples a side no experiment here goes. */
const MOST = 1_000;

/**
 * Chance that `samples` a side of true rates `from` and `to` give a two-sided Fisher p below `alpha` (exact unconditional
 * power; the same as R's `statmod::power.fisher.test`, which simulates it).
 */
export function fisherPower(from: number, to: number, samples: number, alpha = 0.05): number {
  const first = binomial(from, samples);
  const second = binomial(to, samples);
  let power = 0;
  for (const [a, chance] of first.entries()) {
    if (chance < 1e-12) continue;
    power += chance * tailsBeyond(a, samples, alpha, second);
  }
  return Math.min(1, power);
}

/**
 * Smallest number of samples a side that sees the difference with the given power; null beyond 1,000. For m comparisons under Holm
 * pass `alpha / m`: what the smallest p has to meet.
 */
export function requiredSamples(from: number, to: number, alpha = 0.05, power = POWER): number | null {
  const enough = (samples: number) => fisherPower(from, to, samples, alpha) >= power;
  if (from === to) return null;
  let high = 2;
  while (!enough(high)) {
    if (high >= MOST) return null;
    high = Math.min(MOST, high * 2);
  }
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  // Power rises in a saw-tooth: a few samples fewer may do as well.
  for (let samples = Math.max(2, high - 6); samples < high; samples++) if (enough(samples)) return samples;
  return high;
}

/**
 * The highest rate, in whole percents below `from`, that this many samples a side tell from `from` with the given power; null when not
 * even a fall to nothing would be seen.
 */
export function detectableFall(from: number, samples: number, alpha = 0.05, power = POWER): number | null {
  const seen = (percent: number) => fisherPower(from, percent / 100, samples, alpha) >= power;
  if (!seen(0)) return null;
  let [low, high] = [0, Math.round(from * 100)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (seen(middle)) low = middle;
    else high = middle;
  }
  return low / 100;
}

/** Fewest samples a side with which even none against all can come below `alpha`. */
export function fewestTellingSamples(alpha: number): number {
  let samples = 1;
  while (fisherExact(0, samples, samples, samples) >= alpha) samples += 1;
  return samples;
}

function binomial(rate: number, samples: number): number[] {
  return Array.from({ length: samples + 1 }, (_, k) => {
    if (rate <= 0) return k === 0 ? 1 : 0;
    if (rate >= 1) return k === samples ? 1 : 0;
    return Math.exp(logChoose(samples, k) + k * Math.log(rate) + (samples - k) * Math.log(1 - rate));
  });
}

/** Probability of the other side's counts that differ from `a` significantly: those at the two ends, found by bisection. */
function tailsBeyond(a: number, samples: number, alpha: number, other: readonly number[]): number {
  const differs = (b: number) => fisherExact(a, samples, b, samples) < alpha;
  let below = 0;
  // On either side of `a` the p value only falls as the counts move apart.
  let [low, high] = [-1, a];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (differs(middle)) low = middle;
    else high = middle;
  }
  for (let b = 0; b <= low; b++) below += other[b] ?? 0;
  let above = 0;
  [low, high] = [a, samples + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (differs(middle)) high = middle;
    else low = middle;
  }
  for (let b = high; b <= samples; b++) above += other[b] ?? 0;
  return below + above;
}
