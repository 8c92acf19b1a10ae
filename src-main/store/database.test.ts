import { copyFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { UserError } from "../../src-shared/prelude/result.ts";
import { openForWriting } from "./database.ts";
import { APPLICATION_ID } from "./inspect-file.ts";
import { SCHEMA_VERSION } from "./migrations/all.ts";
import { openStore, storeOn } from "./store.ts";
import { recordRun, sampleEnd, sampleStart } from "./testing/sample-run.ts";
import { reopen, steppingClock, tempFolder } from "./testing/temporary.ts";

function refusal(file: string, readonly = false): { code: string; message: string } {
  try {
    openStore(file, { clock: steppingClock(), readonly }).close();
  } catch (error) {
    if (error instanceof UserError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("It was opened");
}

describe("opening a database", () => {
  it("makes the folder and the file, marked as ours", () => {
    const file = join(tempFolder(), "new", "folder", "trace.db");
    reopen(file).close();
    const raw = new Database(file);
    expect(raw.pragma("application_id", { simple: true })).toBe(APPLICATION_ID);
    expect(raw.pragma("user_version", { simple: true })).toBe(SCHEMA_VERSION);
    expect(raw.pragma("journal_mode", { simple: true })).toBe("wal");
    raw.close();
  });

  it("takes an empty file, and one that a crash left blank", () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "empty.db"), "");
    reopen(join(folder, "empty.db")).close();
    const blank = new Database(join(folder, "blank.db"));
    blank.exec("CREATE TABLE t (a); DROP TABLE t;");
    blank.close();
    expect(reopen(join(folder, "blank.db")).verify().ok).toBe(true);
  });

  it.each([false, true])("refuses a newer one and leaves it byte for byte as it is (read-only: %s)", (readonly) => {
    const folder = tempFolder();
    const file = join(folder, "trace.db");
    reopen(file).close();
    const raw = new Database(file);
    raw.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    raw.close();
    const before = readFileSync(file);
    expect(refusal(file, readonly)).toEqual({
      code: "database_newer",
      message: `${file}: written by a newer Loopscope (schema ${SCHEMA_VERSION + 1}, this one reads up to ${SCHEMA_VERSION}), so it was left untouched. Update Loopscope or choose another file with --db.`,
    });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(["trace.db"]);
  });

  it("refuses one whose newer version stands in its log alone, and leaves both files as they are", () => {
    const folder = tempFolder();
    reopen(join(folder, "live.db")).close();
    const live = new Database(join(folder, "live.db"));
    live.pragma("wal_autocheckpoint = 0");
    live.pragma(`user_version = ${SCHEMA_VERSION + 5}`);
    // As a crash would leave it: the change is in the log and not yet in the file.
    const file = join(folder, "crashed.db");
    copyFileSync(join(folder, "live.db"), file);
    copyFileSync(join(folder, "live.db-wal"), `${file}-wal`);
    live.close();
    const before = [readFileSync(file), readFileSync(`${file}-wal`)];
    expect(refusal(file).code).toBe("database_newer");
    expect([readFileSync(file), readFileSync(`${file}-wal`)]).toEqual(before);
    expect(existsSync(`${file}-shm`)).toBe(false);
  });

  it("refuses another program's database, a text file, a short file and a folder, untouched", () => {
    const folder = tempFolder();
    const other = new Database(join(folder, "other.db"));
    other.exec("CREATE TABLE bookmarks (url)");
    other.close();
    const marked = new Database(join(folder, "marked.db"));
    marked.pragma("application_id = 42");
    marked.close();
    writeFileSync(join(folder, "notes.txt"), "Not a database. ".repeat(50));
    writeFileSync(join(folder, "short.txt"), "SQLite");
    mkdirSync(join(folder, "a-folder"));
    const names = readdirSync(folder);
    const before = names.map((name) => (name === "a-folder" ? "" : readFileSync(join(folder, name), "latin1")));
    for (const readonly of [false, true]) {
      const codes = names.map((name) => `${name} ${refusal(join(folder, name), readonly).code}`);
      expect(codes).toEqual([
        "a-folder database_unreadable",
        "marked.db database_foreign",
        "notes.txt database_foreign",
        "other.db database_foreign",
        "short.txt database_foreign",
      ]);
    }
    expect(refusal(join(folder, "notes.txt")).message).toBe(
      `${join(folder, "notes.txt")}: not a Loopscope database, so it was left untouched. Choose another file with --db.`,
    );
    expect(readdirSync(folder)).toEqual(names);
    expect(names.map((name) => (name === "a-folder" ? "" : readFileSync(join(folder, name), "latin1")))).toEqual(
      before,
    );
  });

  it("says which file is missing when it is only to be read, and which path has no folder", () => {
    const folder = tempFolder();
    expect(refusal(join(folder, "none.db"), true)).toEqual({
      code: "not_found",
      message: `${join(folder, "none.db")}: no such database. Check the path given with --db.`,
    });
    writeFileSync(join(folder, "file"), "x");
    expect(refusal(join(folder, "file", "trace.db")).code).toBe("database_unreadable");
  });

  it("says so when another program holds the file locked", () => {
    const file = join(tempFolder(), "trace.db");
    const db = openForWriting(file);
    const store = storeOn(db, file, { clock: steppingClock() });
    const recorder = store.recorders.create(sampleStart());
    const other = new Database(file);
    other.exec("BEGIN IMMEDIATE");
    db.pragma("busy_timeout = 1");
    expect(() => recorder.append(sampleEnd())).toThrow(
      `${file}: the database is locked by another program. Close that program or wait for it, then try again.`,
    );
    other.exec("ROLLBACK");
    other.close();
    expect(recorder.append(sampleEnd())[0]?.seq).toBe(2);
    store.close();
  });

  it("reads a damaged database as far as it goes and names the mend", () => {
    const file = join(tempFolder(), "trace.db");
    const store = reopen(file);
    const recorder = store.recorders.create(sampleStart());
    recordRun(recorder, 30);
    store.close();
    const bytes = readFileSync(file);
    bytes.fill(0xa5, bytes.length / 2);
    writeFileSync(file, bytes);
    const damaged = reopen(file, { readonly: true });
    expect(() => damaged.events(recorder.run)).toThrow(/the database is damaged .* Run `loopscope recover`/);
    expect(damaged.verify().ok).toBe(false);
  });

  it.skipIf(process.getuid?.() === 0)("says so when the file or the folder is read-only, and still reads it", () => {
    for (const readOnly of ["file", "folder"] as const) {
      const folder = tempFolder();
      const file = join(folder, "trace.db");
      const store = reopen(file);
      recordRun(store.recorders.create(sampleStart()), 1);
      store.close();
      chmodSync(readOnly === "file" ? file : folder, readOnly === "file" ? 0o444 : 0o555);
      try {
        expect(refusal(file)).toEqual({
          code: "disk_read_only",
          message: `${file}: the file or its folder is read-only. Make both writable or choose another file with --db.`,
        });
        expect(reopen(file, { readonly: true }).facets().tasks).toEqual(["user_task35"]);
      } finally {
        chmodSync(folder, 0o755);
      }
    }
  });
});

