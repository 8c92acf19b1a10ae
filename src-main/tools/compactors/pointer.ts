// JSON Pointers (RFC 6901) built from keys and positions.

/** `pointer("/files", 3, "a/b")` is `/files/3/a~1b`. */
export function pointer(base: string, ...segments: (string | number)[]): string {
  return base + segments.map((segment) => `/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
