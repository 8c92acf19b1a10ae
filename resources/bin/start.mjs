// `npm start`: the desktop app where Electron's runtime is here or can be had within a minute, else the browser host.
// Arguments: --browser takes the browser host at once; all others go to the app (--db FILE) or to `serve` (--port P).
import { fileURLToPath } from "node:url";
import { fetchElectron, installedElectron } from "./electron-runtime.mjs";
import { ensureRendererBuilt } from "./build-if-stale.mjs";
import {
  endAs,
  explainMissingPackage,
  isNodeNewEnough,
  projectDir,
  restartUnderBundledNode,
  run,
} from "./node-runtime.mjs";

/** How Electron ends when the system cannot run it: libraries that are missing, or Chromium's sandbox cannot be set up. */
const CANNOT_START_STATUSES = new Set([126, 127, 133, 134, 139]);
const CANNOT_START_SIGNALS = new Set(["SIGTRAP", "SIGABRT", "SIGILL", "SIGSEGV", "SIGBUS"]);
const START_MS = 15_000;

const args = process.argv.slice(2);
if (!isNodeNewEnough()) await restartUnderBundledNode(fileURLToPath(import.meta.url), args);
try {
  await start();
} catch (error) {
  if (explainMissingPackage(error)) process.exit();
  if (!(error instanceof Error) || error.name !== "UserError") throw error;
  say(error.message);
  process.exit(2);
}

async function start() {
  if (args.includes("--browser")) {
    args.splice(args.indexOf("--browser"), 1);
    return startBrowserHost();
  }
  const { hasDisplay } = await import("../../src-main/app/http/open-browser.ts");
  if (!hasDisplay(process.platform, process.env)) {
    say("No display here, so Loopscope is served for a browser instead of opening its own window.");
    return startBrowserHost();
  }
  const missing = installedElectron() === null ? await fetchElectron(showProgress) : null;
  if (missing !== null) {
    say(`Electron's runtime is not here (${missing}), so Loopscope opens in the browser.`);
    return startBrowserHost();
  }
  return startElectron();
}

async function startElectron() {
  await ensureRendererBuilt(say);
  const program = installedElectron();
  if (program === null) throw new Error("Electron's runtime has gone");
  const flags = [];
  if (process.platform === "linux" && process.getuid?.() === 0) {
    // Chromium refuses to start as root with its sandbox. The page stays without Node and bound by its policy.
    flags.push("--no-sandbox");
    say("Running as root: Chromium has to do without its own sandbox. An ordinary account is safer.");
  }
  const started = performance.now();
  const { status, signal, error } = await run(program, [...flags, projectDir, ...args]);
  const neverRan =
    error !== null ||
    (performance.now() - started < START_MS &&
      (CANNOT_START_STATUSES.has(status ?? 0) || CANNOT_START_SIGNALS.has(signal ?? "")));
  if (!neverRan) process.exit(status ?? (signal === null ? 1 : 0));
  say(
    `Electron cannot run here (${error?.message ?? signal ?? `exit status ${status}`}), so Loopscope opens in the browser.`,
  );
  return startBrowserHost();
}

/** The same as `loopscope serve --open`. */
function startBrowserHost() {
  return endAs(
    process.execPath,
    [fileURLToPath(new URL("./loopscope.mjs", import.meta.url)), "serve", "--open", ...args],
    {
      dieTogether: true,
    },
  );
}

/**
 * @param {string} line
 * @param {boolean} done
 */
function showProgress(line, done) {
  if (process.stderr.isTTY) process.stderr.write(done ? "\r\u001b[K" : `\r\u001b[K${line}`);
  else if (line !== "") say(line);
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`);
}
