// A run's aggregates, folded from its events one by one: what is stored is always what the events say.
import type { Database } from "better-sqlite3";
import type { TraceEvent } from "../../src-shared/trace/event.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";

/** A run's row in memory. `startedAt` in milliseconds since the epoch; `prompt` and `answer` are for the search text. */
export interface RunState {
  summary: RunSummary;
  startedAt: number;
  prompt: string;
  answer: string | null;
}

/** The state that a `run.started` event begins. */
export function beginRun(event: Extract<TraceEvent, { kind: "run.started" }>): RunState {
  const { data } = event;
  return {
    startedAt: event.at,
    prompt: data.prompt,
    answer: null,
    summary: {
      id: event.run,
      title: data.title,
      source: data.source,
      source_file: data.source_file,
      parent_run: data.parent?.run ?? null,
      fork_turn: data.parent?.turn ?? null,
      ...inExperiment(data.experiment),
      task: data.task,
      suite: data.suite,
      variant: data.variant.name,
      model: data.model || null,
      endpoint: data.endpoint.url || null,
      terminal_state: null,
      ending: null,
      early_stop: null,
      passed: null,
      turns: 0,
      tool_attempts: 0,
      prompt_tokens: null,
      completion_tokens: null,
      duration_ms: null,
      started_at: new Date(event.at).toISOString(),
      simulated: data.endpoint.simulated,
    },
  };
}

function inExperiment(experiment: string | null | undefined): Pick<RunSummary, "experiment"> {
  return experiment === null || experiment === undefined ? {} : { experiment };
}

const STILL_OPEN = { terminal_state: null, ending: null, early_stop: null, passed: null } as const;

/** The state after one more event; the same object when the event changes nothing. */
export function foldEvent(state: RunState, event: TraceEvent): RunState {
  const { summary } = state;
  // The events of an import are as old as the import: they say nothing of how long the run took.
  const duration_ms = summary.source.startsWith("import:") ? null : Math.max(0, event.at - state.startedAt);
  switch (event.kind) {
    // A run that was handed on goes on: what was said of its end no longer holds.
    case "run.resumed":
      return { ...state, answer: null, summary: { ...summary, ...STILL_OPEN } };
    case "turn.started":
      return { ...state, answer: null, summary: { ...summary, ...STILL_OPEN, turns: summary.turns + 1, duration_ms } };
    case "response.finished": {
      const { usage } = event.data;
      const prompt_tokens = add(summary.prompt_tokens, usage?.prompt_tokens);
      const completion_tokens = add(summary.completion_tokens, usage?.completion_tokens);
      return { ...state, summary: { ...summary, prompt_tokens, completion_tokens, duration_ms } };
    }
    case "tool.finished":
      return { ...state, summary: { ...summary, tool_attempts: summary.tool_attempts + 1, duration_ms } };
    case "run.ended": {
      const { terminal_state, ending, early_stop, passed, answer } = event.data;
      // An interruption is noticed at the next start, maybe days later: the run lasted to its last sign of life.
      const lasted = ending === "interrupted" ? (summary.duration_ms ?? 0) : duration_ms;
      return {
        ...state,
        answer,
        summary: { ...summary, terminal_state, ending, early_stop, passed, duration_ms: lasted },
      };
    }
    default:
      return state;
  }
}

function add(sum: number | null, more: number | null | undefined): number | null {
  return more === null || more === undefined ? sum : (sum ?? 0) + more;
}

/** The stored columns of a run's aggregates, as SQLite holds them. */
export interface RunColumns extends Omit<
  RunSummary,
  "started_at" | "early_stop" | "passed" | "simulated" | "experiment"
> {
  started_at: number;
  early_stop: number | null;
  passed: number | null;
  simulated: number;
  experiment: string | null;
  events: number;
  head: Buffer;
  writer: string | null;
}

export const COLUMN_NAMES = [
  "id",
  "title",
  "source",
  "source_file",
  "parent_run",
  "fork_turn",
  "task",
  "suite",
  "variant",
  "model",
  "endpoint",
  "terminal_state",
  "ending",
  "early_stop",
  "passed",
  "turns",
  "tool_attempts",
  "prompt_tokens",
  "completion_tokens",
  "duration_ms",
  "started_at",
  "simulated",
  "experiment",
  "events",
  "head",
  "writer",
] as const satisfies readonly (keyof RunColumns)[];

