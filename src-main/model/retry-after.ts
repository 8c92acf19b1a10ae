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
  const until = dateOf(given);
  if (until === null) return null;
  const serverNow = Date.parse(headers["date"] ?? "");
  return Math.max(0, until - (Number.isNaN(serverNow) ? nowMs : serverNow));
}

/** The three forms of an HTTP date (RFC 9110, 5.6.7), and ISO 8601, which some send. `Date.parse` reads "-5" and "2 seconds" as dates too. */
const DATE = /^(?:[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}|\d{4}-\d{2}-\d{2}T)/;

function dateOf(text: string): number | null {
  if (!DATE.test(text)) return null;
  // asctime names no zone and means UTC.
  const isAsctime = /^[A-Za-z]{3} [A-Za-z]{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/.test(text);
  const at = Date.parse(isAsctime ? `${text} GMT` : text);
  return Number.isNaN(at) ? null : at;
}
