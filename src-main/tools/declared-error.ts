// A result in the one typed form of an error (`status: "error"`, `error_code`, `retryable`, `message`), read for what it is: the outcome of an attempt.
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import type { ToolError } from "../../src-shared/trace/events/tool.ts";
import type { Outcome } from "../../src-shared/trace/vocabulary.ts";
import { retryAfterMs } from "../model/retry-after.ts";
import type { ToolAttempt } from "./types.ts";

/** What an error code comes to; any other is permanent for the request. */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  invalid_arguments: "invalid_arguments",
  access_denied: "access_denied",
  permission_denied: "access_denied",
  forbidden: "access_denied",
  unauthorized: "access_denied",
  rate_limited: "transient",
  service_unavailable: "transient",
  unavailable: "transient",
  timeout: "timeout",
};

/**
 * The attempt that such a value stands for; null for any other value. `retry_after` beside the four fields is what the provider asked to wait: seconds, or
 * an HTTP date (RFC 9110, 10.2.3). `now`: milliseconds since the epoch.
 */
export function declaredError(value: JsonValue, now: number): ToolAttempt | null {
  if (!isJsonObject(value) || value.status !== "error") return null;
  const { error_code: code, message, retryable, retry_after: wait } = value;
  if (typeof code !== "string" || code === "") return null;
  const error: ToolError = {
    status: "error",
    error_code: code,
    retryable: retryable === true,
    message: typeof message === "string" && message !== "" ? message : `The tool answered ${code}.`,
  };
  const asked =
    typeof wait === "string" || typeof wait === "number" ? retryAfterMs({ "retry-after": String(wait) }, now) : null;
  const outcome = Object.hasOwn(OUTCOMES, code) ? OUTCOMES[code] : undefined;
  return { outcome: outcome ?? "permanent", value, error, ...(asked === null ? {} : { retryAfterMs: asked }) };
}
