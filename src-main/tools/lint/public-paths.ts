// Which places of a result a contract's public fields cover: dotted names, through lists, at any depth below.

/** `options[].hotel_id`, `options.*.hotel_id` and `options.hotel_id` → the same names. */
export function publicSegments(field: string): string[] {
  return field.split(".").flatMap((part) => {
    const name = part.replace(/(?:\[\d*\])+$/, "");
    return name === "" || name === "*" ? [] : [name];
  });
}

/**
 * True when the place (JSON Pointer; positions in lists as numbers or `*`) lies at or below a public field. Null public fields declare nothing: false.
 * A field whose own name holds a dot is found by its whole name.
 */
export function isPublicPath(path: string, publicFields: readonly string[] | null): boolean {
  if (publicFields === null) return false;
  const names = pointerNames(path);
  return publicFields.some((field) => startsWith(names, [field]) || startsWith(names, publicSegments(field)));
}

/** The names along a pointer, without positions in lists. */
export function pointerNames(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .filter((part) => part !== "*" && !/^\d+$/.test(part))
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function startsWith(names: readonly string[], beginning: readonly string[]): boolean {
  return beginning.length > 0 && beginning.length <= names.length && beginning.every((name, at) => names[at] === name);
}
