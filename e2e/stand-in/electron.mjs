// The part of Electron's main-process interface that the desktop host uses, on top of Node and Chromium. What is missing
// here fails when the bundle is loaded, by name.
import { EventEmitter } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { appEvents, BrowserWindow, chromium, closeChromium } from "./window.mjs";

export { BrowserWindow, ipcMain } from "./window.mjs";
export { protocol } from "./scheme-server.mjs";

class App extends EventEmitter {
  isPackaged = false;
  #paths = new Map();
  /** @type {string | null} */
  #lock = null;
  #quitting = false;

  /** @param {string} name @param {string} path */
  setPath(name, path) {
    this.#paths.set(name, path);
  }

  /** @param {string} name */
  getPath(name) {
    return this.#paths.get(name);
  }

  requestSingleInstanceLock() {
    const folder = this.getPath("userData");
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "stand-in.lock");
    if (isAlive(file)) return false;
    writeFileSync(file, String(process.pid));
    this.#lock = file;
    return true;
  }

  async whenReady() {
    await chromium();
    this.emit("ready");
  }

  quit() {
    if (!this.#quitting) this.emit("before-quit", {});
    this.#quitting = true;
    const open = BrowserWindow.getAllWindows();
    if (open.length > 0) {
      // The last one's end brings us back here.
      for (const window of open) window.close();
      return;
    }
    let prevented = false;
    this.emit("will-quit", { preventDefault: () => (prevented = true) });
    if (!prevented) void this.exit(0);
  }

  /** @param {number} code */
  async exit(code) {
    await closeChromium();
    if (this.#lock !== null) rmSync(this.#lock, { force: true });
    process.exit(code);
  }
}

/** @param {string} file */
function isAlive(file) {
  try {
    process.kill(Number(readFileSync(file, "utf8")), 0);
    return true;
  } catch {
    return false; // No lock, or its holder is gone.
  }
}

export const app = new App();
appEvents.on("web-contents-created", (event, contents) => app.emit("web-contents-created", event, contents));
appEvents.on("window-all-closed", () => app.emit("window-all-closed"));
for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) process.on(signal, () => app.quit());
// A test that was ended in the middle leaves nothing behind.
process.channel?.unref();
process.on("disconnect", () => void app.exit(1));

export const Menu = {
  /** @param {unknown} template */
  buildFromTemplate: (template) => template,
  setApplicationMenu() {},
};

export const dialog = {
  /** @param {string} title @param {string} text */
  showErrorBox(title, text) {
    process.stderr.write(`stand-in: error box: ${title}: ${text}\n`);
  },
};

export const nativeTheme = { shouldUseDarkColors: false };

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
};

export const session = {
  defaultSession: { setPermissionRequestHandler() {}, setPermissionCheckHandler() {} },
};
