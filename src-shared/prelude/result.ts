// Expected failures are values. A function that can fail in a way its caller must handle returns a Result; bugs throw.

export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E };

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function fail<E>(error: E): { ok: false; error: E } {
  return { ok: false, error };
}

/**
 * A failure that a person can mend: bad input, an unreadable file, a server that is not there. Hosts show `message`
 * (one line that names the thing and the mend) without a stack; `exitStatus` is what the CLI ends with.
 */
export class UserError extends Error {
  readonly code: UserErrorCode;
  constructor(code: UserErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UserError";
    this.code = code;
  }
  /** 2 wrong usage or unreadable input · 3 the model endpoint could not be reached (CLI contract). */
  get exitStatus(): 2 | 3 {
    return this.code === "endpoint_unreachable" ? 3 : 2;
  }
}

export type UserErrorCode =
  | "usage"
  | "not_found"
  | "invalid_input"
  | "unreadable_file"
  | "database_newer"
  | "database_foreign"
  | "database_unreadable"
  | "disk_full"
  | "disk_read_only"
  | "port_in_use"
  | "endpoint_unreachable"
  | "conflict";
