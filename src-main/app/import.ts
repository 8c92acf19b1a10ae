// Import into a store: the importers get a recorder, and what was imported is remembered in the settings.
import { systemClock } from "../../src-shared/prelude/clock.ts";
import { importFiles, type ImportPath, type ImportProgress, type ImportReport } from "../capture/import/import.ts";
import type { Store } from "../store/store.ts";

export interface ImportOptions {
  format: string | null;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
}

/** @throws UserError for a path that does not exist or a format that is not known */
export function importInto(store: Store, paths: readonly ImportPath[], options: ImportOptions): Promise<ImportReport> {
  const key = (fingerprint: string) => `imported:${fingerprint}`;
  return importFiles(paths, {
    recorders: store.recordersAt(systemClock),
    batch: (work) => store.batch(work),
    fingerprints: {
      alreadyImported: (fingerprint) => store.getSetting(key(fingerprint)) !== null,
      markImported: (fingerprint, run) => store.setSetting(key(fingerprint), run),
    },
    ...options,
  });
}
