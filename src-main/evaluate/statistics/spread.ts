// Median and quartiles of a list of numbers: what a chart of latencies or tokens shows.

export interface Spread {
  min: number;
  /** First quartile. */
  low: number;
  median: number;
  /** Third quartile. */
  high: number;
  max: number;
  /** How many values there were. */
  samples: number;
}

/** Null for no values. Quantiles by linear interpolation (type 7 of Hyndman and Fan 1996, the default of R). */
export function spreadOf(values: readonly number[]): Spread | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [first] = sorted;
  if (first === undefined) return null;
  const at = (share: number): number => {
    const position = share * (sorted.length - 1);
    const below = sorted[Math.floor(position)] ?? first;
    const above = sorted[Math.ceil(position)] ?? below;
    return below + (above - below) * (position - Math.floor(position));
  };
  return { min: first, low: at(0.25), median: at(0.5), high: at(0.75), max: at(1), samples: sorted.length };
}
