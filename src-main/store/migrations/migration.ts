// One numbered step of the schema. A migration that was released never changes; it uses no code that may change later.
import type Database from "better-sqlite3";

export interface Migration {
  /** The schema version after it; versions count from 1 without gaps. */
  version: number;
  /** Runs inside the transaction that also raises `user_version`. */
  migrate(db: Database.Database): void;
}
