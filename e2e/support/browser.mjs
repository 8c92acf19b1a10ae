// Finds a Chromium for the tests, in this order: CHROMIUM_PATH, an installed Chrome or Chromium, Playwright's own download,
// and last the one that npm brought (@sparticuz/chromium), which needs nothing but `npm ci`.
// LOOPSCOPE_TEST_BROWSER=npm takes the last one whatever else is there; LOOPSCOPE_TEST_BROWSER_CACHE unpacks it elsewhere.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const execFileAsync = promisify(execFile);
const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const cacheDir = join(projectDir, "node_modules/.cache/chromium");

/**
 * @typedef {object} Browser
 * @property {string} executablePath
 * @property {Record<string, string>} env what its process needs in its environment besides this one's
 * @property {string[]} args flags it needs on this machine
 * @property {"CHROMIUM_PATH" | "installed" | "playwright" | "npm"} source
 */

/** @type {Promise<Browser> | null} */
let found = null;

/**
 * The browser to test with; looked for once in each process.
 * @returns {Promise<Browser>}
 * @throws {Error} CHROMIUM_PATH names something that does not run, or nothing was found (the message says what was tried)
 */
export function findBrowser() {
  return (found ??= lookFor());
}

/** @returns {Promise<Browser>} */
async function lookFor() {
  const only = process.env["LOOPSCOPE_TEST_BROWSER"];
  const named = process.env["CHROMIUM_PATH"];
  if (only !== "npm") {
    if (named) {
      if (await runs(named)) return browser(named, "CHROMIUM_PATH");
      throw new Error(`CHROMIUM_PATH names ${named}, which is no browser that starts here.`);
    }
    for (const path of installedCandidates()) if (await runs(path)) return browser(path, "installed");
    const own = await playwrightChromium();
    if (own !== null && (await runs(own))) return browser(own, "playwright");
  }
  return npmChromium();
}

/**
 * @param {string} executablePath
 * @param {Browser["source"]} source
 * @param {Record<string, string>} env
 * @returns {Browser}
 */
function browser(executablePath, source, env = {}) {
  // Tests load pages of our own only; root and many containers cannot have Chromium's sandbox at all.
  return { executablePath, source, env, args: ["--no-sandbox"] };
}

/** @returns {string[]} */
function installedCandidates() {
  const names = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser", "chrome"];
  const onPath = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "" && !folder.includes("node_modules"))
    .flatMap((folder) => names.map((name) => join(folder, process.platform === "win32" ? `${name}.exe` : name)));
  const usual = {
    darwin: [
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ],
    win32: [process.env["PROGRAMFILES"], process.env["PROGRAMFILES(X86)"], process.env["LOCALAPPDATA"]].flatMap(
      (base) => (base ? [join(base, "Google/Chrome/Application/chrome.exe")] : []),
    ),
    linux: ["/opt/google/chrome/chrome"],
  };
  const more = usual[/** @type {keyof typeof usual} */ (process.platform)] ?? [];
  return [...onPath, ...more].filter(isProgram);
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // Not there, or not to be run: not a candidate.
  }
}

async function playwrightChromium() {
  const { chromium } = await import("playwright");
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : null;
}

/**
 * True when the program starts and calls itself a Chrome or Chromium (some systems install a stub by that name).
 * @param {string} path
 * @param {Record<string, string>} [env]
 */
async function runs(path, env = {}) {
  if (process.platform === "win32") return existsSync(path); // chrome.exe --version opens a window there.
  try {
    const { stdout } = await execFileAsync(path, ["--version", "--no-sandbox"], {
      timeout: 20_000,
      env: { ...process.env, ...env },
    });
    return /(?:Chrom|headless_shell).*\d+\.\d+/i.test(stdout);
  } catch {
    return false; // It ended badly or not at all; why is of no interest here, the next candidate is.
  }
}

/** @returns {Promise<Browser>} */
async function npmChromium() {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(
      `No Chrome or Chromium was found, and npm brings one for Linux on x64 only: install one, or name it in CHROMIUM_PATH.`,
    );
  }
  // Under the package's own version: another version never meets files of this one.
  const { version } = JSON.parse(
    readFileSync(join(projectDir, "node_modules/@sparticuz/chromium/package.json"), "utf8"),
  );
  const plain = await unpacked(version, false);
  const fonts = existsSync("/etc/fonts/fonts.conf") ? {} : { FONTCONFIG_PATH: join(plain, "fonts") };
  const program = join(plain, "chromium");
  if (await runs(program, fonts)) return browser(program, "npm", fonts);
  // The system lacks libraries (libnss3 and others): the package carries them for one distribution, which fits most.
  const full = await unpacked(version, true);
  const libraries = [join(full, "al2023/lib"), process.env["LD_LIBRARY_PATH"]].filter(Boolean).join(":");
  const env = { ...fonts, LD_LIBRARY_PATH: libraries };
  const withLibraries = join(full, "chromium");
  if (await runs(withLibraries, env)) return browser(withLibraries, "npm", env);
  throw new Error("The Chromium that npm brought does not start here: install Chromium, or name one in CHROMIUM_PATH.");
}

/**
 * The folder with the unpacked browser. Made under another name and renamed, so that workers that start together never
 * see a half-written one; whoever comes second drops their copy.
 * @param {string} version
 * @param {boolean} withLibraries
 */
async function unpacked(version, withLibraries) {
  const target = join(cacheFolder(), `${version}${withLibraries ? "-with-libraries" : ""}`);
  if (existsSync(target)) return target;
  mkdirSync(dirname(target), { recursive: true });
  const fresh = mkdtempSync(`${target}.`);
  try {
    const script = fileURLToPath(new URL("./extract-chromium.mjs", import.meta.url));
    await execFileAsync(process.execPath, [script, ...(withLibraries ? ["--libraries"] : [])], {
      env: { ...process.env, TMPDIR: fresh, TMP: fresh, TEMP: fresh },
    });
    chmodSync(fresh, 0o755);
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

/** In the project, so that it goes with node_modules; elsewhere when that cannot be written. */
function cacheFolder() {
  const chosen = process.env["LOOPSCOPE_TEST_BROWSER_CACHE"];
  if (chosen) return chosen;
  try {
    mkdirSync(cacheDir, { recursive: true });
    accessSync(cacheDir, constants.W_OK);
    return cacheDir;
  } catch {
    const mark = createHash("sha256").update(projectDir).digest("hex").slice(0, 12);
    const owner = process.getuid?.() ?? "user";
    return join(
      process.env["XDG_CACHE_HOME"] ?? join(process.env["HOME"] ?? "/var/tmp", ".cache"),
      `loopscope-chromium-${owner}-${mark}`,
    );
  }
}
