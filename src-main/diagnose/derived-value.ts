// Values that no result holds and that follow from those it does: a count, a sum, a difference, days between dates, another unit, a rounding. Only
// what can be checked is called derived.
import type { Leaf, ResultValues } from "./result-values.ts";
import type { ValueSpan } from "./value-spans.ts";
import type { TracedCall } from "./types.ts";

export interface Derivation {
  /** One phrase, e.g. `sum of size in list_files`. */
  how: string;
  /** The results it rests on. */
  calls: TracedCall[];
}

/** A value of the answer that was traced: its numbers and dates are what others may be computed from. */
export interface Known {
  span: ValueSpan;
  calls: readonly TracedCall[];
}

/** Null where no computation that is tried gives the value. */
export function derive(
  span: ValueSpan,
  text: string,
  values: ResultValues,
  known: readonly Known[],
): Derivation | null {
  const lasted = duration(span, text, known);
  if (lasted || span.kind !== "number") return lasted;
  const wanted = numbersOf(span);
  for (const value of wanted) {
    const found =
      counted(value, values) ??
      overField(value, values) ??
      daysBetween(value, span, text, known) ??
      combined(value, known) ??
      converted(value, span, text, values) ??
      rounded(value, span, text, values);
    if (found) return found;
  }
  return null;
}

function numbersOf(span: ValueSpan): number[] {
  return span.keys.filter((key) => key.startsWith("n ")).map((key) => Number(key.slice(2)));
}

function counted(value: number, { lists }: ResultValues): Derivation | null {
  const list = lists.find(({ length }) => length === value && length > 0);
  return list ? { how: `count of ${list.field ?? "the entries"} in ${list.call.tool}`, calls: [list.call] } : null;
}

/** Sum, average, or difference of the extremes of one numeric field over the records of one result. */
function overField(value: number, { leaves }: ResultValues): Derivation | null {
  const fields = new Map<string, { call: TracedCall; field: string | null; numbers: number[] }>();
  for (const leaf of leaves) {
    if (leaf.number === null) continue;
    const key = `${leaf.call.askedSeq} ${leaf.call.id} ${leaf.field}`;
    const known = fields.get(key);
    if (known) known.numbers.push(leaf.number);
    else fields.set(key, { call: leaf.call, field: leaf.field, numbers: [leaf.number] });
  }
  for (const { call, field, numbers } of fields.values()) {
    if (numbers.length < 2) continue;
    const sum = numbers.reduce((total, one) => total + one, 0);
    const of = `of ${field ?? "the numbers"} in ${call.tool}`;
    if (near(sum, value)) return { how: `sum ${of}`, calls: [call] };
    if (near(sum / numbers.length, value, 0.005)) return { how: `average ${of}`, calls: [call] };
  }
  return null;
}

const DAY_MS = 86_400_000;

/** "3 nights", "10 天": the days between two dates of the answer, or their number with both ends. */
function daysBetween(value: number, span: ValueSpan, text: string, known: readonly Known[]): Derivation | null {
  if (!/^\s*-?\s*(?:days?|nights?|天|晚|夜|日间)/i.test(text.slice(span.end, span.end + 12))) return null;
  const dates = known.flatMap(({ span: other, calls }) => {
    const day = dayOf(other);
    return day === null ? [] : [{ day, text: other.text, calls }];
  });
  for (const [index, one] of dates.entries()) {
    for (const other of dates.slice(index + 1)) {
      const apart = Math.abs(one.day - other.day) / DAY_MS;
      if (apart > 0 && (apart === value || apart + 1 === value))
        return { how: `days between ${one.text} and ${other.text}`, calls: [...one.calls, ...other.calls] };
    }
  }
  return null;
}

function dayOf(span: ValueSpan): number | null {
  if (span.kind !== "date") return null;
  const match = /^(?:D (\d{4})-|d )(\d\d)-(\d\d)$/.exec(span.keys[0] ?? "");
  return match ? Date.UTC(Number(match[1] ?? 2000), Number(match[2]) - 1, Number(match[3])) : null;
}

/** "1 hour and 30 minutes", "02:16": the time between two of the answer's times. */
function duration(span: ValueSpan, text: string, known: readonly Known[]): Derivation | null {
  const after = text.slice(span.end, span.end + 10);
  const unit = /^\s*-?\s*(?:hours?|hrs?|h\b|小时|小時)/i.test(after)
    ? "hour"
    : /^\s*-?\s*(?:min|分)/i.test(after)
      ? "minute"
      : null;
  if (span.kind === "number" ? unit === null : span.kind !== "time") return null;
  const times = known.flatMap((one) =>
    one.span.kind === "time" ? one.span.keys.map((key) => ({ ...one, at: minutesOf(key) })) : [],
  );
  for (const [index, one] of times.entries()) {
    for (const other of times.slice(index + 1)) {
      const apart = Math.abs(one.at - other.at);
      if (apart === 0 || one.span === other.span) continue;
      const fits =
        span.kind === "time"
          ? span.keys.some((key) => minutesOf(key) === apart)
          : numbersOf(span).some((value) =>
              unit === "hour"
                ? value === Math.floor(apart / 60) || near(value, apart / 60)
                : value === apart || value === apart % 60,
            );
      if (fits)
        return { how: `time between ${one.span.text} and ${other.span.text}`, calls: [...one.calls, ...other.calls] };
    }
  }
  return null;
}

