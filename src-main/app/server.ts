// The browser host's composition root: the core and the HTTP server around it.
import { mkdirSync } from "node:fs";
import { userInfo } from "node:os";
import type { Clock } from "../../src-shared/prelude/clock.ts";
import { createCore } from "./core.ts";
import { serveBrowserHost } from "./http/serve.ts";
import { userHome } from "./paths.ts";

export interface StartedHost {
  /** The address to open, with this start's token. */
  url: string;
  close(): Promise<void>;
}

/** @throws UserError: the database cannot be opened, the port is in use, the renderer is not built */
export async function startBrowserHost(options: {
  database: string;
  port: number;
  rendererDir: string;
  clock: Clock;
  log: (line: string) => void;
}): Promise<StartedHost> {
  const home = userHome();
  mkdirSync(home, { recursive: true });
  const user = userInfo().username;
  const core = await createCore({
    database: options.database,
    host: "browser",
    user,
    home,
    clock: options.clock,
    log: options.log,
  });
  try {
    const host = await serveBrowserHost({
      core,
      port: options.port,
      rendererDir: options.rendererDir,
      log: options.log,
      user,
    });
    return {
      url: host.url,
      async close() {
        await host.close();
        await core.close();
      },
    };
  } catch (error) {
    await core.close();
    throw error;
  }
}
