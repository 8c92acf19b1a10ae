// A run manager for runs that no one watches one by one (evaluations, experiments): nothing is streamed to a window, nothing holds them.
import { systemClock } from "../../src-shared/prelude/clock.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { Approver } from "../agent/ports.ts";
import type { LoadedCatalogue } from "./catalogue.ts";
import type { Core } from "./core.ts";
import { createRunManager, type RunManager } from "./run-manager.ts";

/** What of the core such runs need. */
export type RunParts = Pick<Core, "store" | "endpoints" | "reads" | "catalogue">;

export interface UnattendedOptions {
  /** In place of the core's, for suites and variants that are not installed. */
  catalogue?: () => LoadedCatalogue;
  approverFor(run: string): Approver;
  host: RunStarted["host"];
  user: string;
  /** Writes of simulated packs ask, as they do in the app. */
  interactive: boolean;
  onCrash(run: string, error: unknown): void;
}

export function createUnattendedRuns(parts: RunParts, options: UnattendedOptions): RunManager {
  return createRunManager({
    store: parts.store,
    clock: systemClock,
    catalogue: options.catalogue ?? parts.catalogue,
    endpoints: parts.endpoints,
    host: options.host,
    user: options.user,
    interactive: options.interactive,
    approverFor: (run) => options.approverFor(run.id),
    waitsForPerson: () => false,
    onDelta: () => undefined,
    onCrash: options.onCrash,
    random: Math.random,
  });
}
