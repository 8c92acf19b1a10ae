// Watched runs: the union of what all mounted views watch goes to the core once; each run's stored events are merged by seq with
// what is pushed, a gap is fetched again, and streamed text is kept per turn until its response is stored.
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import type { PushData } from "../../src-shared/rpc/push.ts";
import type { Client } from "./client.ts";
import { EventLog } from "./event-log.ts";

export interface LiveText {
  content: string;
  reasoning: string;
  call: string;
}

export interface LiveRun {
  /** In order of seq, from 1 without gaps; strings loaded from the store may be cut to 200 characters, pushed ones are whole. */
  events: readonly StoredEvent[];
  /** All that was stored when the view opened has come. */
  loaded: boolean;
  error: Error | null;
  /** Text streaming now, by turn; empty once the turn's response is stored. */
  live: ReadonlyMap<number, LiveText>;
}

const NOT_LOADED: LiveRun = { events: [], loaded: false, error: null, live: new Map() };

const PAGE = 5000;
/** The contract's limit of `runs.watch`. */
const MOST_WATCHED = 16;
/** A run stays in memory this long after its last view went, so that going back does not load it again. */
const LINGER_MS = 10_000;

class WatchedRun {
  readonly log = new EventLog();
  readonly live = new Map<number, LiveText>();
  readonly listeners = new Set<() => void>();
  snapshot: LiveRun = NOT_LOADED;
  viewers = 0;
  loaded = false;
  error: Error | null = null;
  loading: Promise<void> | null = null;
  frame: ReturnType<typeof setTimeout> | null = null;
  linger: ReturnType<typeof setTimeout> | null = null;

  /** Tells the views, at most once a frame. */
  changed(): void {
    this.frame ??= setTimeout(() => {
      this.frame = null;
      this.snapshot = {
        events: this.snapshot.events.length === this.log.last ? this.snapshot.events : this.log.snapshot(),
        loaded: this.loaded,
        error: this.error,
        live: new Map(this.live),
      };
      for (const listener of this.listeners) listener();
    }, 16);
  }
}

export class LiveRuns {
  readonly #client: Client;
  readonly #runs = new Map<string, WatchedRun>();
  #announce: Promise<void> | null = null;

  constructor(client: Client) {
    this.#client = client;
    client.onPush("event.appended", (event) => this.#appended(event));
    client.onPush("live.delta", (delta) => this.#delta(delta));
    client.onPush("live.text", (text) => this.#text(text));
    client.connection.onStatus(() => {
      if (client.connection.status() === "open") this.#reconnected();
    });
  }

  /** Watches a run until the returned function is called. */
  watch(run: string, listener: () => void): () => void {
    const watched = this.#runs.get(run) ?? new WatchedRun();
    this.#runs.set(run, watched);
    if (watched.linger) clearTimeout(watched.linger);
    watched.linger = null;
    watched.viewers += 1;
    watched.listeners.add(listener);
    if (watched.viewers === 1) void this.#announceUnion().then(() => this.#load(run, watched));
    return () => {
      watched.listeners.delete(listener);
      watched.viewers -= 1;
      if (watched.viewers > 0) return;
      void this.#announceUnion();
      watched.linger = setTimeout(() => this.#runs.delete(run), LINGER_MS);
    };
  }

  get(run: string): LiveRun {
    return this.#runs.get(run)?.snapshot ?? NOT_LOADED;
  }

  /** One `runs.watch` for all changes of this tick. A failure is left to the next reconnection, which announces again. */
  #announceUnion(): Promise<void> {
    this.#announce ??= Promise.resolve().then(async () => {
      this.#announce = null;
      const runs = [...this.#runs].filter(([, watched]) => watched.viewers > 0).map(([run]) => run);
      await this.#client.call("runs.watch", { runs: runs.slice(-MOST_WATCHED) }).catch(() => undefined);
    });
    return this.#announce;
  }

  #reconnected(): void {
    void this.#announceUnion().then(() => {
      for (const [run, watched] of this.#runs) if (watched.viewers > 0) void this.#load(run, watched);
    });
  }

  /** Fetches what is stored after the last event known, page by page. */
  #load(run: string, watched: WatchedRun): Promise<void> {
    watched.loading ??= this.#fetchPages(run, watched)
      .then(
        () => {
          watched.error = null;
          watched.loaded = true;
        },
        (error: unknown) => {
          watched.error = error instanceof Error ? error : new Error(String(error));
        },
      )
      .finally(() => {
        watched.loading = null;
        watched.changed();
      });
    return watched.loading;
  }

  async #fetchPages(run: string, watched: WatchedRun): Promise<void> {
    for (;;) {
      const page = await this.#client.call("events.list", { run, after: watched.log.last, limit: PAGE });
      const grew = watched.log.add(page.events);
      // What was stored while nobody watched streams no more.
      for (const event of page.events)
        if (event.kind === "response.finished" && event.turn !== null) watched.live.delete(event.turn);
      if (grew) watched.changed();
      if (!grew || watched.log.last >= page.total) return;
    }
  }

  #appended(event: StoredEvent): void {
    const watched = this.#runs.get(event.run);
    if (!watched) return;
    watched.log.add([event]);
    if (event.kind === "response.finished" && event.turn !== null) watched.live.delete(event.turn);
    if (watched.log.hasGap && watched.viewers > 0) void this.#load(event.run, watched);
    watched.changed();
  }

  #text({ run, turn, ...text }: PushData<"live.text">): void {
    const watched = this.#runs.get(run);
    if (!watched) return;
    watched.live.set(turn, text);
    watched.changed();
  }

  #delta(delta: PushData<"live.delta">): void {
    const watched = this.#runs.get(delta.run);
    if (!watched) return;
    const text = watched.live.get(delta.turn) ?? { content: "", reasoning: "", call: "" };
    watched.live.set(delta.turn, { ...text, [delta.channel]: text[delta.channel] + delta.text });
    watched.changed();
  }
}