/** Columns from a state. Lone surrogates, which SQLite's text cannot hold, become U+FFFD here (the event keeps them). */
export function toColumns(state: RunState, events: number, head: Buffer, writer: string | null): RunColumns {
  const { summary } = state;
  return {
    ...summary,
    title: summary.title.toWellFormed(),
    source_file: summary.source_file?.toWellFormed() ?? null,
    task: summary.task?.toWellFormed() ?? null,
    suite: summary.suite?.toWellFormed() ?? null,
    model: summary.model?.toWellFormed() ?? null,
    endpoint: summary.endpoint?.toWellFormed() ?? null,
    started_at: state.startedAt,
    early_stop: toBit(summary.early_stop),
    passed: toBit(summary.passed),
    simulated: summary.simulated ? 1 : 0,
    experiment: summary.experiment?.toWellFormed() ?? null,
    events,
    head,
    // Only a run that goes on has a writer.
    writer: summary.ending === null ? writer : null,
  };
}

export function toSummary(row: RunColumns): RunSummary {
  return {
    id: row.id,
    title: row.title,
    source: row.source,
    source_file: row.source_file,
    parent_run: row.parent_run,
    fork_turn: row.fork_turn,
    ...inExperiment(row.experiment),
    task: row.task,
    suite: row.suite,
    variant: row.variant,
    model: row.model,
    endpoint: row.endpoint,
    terminal_state: row.terminal_state,
    ending: row.ending,
    early_stop: toFlag(row.early_stop),
    passed: toFlag(row.passed),
    turns: row.turns,
    tool_attempts: row.tool_attempts,
    prompt_tokens: row.prompt_tokens,
    completion_tokens: row.completion_tokens,
    duration_ms: row.duration_ms,
    started_at: new Date(row.started_at).toISOString(),
    simulated: row.simulated === 1,
  };
}

function toBit(flag: boolean | null): number | null {
  return flag === null ? null : Number(flag);
}

function toFlag(bit: number | null): boolean | null {
  return bit === null ? null : bit === 1;
}

export type RunTable = ReturnType<typeof runTable>;

interface HeldText {
  text: string;
  isNew: boolean;
}

/** Writes and single-row reads of the runs. Lists and search are in run-list.ts. */
export function runTable(db: Database) {
  const insert = db.prepare<[RunColumns]>(
    `INSERT INTO runs (${COLUMN_NAMES.join(", ")}) VALUES (${COLUMN_NAMES.map((name) => `@${name}`).join(", ")})`,
  );
  // Only what events change: the other columns and their indexes stay untouched.
  const changing = ["terminal_state", "ending", "early_stop", "passed", "turns", "tool_attempts", "prompt_tokens"];
  changing.push("completion_tokens", "duration_ms", "events", "head", "writer");
  const update = db.prepare<[RunColumns & { n: number }]>(
    `UPDATE runs SET ${changing.map((name) => `${name} = @${name}`).join(", ")} WHERE n = @n`,
  );
  const insertText = db.prepare<[number, string]>("INSERT INTO run_search (rowid, text) VALUES (?, ?)");
  const updateText = db.prepare<[string, number]>("UPDATE run_search SET text = ? WHERE rowid = ?");
  const byId = db.prepare<[string], RunColumns & { n: number }>("SELECT * FROM runs WHERE id = ?");
  const idsFrom = db.prepare<[string, string], { id: string }>(
    "SELECT id FROM runs WHERE id >= ? AND id < ? ORDER BY id LIMIT 6",
  );
  // While texts are held: the newest text of each run, and whether its row is still to be made.
  let held: Map<number, HeldText> | null = null;

  function putText(n: number, text: string, isNew: boolean): void {
    if (held) held.set(n, { text, isNew: isNew || held.get(n)?.isNew === true });
    else if (isNew) insertText.run(n, text);
    else updateText.run(text, n);
  }

  return {
    insert(columns: RunColumns, searchText: string): number {
      const n = Number(insert.run(columns).lastInsertRowid);
      putText(n, searchText, true);
      return n;
    },
    /** Carries out `work` and indexes each run's text once at its end, not at each append; where it throws, none. */
    textsTogether<T>(work: () => T): T {
      if (held) return work();
      const texts = new Map<number, HeldText>();
      held = texts;
      let result: T;
      try {
        result = work();
      } finally {
        held = null;
      }
      for (const [n, { text, isNew }] of texts) putText(n, text, isNew);
      return result;
    },
    update: (n: number, columns: RunColumns): void => void update.run({ ...columns, n }),
    updateText: (n: number, searchText: string): void => putText(n, searchText, false),
    find: (id: string): (RunColumns & { n: number }) | null => byId.get(id) ?? null,
    /** At most six ids that begin with a prefix. */
    startingWith: (prefix: string): string[] => idsFrom.all(prefix, `${prefix}~`).map((row) => row.id),
  };
}
