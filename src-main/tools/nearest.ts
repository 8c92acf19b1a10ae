// Which known names are most like a given one: for "did you mean" in errors to people and to models.

/** `names` ordered by likeness to `wanted`, most alike first; a stable order among equals. */
export function nearestNames(wanted: string, names: readonly string[]): string[] {
  return names
    .map((name, index) => ({ name, index, distance: nameDistance(wanted, name) }))
    .toSorted((a, b) => a.distance - b.distance || a.index - b.index)
    .map((entry) => entry.name);
}

/** 0 (same but for case and separators) to 1: edit distance over the longer length, shortened by shared words. */
function nameDistance(a: string, b: string): number {
  const left = words(a);
  const right = words(b);
  const x = left.join("");
  const y = right.join("");
  if (x === y) return 0;
  const edits = editDistance(x.slice(0, 64), y.slice(0, 64)) / Math.max(x.length, y.length, 1);
  const shared = left.filter((word) => right.includes(word)).length / Math.max(left.length, right.length, 1);
  return Math.min(1, edits) * (1 - shared / 2);
}

function words(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Levenshtein distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
