// Electron's runtime: whether it is here, and getting it. The npm package brings only a small program that fetches it
// (some 120 MB) from GitHub; many machines cannot reach that, so the attempt is short and its end is told plainly.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const DOWNLOAD_LIMIT_MS = 60_000;
/** A host that does not answer within this time is taken for unreachable. */
const PROBE_LIMIT_MS = 5_000;

/** The runtime's program, or null when it is not installed. */
export function installedElectron() {
  const folder = electronPackage();
  if (folder === null) return null;
  try {
    const dist = process.env["ELECTRON_OVERRIDE_DIST_PATH"] ?? join(folder, "dist");
    const program = join(dist, readFileSync(join(folder, "path.txt"), "utf8").trim());
    return existsSync(program) ? program : null;
  } catch {
    return null; // No path.txt: never fetched, or the fetch was cut off.
  }
}

/**
 * Fetches the runtime, at most 60 seconds.
 * @param {(line: string, done: boolean) => void} progress gets lines that replace one another until `done`
 * @returns {Promise<string | null>} null when it is there now, else why it is not, in a few words
 */
export async function fetchElectron(progress) {
  if (electronPackage() === null) return `the electron package is not installed (run "npm ci")`;
  const unreachable = await probe();
  if (unreachable !== null) return unreachable;
  const child = spawn(process.execPath, [fileURLToPath(new URL("./fetch-electron.mjs", import.meta.url))], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let problem = "";
  child.stderr.setEncoding("utf8").on("data", (chunk) => (problem += chunk));
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    const line = String(chunk).trim().split("\n").at(-1);
    if (line) progress(line, false);
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill("SIGKILL");
  }, DOWNLOAD_LIMIT_MS);
  const status = await new Promise((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
  clearTimeout(timer);
  progress("", true);
  if (late) return 'the download did not finish in 60 s ("npx install-electron" takes the time it needs)';
  if (status !== 0) return firstLine(problem) || "the download failed";
  return installedElectron() === null ? "the download left no program behind" : null;
}

/** The folder of the npm package, or null. */
function electronPackage() {
  try {
    return dirname(createRequire(import.meta.url).resolve("electron/package.json"));
  } catch {
    return null; // Left out of the installation.
  }
}

/** Finds out quickly that the download's host cannot be reached; null when it answers, or when only a proxy can tell. */
async function probe() {
  const { env } = process;
  if (env["ELECTRON_GET_USE_PROXY"]) return null;
  const mirror =
    env["ELECTRON_MIRROR"] ?? env["npm_config_electron_mirror"] ?? "https://github.com/electron/electron/releases/";
  const host = URL.parse(mirror)?.host ?? mirror;
  try {
    await fetch(mirror, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(PROBE_LIMIT_MS) });
    return null;
  } catch {
    return `${host} cannot be reached`; // Offline, no such name, or no answer in time: all the same to the user.
  }
}

/** @param {string} text */
function firstLine(text) {
  return (
    text
      .split("\n")
      .find((line) => line.trim() !== "")
      ?.trim() ?? ""
  );
}
