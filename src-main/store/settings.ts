// The user's settings: a key and a JSON value. Keys to model servers never come here.
import type Database from "better-sqlite3";
import type { JsonValue } from "../../src-shared/prelude/json.ts";

export type SettingsTable = ReturnType<typeof settingsTable>;

export function settingsTable(db: Database.Database) {
  const read = db.prepare<[string], { value: string }>("SELECT value FROM settings WHERE key = ?");
  const write = db.prepare<[string, string]>(
    "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  );
  const list = db.prepare<[string, string], { key: string }>(
    "SELECT key FROM settings WHERE substr(key, 1, length(?)) = ? ORDER BY key",
  );
  return {
    /** Null where it was never set. */
    get(key: string): JsonValue {
      const row = read.get(key);
      return row ? (JSON.parse(row.value) as JsonValue) : null;
    },
    /** Keys that begin with `prefix`, in order. */
    keys: (prefix: string): string[] => list.all(prefix, prefix).map((row) => row.key),
    set: (key: string, value: JsonValue): void => void write.run(key, JSON.stringify(value)),
  };
}
