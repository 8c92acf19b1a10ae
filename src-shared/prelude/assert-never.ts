/** Closes a `switch` over a union: a new member that no case handles fails to compile, and throws if it ever gets here. */
export function assertNever(value: never): never {
  throw new Error(`A case that no branch handles: ${JSON.stringify(value)}`);
}
