// The fixture of the user stories: a host of their own with a database of its own, a page that is open on it, and the
// command line on the same data. A story fails when its page logs an error, throws, or breaks its content policy.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { startModelServer } from "./model-server.ts";
import type { ModelServer } from "./model-server.ts";
import { loopscope, startHost } from "./program.ts";
import type { Finished, RunningHost } from "./program.ts";

export { expect } from "@playwright/test";

export interface App {
  /** The address of the host, token included. */
  url: string;
  database: string;
  home: string;
  /** Opens the page, at a view such as `#/runs`. */
  open(view?: string): Promise<Page>;
  /** Runs `loopscope ARGS --db …` on the same database. */
  cli(...args: string[]): Promise<Finished>;
  /** The same with `--json`; gives the document. Fails unless the status is 0 or 1. */
  json<T = JsonValue>(...args: string[]): Promise<T>;
  /** Records one run by the command line and gives its id. */
  seed(...args: string[]): Promise<string>;
  /** Errors the story brings about on purpose; each pattern covers any number of lines. */
  expectErrors(...patterns: RegExp[]): void;
  /** Ends the host and starts it again on the same database (its address changes). */
  restart(signal?: NodeJS.Signals): Promise<void>;
}

export const test = base.extend<{ app: App; model: ModelServer }>({
  app: async ({ page }, use) => {
    const home = mkdtempSync(join(tmpdir(), "loopscope-e2e-"));
    const database = join(home, "traces.db");
    const env = { LOOPSCOPE_HOME: home };
    const problems = watchPage(page);
    const expected: RegExp[] = [];
    let host: RunningHost = await startHost(["--db", database], env);

    const cli = (...args: string[]) => loopscope([...args, "--db", database], env);
    const json = async <T>(...args: string[]) => {
      const { status, stdout, stderr } = await cli(...args, "--json");
      if (status > 1) throw new Error(`loopscope ${args.join(" ")} ended with ${status}:\n${stderr}`);
      return JSON.parse(stdout) as T;
    };
    const app: App = {
      get url() {
        return host.url;
      },
      database,
      home,
      open: async (view = "") => {
        await page.goto(host.url + view);
        return page;
      },
      cli,
      json,
      seed: async (...args) => {
        const { runs } = await json<{ runs: { id: string }[] }>("run", ...args);
        const id = runs[0]?.id;
        if (id === undefined) throw new Error("No run was recorded");
        return id;
      },
      expectErrors: (...patterns) => void expected.push(...patterns),
      restart: async (signal) => {
        await host.stop(signal);
        host = await startHost(["--db", database], env);
      },
    };
    await use(app);
    // The page goes first: a host that ends under it would be an error of the page's.
    await page.close();
    await host.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    expect(problems.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
  },

  model: async ({}, use) => {
    const server = await startModelServer();
    await use(server);
    await server.close();
  },
});

/** Collects everything that must not happen on a page, from before its first script on. */
function watchPage(page: Page): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    // A broken content policy is logged as an error, too.
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`thrown: ${error.stack ?? error.message}`));
  page.on("crash", () => problems.push("The page crashed"));
  return problems;
}