function minutesOf(key: string): number {
  const [, hour, minute] = /^t (\d\d):(\d\d)$/.exec(key) ?? [];
  return Number(hour) * 60 + Number(minute);
}

/** Most numbers of an answer that sums are tried over. */
const MOST_KNOWN = 24;

/** Sum of a run of the answer's traced numbers, or sum, difference or product of two of them. */
function combined(value: number, known: readonly Known[]): Derivation | null {
  const numbers = known
    .flatMap(({ span, calls }) => {
      const [first] = span.kind === "number" ? numbersOf(span) : [];
      return first === undefined ? [] : [{ first, text: span.text, calls }];
    })
    .slice(0, MOST_KNOWN);
  const say = (how: string, parts: typeof numbers): Derivation => ({ how, calls: parts.flatMap(({ calls }) => calls) });
  for (let from = 0; from < numbers.length; from++) {
    let sum = numbers[from]?.first ?? 0;
    for (let to = from + 1; to < numbers.length; to++) {
      sum += numbers[to]?.first ?? 0;
      const parts = numbers.slice(from, to + 1);
      if (near(sum, value)) return say(`sum of ${parts.map(({ text }) => text).join(", ")}`, parts);
    }
  }
  // Small numbers are differences of anything: only larger ones prove something.
  if (Math.abs(value) < 10) return null;
  for (const [index, one] of numbers.entries()) {
    for (const other of numbers.slice(index + 1)) {
      if (near(Math.abs(one.first - other.first), value))
        return say(`difference of ${one.text} and ${other.text}`, [one, other]);
      if (near(one.first * other.first, value)) return say(`product of ${one.text} and ${other.text}`, [one, other]);
    }
  }
  return null;
}

const UNITS: readonly { unit: RegExp; factors: readonly number[] }[] = [
  { unit: /^\s?(?:kb|kib)\b/i, factors: [1000, 1024] },
  { unit: /^\s?(?:mb|mib)\b/i, factors: [1e6, 1_048_576] },
  { unit: /^\s?(?:gb|gib)\b/i, factors: [1e9, 1_073_741_824] },
  { unit: /^\s?(?:s|sec|secs|seconds?|秒)(?![a-z])/i, factors: [1000] },
  { unit: /^\s?(?:min|mins|minutes?|分钟|分鐘)(?![a-z])/i, factors: [60, 60_000] },
  { unit: /^\s?(?:h|hrs?|hours?|小时|小時)(?![a-z])/i, factors: [60, 3600, 3_600_000] },
  { unit: /^\s?(?:km|公里)(?![a-z])/i, factors: [1000] },
];

function converted(value: number, span: ValueSpan, text: string, { leaves }: ResultValues): Derivation | null {
  const after = text.slice(span.end, span.end + 10);
  const unit = UNITS.find((one) => one.unit.test(after));
  if (!unit) return null;
  const step = precision(span.text);
  const found = leaves.find(
    (leaf) =>
      leaf.number !== null &&
      unit.factors.some((factor) => near(leaf.number === null ? NaN : leaf.number / factor, value, step / 2)),
  );
  return found ? { how: `${name(found)} in another unit`, calls: [found.call] } : null;
}

const ABOUT =
  /(?:about|approximately|approx\.?|around|roughly|nearly|almost|over|~|≈|约|大约|大概|近|约为|超过)\s*(?:NT\$|US\$|[$€£¥])?\s*$/i;

/** "about 1,000" for 1,036; "12.35" for 12.3456. */
function rounded(value: number, span: ValueSpan, text: string, { leaves }: ResultValues): Derivation | null {
  const digits = precision(span.text);
  const said = ABOUT.test(text.slice(Math.max(0, span.start - 20), span.start));
  if (!said && digits >= 1) return null;
  const zeros = /^\d+?(0*)$/.exec(String(value))?.[1]?.length ?? 0;
  const step = said ? Math.max(digits, 10 ** zeros) : digits;
  const found = leaves.find((leaf) => leaf.number !== null && leaf.number !== 0 && near(leaf.number, value, step / 2));
  return found ? { how: `${name(found)}, rounded`, calls: [found.call] } : null;
}

/** The place value of the last digit: 1 for "12", 0.01 for "1.25". */
function precision(text: string): number {
  const decimals = /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
  return 10 ** -decimals;
}

function near(one: number, other: number, tolerance = 1e-6): boolean {
  return Math.abs(one - other) <= tolerance + 1e-9;
}

function name(leaf: Leaf): string {
  return `${leaf.field ?? leaf.text.slice(0, 20)} of ${leaf.call.tool}`;
}
