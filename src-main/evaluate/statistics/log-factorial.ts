// Logarithms of factorials and binomial coefficients: exact sums of logs, kept as they are made, so that counts in the
// thousands neither overflow nor lose digits.

const known: number[] = [0];

/** ln(n!) for whole n ≥ 0. */
function logFactorial(n: number): number {
  for (let i = known.length; i <= n; i++) known.push((known[i - 1] ?? 0) + Math.log(i));
  return known[n] ?? 0;
}

/** ln C(n, k) for whole 0 ≤ k ≤ n. */
export function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}
