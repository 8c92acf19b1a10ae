// Keeps out/ (the built desktop main, preload and renderer) in step with the sources: it is built when it is missing or
// was built from other sources. What it was built from is told by content, not by times, which a clone does not keep.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, openSync, readFileSync, readdirSync, rmSync, closeSync, writeFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectDir } from "./node-runtime.mjs";

const SOURCES = [
  "src-renderer",
  "src-shared",
  "src-main",
  "electron.vite.config.ts",
  "package.json",
  "package-lock.json",
];
const WAIT_FOR_OTHER_BUILD_MS = 120_000;

const outDir = join(projectDir, "out");
const stampFile = join(outDir, "built-from.json");
const lockFile = join(outDir, ".building");

/** Where the built renderer lies. */
export const rendererDir = join(outDir, "renderer");

/**
 * Builds when needed; several processes may ask at once, one of them builds.
 * @param {(line: string) => void} [log] gets one line when a build starts and one when it is done
 * @returns {Promise<string>} the folder of the built renderer
 * @throws {Error} UserError `unreadable_file` or `disk_read_only`: the build failed, or out/ cannot be written
 */
export async function ensureRendererBuilt(log = toStderr) {
  const wanted = hashSources();
  if (builtFrom() === wanted) return rendererDir;
  return buildUnderLock(wanted, log);
}

/**
 * Builds whatever is there already.
 * @param {(line: string) => void} [log]
 * @returns {Promise<string>} the folder of the built renderer
 * @throws {Error} as `ensureRendererBuilt`
 */
export function buildAnew(log = toStderr) {
  // Without the note of what it was built from, nobody takes it for fitting.
  rmSync(stampFile, { force: true });
  return buildUnderLock(hashSources(), log);
}

/**
 * @param {string} wanted
 * @param {(line: string) => void} log
 */
async function buildUnderLock(wanted, log) {
  await lock(wanted);
  try {
    if (builtFrom() !== wanted) await build(wanted, log);
  } finally {
    rmSync(lockFile, { force: true });
  }
  return rendererDir;
}

/** @param {string} line */
function toStderr(line) {
  process.stderr.write(`${line}\n`);
}

/** A hash over every source file's path and content; tests are left out. */
function hashSources() {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    for (const file of filesUnder(join(projectDir, source))) {
      const body = readFileSync(file);
      hash.update(`${relative(projectDir, file).replaceAll("\\", "/")}\0${body.byteLength}\0`).update(body);
    }
  }
  return hash.digest("hex");
}

/**
 * @param {string} path a file or folder
 * @returns {string[]} its files, in a fixed order
 */
function filesUnder(path) {
  let entries;
  try {
    entries = readdirSync(path, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === "ENOTDIR") return [path];
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .toSorted();
}

/** The hash out/ was built from, or null. */
function builtFrom() {
  try {
    return JSON.parse(readFileSync(stampFile, "utf8")).sources;
  } catch {
    return null; // Never built, or the build was cut off: both mean building anew.
  }
}

/**
 * Takes the lock, or waits until another process's build has made it needless.
 * @param {string} wanted
 */
async function lock(wanted) {
  const deadline = performance.now() + WAIT_FOR_OTHER_BUILD_MS;
  try {
    mkdirSync(outDir, { recursive: true });
  } catch (error) {
    throw await notWritable(error);
  }
  for (;;) {
    try {
      const handle = openSync(lockFile, "wx");
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw await notWritable(error);
    }
    if (!isHolderAlive()) rmSync(lockFile, { force: true });
    else if (builtFrom() === wanted) return;
    else if (performance.now() > deadline) {
      throw await userError(
        "conflict",
        `Another build has not finished: if none is running, delete ${lockFile}.`,
        undefined,
      );
    } else await sleep(100);
  }
}

function isHolderAlive() {
  let pid;
  try {
    pid = Number(readFileSync(lockFile, "utf8"));
  } catch {
    return false; // Gone in the meantime.
  }
  // Between making the file and writing the id it is empty: its holder has just begun.
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/**
 * @param {string} wanted
 * @param {(line: string) => void} log
 */
async function build(wanted, log) {
  const started = performance.now();
  log(builtFrom() === null ? "Building the app …" : "Building the app (its sources have changed) …");
  rmSync(stampFile, { force: true });
  const output = await runBuild();
  if (output.status !== 0) {
    throw await userError(
      "unreadable_file",
      `The app could not be built ("npm run build"):\n${output.text.trimEnd()}`,
      undefined,
    );
  }
  writeFileSync(stampFile, `${JSON.stringify({ sources: wanted })}\n`);
  log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

/** @returns {Promise<{status: number | null, text: string}>} */
async function runBuild() {
  let program;
  try {
    const manifest = createRequire(import.meta.url).resolve("electron-vite/package.json");
    program = join(dirname(manifest), "bin", "electron-vite.js");
  } catch (error) {
    throw await userError(
      "unreadable_file",
      `The app's build tools are not installed: run "npm ci" in ${projectDir}.`,
      error,
    );
  }
  const child = spawn(process.execPath, [program, "build", "--logLevel", "warn"], {
    cwd: projectDir,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, text }));
  });
}

/** @param {unknown} error */
async function notWritable(error) {
  const problem = error instanceof Error ? error.message : String(error);
  return userError(
    "disk_read_only",
    `The app has to be built, and ${outDir} cannot be written (${problem}): make it writable, or run "npm run build" where it is.`,
    error,
  );
}

/**
 * @param {import("../../src-shared/prelude/result.ts").UserErrorCode} code
 * @param {string} message
 * @param {unknown} cause
 */
async function userError(code, message, cause) {
  const { UserError } = await import("../../src-shared/prelude/result.ts");
  return new UserError(code, message, { cause });
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? error.code : null;
}
