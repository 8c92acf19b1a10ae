// Which process writes a live run, so that a second process on the same file can tell a live run from an interrupted one;
// and the user's settings.
import type { Migration } from "./migration.ts";

export const writersAndSettings: Migration = {
  version: 2,
  migrate(db) {
    db.exec(`
      -- pid, machine and started tell one process of one machine's one boot; see src-main/store/writers.ts.
      CREATE TABLE writers (
        id TEXT PRIMARY KEY,
        pid INTEGER NOT NULL,
        machine TEXT NOT NULL,
        started TEXT NOT NULL,
        label TEXT NOT NULL,
        opened_at INTEGER NOT NULL
      ) STRICT;
      -- The writer of a run that goes on; null once it has ended.
      ALTER TABLE runs ADD COLUMN writer TEXT;
      CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    `);
  },
};
