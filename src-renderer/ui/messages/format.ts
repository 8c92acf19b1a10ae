// Numbers, sizes and times as text. The one place that knows the language's formats.

const LOCALE = "en";
const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat(LOCALE, { notation: "compact", maximumFractionDigits: 1 });
const oneDecimal = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const rules = new Intl.PluralRules(LOCALE);
const dateTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "medium" });
const shortTime = new Intl.DateTimeFormat(LOCALE, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const shortDate = new Intl.DateTimeFormat(LOCALE, { month: "short", day: "numeric" });
const longDate = new Intl.DateTimeFormat(LOCALE, { year: "numeric", month: "short", day: "numeric" });

/** `1,204`. */
export function formatNumber(value: number): string {
  return whole.format(value);
}

/** `1.2K`: for narrow cells. */
export function formatCompact(value: number): string {
  return Math.abs(value) < 1000 ? whole.format(value) : compact.format(value);
}

/** `1 turn`, `3 turns`. */
export function plural(count: number, one: string, other: string): string {
  return `${whole.format(count)} ${rules.select(count) === "one" ? one : other}`;
}

/** Bytes as `812 B`, `28.9 KB`, `3.1 MB` (powers of 1,000). */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${whole.format(bytes)} B`;
  if (bytes < 1_000_000) return `${oneDecimal.format(bytes / 1000)} KB`;
  return `${oneDecimal.format(bytes / 1_000_000)} MB`;
}

/** Milliseconds to 10 ms where that is readable: `40 ms`, `1.24 s`, `2m 05s`, `1h 12m`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${ms < 10 ? Math.round(ms) : Math.round(ms / 10) * 10} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, "0")}s`;
  return `${Math.floor(seconds / 3600)}h ${String(Math.floor((seconds % 3600) / 60)).padStart(2, "0")}m`;
}

/** A time near `now` in few characters: the time of day for today, else the date with it, else the full date. */
export function formatWhen(iso: string, now: number): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const today = new Date(now);
  if (date.toDateString() === today.toDateString()) return shortTime.format(date);
  if (date.getFullYear() === today.getFullYear())
    return `${shortDate.format(date)}, ${shortTime.format(date).slice(0, 5)}`;
  return longDate.format(date);
}

/** The full date and time, for tooltips. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : dateTime.format(date);
}

/** `a, b and c`. */
export function formatList(words: readonly string[]): string {
  return new Intl.ListFormat(LOCALE, { type: "conjunction" }).format(words);
}
