// What must hold of the built desktop app, whichever runtime it runs on: each test gets an app of its own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { AppInfo } from "../../src-shared/rpc/types.ts";
import type { Desktop, StartDesktop } from "./desktop.ts";

/** Declares the tests. `standIn`: what the app must say of its runtime. */
export function desktopSmoke(start: (options: StartDesktop) => Promise<Desktop>, standIn: boolean): void {
  let home: string;
  let database: string;
  let desktop: Desktop;

  test.beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), "loopscope-desktop-"));
    database = join(home, "traces.db");
    desktop = await start({ home, database });
  });

  test.afterEach(async () => {
    if (desktop.pids.some(isAlive)) await desktop.end("SIGTERM");
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  test("the window opens on the app, which speaks to the core through the bridge", async () => {
    await expect(desktop.page).toHaveTitle(/Loopscope/);
    await expect(desktop.page.locator("#root")).not.toBeEmpty();
    const info = await desktop.page.evaluate<{ output: AppInfo }>("window.loopscope.call('app.info', {})");
    expect(info.output).toMatchObject({ host: "desktop", database, stand_in: standIn });
  });

  test("the page has the bridge and nothing of Node", async () => {
    const found = await desktop.page.evaluate(
      "[typeof require, typeof process, typeof module, typeof Buffer, typeof global, Object.keys(window.loopscope).sort().join()]",
    );
    expect(found).toEqual(["undefined", "undefined", "undefined", "undefined", "undefined", "call,onPush,stand_in"]);
  });

  test("the page can open no window, go to no other page and run nothing that is not its own", async () => {
    const { page } = desktop;
    const address = page.url();
    const violations = await page.evaluate<string[]>(`new Promise((resolve) => {
      const seen = [];
      document.addEventListener("securitypolicyviolation", (event) => {
        seen.push(event.effectiveDirective);
        if (seen.length === 2) resolve(seen.sort());
      });
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.body.append(script);
      fetch("https://elsewhere.invalid/").catch(() => undefined);
    })`);
    expect(violations).toEqual(["connect-src", "script-src-elem"]);
    expect(await page.evaluate("window.ran")).toBeUndefined();

    await page.evaluate("void window.open('https://elsewhere.invalid/')");
    await page.evaluate("void (location.href = 'https://elsewhere.invalid/')");
    await expect
      .poll(
        () =>
          page
            .context()
            .pages()
            .filter((one) => one.url().includes("elsewhere")).length,
      )
      .toBe(0);
    expect(page.url()).toBe(address);
    await expect(page.locator("#root")).not.toBeEmpty();
  });

  test("a call that is wrong is refused, and names what is wrong", async () => {
    const wrong = await desktop.page.evaluate("window.loopscope.call('runs.watch', { runs: 3 })");
    expect(wrong).toMatchObject({ ok: false, error: { code: "invalid_input" } });
  });

  test("a signal ends the app and all it started", async () => {
    const { status } = await desktop.end("SIGTERM");
    expect(status).toBe(0);
    await expect.poll(() => desktop.pids.filter(isAlive)).toEqual([]);
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // No such process.
  }
}
