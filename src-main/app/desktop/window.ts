// The app's window: a sandboxed page without Node, shown when it has painted, at its place of last time.
import { join } from "node:path";
import { BrowserWindow, nativeTheme, screen } from "electron";
import { STAND_IN_ARGUMENT } from "../../../src-shared/rpc/channels.ts";
import { readWindowState, saveWindowState } from "./window-state.ts";

export interface WindowOptions {
  pageUrl: string;
  preload: string;
  /** The user's folder; the window's place is kept in it. */
  home: string;
  standIn: boolean;
}

/** Makes the window and starts loading the page. `connect` gets it before anything is loaded. */
export function openWindow(options: WindowOptions, connect: (window: BrowserWindow) => void): BrowserWindow {
  const stateFile = join(options.home, "window.json");
  const state = readWindowState(
    stateFile,
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    ...(state?.bounds ?? { width: 1440, height: 900 }),
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: "Loopscope",
    // The page's own ground, so that nothing flashes before it has painted.
    backgroundColor: nativeTheme.shouldUseDarkColors ? "#16181d" : "#ffffff",
    webPreferences: {
      preload: options.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      additionalArguments: options.standIn ? [STAND_IN_ARGUMENT] : [],
    },
  });
  if (state?.maximized === true) window.maximize();
  window.once("ready-to-show", () => window.show());
  window.on("close", () => {
    saveWindowState(stateFile, { bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  });
  reloadAfterCrash(window);
  connect(window);
  void window.loadURL(options.pageUrl);
  return window;
}

/** A page that crashed is loaded again: every run goes on in the main process, and the page's place is in its address. */
function reloadAfterCrash(window: BrowserWindow): void {
  let lastCrash = Number.NEGATIVE_INFINITY;
  window.webContents.on("render-process-gone", (_event, details) => {
    if (details.reason === "clean-exit") return;
    process.stderr.write(`The window's page has crashed (${details.reason}).\n`);
    const now = performance.now();
    // A second crash at once would go on for ever.
    if (now - lastCrash > 10_000) window.webContents.reload();
    lastCrash = now;
  });
}
