// The journal of experiments: a row per experiment and per sample. What a call wrote is on disk when it returns.
import type Database from "better-sqlite3";
import { randomInt } from "node:crypto";
import { UserError } from "../../src-shared/prelude/result.ts";
import { guard } from "./store-error.ts";
import type { Writers } from "./writers.ts";

/** An experiment as it is stored; `spec` is JSON text that only its owner reads. */
export interface ExperimentRow {
  id: string;
  spec: string;
  state: string;
  note: string | null;
  /** Milliseconds since the Unix epoch. */
  createdAt: number;
}

export interface ExperimentSampleRow {
  arm: string;
  index: number;
  run: string | null;
  /** JSON text; null while it is under way. */
  outcome: string | null;
}

export interface ExperimentTable {
  /** Makes one that this process carries out. */
  create(spec: string): ExperimentRow;
  /**
   * Newest first. One that was under way when its process ended has the state `interrupted`. `about`: only those whose spec holds this
   * text (a run's id).
   */
  list(about?: string): ExperimentRow[];
  get(id: string): ExperimentRow | null;
  /** Takes it over for this process. UserError `not_found`; `conflict` while another living process has it. */
  claim(id: string): void;
  setState(id: string, state: string, note: string | null): void;
  begun(id: string, arm: string, index: number, run: string): void;
  finished(id: string, arm: string, index: number, run: string | null, outcome: string): void;
  samples(id: string): ExperimentSampleRow[];
  /** How many samples of each arm are finished, by experiment; read from an index alone. */
  finishedCounts(): Map<string, Map<string, number>>;
}

/** States in which a process is at work on it. */
const UNDER_WAY = "('running', 'paused')";

interface StoredRow {
  id: string;
  spec: string;
  state: string;
  note: string | null;
  writer: string | null;
  created_at: number;
  changed_at: number;
}

/** The journal in `file`, open as `db`. */
export function experimentTable(
  db: Database.Database,
  file: string,
  writers: Writers,
  now: () => number,
): ExperimentTable {
  const safely = <T>(work: () => T): T => guard(file, work);
  const insert = db.prepare<[StoredRow]>(
    `INSERT INTO experiments (id, spec, state, note, writer, created_at, changed_at)
     VALUES (@id, @spec, @state, @note, @writer, @created_at, @changed_at)`,
  );
  const find = db.prepare<[string], StoredRow>("SELECT * FROM experiments WHERE id = ?");
  const all = db.prepare<[], StoredRow>("SELECT * FROM experiments ORDER BY created_at DESC, id DESC");
  const allAbout = db.prepare<[string], StoredRow>(
    "SELECT * FROM experiments WHERE instr(spec, ?) > 0 ORDER BY created_at DESC, id DESC",
  );
  const take = db.prepare<[string, number, string]>(
    "UPDATE experiments SET writer = ?, state = 'running', note = NULL, changed_at = ? WHERE id = ?",
  );
  const change = db.prepare<[{ id: string; state: string; note: string | null; at: number }]>(
    `UPDATE experiments SET state = @state, note = @note, changed_at = @at,
       writer = CASE WHEN @state IN ${UNDER_WAY} THEN writer ELSE NULL END WHERE id = @id`,
  );
  const begin = db.prepare<[string, string, number, string]>(
    `INSERT INTO experiment_samples (experiment, arm, idx, run) VALUES (?, ?, ?, ?)
     ON CONFLICT (experiment, arm, idx) DO UPDATE SET run = excluded.run WHERE outcome IS NULL`,
  );
  const finish = db.prepare<[string, string, number, string | null, string]>(
    `INSERT INTO experiment_samples (experiment, arm, idx, run, outcome) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (experiment, arm, idx) DO UPDATE SET run = excluded.run, outcome = excluded.outcome`,
  );
  const list = db.prepare<[string], { arm: string; idx: number; run: string | null; outcome: string | null }>(
    "SELECT arm, idx, run, outcome FROM experiment_samples WHERE experiment = ? ORDER BY arm, idx",
  );

  const counts = db.prepare<[], { experiment: string; arm: string; finished: number }>(
    `SELECT experiment, arm, count(*) AS finished FROM experiment_samples
     WHERE outcome IS NOT NULL GROUP BY experiment, arm`,
  );

  /** Runs `work` with this store's row among the writers. */
  function asWriter(work: (writer: string) => void): void {
    let done = false;
    try {
      db.transaction(() => work(writers.claim())).immediate();
      done = true;
    } finally {
      writers.settle(done);
    }
  }

  function isUnderWay(row: StoredRow): boolean {
    return row.writer !== null && (row.writer === writers.own || writers.isAlive(row.writer, row.changed_at));
  }

  function toRow(row: StoredRow): ExperimentRow {
    const atWork = row.state === "running" || row.state === "paused";
    const state = atWork && !isUnderWay(row) ? "interrupted" : row.state;
    return { id: row.id, spec: row.spec, state, note: row.note, createdAt: row.created_at };
  }

  return {
    create: (spec) =>
      safely(() => {
        const at = Math.round(now());
        const row = { id: newId(at), spec, state: "running", note: null, created_at: at, changed_at: at };
        asWriter((writer) => insert.run({ ...row, writer }));
        return { id: row.id, spec, state: row.state, note: null, createdAt: at };
      }),
    list: (about) => safely(() => (about === undefined ? all.all() : allAbout.all(about)).map(toRow)),
    get: (id) =>
      safely(() => {
        const row = find.get(id);
        return row ? toRow(row) : null;
      }),
    claim: (id) =>
      safely(() =>
        asWriter((writer) => {
          const row = find.get(id);
          if (!row) throw new UserError("not_found", `There is no experiment ${id}.`);
          if (row.writer !== writer && isUnderWay(row)) {
            throw new UserError(
              "conflict",
              `Experiment ${id} is being carried out by another process. Wait until it has ended.`,
            );
          }
          take.run(writer, Math.round(now()), id);
        }),
      ),
    setState: (id, state, note) => safely(() => void change.run({ id, state, note, at: Math.round(now()) })),
    begun: (id, arm, index, run) => safely(() => void begin.run(id, arm, index, run)),
    finished: (id, arm, index, run, outcome) => safely(() => void finish.run(id, arm, index, run, outcome)),
    samples: (id) =>
      safely(() => list.all(id).map(({ arm, idx, run, outcome }) => ({ arm, index: idx, run, outcome }))),
    finishedCounts: () =>
      safely(() => {
        const found = new Map<string, Map<string, number>>();
        for (const { experiment, arm, finished } of counts.iterate()) {
          const arms = found.get(experiment) ?? new Map<string, number>();
          found.set(experiment, arms.set(arm, finished));
        }
        return found;
      }),
  };
}

/** `e_`, the time in milliseconds and four characters of chance, in base 36: sorts by time of creation. */
function newId(at: number): string {
  const chance = randomInt(36 ** 4)
    .toString(36)
    .padStart(4, "0");
  return `e_${at.toString(36).padStart(9, "0")}${chance}`;
}
