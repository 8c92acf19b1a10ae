// Fetches Electron's runtime and prints how far it is. A program of its own, so that it can be ended at any time.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const fromHere = createRequire(import.meta.url);
const folder = dirname(fromHere.resolve("electron/package.json"));
const fromElectron = createRequire(join(folder, "package.json"));
const { downloadArtifact } = await import(pathToFileURL(fromElectron.resolve("@electron/get")).href);
const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

let told = -1;
try {
  // Fills the same cache, with the same checksums, that electron's own install script then unpacks from.
  await downloadArtifact({
    version,
    artifactName: "electron",
    platform: process.platform,
    arch: process.arch,
    cacheRoot: process.env["electron_config_cache"],
    checksums: JSON.parse(readFileSync(join(folder, "checksums.json"), "utf8")),
    downloadOptions: { quiet: true, getProgressCallback: async (/** @type {Progress} */ progress) => tell(progress) },
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
process.stdout.write("Unpacking Electron …\n");
const install = spawnSync(process.execPath, [join(folder, "install.js")], { stdio: ["ignore", "ignore", "inherit"] });
process.exit(install.status ?? 1);

/** @typedef {{transferred: number, total: number | null, percent: number}} Progress */

/** @param {Progress} progress */
function tell({ transferred, total, percent }) {
  const whole = Math.floor(percent * 100);
  if (whole === told) return;
  told = whole;
  const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(0);
  const of = total === null ? "" : ` of ${megabytes(total)} MB, ${whole} %`;
  process.stdout.write(`Fetching Electron ${version}: ${megabytes(transferred)}${of}\n`);
}
