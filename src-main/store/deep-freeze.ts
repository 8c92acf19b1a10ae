// What many readers are given in common is frozen: a reader that would change it fails at once.

/** Freezes a JSON value and everything in it; gives it back. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) deepFreeze(item);
  }
  return value;
}
