// Runs whose process died: at the next start each gets the `run.ended` it could not write itself.
import type Database from "better-sqlite3";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { parseEvent, type EventInput, type StoredEvent } from "../../src-shared/trace/event.ts";
import type { Recorder } from "../agent/ports.ts";
import type { EventTable } from "./events.ts";
import { RUN_SPAN } from "./event-codec.ts";
import type { Writers } from "./writers.ts";

interface OpenRun {
  n: number;
  id: RunId;
  source: string;
  writer: string | null;
  last_at: number;
}

/** Ends the runs that no living process writes; gives their ids. `resume` opens a recorder after a run's last event. */
export function endInterruptedRuns(
  db: Database.Database,
  tables: { events: EventTable; writers: Writers },
  resume: (run: RunId) => Recorder,
): RunId[] {
  const open = db.prepare<[], OpenRun>(
    `SELECT n, id, source, writer, coalesce((SELECT at FROM events WHERE events.id = runs.n * ${RUN_SPAN} + runs.events), started_at) AS last_at
     FROM runs WHERE ending IS NULL ORDER BY n`,
  );
  const gone = (run: OpenRun) => run.writer === null || !tables.writers.isAlive(run.writer, run.last_at);
  if (!open.all().some(gone)) return [];
  // Once more inside the transaction: another process that starts now may have been faster.
  const end = db.transaction(() => {
    const runs = open.all().filter(gone);
    for (const run of runs) {
      const kinds = ["tool.started", "tool.finished", "response.finished"];
      resume(run.id).append(interruption(run.source, tables.events.list(run.id, run.n, { kinds })));
    }
    tables.writers.removeGone();
    return runs.map((run) => run.id);
  });
  return end.immediate();
}

/** The end of a run that stopped in the middle. Unknown where a write had begun and its result never came. */
function interruption(source: string, events: readonly StoredEvent[]): EventInput {
  const inFlight = new Map<string, string>();
  let answer: string | null = null;
  for (const stored of events) {
    const event = parseEvent(stored);
    if (event?.kind === "response.finished") answer = event.data.content ?? answer;
    if (event?.kind === "tool.started" && event.data.operation_key !== null) {
      inFlight.set(callOf(event), event.data.tool);
    }
    if (event?.kind !== "tool.finished") continue;
    // A write whose response was lost stays open until a look-up or another attempt has told what became of it.
    if (event.data.outcome === "unknown" || event.data.outcome === "timeout") continue;
    inFlight.delete(callOf(event));
  }
  const tools = [...new Set(inFlight.values())];
  const isOurs = source === "loop" || source === "fork";
  const verdict = tools.length > 0 ? "unknown" : "escalate";
  return {
    kind: "run.ended",
    turn: null,
    data: {
      ending: "interrupted",
      // Runs from elsewhere have no terminal state.
      terminal_state: isOurs ? verdict : null,
      reason: tools.length > 0 ? "process_ended_in_write" : "process_ended",
      detail:
        tools.length > 0
          ? `The process that ran this ended while ${tools.join(", ")} was at work; whether it took effect is not known.`
          : "The process that ran this ended before the run did.",
      early_stop: false,
      passed: null,
      checks: [],
      ledger: [],
      answer,
    },
  };
}

/** Ids of calls are unique within a turn. */
function callOf(event: { turn: number | null; data: { call_id: string } }): string {
  return JSON.stringify([event.turn, event.data.call_id]);
}
