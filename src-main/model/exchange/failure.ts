// Why an exchange did not end well, as a value: what happened at which layer, before it is put in words.

export type Failure =
  /** No byte of a response came: refused, no such host, reset, certificates. */
  | { kind: "connect"; code: string | null; message: string; beforeFirstByte: true }
  /** The connection broke after the response had begun. */
  | { kind: "lost"; code: string | null; message: string }
  /** No response head within the limit. */
  | { kind: "headers_timeout"; limitMs: number }
  /** No byte for too long once the head had come. */
  | { kind: "idle"; limitMs: number }
  /** The stream ended without saying so. */
  | { kind: "cut_short" }
  | { kind: "line_too_long"; limit: number }
  /** The server answered with a status that is no success; `text` is the body. */
  | { kind: "status"; status: number; text: string; contentType: string; location: string | null }
  /** An error object inside a response with status 200. */
  | { kind: "in_stream"; text: string; status: number }
  /** Status 200, and no chat completion in any form. */
  | { kind: "not_a_completion"; text: string; contentType: string }
  | { kind: "aborted" };

/** The code of an error or of its cause, e.g. `ECONNREFUSED`. */
export function errorCode(error: unknown): string | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 4; current = current.cause, depth += 1) {
    if ("code" in current && typeof current.code === "string") return current.code;
    // Several addresses were tried, each with its own error.
    if (current instanceof AggregateError && current.errors.length > 0) return errorCode(current.errors[0]);
  }
  return null;
}

/** The message of the innermost cause: the outer ones say "fetch failed" and the like. */
export function errorMessage(error: unknown): string {
  let message = String(error);
  for (let current = error, depth = 0; current instanceof Error && depth < 4; current = current.cause, depth += 1) {
    if (current.message !== "") message = current.message;
  }
  return message;
}
