// Holm's step-down adjustment: p values of several comparisons, so that all of them together err at the stated rate.

/**
 * Adjusted p values in the order given: the i-th smallest times (m − i + 1), never below one before it, never above 1 (Holm,
 * "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979).
 */
export function holmAdjust(ps: readonly number[]): number[] {
  const order = ps.map((p, index) => ({ p, index })).toSorted((x, y) => x.p - y.p);
  const adjusted = ps.map(() => 1);
  let running = 0;
  for (const [rank, { p, index }] of order.entries()) {
    running = Math.max(running, Math.min(1, p * (ps.length - rank)));
    adjusted[index] = running;
  }
  return adjusted;
}
