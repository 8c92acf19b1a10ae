// What an A/B's choice comes to: how many arms, how many samples tell anything. Pure.
import type { AbPlanDocument } from "../../src-shared/rpc/ab.ts";

export interface EndpointPick {
  url: string;
  label: string;
  on: boolean;
  /** As the person typed it; empty: the fallback. */
  model: string;
  /** A model that the server lists; empty while it has not answered. */
  fallback: string;
  /** It is not there or has no model. */
  blocked: boolean;
}

/** What is sent for a switch: the values chosen, with the recorded one among them. Empty: as recorded. */
function valuesOf(recorded: boolean | null, chosen: readonly boolean[]): (boolean | null)[] {
  return [...new Set([recorded, ...chosen])];
}

/** With the baseline. `endpoints` counts the other ones. */
export function countArms(
  recorded: AbPlanDocument["recorded"],
  stream: readonly boolean[],
  thinking: readonly boolean[],
  endpoints: number,
): number {
  const each = valuesOf(recorded.stream, stream).length * valuesOf(recorded.thinking, thinking).length;
  return each * (recorded.endpoint === "" ? endpoints : endpoints + 1);
}

/** Null unless it is a whole number from 1 to 1,000. */
export function parseSamples(text: string): number | null {
  const value = /^[1-9]\d{0,3}$/.test(text.trim()) ? Number(text) : null;
  return value !== null && value <= 1000 ? value : null;
}

const ALPHA = 0.05;

/**
 * Samples of each arm below which not even all against none can be told from chance: two-sided Fisher gives 2 / C(2n, n), and the
 * smallest of m p values has to pass 0.05 / m (Holm).
 */
export function fewestSamples(comparisons: number): number {
  const limit = ALPHA / Math.max(1, comparisons);
  let p = 1;
  for (let n = 1; n < 100; n += 1) {
    // C(2n, n) = C(2n − 2, n − 1) · 2(2n − 1) / n
    p *= n / (2 * (2 * n - 1));
    if (2 * p < limit) return n;
  }
  return 100;
}
