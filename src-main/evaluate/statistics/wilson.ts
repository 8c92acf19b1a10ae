// Rates with their 95 % Wilson score interval: what every "k of n" in reports, the CLI and the charts stands on.
import type { Rate } from "../../../src-shared/cli/documents.ts";

/** Two-sided 95 % quantile of the standard normal distribution, Φ⁻¹(0.975). */
const Z = 1.959963984540054;

/**
 * `count` of `samples` with the Wilson score interval without continuity correction (Wilson 1927; method 3 of Newcombe,
 * "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17, 1998). No samples say nothing:
 * the rate is 0 and the interval all of [0, 1].
 * @throws RangeError unless both are whole and 0 ≤ count ≤ samples
 */
export function rateOf(count: number, samples: number): Rate {
  if (!Number.isInteger(count) || !Number.isInteger(samples) || count < 0 || count > samples) {
    throw new RangeError(`${count} of ${samples} is no rate.`);
  }
  if (samples === 0) return { samples, count, rate: 0, low: 0, high: 1 };
  const rate = count / samples;
  const z2 = Z * Z;
  const middle = 2 * count + z2;
  const spread = Z * Math.sqrt(z2 + 4 * count * (1 - rate));
  const scale = 2 * (samples + z2);
  return {
    samples,
    count,
    rate,
    // Exact at the ends, where rounding would leave a hair below 0 or above 1.
    low: count === 0 ? 0 : (middle - spread) / scale,
    high: count === samples ? 1 : (middle + spread) / scale,
  };
}
