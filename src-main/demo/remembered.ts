// Texts come back turn after turn; a pure function of a text that remembers its latest results keeps a turn fast.

/** `compute` with its results kept, up to `most` texts; then it starts afresh, so that memory stays bounded. */
export function remembered<T>(compute: (text: string) => T, most = 500): (text: string) => T {
  const known = new Map<string, { value: T }>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before.value;
    const value = compute(text);
    if (known.size >= most) known.clear();
    known.set(text, { value });
    return value;
  };
}
