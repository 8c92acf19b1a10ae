// What a person waits for in the app, in a real browser on the real browser host: opening a long run, the next turn, and
// scrolling the table of many runs. `npx node bench/ui.ts [--json] [--runs 100000]`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright";
import { findBrowser } from "../e2e/support/browser.mjs";
import { startHost } from "../e2e/support/program.ts";
import { recordRun, sampleStart } from "../src-main/store/testing/sample-run.ts";
import { fillWithRuns } from "./support/many-runs.ts";

const { values } = parseArgs({ options: { json: { type: "boolean" }, runs: { type: "string", default: "100000" } } });
const folder = mkdtempSync(join(tmpdir(), "loopscope-bench-"));
const file = join(folder, "ui.db");

/** Turns of the long run: with eleven events a turn, some 2,000 events. */
const LONG_RUN_TURNS = 180;
const store = fillWithRuns(file, Number(values.runs));
const recorder = store.recorders.create(sampleStart({ title: "A long run" }));
recordRun(recorder, LONG_RUN_TURNS);
const events = store.eventCount(recorder.run);
store.close();

const host = await startHost(["--db", file], { LOOPSCOPE_HOME: join(folder, "home") });
const found = await findBrowser();
const browser = await chromium.launch({
  executablePath: found.executablePath,
  args: found.args,
  env: { ...process.env, ...found.env },
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(30_000);
  await page.goto(host.url);
  await page.getByRole("row").nth(1).waitFor();
  const scroll = await scrollTable(page);
  const opened: number[] = [];
  const stepped: number[] = [];
  for (let repeat = 0; repeat < 5; repeat += 1) {
    opened.push(await openRun(page, recorder.run));
    stepped.push(await nextTurn(page));
    await page.evaluate(() => {
      location.hash = "#/";
    });
    await page.getByRole("row").nth(1).waitFor();
  }
  const results = {
    events,
    open_ms: median(opened),
    next_turn_ms: median(stepped),
    scroll_frame_p50_ms: percentile(scroll, 50),
    scroll_frame_p95_ms: percentile(scroll, 95),
  };
  if (values.json) process.stdout.write(`${JSON.stringify({ ui: results }, null, 2)}\n`);
  else console.table(results);
} finally {
  await browser.close();
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds from going to the run's address to its first painted turn. */
async function openRun(page: Page, run: string): Promise<number> {
  const began = await page.evaluate((id) => {
    location.hash = `#/run/${id}`;
    return performance.now();
  }, run);
  const painted = await page.waitForFunction(
    () => (document.querySelector(".turn-row__number") ? performance.now() : null),
    undefined,
    { polling: "raf" },
  );
  return ((await painted.jsonValue()) ?? 0) - began;
}

/** Milliseconds from the key to the frame that has the other turn in the address. */
async function nextTurn(page: Page): Promise<number> {
  const before = await page.evaluate(() => location.hash);
  const began = await page.evaluate(() => performance.now());
  await page.keyboard.press("k");
  const moved = await page.waitForFunction((hash) => (location.hash === hash ? null : performance.now()), before, {
    polling: "raf",
  });
  return ((await moved.jsonValue()) ?? 0) - began;
}

/** Times between frames in milliseconds while the table scrolls 120 px a frame. */
async function scrollTable(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const scroller = [...document.querySelectorAll<HTMLElement>("*")].find(
      (element) =>
        element.scrollHeight > element.clientHeight * 20 && getComputedStyle(element).overflowY !== "visible",
    );
    if (!scroller) throw new Error("The table does not scroll.");
    const frames: number[] = [];
    let last = performance.now();
    for (let frame = 0; frame < 240; frame += 1) {
      scroller.scrollTop += 120;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      frames.push(performance.now() - last);
      last = performance.now();
    }
    return frames;
  });
}

function median(numbers: readonly number[]): number {
  return percentile(numbers, 50);
}

function percentile(numbers: readonly number[], at: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return Number((sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * at) / 100))] ?? 0).toFixed(1));
}
