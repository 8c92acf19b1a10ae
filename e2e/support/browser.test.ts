import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectDir } from "./program.ts";

const execFileAsync = promisify(execFile);
const finder = pathToFileURL(join(projectDir, "e2e/support/browser.mjs")).href;

/** What a process of its own finds. */
async function find(
  env: Record<string, string>,
): Promise<{ executablePath: string; source: string; env: Record<string, string> }> {
  const code = `import { findBrowser } from ${JSON.stringify(finder)}; console.log(JSON.stringify(await findBrowser()));`;
  const { stdout } = await execFileAsync(process.execPath, ["--input-type=module", "-e", code], {
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout) as Awaited<ReturnType<typeof find>>;
}

test.skipIf(process.platform !== "linux" || process.arch !== "x64")(
  "the browser that npm brought is unpacked once by workers that start together, and runs",
  async () => {
    const cache = mkdtempSync(join(tmpdir(), "loopscope-browser-"));
    try {
      const env = { LOOPSCOPE_TEST_BROWSER: "npm", LOOPSCOPE_TEST_BROWSER_CACHE: cache };
      const found = await Promise.all([find(env), find(env)]);
      const [first] = found;
      expect(found.map((one) => [one.source, one.executablePath])).toEqual([
        ["npm", first?.executablePath],
        ["npm", first?.executablePath],
      ]);
      // Nothing half-written is left beside it.
      expect(
        readdirSync(cache).every((name) => /^[\d.]+(-with-libraries)?$/.test(name) && !/\.\w{6}$/.test(name)),
      ).toBe(true);
      const { stdout } = await execFileAsync(first?.executablePath ?? "", ["--version", "--no-sandbox"], {
        env: { ...process.env, ...first?.env },
      });
      expect(stdout).toMatch(/\d+\.\d+\.\d+/);
    } finally {
      rmSync(cache, { recursive: true, force: true });
    }
  },
);

test("CHROMIUM_PATH that names no browser is refused by name", async () => {
  await expect(find({ CHROMIUM_PATH: process.execPath, LOOPSCOPE_TEST_BROWSER: "" })).rejects.toThrow(
    `CHROMIUM_PATH names ${process.execPath}, which is no browser that starts here.`,
  );
});
