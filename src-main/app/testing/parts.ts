// A store, the endpoints with the demo model, and the catalogue, without a host around them: for tests of what works on runs.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../../src-shared/prelude/clock.ts";
import { openStore, type Store } from "../../store/store.ts";
import { loadCatalogue, type LoadedCatalogue } from "../catalogue.ts";
import { createEndpointBook, type EndpointBook } from "../endpoint-book.ts";
import { createReads, type TraceReads } from "../reads.ts";

export interface Parts {
  store: Store;
  endpoints: EndpointBook;
  reads: TraceReads;
  catalogue(): LoadedCatalogue;
  close(): Promise<void>;
}

const folders: string[] = [];

/** A folder of the test's own; `removeFolders` removes them all. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "loopscope-app-"));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Opens the parts on a database file; `home` holds the user's own suites and variants. */
export function openParts(file: string, home: string = join(file, "..")): Parts {
  const store = openStore(file, { clock: systemClock, ownerLabel: "test" });
  const endpoints = createEndpointBook(store, systemClock);
  return {
    store,
    endpoints,
    reads: createReads(store),
    catalogue: () => loadCatalogue(home),
    async close() {
      await endpoints.close();
      store.close();
    },
  };
}
