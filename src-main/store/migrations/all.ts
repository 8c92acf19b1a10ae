// Every migration in order: the table of contents of the schema.
import { trace } from "./0001-trace.ts";
import { writersAndSettings } from "./0002-writers-and-settings.ts";
import type { Migration } from "./migration.ts";

export const migrations: readonly Migration[] = [trace, writersAndSettings];

/** The schema version that this program reads and writes. */
export const SCHEMA_VERSION = migrations.length;
