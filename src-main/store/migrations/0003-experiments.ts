// Experiments and their samples: what was to be done, how far it got, and what each sample came to.
import type { Migration } from "./migration.ts";

export const experiments: Migration = {
  version: 3,
  migrate(db) {
    db.exec(`
      CREATE TABLE experiments (
        id TEXT PRIMARY KEY,
        -- What is to be done, as JSON; it never changes.
        spec TEXT NOT NULL,
        state TEXT NOT NULL,
        note TEXT,
        -- The process that carries it out (src-main/store/writers.ts); null while it rests.
        writer TEXT,
        created_at INTEGER NOT NULL,
        changed_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX experiments_by_time ON experiments (created_at);
      CREATE TABLE experiment_samples (
        experiment TEXT NOT NULL REFERENCES experiments (id),
        arm TEXT NOT NULL,
        idx INTEGER NOT NULL,
        -- The run it began; a probe has none.
        run TEXT,
        -- What it came to, as JSON; null while it is under way.
        outcome TEXT,
        PRIMARY KEY (experiment, arm, idx)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
