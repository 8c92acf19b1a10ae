// `npm run screenshots`: takes docs/screenshots/*.png anew, every view in light and wide and in dark and narrow, on runs it records
// itself with the demo model. Arguments name views; none means all.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isNodeNewEnough, projectDir, restartUnderBundledNode } from "../../resources/bin/node-runtime.mjs";

const asked = process.argv.slice(2);
if (!isNodeNewEnough()) await restartUnderBundledNode(fileURLToPath(import.meta.url), asked);

const { chromium } = await import("@playwright/test");
const { findBrowser } = await import("./browser.mjs");
const { loopscope, startHost } = await import("./program.ts");
const { views } = await import("./screenshot-views.ts");

/** Two pictures of a view show both themes and both sizes. */
const LOOKS = /** @type {const} */ ([
  { colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { colorScheme: "dark", viewport: { width: 1024, height: 700 } },
]);
/** Stands in the pictures for the folder made for them, whose name is another each time. */
const USUAL_FOLDER = "/home/ada/.local/share/loopscope";

const folder = join(projectDir, "docs/screenshots");
const home = mkdtempSync(join(tmpdir(), "loopscope-screenshots-"));
const database = join(home, "traces.db");
const env = { LOOPSCOPE_HOME: home };
mkdirSync(folder, { recursive: true });

try {
  const early = await record("--task", "user_task36", "--variant", "completion-check");
  const gated = await record("--task", "user_task36", "--variant", "gated");
  await command("eval", "drive", "--variant", "legacy", "--variant", "gated", "--repeats", "3");
  const seeds = {
    early,
    gated,
    ab: (await command("ab", early, "--turn", "3", "--stream", "on,off", "--samples", "6")).id,
    bisect: (await command("bisect", early, "--samples", "8", "--probes", "0")).experiment,
  };
  const host = await startHost(["--db", database], env);
  const { executablePath, args, env: browserEnv } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...browserEnv } });
  for (const { colorScheme, viewport } of LOOKS) await takeAll(browser, host.url, seeds, colorScheme, viewport);
  await browser.close();
  await host.stop();
} finally {
  rmSync(home, { recursive: true, force: true });
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {import("./screenshot-views.ts").Seeds} seeds
 * @param {"light" | "dark"} colorScheme
 * @param {{width: number, height: number}} viewport
 */
async function takeAll(browser, url, seeds, colorScheme, viewport) {
  const context = await browser.newContext({ colorScheme, viewport, locale: "en-GB", reducedMotion: "reduce" });
  for (const view of views.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
    const page = await context.newPage();
    await page.goto(url + view.address(seeds));
    await view.ready(page);
    await page.evaluate("document.fonts.ready");
    await page.evaluate(showUsualFolder, { made: home, usual: USUAL_FOLDER });
    const path = join(folder, `${view.name}-${colorScheme}-${viewport.width}x${viewport.height}.png`);
    await page.screenshot({ path, animations: "disabled", caret: "hide" });
    process.stdout.write(`${path.slice(projectDir.length + 1)}\n`);
    await view.after?.(page);
    await page.close();
  }
  await context.close();
}

/**
 * Runs in the page.
 * @param {{made: string, usual: string}} folders
 */
function showUsualFolder({ made, usual }) {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.nodeValue?.includes(made)) text.nodeValue = text.nodeValue.replaceAll(made, usual);
  }
}

/**
 * Records one run.
 * @param {string[]} args
 * @returns {Promise<string>} its id
 */
async function record(...args) {
  return (await command("run", ...args)).runs[0].id;
}

/**
 * Runs a command whose status 1 is an answer like any other.
 * @param {string[]} args
 * @returns {Promise<any>} what it printed
 */
async function command(...args) {
  const { status, stdout, stderr } = await loopscope([...args, "--json", "--db", database], env);
  if (status > 1) throw new Error(`loopscope ${args.join(" ")} ended with ${status}:\n${stderr}`);
  return JSON.parse(stdout);
}
