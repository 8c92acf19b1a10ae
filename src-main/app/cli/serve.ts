// loopscope serve: the browser host alone, until it is ended.
import type { Command } from "commander";
import { ensureRendererBuilt } from "../../../resources/bin/build-if-stale.mjs";
import { systemClock } from "../../../src-shared/prelude/clock.ts";
import { openInBrowser } from "../http/open-browser.ts";
import { startBrowserHost } from "../server.ts";
import { databaseOf, withCommonOptions, type CliContext, type CommonOptions } from "./context.ts";
import { wholeNumber } from "./numbers.ts";

interface Options extends CommonOptions {
  port: number;
  open?: boolean;
}

export function addServeCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command("serve"))
    .description("serve the app on 127.0.0.1 for a browser, until ended")
    .option("--port <p>", "the port (default: chosen by the system)", wholeNumber("--port", 0, 65535), 0)
    .option("--open", "open the default browser")
    .action(async (options: Options) => {
      const rendererDir = await ensureRendererBuilt((line) => context.err(line));
      const host = await startBrowserHost({
        database: databaseOf(options),
        port: options.port,
        rendererDir,
        clock: systemClock,
        log: (line) => context.err(line),
      });
      context.out(options.json ? JSON.stringify({ url: host.url }) : `Loopscope is at ${host.url}`);
      // A machine without a desktop has no browser to open: the address above is enough.
      if (options.open) await openInBrowser(host.url);
      await untilEnded();
      await host.close();
    });
}

function untilEnded(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
