// Fisher's exact test of two rates: how likely a split at least this unlikely is when both have the same rate.
import { logChoose } from "./log-factorial.ts";

/** Tables as likely as the observed one count as extreme, within rounding (the tolerance of R's `fisher.test`). */
const TOLERANCE = 1 + 1e-7;

/**
 * Two-sided p of `a` of `m` against `b` of `n`: the summed probability of all tables with the same margins that are no more
 * likely than the observed one (Fisher 1935; the two-sided rule of R's `fisher.test` and of SciPy). 1 where a group is empty.
 * @throws RangeError unless 0 ≤ a ≤ m and 0 ≤ b ≤ n, all whole
 */
export function fisherExact(a: number, m: number, b: number, n: number): number {
  if (![a, m, b, n].every(Number.isInteger) || a < 0 || b < 0 || a > m || b > n) {
    throw new RangeError(`${a} of ${m} against ${b} of ${n} is no table.`);
  }
  const hits = a + b;
  const all = logChoose(m + n, hits);
  const probability = (x: number) => Math.exp(logChoose(m, x) + logChoose(n, hits - x) - all);
  const limit = probability(a) * TOLERANCE;
  let p = 0;
  for (let x = Math.max(0, hits - n); x <= Math.min(m, hits); x++) {
    const here = probability(x);
    if (here <= limit) p += here;
  }
  return Math.min(1, p);
}
