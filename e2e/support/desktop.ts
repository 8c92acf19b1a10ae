// Starts the built desktop bundle: through the stand-in for Electron's runtime, or through the real one where it is.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { _electron, chromium, expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { installedElectron } from "../../resources/bin/electron-runtime.mjs";
import { hasDisplay } from "../../src-main/app/http/open-browser.ts";
import { projectDir } from "./program.ts";

export interface Desktop {
  page: Page;
  /** The processes that must be gone when the app has ended. */
  pids: number[];
  stderr(): string;
  /** Sends a signal and gives how the app ended, once it has. */
  end(signal: NodeJS.Signals): Promise<{ status: number | null; signal: NodeJS.Signals | null }>;
}

export interface StartDesktop {
  home: string;
  database: string;
}

/** Runs the stand-in with a bundle until it ends or its window's page is there. */
export async function startStandIn({ home, database }: StartDesktop): Promise<Desktop> {
  const { child, stdout, stderr, ended } = spawnStandIn(home, database);
  const first = await Promise.race([once(createInterface({ input: stdout }), "line"), ended.then(() => null)]);
  if (first === null) throw new Error(`The stand-in ended at once:\n${stderr()}`);
  const { stand_in } = JSON.parse(String(first[0])) as { stand_in: { devtools: string; chromium_pid: number } };
  const page = await windowOf(stand_in.devtools).catch((error: unknown) => {
    child.kill("SIGTERM");
    throw new Error(`${String(error)}\nThe stand-in said:\n${stderr()}`, { cause: error });
  });
  return {
    page,
    pids: [child.pid ?? 0, stand_in.chromium_pid],
    stderr,
    end: async (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Playwright's hold on the window's page, once there is one. */
async function windowOf(devtools: string): Promise<Page> {
  const browser = await chromium.connectOverCDP(devtools);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("The stand-in's Chromium has no context");
  await expect.poll(() => context.pages().some(isOurs), { message: "The window's page" }).toBe(true);
  const page = context.pages().find(isOurs);
  if (page === undefined) throw new Error("The window's page has gone");
  return page;
}

/** Runs the stand-in to its end; for starts that are to fail. */
export async function runStandIn({ home, database }: StartDesktop): Promise<{ status: number | null; stderr: string }> {
  const { stderr, ended } = spawnStandIn(home, database);
  const { status } = await ended;
  return { status, stderr: stderr() };
}

function spawnStandIn(home: string, database: string) {
  const register = join(projectDir, "e2e/stand-in/register.mjs");
  const bundle = join(projectDir, "out/main/index.js");
  const child = spawn(process.execPath, ["--import", register, bundle, "--db", database], {
    env: { ...process.env, LOOPSCOPE_HOME: home },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const ended = once(child, "exit").then(([status, signal]) => ({
    status: status as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  const { stdout } = child;
  if (stdout === null) throw new Error("The stand-in has no standard output");
  return { child, stdout, ended, stderr: () => text };
}

/** Chromium opens with a blank page of its own that is not the app's. */
function isOurs(page: Page): boolean {
  return page.url().startsWith("http:");
}

/** Why real Electron cannot be tested here, or null. */
export function electronMissing(): string | null {
  if (installedElectron() === null) return "Electron's runtime is not installed (npx install-electron)";
  return hasDisplay(process.platform, process.env) ? null : "There is no display for Electron";
}

export async function startElectron({ home, database }: StartDesktop): Promise<Desktop> {
  const program = installedElectron();
  if (program === null) throw new Error("Electron's runtime is not installed");
  const root = process.platform === "linux" && process.getuid?.() === 0;
  const app = await _electron.launch({
    executablePath: program,
    args: [...(root ? ["--no-sandbox"] : []), projectDir, "--db", database],
    env: { ...(process.env as Record<string, string>), LOOPSCOPE_HOME: home },
  });
  const child = app.process();
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const page = await app.firstWindow();
  return {
    page,
    pids: [child.pid ?? 0],
    stderr: () => text,
    end: async (signal) => {
      const ended = once(child, "exit");
      child.kill(signal);
      const [status, by] = (await ended) as [number | null, NodeJS.Signals | null];
      return { status, signal: by };
    },
  };
}
