// Loopscope's TypeScript runs as it is, which Node does from 22.18 on. On an older Node the programs here start themselves
// again under the Node that npm installed beside them. This file must itself run on Node 20.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that holds package.json. */
export const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Exit status for "cannot run here" (CLI contract: wrong usage or unreadable input). */
const CANNOT_RUN = 2;

/** True when this process can run TypeScript files. */
export function isNodeNewEnough() {
  return Boolean(process.features.typescript);
}

/** The Node that came with `npm ci` (an optional dependency for Linux and Windows), or null. */
export function bundledNode() {
  const os = process.platform === "win32" ? "win" : process.platform;
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${os}-${process.arch}/package.json`);
    const program = join(dirname(manifest), "bin", process.platform === "win32" ? "node.exe" : "node");
    return existsSync(program) ? program : null;
  } catch {
    return null; // Not installed: there is none for this system, or npm left it out.
  }
}

/**
 * Starts a script of this folder again under the bundled Node and ends as it ends.
 * Says what to do, and ends, when there is none.
 * @param {string} script absolute path
 * @param {string[]} args
 */
export async function restartUnderBundledNode(script, args) {
  const node = bundledNode();
  if (node === null || node === process.execPath) {
    process.stderr.write(
      `Loopscope needs Node 22.18 or newer, and this is ${process.version}. Install Node 24, or run "npm ci" in ${projectDir} ` +
        "(on Linux and Windows that brings a Node of its own).\n",
    );
    process.exit(CANNOT_RUN);
  }
  await endAs(node, [script, ...args], { dieTogether: true });
}

/**
 * When this process was started by `endAs` with `dieTogether`, it ends at once when its starter is gone, even if that
 * was killed: a launcher and its program are one program to whoever started it.
 */
export function dieWithStarter() {
  if (process.env["LOOPSCOPE_STARTER"] !== String(process.ppid) || process.channel === undefined) return;
  delete process.env["LOOPSCOPE_STARTER"];
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.channel.unref();
}

/**
 * Runs a program with this one's terminal, hands signals on to it, and ends this process the way it ended.
 * @param {string} program
 * @param {string[]} args
 * @param {{dieTogether?: boolean, env?: NodeJS.ProcessEnv}} [options]
 * @returns {Promise<never>}
 */
export async function endAs(program, args, options = {}) {
  const { status, signal, error } = await run(program, args, options);
  if (error) {
    process.stderr.write(`${program} could not be started: ${error.message}\n`);
    process.exit(CANNOT_RUN);
  }
  if (signal !== null) {
    // Ends by the same signal, so that a shell sees it; what cannot be raised here ends with the usual status for it.
    process.kill(process.pid, signal);
    process.exit(128 + constants.signals[signal]);
  }
  process.exit(status ?? 1);
}

/**
 * Runs a program with this one's terminal and hands signals on to it until it ends.
 * @param {string} program
 * @param {string[]} args
 * @param {{dieTogether?: boolean, env?: NodeJS.ProcessEnv}} [options]
 * @returns {Promise<{status: number | null, signal: NodeJS.Signals | null, error: Error | null}>}
 */
export function run(program, args, { dieTogether = false, env = process.env } = {}) {
  const child = spawn(program, args, {
    stdio: dieTogether ? ["inherit", "inherit", "inherit", "ipc"] : "inherit",
    env: dieTogether ? { ...env, LOOPSCOPE_STARTER: String(process.pid) } : env,
  });
  const handOn = (/** @type {NodeJS.Signals} */ signal) => {
    // Ctrl-C in a terminal reaches the whole group, the child too: handing it on would deliver it twice.
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    child.kill(signal);
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, handOn);
  return new Promise((resolvePromise) => {
    const end = (
      /** @type {{status: number | null, signal: NodeJS.Signals | null, error: Error | null}} */ outcome,
    ) => {
      for (const signal of signals) process.off(signal, handOn);
      resolvePromise(outcome);
    };
    child.once("error", (error) => end({ status: null, signal: null, error }));
    child.once("exit", (status, signal) => end({ status, signal, error: null }));
  });
}

/**
 * Says in one line that `npm ci` was forgotten, when that is what a failed import means.
 * @param {unknown} error
 */
export function explainMissingPackage(error) {
  const code = error instanceof Error && "code" in error ? error.code : null;
  const name = error instanceof Error ? /Cannot find package '([^']+)'/.exec(error.message)?.[1] : undefined;
  if (code !== "ERR_MODULE_NOT_FOUND" || name === undefined) return false;
  process.stderr.write(`The package ${name} is not installed: run "npm ci" in ${projectDir}.\n`);
  process.exitCode = CANNOT_RUN;
  return true;
}
