// The loop's pen: events are queued and written together before the loop waits for anything outside (model, tool,
// person), so that whatever it goes on from is on disk, at two to four commits a turn.
import type { EventInput, EventKind } from "../../src-shared/trace/event.ts";
import type { Recorder } from "./ports.ts";

export interface Trace {
  /** Queues an event and returns the `seq` it will have. */
  emit(event: EventInput): number;
  /** Writes what is queued; when it returns, all of it is on disk. */
  flush(): void;
  /** Writes what is queued if the last write is longer ago than this: for facts of a stream that nothing waits on. */
  flushAfter(ms: number): void;
  readonly recorder: Recorder;
  /** Seq of the last event that is stored. */
  lastSeq(): number;
}

/** `lastSeq` is the seq of the last event already stored (1 for a new run: its `run.started`). */
export function createTrace(recorder: Recorder, lastSeq: number, now: () => number): Trace {
  let stored = lastSeq;
  let queue: EventInput[] = [];
  let writtenAt = now();
  const trace: Trace = {
    recorder,
    lastSeq: () => stored,
    emit(event) {
      queue.push(event);
      return stored + queue.length;
    },
    flush() {
      writtenAt = now();
      if (queue.length === 0) return;
      const writing = queue;
      queue = [];
      const written = recorder.append(...writing);
      const last = written.at(-1)?.seq;
      if (last !== stored + writing.length) {
        throw new Error(`Event numbers went astray: expected ${stored + writing.length}, stored ${String(last)}.`);
      }
      stored = last;
    },
    flushAfter(ms) {
      if (now() - writtenAt >= ms) trace.flush();
    },
  };
  return trace;
}

/** Event kinds that end the pairs they open, for tests and readers. */
export const lifecyclePairs: readonly (readonly [EventKind, EventKind])[] = [
  ["run.started", "run.ended"],
  ["turn.started", "turn.ended"],
  ["tool.started", "tool.finished"],
  ["wait.started", "wait.ended"],
  ["approval.requested", "approval.decided"],
];
