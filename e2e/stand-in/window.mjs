// The stand-in's windows: a page of Chromium each, with the preload in its own world and IPC through a binding that only
// that world has.
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { Chromium } from "./chromium.mjs";
import { fromLoopback, toLoopback } from "./scheme-server.mjs";
import { documentScripts, RECEIVE } from "./worlds.mjs";

const PRELOAD_WORLD = "stand-in-preload";

/** @type {Promise<Chromium> | null} */
let starting = null;
/** @type {Set<BrowserWindow>} */
const windows = new Set();
/** Hears of new web contents and of the last window's end. */
export const appEvents = new EventEmitter();
/** @type {Map<string, (event: object, ...args: unknown[]) => unknown>} */
const handlers = new Map();

export const ipcMain = {
  /** @param {string} channel @param {(event: object, ...args: any[]) => unknown} handler */
  handle(channel, handler) {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
  /** @param {string} channel */
  removeHandler(channel) {
    handlers.delete(channel);
  },
};

/** Starts Chromium once, and says on standard output where Playwright can connect. */
export function chromium() {
  starting ??= Chromium.start().then(({ chromium: started, devtools, pid }) => {
    process.stdout.write(`${JSON.stringify({ stand_in: { devtools, chromium_pid: pid } })}\n`);
    return started;
  });
  return starting;
}

export async function closeChromium() {
  await (await starting)?.close();
}

class WebContents extends EventEmitter {
  static #lastId = 0;
  id = (WebContents.#lastId += 1);
  mainFrame = { url: "about:blank", parent: null };
  #options;
  /** @type {Chromium | null} */
  #chromium = null;
  #session = "";
  #targetId = "";
  #mainFrameId = "";
  /** @type {number | null} */
  #preloadContext = null;
  /** Addresses that the main process itself asked for: they are loaded without a question. @type {Set<string>} */
  #ownLoads = new Set();
  /** @type {(details: {url: string}) => {action: string}} */
  #onWindowOpen = () => ({ action: "allow" });
  attached;

  /** @param {any} options what the window was made with */
  constructor(options) {
    super();
    this.#options = options;
    this.attached = this.#attach();
    this.attached.catch((error) => {
      process.stderr.write(`stand-in: ${error.stack}\n`);
      process.exit(70);
    });
  }

  async #attach() {
    const { width = 800, height = 600, webPreferences = {} } = this.#options;
    if (
      webPreferences.sandbox === false ||
      webPreferences.contextIsolation === false ||
      webPreferences.nodeIntegration
    ) {
      throw new Error("The stand-in only knows windows that are sandboxed, isolated and without Node");
    }
    const started = (this.#chromium = await chromium());
    await started.send("Target.setDiscoverTargets", { discover: true });
    const { targetId } = await started.send("Target.createTarget", {
      url: "about:blank",
      newWindow: true,
      width,
      height,
    });
    const { sessionId } = await started.send("Target.attachToTarget", { targetId, flatten: true });
    this.#session = sessionId;
    this.#targetId = targetId;
    this.#mainFrameId = targetId;
    this.#listen(started);
    const binding = `standIn${randomUUID().replaceAll("-", "")}`;
    this.#on(started, "Runtime.bindingCalled", (event) => {
      if (event.name === binding && event.executionContextId === this.#preloadContext)
        void this.#receive(event.payload);
    });
    await this.#call("Runtime.enable");
    await this.#call("Page.enable");
    await this.#call("Runtime.addBinding", { name: binding, executionContextName: PRELOAD_WORLD });
    const scripts = documentScripts({
      channel: randomUUID(),
      binding,
      preload: webPreferences.preload ? readFileSync(webPreferences.preload, "utf8") : "",
      argv: ["stand-in", ...(webPreferences.additionalArguments ?? [])],
    });
    await this.#call("Page.addScriptToEvaluateOnNewDocument", { source: scripts.page });
    await this.#call("Page.addScriptToEvaluateOnNewDocument", { source: scripts.preload, worldName: PRELOAD_WORLD });
    await this.#call("Fetch.enable", { patterns: [{ resourceType: "Document", requestStage: "Request" }] });
  }

  /** @param {Chromium} started */
  #listen(started) {
    this.#on(started, "Runtime.executionContextCreated", ({ context }) => {
      if (context.name === PRELOAD_WORLD && context.auxData.frameId === this.#mainFrameId)
        this.#preloadContext = context.id;
    });
    this.#on(started, "Page.frameNavigated", ({ frame }) => {
      if (frame.parentId === undefined) this.mainFrame.url = fromLoopback(frame.url);
    });
    this.#on(started, "Page.navigatedWithinDocument", ({ frameId, url }) => {
      if (frameId === this.#mainFrameId) this.mainFrame.url = fromLoopback(url);
    });
    this.#on(started, "Page.loadEventFired", () => this.emit("did-finish-load"));
    this.#on(started, "Fetch.requestPaused", (event) => void this.#decideNavigation(event));
    this.#on(started, "Inspector.targetCrashed", () => this.emit("render-process-gone", {}, { reason: "crashed" }));
    started.on(":Target.targetCreated", ({ targetInfo }) => {
      if (targetInfo.openerId !== this.#targetId) return;
      // A link with a target: Chromium has opened it already; in Electron it would not have come into being.
      const { action } = this.#onWindowOpen({ url: fromLoopback(targetInfo.url) });
      if (action === "deny") void started.send("Target.closeTarget", { targetId: targetInfo.targetId });
    });
    started.on(":Target.targetDestroyed", ({ targetId }) => {
      if (targetId === this.#targetId) this.emit("destroyed");
    });
  }

  /** @param {any} event */
  async #decideNavigation({ requestId, request, frameId }) {
    const url = fromLoopback(request.url + (request.urlFragment ?? ""));
    const isMainFrame = frameId === this.#mainFrameId;
    let prevented = false;
    const details = { url, isMainFrame, isSameDocument: false, preventDefault: () => (prevented = true) };
    if (!this.#ownLoads.delete(request.url)) {
      if (isMainFrame) this.emit("will-navigate", details);
      this.emit("will-frame-navigate", details);
    }
    if (!prevented) this.emit("did-start-navigation", details);
    await this.#call(
      prevented ? "Fetch.failRequest" : "Fetch.continueRequest",
      prevented ? { requestId, errorReason: "Aborted" } : { requestId },
    ).catch(() => undefined); // The page may be gone by now.
  }

  /** A message from the preload's world. @param {string} text */
  async #receive(text) {
    const { invoke, channel, args, open } = JSON.parse(text);
    if (open !== undefined) {
      // Nothing of ours allows it, so what would follow is not built.
      if (this.#onWindowOpen({ url: open }).action !== "deny")
        throw new Error(`The stand-in opens no window for ${open}`);
      return;
    }
    const event = { sender: this, senderFrame: this.mainFrame };
    try {
      const handler = handlers.get(channel);
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
      this.#tell({ reply: invoke, value: await handler(event, ...args) });
    } catch (error) {
      this.#tell({ reply: invoke, error: `Error invoking remote method '${channel}': ${String(error)}` });
    }
  }

  /** @param {object} message */
  #tell(message) {
    if (this.#preloadContext === null) return;
    const expression = `globalThis.${RECEIVE}(${JSON.stringify(JSON.stringify(message))})`;
    // The page may have gone on to another document: then there is no one to tell.
    this.#call("Runtime.evaluate", { contextId: this.#preloadContext, expression }).catch(() => undefined);
  }

  /** @param {string} channel @param {unknown[]} args */
  send(channel, ...args) {
    this.#tell({ channel, args });
  }

  /** @param {(details: {url: string}) => {action: string}} handler */
  setWindowOpenHandler(handler) {
    this.#onWindowOpen = handler;
  }

  /** @param {string} address */
  async loadURL(address) {
    await this.attached;
    const url = await toLoopback(address);
    this.#ownLoads.add(url);
    await this.#call("Page.navigate", { url });
  }

  async reload() {
    this.#ownLoads.add((await toLoopback(this.mainFrame.url)).replace(/#.*/, ""));
    await this.#call("Page.reload");
  }

  async destroy() {
    await this.attached;
    await this.#chromium?.send("Target.closeTarget", { targetId: this.#targetId }).catch(() => undefined);
    this.emit("destroyed");
  }

  /** @param {string} method @param {object} [params] @returns {Promise<any>} */
  #call(method, params) {
    if (this.#chromium === null) throw new Error("The page is not there yet");
    return this.#chromium.send(method, params, this.#session);
  }

  /** @param {Chromium} started @param {string} method @param {(params: any) => void} listener */
  #on(started, method, listener) {
    started.on(`${this.#session}:${method}`, listener);
  }
}

export class BrowserWindow extends EventEmitter {
  webContents;
  #bounds;
  #maximized = false;

  /** @param {any} [options] */
  constructor(options = {}) {
    super();
    this.#bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 };
    windows.add(this);
    this.webContents = new WebContents(options);
    appEvents.emit("web-contents-created", {}, this.webContents);
    this.webContents.once("did-finish-load", () => this.emit("ready-to-show"));
    this.webContents.once("destroyed", () => this.#closed());
  }

  static getAllWindows() {
    return [...windows];
  }

  /** @param {string} url */
  loadURL(url) {
    return this.webContents.loadURL(url);
  }

  close() {
    this.emit("close", {});
    void this.webContents.destroy();
  }

  #closed() {
    if (!windows.delete(this)) return;
    this.emit("closed");
    if (windows.size === 0) appEvents.emit("window-all-closed");
  }

  show() {}
  focus() {}
  restore() {}
  maximize() {
    this.#maximized = true;
  }
  isMaximized() {
    return this.#maximized;
  }
  isMinimized() {
    return false;
  }
  getNormalBounds() {
    return this.#bounds;
  }
}
