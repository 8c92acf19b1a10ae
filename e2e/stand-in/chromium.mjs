// A headless Chromium of the stand-in's own, spoken to by the DevTools protocol over a pipe: when this process dies in
// whatever way, the pipe closes and Chromium ends. A port is opened besides, for Playwright to connect to.
import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "../support/browser.mjs";

/** Events: `${sessionId}:${method}` with the event's parameters; the browser's own have an empty session id. */
export class Chromium extends EventEmitter {
  /** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  #lastId = 0;
  #child;
  #profile;

  /** @param {import("node:child_process").ChildProcess} child @param {string} profile */
  constructor(child, profile) {
    super();
    this.setMaxListeners(0);
    this.#child = child;
    this.#profile = profile;
    let rest = "";
    this.#pipe(4)
      .setEncoding("utf8")
      .on("data", (text) => {
        const messages = (rest + text).split("\0");
        rest = messages.pop() ?? "";
        for (const message of messages) this.#receive(JSON.parse(message));
      });
    this.#pipe(3).on("error", () => undefined);
    process.on("exit", () => this.#end());
  }

  static async start() {
    const browser = await findBrowser();
    const profile = mkdtempSync(join(tmpdir(), "loopscope-stand-in-"));
    const child = spawn(
      browser.executablePath,
      [
        "--headless",
        "--remote-debugging-pipe",
        "--remote-debugging-port=0",
        `--user-data-dir=${profile}`,
        "--no-first-run",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        ...browser.args,
      ],
      { stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"], env: { ...process.env, ...browser.env } },
    );
    const chromium = new Chromium(child, profile);
    const devtools = await new Promise((resolve, reject) => {
      let text = "";
      child.stderr.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
        const match = /DevTools listening on (ws:\S+)/.exec(text);
        if (match) resolve(match[1]);
      });
      child.once("exit", (code) => reject(new Error(`Chromium ended with ${code}:\n${text}`)));
    });
    return { chromium, devtools: String(devtools), pid: child.pid };
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @param {string} [sessionId]
   * @returns {Promise<any>}
   */
  send(method, params = {}, sessionId) {
    const id = (this.#lastId += 1);
    this.#pipe(3).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Ends Chromium and waits until it has ended. */
  async close() {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, "exit");
      this.#child.kill("SIGTERM");
      const timer = setTimeout(() => this.#child.kill("SIGKILL"), 3000);
      await ended;
      clearTimeout(timer);
    }
    this.#end();
  }

  #end() {
    this.#child.kill("SIGKILL");
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  /** @param {3 | 4} index @returns {any} a stream; 3 is written to, 4 is read from */
  #pipe(index) {
    return this.#child.stdio[index];
  }

  /** @param {any} message */
  #receive(message) {
    if (message.id === undefined) {
      this.emit(`${message.sessionId ?? ""}:${message.method}`, message.params);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.reject(new Error(message.error.message));
    else waiting?.resolve(message.result);
  }
}
