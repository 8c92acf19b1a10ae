// A run's history as replay and diagnosis need it: its own events, and for a fork the turns it shares with its ancestors.
import type { MessageId } from "../../src-shared/prelude/ids.ts";
import type { StoredEvent, TraceEvent } from "../../src-shared/trace/event.ts";
import { parseEvent } from "../../src-shared/trace/event.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { ContextResult } from "../agent/run-context.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";

/** What is read from a trace store; the store itself is handed in. */
export interface TraceReader {
  events(run: string): StoredEvent[];
  messages(leaf: MessageId): ChatMessage[];
  /** Ids of the same messages, in the same order. */
  messageIds(leaf: MessageId): MessageId[];
  blobText(hash: string): string;
}

/** One generation of a run: events of `run` whose turn is below `before` (null: all of them). */
export interface Generation {
  run: string;
  started: RunStarted;
  events: TraceEvent[];
}

/** The run and its ancestors, oldest first; each ancestor only up to the turn its descendant forked at. */
export function lineage(reader: TraceReader, run: string): Generation[] {
  const generations: Generation[] = [];
  let current: string | null = run;
  let before: number | null = null;
  const seen = new Set<string>();
  while (current !== null && !seen.has(current)) {
    seen.add(current);
    const events: TraceEvent[] = reader.events(current).flatMap((stored) => parseEvent(stored) ?? []);
    const first: TraceEvent | undefined = events[0];
    if (first?.kind !== "run.started") throw new Error(`The trace of run ${current} does not begin with run.started.`);
    const limit: number | null = before;
    const kept =
      limit === null ? events : events.filter((event) => (event.turn === null ? event === first : event.turn < limit));
    generations.unshift({ run: current, started: first.data, events: kept });
    current = first.data.parent?.run ?? null;
    before =
      first.data.parent === null
        ? null
        : limit === null
          ? first.data.parent.turn
          : Math.min(limit, first.data.parent.turn);
  }
  return generations;
}

/** The events of all generations in order; those of ancestors keep their own run and seq. */
export function lineageEvents(generations: readonly Generation[]): TraceEvent[] {
  return generations.flatMap((generation, index) =>
    // A run has one beginning: the oldest generation's. The later ones' run.started only say what changed.
    index === 0 ? generation.events : generation.events.filter((event) => event.kind !== "run.started"),
  );
}

/** The environment's text (JSON by pack) before a turn; null where the run has none. */
export function environmentBefore(
  generations: readonly Generation[],
  turn: number,
  reader: TraceReader,
): string | null {
  let hash: string | null = generations[0]?.started.environment?.hash ?? null;
  for (const event of lineageEvents(generations)) {
    if (event.kind === "environment.changed" && (event.turn ?? 0) < turn) hash = event.data.after.hash;
  }
  return hash === null ? null : reader.blobText(hash);
}

/** The results that answered calls in these events; those of ancestors of `run` carry their own run's id. */
export function resultsIn(events: readonly TraceEvent[], run: string | null): ContextResult[] {
  return events.flatMap((event) => {
    if (event.kind !== "tool.finished" || event.data.message === null) return [];
    return [{ seq: event.seq, tool: event.data.tool, ...(event.run === run ? {} : { run: event.run }) }];
  });
}
