// Runs that an experiment took as its samples can be told from the others, and finished samples counted without reading them.
import type { Migration } from "./migration.ts";

export const experimentSamples: Migration = {
  version: 4,
  migrate(db) {
    // Samples that were taken before this version stay unnamed: what a run's row says is what its events say, and theirs name none.
    db.exec(`
      ALTER TABLE runs ADD COLUMN experiment TEXT;
      -- The runs that are no samples, or those of one experiment, newest first; and all samples, newest first: neither list is
      -- found by walking past the other.
      CREATE INDEX runs_by_experiment ON runs (experiment, started_at);
      CREATE INDEX runs_sampled ON runs (started_at) WHERE experiment IS NOT NULL;
      CREATE INDEX experiment_samples_finished ON experiment_samples (experiment, arm) WHERE outcome IS NOT NULL;
    `);
  },
};
