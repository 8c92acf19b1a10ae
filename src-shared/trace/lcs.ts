// The longest common subsequence of two lists, bit-parallel (Hyyrö 2004): n·m/32 word operations whatever the lists hold, so that
// forks, strangers and shuffled runs cost the same as near copies.

/** Two positions that hold the same symbol. */
export type Match = [a: number, b: number];

/**
 * A longest common subsequence as pairs of positions, both rising. Symbols are small whole numbers (they index tables); a
 * negative one matches nothing. Common ends are paired first and symbols that occur on one side only are dropped before
 * the table is filled: it holds the rest, 4·⌈n/32⌉·m bytes.
 */
export function commonSubsequence(a: ArrayLike<number>, b: ArrayLike<number>): Match[] {
  const same = (i: number, j: number) => a[i] === b[j] && (a[i] ?? -1) >= 0;
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && same(head, head)) head++;
  let tail = 0;
  while (tail < shorter - head && same(a.length - 1 - tail, b.length - 1 - tail)) tail++;

  const matches: Match[] = [];
  for (let i = 0; i < head; i++) matches.push([i, i]);
  for (const match of middle(a, b, head, a.length - tail, b.length - tail)) matches.push(match);
  for (let i = tail; i > 0; i--) matches.push([a.length - i, b.length - i]);
  return matches;
}

function middle(a: ArrayLike<number>, b: ArrayLike<number>, from: number, aEnd: number, bEnd: number): Match[] {
  let largest = -1;
  for (let i = from; i < aEnd; i++) largest = Math.max(largest, a[i] ?? -1);
  const IN_A = 1;
  const IN_BOTH = 2;
  const seen = new Uint8Array(largest + 1);
  for (let i = from; i < aEnd; i++) if ((a[i] ?? -1) >= 0) seen[a[i] ?? 0] = IN_A;
  const bAt: number[] = [];
  for (let j = from; j < bEnd; j++) {
    const symbol = b[j] ?? -1;
    if (symbol < 0 || symbol > largest || seen[symbol] === 0) continue;
    seen[symbol] = IN_BOTH;
    bAt.push(j);
  }
  const aAt: number[] = [];
  for (let i = from; i < aEnd; i++) if (seen[a[i] ?? -1] === IN_BOTH) aAt.push(i);
  if (aAt.length === 0) return [];
  const rows = fillRows(
    aAt.map((i) => a[i] ?? 0),
    bAt.map((j) => b[j] ?? 0),
    largest + 1,
  );
  return walkBack(rows, aAt, bAt);
}

interface Table {
  words: number;
  bits: Uint32Array;
}

/** One row of `⌈n/32⌉` words for each symbol of `b`; a zero bit `i` says that the subsequence grows at `a[i]`. */
function fillRows(a: readonly number[], b: readonly number[], symbols: number): Table {
  const words = Math.ceil(a.length / 32);
  const places: (Uint32Array | undefined)[] = Array.from({ length: symbols });
  for (let i = 0; i < a.length; i++) {
    const mask = (places[a[i] ?? 0] ??= new Uint32Array(words));
    mask[i >>> 5] = (mask[i >>> 5] ?? 0) | (1 << (i & 31));
  }
  const bits = new Uint32Array(words * (b.length + 1));
  // Row 0 stands before the first symbol of `b`: nothing has grown yet.
  bits.fill(0xffffffff, 0, words);
  for (let j = 0; j < b.length; j++) {
    const mask = places[b[j] ?? 0];
    const row = (j + 1) * words;
    let carry = 0;
    for (let w = 0; w < words; w++) {
      const before = bits[row - words + w] ?? 0;
      const hit = (before & (mask?.[w] ?? 0)) >>> 0;
      const sum = before + hit + carry;
      carry = sum > 0xffffffff ? 1 : 0;
      bits[row + w] = sum | (before & ~hit);
    }
  }
  return { words, bits };
}

function walkBack({ words, bits }: Table, aAt: readonly number[], bAt: readonly number[]): Match[] {
  const grows = (row: number, i: number) => (((bits[row * words + (i >>> 5)] ?? 0) >>> (i & 31)) & 1) === 0;
  const matches: Match[] = [];
  let i = aAt.length - 1;
  let row = bAt.length;
  while (i >= 0 && row > 0) {
    if (!grows(row, i)) {
      i--;
    } else {
      if (!grows(row - 1, i)) {
        matches.push([aAt[i] ?? 0, bAt[row - 1] ?? 0]);
        i--;
      }
      row--;
    }
  }
  return matches.toReversed();
}
