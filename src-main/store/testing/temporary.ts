// Real files in a folder of their own, and a clock that moves when it is read: what the store's tests stand on.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Clock } from "../../../src-shared/prelude/clock.ts";
import { openStore, type Store, type StoreOptions } from "../store.ts";

/** A new empty folder that goes away with the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "loopscope-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const CLOCK_START = Date.UTC(2026, 0, 1);

/** Begins at `CLOCK_START` and moves on 10 ms with each reading. */
export function steppingClock(start: number = CLOCK_START): Clock {
  let at = start;
  const now = () => (at += 10) - 10;
  return { now, monotonic: now, sleep: () => Promise.resolve() };
}

/** A store on a new file; closed with the test. */
export function tempStore(options: Partial<StoreOptions> = {}): Store {
  return reopen(join(tempFolder(), "trace.db"), options);
}

/** A store on a file; closed with the test. */
export function reopen(file: string, options: Partial<StoreOptions> = {}): Store {
  const store = openStore(file, { clock: steppingClock(), ...options });
  onTestFinished(() => store.close());
  return store;
}
