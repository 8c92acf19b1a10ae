// Judges a finished run by its environments and its last assistant message only (trajectory checks also read the events).
import { assertNever } from "../../src-shared/prelude/assert-never.ts";
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import { isKind, type TraceEvent } from "../../src-shared/trace/event.ts";
import type { CheckResult } from "../../src-shared/trace/events/run-ended.ts";
import type { EnvironmentChange } from "../../src-shared/trace/tool-contract.ts";
import type { TerminalState } from "../../src-shared/trace/vocabulary.ts";
import { diffEnvironment, sameJson } from "../tools/environment.ts";
import type { Check, SuiteTask } from "./types.ts";

export interface Finished {
  /** `{pack: environment}` at the start and at the end. */
  before: JsonValue;
  after: JsonValue;
  /** Text of the last assistant message; null when there is none. */
  answer: string | null;
  /** The run's events, for trajectory checks; without them these fail, saying so. */
  events?: readonly TraceEvent[];
  /** The executor's verdict; left out, it is read from the events. */
  terminalState?: TerminalState | null;
}

/** One result per check of the task, in order; a task without checks gives none. */
export function runChecks(task: Pick<SuiteTask, "checks">, finished: Finished): CheckResult[] {
  return task.checks.map((check) => {
    const problem = problemOf(check, finished);
    return { name: check.kind, passed: problem === null, detail: problem ?? holds(check) };
  });
}

/** True when there is a check and all hold; null for a task without checks, where nothing can be said. */
export function allPassed(results: readonly CheckResult[]): boolean | null {
  return results.length === 0 ? null : results.every((result) => result.passed);
}

function problemOf(check: Check, finished: Finished): string | null {
  switch (check.kind) {
    case "environment":
      return environmentProblem(check.changes, finished);
    case "answer_contains":
      return answerProblem(finished.answer, check.all, true);
    case "answer_lacks":
      return answerProblem(finished.answer, check.none, false);
    case "trajectory":
      return finished.events === undefined
        ? "the run's events are not at hand"
        : trajectoryProblem(check.rule, finished.events);
    case "terminal_state":
      return terminalStateProblem(check.is, finished);
    default:
      return assertNever(check);
  }
}

function holds(check: Check): string {
  switch (check.kind) {
    case "environment":
      return check.changes.length === 0 ? "nothing changed" : "the environment changed as expected and nowhere else";
    case "answer_contains":
      return `the answer contains ${quoted(check.all)}`;
    case "answer_lacks":
      return `the answer lacks ${quoted(check.none)}`;
    case "trajectory":
      return `${check.rule} holds`;
    case "terminal_state":
      return `the run ended in ${check.is.join(" or ")}`;
    default:
      return assertNever(check);
  }
}

type Expected = Extract<Check, { kind: "environment" }>["changes"][number];

/** Each change must be one that is expected, and each expected change must have happened as often as it says. */
function environmentProblem(expected: readonly Expected[], { before, after }: Finished): string | null {
  const changes = diffEnvironment(before, after);
  const counts = expected.map(() => 0);
  for (const change of changes) {
    const candidates = expected.map((entry) => mismatch(entry, change));
    // The first expectation that still has room takes the change.
    const index = candidates.findIndex(
      (problem, at) => problem === null && (counts[at] ?? 0) < (expected[at]?.count ?? 0),
    );
    if (index < 0)
      return `${change.op} ${change.path} ${candidates.find((problem) => problem !== null && problem !== "") ?? "was not expected"}`;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  for (const [index, entry] of expected.entries()) {
    const count = counts[index] ?? 0;
    if (count !== entry.count)
      return `expected ${entry.op} ${entry.path} ${times(entry.count)}, happened ${times(count)}`;
  }
  return null;
}

/** Null: the change is the expected one. "": it is about something else. Otherwise what is wrong with it. */
function mismatch(expected: Expected, change: EnvironmentChange): string | null {
  if (expected.op !== change.op || !pathMatches(expected.path, change.path)) return "";
  const value = change.op === "remove" ? change.from : change.to;
  if (expected.equals !== undefined && !sameJson(value, expected.equals))
    return `is not ${JSON.stringify(expected.equals)}`;
  for (const [field, wanted] of Object.entries(expected.where ?? {})) {
    const got = isJsonObject(value) && Object.hasOwn(value, field) ? (value[field] ?? null) : null;
    if (!sameJson(got, wanted)) return `has ${field} ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`;
  }
  const text = textOf(value).toLowerCase();
  const lacking = (expected.contains_all ?? []).filter((part) => !text.includes(part.toLowerCase()));
  return lacking.length > 0 ? `lacks ${quoted(lacking)}` : null;
}

/** `*` stands for one segment. */
function pathMatches(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const segments = path.split("/");
  return (
    wanted.length === segments.length &&
    wanted.every((segment, index) => segment === "*" || segment === segments[index])
  );
}

/** A string as it is; the strings of an object or list, one a line, so that escapes do not hide a line break or quote. */
function textOf(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textOf).join("\n");
  return isJsonObject(value) ? Object.values(value).map(textOf).join("\n") : JSON.stringify(value);
}

function answerProblem(answer: string | null, parts: readonly string[], wanted: boolean): string | null {
  if (answer === null) return wanted ? "there is no assistant message" : null;
  const text = answer.toLowerCase();
  const wrong = parts.filter((part) => text.includes(part.toLowerCase()) !== wanted);
  return wrong.length === 0 ? null : `the answer ${wanted ? "lacks" : "contains"} ${quoted(wrong)}`;
}

function trajectoryProblem(
  rule: "no_write" | "no_write_before_approval",
  events: readonly TraceEvent[],
): string | null {
  const writes = new Map<string, string>();
  const approved = new Set<string>();
  for (const event of events) {
    if (isKind(event, "policy.decided") && event.data.effect !== null && event.data.effect !== "read") {
      writes.set(event.data.call_id, event.data.tool);
    } else if (isKind(event, "approval.decided") && event.data.decision === "approve") {
      approved.add(event.data.call_id);
    } else if (isKind(event, "tool.started") && writes.has(event.data.call_id)) {
      if (rule === "no_write") return `${event.data.tool} ran (event ${event.seq})`;
      if (!approved.has(event.data.call_id)) return `${event.data.tool} ran without an approval (event ${event.seq})`;
    }
  }
  return null;
}

function terminalStateProblem(allowed: readonly string[], finished: Finished): string | null {
  const ended = finished.events?.find((event) => isKind(event, "run.ended"));
  const state = finished.terminalState ?? ended?.data.terminal_state ?? null;
  return state !== null && allowed.includes(state)
    ? null
    : `the run ended in ${state ?? "no terminal state"}, not ${allowed.join(" or ")}`;
}

function quoted(parts: readonly string[]): string {
  return parts.map((part) => JSON.stringify(part)).join(", ");
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
