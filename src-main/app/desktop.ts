// The desktop host's composition root: one core, one window, Electron's parts around them. It runs in Electron's main
// process and is built to out/main/index.js; nothing in it is needed by the other hosts.
import { mkdirSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BrowserWindow, app, dialog } from "electron";
import { UserError } from "../../src-shared/prelude/result.ts";
import { defaultDatabaseFile } from "../store/default-path.ts";
import { createCore } from "./core.ts";
import type { Core } from "./core.ts";
import { registerAppScheme, serveAppScheme } from "./desktop/app-protocol.ts";
import { serveWindows } from "./desktop/ipc.ts";
import { lockDown } from "./desktop/lockdown.ts";
import { setMenu } from "./desktop/menu.ts";
import { APP_URL } from "./desktop/origin.ts";
import { openWindow } from "./desktop/window.ts";
import { RendererAssets } from "./http/assets.ts";
import { userHome } from "./paths.ts";

/** In the tests a plain Node with a Chromium stands in for Electron's runtime. */
const standIn = process.versions.electron === undefined;
const builtDir = join(import.meta.dirname, "..");
const home = userHome();

// Electron's own files go into the user's folder too; its single-instance lock lies there, so it is per folder.
app.setPath("userData", join(home, "desktop"));
if (app.requestSingleInstanceLock()) {
  registerAppScheme();
  app.on("second-instance", focusWindow);
  app.on("window-all-closed", () => app.quit());
  void app.whenReady().then(start).catch(failToStart);
} else {
  app.quit();
}

async function start(): Promise<void> {
  mkdirSync(home, { recursive: true });
  const user = userInfo().username;
  const core = await createCore({ database: databaseFromArguments(), host: "desktop", user, home, standIn });
  closeWhenQuitting(core);
  // In development the page comes from Vite's server; a built app has no such variable.
  const pageUrl = (app.isPackaged ? undefined : process.env["ELECTRON_RENDERER_URL"]) ?? APP_URL;
  if (pageUrl === APP_URL) serveAppScheme(RendererAssets.read(join(builtDir, "renderer")));
  lockDown(pageUrl);
  setMenu(process.platform);
  const transport = serveWindows(core, user, pageUrl);
  openWindow({ pageUrl, preload: join(builtDir, "preload/preload.cjs"), home, standIn }, (window) => {
    transport.connect(window.webContents);
  });
}

/** `--db FILE`, else the user's own database. Electron's and Chromium's flags stand among the arguments and are passed over. */
function databaseFromArguments(): string {
  const { values } = parseArgs({
    args: process.argv.slice(1),
    options: { db: { type: "string" } },
    strict: false,
    allowPositionals: true,
  });
  return typeof values.db === "string" ? values.db : defaultDatabaseFile();
}

/** Quitting waits until the core has closed its runs and its database. */
function closeWhenQuitting(core: Core): void {
  let closed = false;
  app.on("will-quit", (event) => {
    if (closed) return;
    event.preventDefault();
    void core
      .close()
      .catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
      .finally(() => {
        closed = true;
        app.quit();
      });
  });
}

function focusWindow(): void {
  const window = BrowserWindow.getAllWindows()[0];
  if (window?.isMinimized() === true) window.restore();
  window?.focus();
}

/** Says what is wrong where the person sees it (there is no window yet), and ends. */
function failToStart(error: unknown): void {
  const expected = error instanceof UserError;
  const message = expected ? error.message : `Something is wrong inside Loopscope: ${String(error)}`;
  process.stderr.write(`${message}\n`);
  if (!expected && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  dialog.showErrorBox("Loopscope cannot start", message);
  app.exit(expected ? error.exitStatus : 1);
}
