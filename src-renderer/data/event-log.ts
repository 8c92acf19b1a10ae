// The events of one run in order of `seq`, without gaps or doubles, whatever order they come in: a pure merge without I/O.
import type { StoredEvent } from "../../src-shared/trace/event.ts";

export class EventLog {
  /** Event n stands at index n − 1. */
  #events: StoredEvent[] = [];
  /** Events that came too early, by seq. */
  readonly #early = new Map<number, StoredEvent>();

  get last(): number {
    return this.#events.length;
  }

  /** True when events after `last` are known to exist and have not come. */
  get hasGap(): boolean {
    return this.#early.size > 0;
  }

  /** Takes events in any order; true when the contiguous part grew. */
  add(events: readonly StoredEvent[]): boolean {
    const before = this.#events.length;
    for (const event of events) {
      if (event.seq === this.#events.length + 1) this.#events.push(event);
      else if (event.seq > this.#events.length) this.#early.set(event.seq, event);
    }
    let next = this.#early.get(this.#events.length + 1);
    while (next) {
      this.#early.delete(next.seq);
      this.#events.push(next);
      next = this.#early.get(this.#events.length + 1);
    }
    for (const seq of this.#early.keys()) if (seq <= this.#events.length) this.#early.delete(seq);
    return this.#events.length > before;
  }

  /** A copy that later additions leave alone. */
  snapshot(): readonly StoredEvent[] {
    return this.#events.slice();
  }
}
