// `npm test`: every check one after the other, each to its end, so that one run shows all that is wrong.
// The last line is `N passed, N failed` (and `N skipped` when there are any): each test counts, each check counts as one.
// Arguments name the steps to run, e.g. `npm test -- types unit`; none means all.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isNodeNewEnough, projectDir, restartUnderBundledNode } from "../../resources/bin/node-runtime.mjs";

if (!isNodeNewEnough()) await restartUnderBundledNode(fileURLToPath(import.meta.url), process.argv.slice(2));

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */
/** @typedef {{name: string, package?: string, program?: string, script?: string, args: string[], minutes: number, report?: string, count?: (report: any) => Counts}} Step */

const reports = mkdtempSync(join(tmpdir(), "loopscope-reports-"));
const unitReport = join(reports, "unit.json");
const storyReport = join(reports, "stories.json");

/** @type {Step[]} */
const steps = [
  { name: "types", package: "typescript", program: "tsc", args: ["--noEmit"], minutes: 2 },
  { name: "lint", package: "oxlint", args: ["--type-aware", "--deny-warnings"], minutes: 2 },
  { name: "format", package: "oxfmt", args: ["--check"], minutes: 1 },
  { name: "build", script: "resources/bin/build.mjs", args: [], minutes: 2 },
  {
    name: "unit",
    package: "vitest",
    args: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${unitReport}`],
    minutes: 6,
    report: unitReport,
    count: countVitest,
  },
  {
    name: "stories",
    package: "@playwright/test",
    program: "playwright",
    args: ["test", "--reporter=list,json"],
    minutes: 8,
    report: storyReport,
    count: countPlaywright,
  },
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no step ${unknown.join(", ")}; the steps are ${steps.map((step) => step.name).join(", ")}.\n`,
  );
  process.exit(2);
}

/** @type {Counts} */
const total = { passed: 0, failed: 0, skipped: 0 };
const lines = [];
for (const step of steps.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  process.stdout.write(`\n── ${step.name} ──\n`);
  const started = performance.now();
  const status = await runStep(step);
  const counts = judge(step, status);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  lines.push(`${counts.failed === 0 ? "ok    " : "FAILED"} ${step.name.padEnd(8)} ${describe(counts)} (${seconds} s)`);
}
rmSync(reports, { recursive: true, force: true });
process.stdout.write(`\n${lines.join("\n")}\n${describe(total)}\n`);
process.exit(total.failed === 0 ? 0 : 1);

/**
 * Runs one step, its output shown as it comes; ends it and all it started when it takes too long.
 * @param {Step} step
 * @returns {Promise<number | null>} its exit status, null when it had to be ended or could not be started
 */
async function runStep(step) {
  let program;
  try {
    program = step.script === undefined ? binOf(step) : join(projectDir, step.script);
  } catch {
    process.stdout.write(`The package ${step.package} is not installed: run "npm ci".\n`);
    return null;
  }
  const ownGroup = process.platform !== "win32";
  const child = spawn(process.execPath, [program, ...step.args], {
    cwd: projectDir,
    stdio: ["ignore", "inherit", "inherit"],
    detached: ownGroup,
    env: {
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: storyReport,
      // A log has no colours; several tools take a CI's environment for a terminal.
      ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }),
    },
  });
  const end = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(ownGroup ? -child.pid : child.pid, "SIGKILL");
    } catch {
      return; // It has ended in the meantime.
    }
  };
  const timer = setTimeout(() => {
    process.stdout.write(`${step.name} took more than ${step.minutes} minutes and was ended.\n`);
    end();
  }, step.minutes * 60_000);
  const interrupted = () => {
    end();
    process.exit(130);
  };
  process.on("SIGINT", interrupted).on("SIGTERM", interrupted);
  const status = await new Promise((resolve) => {
    child.once("error", () => resolve(null));
    child.once("exit", (code) => resolve(code));
  });
  clearTimeout(timer);
  process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
  return status;
}

/**
 * A step without a report counts as one. One with a report counts its tests, and one more failure when it failed in a way
 * that its tests do not show.
 * @param {Step} step
 * @param {number | null} status
 * @returns {Counts}
 */
function judge(step, status) {
  const failed = status === 0 ? 0 : 1;
  if (step.report === undefined || step.count === undefined) return { passed: 1 - failed, failed, skipped: 0 };
  let counts;
  try {
    counts = step.count(JSON.parse(readFileSync(step.report, "utf8")));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }; // It ended before it could report.
  }
  if (failed > 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/**
 * @param {{numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: {status: string, assertionResults: unknown[]}[]}} report
 * @returns {Counts}
 */
function countVitest(report) {
  // A file that could not be loaded has failed without a single test.
  const broken = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * @param {{stats: {expected: number, unexpected: number, flaky: number, skipped: number}, errors: unknown[]}} report
 * @returns {Counts}
 */
function countPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/** @param {Counts} counts */
function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * The script behind a package's command.
 * @param {Step} step
 */
function binOf({ package: name = "", program = name }) {
  const manifestFile = manifestOf(createRequire(import.meta.url), name);
  const { bin } = JSON.parse(readFileSync(manifestFile, "utf8"));
  return join(dirname(manifestFile), typeof bin === "string" ? bin : bin[program]);
}

/**
 * Packages need not let their package.json be resolved, so it is looked for where npm puts it.
 * @param {NodeJS.Require} fromHere
 * @param {string} name
 */
function manifestOf(fromHere, name) {
  for (const folder of fromHere.resolve.paths(name) ?? []) {
    const file = join(folder, name, "package.json");
    try {
      readFileSync(file);
      return file;
    } catch {
      continue; // Not in this folder: the next one up.
    }
  }
  throw new Error(`${name} is not installed`);
}
