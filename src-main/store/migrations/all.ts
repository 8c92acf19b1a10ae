// Every migration in order: the table of contents of the schema.
import { trace } from "./0001-trace.ts";
import { writersAndSettings } from "./0002-writers-and-settings.ts";
import { experiments } from "./0003-experiments.ts";
import { experimentSamples } from "./0004-experiment-samples.ts";
import { decisions } from "./0005-decisions.ts";
import type { Migration } from "./migration.ts";

export const migrations: readonly Migration[] = [trace, writersAndSettings, experiments, experimentSamples, decisions];

/** The schema version that this program reads and writes. */
export const SCHEMA_VERSION = migrations.length;
