// Delta debugging over a set: the smallest part of it that is enough for an effect (ddmin, Zeller and Hildebrandt, "Simplifying and
// Isolating Failure-Inducing Input", IEEE TSE 2002). The test is asked for; how it decides is the caller's.

export interface Reduced<T> {
  /** 1-minimal: without any one of these the effect is gone. Null: nothing that was tried has the effect. */
  smallest: T[] | null;
  tests: number;
  /** False when the limit was reached before every part had been tried. */
  complete: boolean;
}

/**
 * Tries each item alone first (where one is enough, no smaller set exists), then all of them, then ddmin. `has` is never asked twice
 * about the same set.
 */
export async function smallestSubset<T>(
  items: readonly T[],
  has: (subset: readonly T[]) => Promise<boolean>,
  maxTests: number,
): Promise<Reduced<T>> {
  const known = new Map<string, boolean>();
  const index = new Map(items.map((item, at) => [item, at]));
  let tests = 0;
  let complete = true;
  const ask = async (subset: readonly T[]): Promise<boolean> => {
    if (subset.length === 0) return false;
    const key = subset.map((item) => index.get(item)).join(",");
    const before = known.get(key);
    if (before !== undefined) return before;
    if (tests >= maxTests) {
      complete = false;
      return false;
    }
    tests += 1;
    const answer = await has(subset);
    known.set(key, answer);
    return answer;
  };

  for (const item of items) if (await ask([item])) return { smallest: [item], tests, complete };
  if (items.length < 2 || !(await ask(items))) return { smallest: null, tests, complete };

  let current = [...items];
  let parts = 2;
  while (current.length >= 2) {
    const chunks = split(current, parts);
    const reduced = (await firstThat(chunks, ask)) ?? (await firstThat(complements(current, chunks), ask));
    if (reduced) {
      const wasComplement = reduced.length > Math.ceil(current.length / parts);
      current = reduced;
      parts = wasComplement ? Math.max(parts - 1, 2) : 2;
    } else if (parts < current.length) parts = Math.min(parts * 2, current.length);
    else break;
  }
  return { smallest: current, tests, complete };
}

async function firstThat<T>(
  sets: readonly T[][],
  ask: (subset: readonly T[]) => Promise<boolean>,
): Promise<T[] | null> {
  for (const set of sets) if (await ask(set)) return set;
  return null;
}

function split<T>(list: readonly T[], parts: number): T[][] {
  return Array.from({ length: parts }, (_, part) =>
    list.slice(Math.floor((part * list.length) / parts), Math.floor(((part + 1) * list.length) / parts)),
  ).filter((chunk) => chunk.length > 0);
}

function complements<T>(list: readonly T[], chunks: readonly T[][]): T[][] {
  return chunks.map((chunk) => list.filter((item) => !chunk.includes(item)));
}
