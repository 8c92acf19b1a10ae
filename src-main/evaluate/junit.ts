// An evaluation as JUnit XML, for CI: a test suite per variant, a test case per task, and one each for what was asked to hold.
import type { EvalDocument } from "../../src-shared/cli/documents.ts";
import type { EvaluatedRun } from "./evaluation.ts";

interface Case {
  name: string;
  /** Seconds; null where nothing ran. */
  seconds: number | null;
  /** Null: passed. */
  failure: string | null;
}

/** A task's case fails unless every repeat passed; tasks without checks pass. */
export function junitReport(document: EvalDocument, runs: readonly EvaluatedRun[]): string {
  const suites = document.variants.map(({ variant, tasks }) => ({
    name: `${document.suite}.${variant}`,
    cases: tasks.map((task): Case => {
      const own = runs.filter((run) => run.variant === variant && run.task === task.task);
      const failed = own.filter((run) => run.passed === false);
      return {
        name: task.task,
        seconds: own.reduce((total, run) => total + (run.duration_ms ?? 0), 0) / 1000,
        failure:
          failed.length === 0
            ? null
            : `${task.passed} of ${task.of} passed; failed: ${failed.map((run) => `${run.run} (${run.ending ?? "running"})`).join(", ")}`,
      };
    }),
  }));
  const regressions = document.regressions.map((entry): Case => ({
    name: `${entry.variant}.${entry.task}.${entry.metric}`,
    seconds: null,
    failure: `${entry.metric} fell from ${percent(entry.before)} to ${percent(entry.after)}; runs to open: ${entry.runs.join(", ") || "none"}`,
  }));
  const thresholds = document.thresholds.map((entry): Case => ({
    name: `${entry.variant}.${entry.metric}`,
    seconds: null,
    failure: entry.met ? null : `${entry.metric} is ${entry.value ?? "not known"}, wanted ${entry.limit}`,
  }));
  const all = [
    ...suites,
    ...(regressions.length > 0 ? [{ name: `${document.suite}.regressions`, cases: regressions }] : []),
    ...(thresholds.length > 0 ? [{ name: `${document.suite}.thresholds`, cases: thresholds }] : []),
  ];
  const every = all.flatMap((suite) => suite.cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(document.suite)}" tests="${every.length}" failures="${failures(every)}">`,
    ...all.flatMap(suiteLines),
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteLines(suite: { name: string; cases: readonly Case[] }): string[] {
  return [
    `  <testsuite name="${xml(suite.name)}" tests="${suite.cases.length}" failures="${failures(suite.cases)}" errors="0" skipped="0">`,
    ...suite.cases.flatMap((entry) => {
      const time = entry.seconds === null ? "" : ` time="${entry.seconds.toFixed(3)}"`;
      const open = `    <testcase classname="${xml(suite.name)}" name="${xml(entry.name)}"${time}`;
      if (entry.failure === null) return [`${open}/>`];
      return [`${open}>`, `      <failure message="${xml(entry.failure)}"/>`, "    </testcase>"];
    }),
    "  </testsuite>",
  ];
}

function failures(cases: readonly Case[]): number {
  return cases.filter((entry) => entry.failure !== null).length;
}

function percent(rate: number): string {
  return `${Math.round(rate * 100)} %`;
}

/** Escaped for an attribute; characters that XML 1.0 does not allow are replaced. */
function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\t\n\r]/g, " ");
}
