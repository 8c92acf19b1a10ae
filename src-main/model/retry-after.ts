// How long a server asks us to wait: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), `retry-after-ms`.

/**
 * Milliseconds to wait, or null when the server did not say. A date is measured against the server's own `Date` where it
 * sent one, so that two clocks that differ do no harm; the result is never earlier than what was asked for.
 */
export function retryAfterMs(headers: Record<string, string>, nowMs: number): number | null {
  const exact = Number(headers["retry-after-ms"]);
  if (headers["retry-after-ms"] !== undefined && Number.isFinite(exact) && exact >= 0) return Math.ceil(exact);
  const given = headers["retry-after"]?.trim();
  if (given === undefined || given === "") return null;
  if (/^\d+(?:\.\d+)?$/.test(given)) return Math.ceil(Number(given) * 1000);
  const until = Date.parse(given);
  if (Number.isNaN(until)) return null;
  const serverNow = Date.parse(headers["date"] ?? "");
  return Math.max(0, until - (Number.isNaN(serverNow) ? nowMs : serverNow));
}