describe("reading alone", () => {
  it("changes nothing, not even a run that was interrupted", () => {
    const folder = tempFolder();
    const file = join(folder, "trace.db");
    const store = reopen(file);
    const { run } = store.recorders.create(sampleStart());
    store.close();
    const before = readFileSync(file);
    const reader = reopen(file, { readonly: true });
    expect(reader.getRun(run)?.summary.ending).toBeNull();
    expect(() => reader.recorders.create(sampleStart())).toThrow("read-only");
    expect(reader.verify().ok).toBe(true);
    reader.close();
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe("a full disk", () => {
  it("refuses the append whole; what was recorded stays, and the run goes on when there is room", () => {
    const file = join(tempFolder(), "trace.db");
    const db = openForWriting(file);
    const store = storeOn(db, file, { clock: steppingClock() });
    const recorder = store.recorders.create(sampleStart());
    const pages = db.pragma("page_count", { simple: true });
    db.pragma(`max_page_count = ${Number(pages) + 2}`);
    const big = Array.from({ length: 4_000 }, (_, i) => `${i * 7_919}`).join(" ");
    const body = recorder.blob(big);
    const message = recorder.message(null, { role: "user", content: big });
    const end = sampleEnd({ answer: body.hash + message });
    expect(() => recorder.append(end)).toThrow(
      `${file}: the disk is full, so nothing more can be recorded. Free some space and try again; what was recorded is kept.`,
    );
    expect(store.eventCount(recorder.run)).toBe(1);
    db.pragma("max_page_count = 100000");
    expect(recorder.append(end).map((event) => event.seq)).toEqual([2]);
    expect(store.blobText(body.hash).text).toBe(big);
    expect(store.messages(message)).toEqual([{ role: "user", content: big }]);
    expect(store.verify()).toMatchObject({ ok: true, problems: [] });
    store.close();
  });
});

describe("what is written before a tool changes something", () => {
  it("is flushed through to the disk; everything else is not", () => {
    const file = join(tempFolder(), "trace.db");
    const db = openForWriting(file);
    const store = storeOn(db, file, { clock: steppingClock() });
    const recorder = store.recorders.create(sampleStart());
    const levels: string[] = [];
    const pragma = db.pragma.bind(db);
    db.pragma = (source, options) => {
      if (source.startsWith("synchronous")) levels.push(source);
      return pragma(source, options);
    };
    const start = (operation_key: string | null) =>
      recorder.append({
        kind: "tool.started",
        turn: 1,
        data: { call_id: "c", tool: "delete_file", attempt: 1, arguments: {}, operation_key },
      });
    start(null);
    expect(levels).toEqual([]);
    start("op_1");
    expect(levels).toEqual(["synchronous = FULL", "synchronous = NORMAL"]);
    expect(db.pragma("synchronous", { simple: true })).toBe(1);
    store.close();
  });
});
