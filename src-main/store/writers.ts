// Which process is writing: a row per open store. A run whose writer is gone was interrupted; one whose writer lives is not
// ours to touch, be it in this process, another one, or another container on the same file.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type Database from "better-sqlite3";

export interface WriterRow {
  id: string;
  pid: number;
  /** Host name, boot and process namespace: process ids mean something within one of these only. */
  machine: string;
  /** When the process began, in the system's own form; "" where that cannot be told. */
  started: string;
  label: string;
  opened_at: number;
}

/** How long a run of another machine may be silent before its writer counts as gone; its process cannot be asked. */
const FOREIGN_SILENCE_MS = 15 * 60_000;

export type Writers = ReturnType<typeof writerTable>;

/** The writers of one database. `claim` makes this store's own row, the first time a run is written. */
export function writerTable(db: Database.Database, label: string, now: () => number) {
  const insert = db.prepare<[WriterRow]>(
    "INSERT INTO writers (id, pid, machine, started, label, opened_at) VALUES (@id, @pid, @machine, @started, @label, @opened_at)",
  );
  const find = db.prepare<[string], WriterRow>("SELECT * FROM writers WHERE id = ?");
  const all = db.prepare<[], WriterRow>("SELECT * FROM writers");
  const remove = db.prepare<[string]>("DELETE FROM writers WHERE id = ?");
  const own = randomUUID();
  let written = false;
  let committed = false;

  return {
    own,
    /** Makes this store's row. Call inside a transaction, then `settle` with how it went. */
    claim(): string {
      if (!written) {
        insert.run({ id: own, ...thisProcess(), label, opened_at: Math.round(now()) });
        written = true;
      }
      return own;
    },
    settle(done: boolean): void {
      if (done) committed = written;
      else written = committed;
    },
    /** True while the process behind a writer's id goes on; `lastSign` is the time of the run's last event. */
    isAlive(id: string, lastSign: number): boolean {
      if (id === own) return true;
      const row = find.get(id);
      return row !== undefined && isAlive(row, now() - lastSign);
    },
    removeGone(): void {
      for (const row of all.all()) if (row.id !== own && !isAlive(row, now() - row.opened_at)) remove.run(row.id);
    },
    /** An orderly end: runs that still stand open are interrupted from now on. */
    release(): void {
      if (committed) remove.run(own);
      written = committed = false;
    },
  };
}

function isAlive(row: WriterRow, silentMs: number): boolean {
  if (row.machine !== machine()) return silentMs < FOREIGN_SILENCE_MS;
  try {
    process.kill(row.pid, 0);
  } catch (error) {
    const denied = error instanceof Error && "code" in error && error.code === "EPERM";
    if (!denied) return false;
  }
  // The same number may be another process by now, or one that has ended and waits to be reaped.
  const started = startOf(row.pid);
  return started !== ENDED && (row.started === "" || started === "" || started === row.started);
}

function thisProcess(): Pick<WriterRow, "pid" | "machine" | "started"> {
  return { pid: process.pid, machine: machine(), started: startOf(process.pid) };
}

function machine(): string {
  if (process.platform !== "linux") return hostname();
  const boot = quietly(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  return `${hostname()} ${boot} ${quietly(() => readlinkSync("/proc/self/ns/pid"))}`;
}

const ENDED = "ended";

/** When a process began, as the system tells it; "" where it does not, `ENDED` for one that has ended. */
function startOf(pid: number): string {
  if (process.platform === "linux") {
    // Fields 3 (state) and 22 (start) of /proc/PID/stat, counted after the command in brackets (man 5 proc).
    const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? ENDED : (fields[19] ?? "");
  }
  if (process.platform === "darwin") {
    return quietly(() => execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim());
  }
  return "";
}

/** What the system does not tell is "": the caller then goes by the process id alone. */
function quietly(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) return "";
    throw error;
  }
}
