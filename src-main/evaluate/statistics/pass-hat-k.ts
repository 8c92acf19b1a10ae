// pass^k: the chance that k tries of a task all pass, over a suite.
import { logChoose } from "./log-factorial.ts";

/** One task's tries: how many, and how many of them passed. */
export interface Tries {
  passed: number;
  of: number;
}

/**
 * Mean over tasks of C(c, k) / C(n, k), c passes in n tries (Yao et al., "τ-bench", 2024). Tasks with fewer than k tries say nothing
 * about k and are left out; null when none is left.
 */
export function passHatK(tasks: readonly Tries[], k: number): number | null {
  const judged = tasks.filter((task) => task.of >= k);
  if (judged.length === 0) return null;
  const sum = judged.reduce((total, { passed, of }) => {
    if (passed < k) return total;
    return total + (passed === of ? 1 : Math.exp(logChoose(passed, k) - logChoose(of, k)));
  }, 0);
  return sum / judged.length;
}

/** pass^1 … pass^K by k as text, K the fewest tries that any judged task has. */
export function passHatTable(tasks: readonly Tries[]): Record<string, number> {
  const judged = tasks.filter((task) => task.of > 0);
  const most = judged.length === 0 ? 0 : Math.min(...judged.map((task) => task.of));
  const table: Record<string, number> = {};
  for (let k = 1; k <= most; k++) table[String(k)] = passHatK(judged, k) ?? 0;
  return table;
}
