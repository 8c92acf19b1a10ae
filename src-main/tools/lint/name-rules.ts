// Tool names that a model takes for one another: the same words in another order or spelling, one letter apart, one the beginning of the other.
import type { LintFinding } from "../../../src-shared/cli/lint.ts";
import { canonicalVerb, isQualifier, isVerb, toolWords } from "./tool-words.ts";
import type { LintContext, LintedTool } from "./types.ts";

const STOP_WORDS = new Set("a an the of in on at to for by with and or is are it its this that from as be".split(" "));
/** Share of content words that two descriptions must have in common for their tools to overlap. */
const OVERLAP = 0.5;

export function nameFindings({ tools }: LintContext): LintFinding[] {
  return tools.flatMap((one, at) =>
    tools.slice(at + 1).flatMap((other) => {
      const why = confusion(one, other);
      return why === null ? [] : [finding(one, other, why)];
    }),
  );
}

function finding(one: LintedTool, other: LintedTool, why: string): LintFinding {
  const [a, b] = [one.contract.name, other.contract.name];
  const told = [mentions(one, b), mentions(other, a)];
  const about = {
    rule: "confusable_names" as const,
    grade: one.known && other.known ? ("contract_test" as const) : ("observed_run" as const),
    tools: [a, b],
    field: null,
  };
  if (told[0] && told[1])
    return {
      ...about,
      severity: "info",
      message: `${a} and ${b} ${why}; each description names the other, which tells them apart.`,
      mend: "Nothing to mend while both descriptions go on naming each other.",
    };
  const silent = told[0] ? b : told[1] ? a : null;
  return {
    ...about,
    severity: silent === null ? "error" : "warning",
    message: `${a} and ${b} ${why}${silent === null ? "" : `, and ${silent} does not say when the other is meant`}; a model will confuse them.`,
    mend:
      silent === null
        ? `Rename one by what only it does, or let each description name the other: "Not when … (${b})".`
        : `Let the description of ${silent} name the other: "Not when … (${silent === a ? b : a})".`,
  };
}

/** How two names are alike; null where a model can tell them apart. */
function confusion(one: LintedTool, other: LintedTool): string | null {
  const [a, b] = [toolWords(one.contract.name), toolWords(other.contract.name)];
  const [joinedA, joinedB] = [a.join(""), b.join("")];
  if (joinedA === joinedB) return "differ only in spelling";
  if (sorted(a) === sorted(b)) return "are the same words in another order";
  if (sorted(a.map(canonicalVerb)) === sorted(b.map(canonicalVerb))) return "say the same with another verb";
  if (isNear(joinedA, joinedB) && !isOpposite(a, b)) return "differ by a letter or two";
  if (isBeginning(a, b) || isBeginning(b, a)) {
    const longer = a.length > b.length ? a : b;
    const extra = longer.slice(Math.min(a.length, b.length));
    if (extra.every(isQualifier) || extra.some(isJoint) || overlap(one, other) >= OVERLAP)
      return "begin alike and overlap";
  }
  return null;
}

/** `by`, `in`, `with` …: what follows narrows the same action. */
function isJoint(word: string): boolean {
  return ["by", "in", "with", "for", "from", "via", "using", "on"].includes(word);
}

function isBeginning(shorter: readonly string[], longer: readonly string[]): boolean {
  return shorter.length < longer.length && shorter.every((word, at) => word === longer[at]);
}

function sorted(words: readonly string[]): string {
  return words.toSorted().join(" ");
}

/** `lock_door` and `unlock_door`, `get_day` and `set_day` are a letter or two apart and never mistaken. */
function isOpposite(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const pairs = a.flatMap((word, at) => (word === b[at] ? [] : [[word, b[at] ?? ""] as const]));
  return pairs.every(
    ([x, y]) =>
      (isVerb(x) && isVerb(y)) ||
      ["un", "dis", "de", "in", "re", "non"].some((prefix) => `${prefix}${x}` === y || `${prefix}${y}` === x),
  );
}

/** One edit in names of five letters and more, two in those of twelve and more. */
function isNear(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  const allowed = length >= 12 ? 2 : length >= 5 ? 1 : 0;
  return allowed > 0 && Math.abs(a.length - b.length) <= allowed && edits(a, b) <= allowed;
}

function edits(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/** Content words that two descriptions share, of all they have. */
function overlap(one: LintedTool, other: LintedTool): number {
  const [a, b] = [contentWords(one), contentWords(other)];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, Math.min(a.size, b.size));
}

function contentWords({ contract }: LintedTool): Set<string> {
  return new Set(toolWords(`${contract.description} ${contract.use_when}`).filter((word) => !STOP_WORDS.has(word)));
}

function mentions({ contract }: LintedTool, name: string): boolean {
  const text = `${contract.description} ${contract.use_when} ${contract.not_when}`;
  return new RegExp(`(?<![\\w-])${name.replace(/[^\w]/g, "\\$&")}(?![\\w-])`).test(text);
}
