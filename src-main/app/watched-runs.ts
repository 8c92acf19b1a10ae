// Which caller watches which runs, and the text that streams in them now: who begins to watch a run is told what has come so far,
// so that a page opened or loaded again in the middle of an answer shows all of it.
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import type { Push } from "../../src-shared/rpc/push.ts";
import type { LiveDelta } from "../agent/ports.ts";

type LiveText = Record<LiveDelta["channel"], string>;

export interface WatchedRuns {
  /** The caller watches exactly these runs from now on. */
  watch(caller: string, runs: readonly string[]): void;
  watches(caller: string, run: string): boolean;
  forget(caller: string): void;
  /** Keeps a piece of streamed text until its response is stored. */
  streamed(run: string, turn: number, delta: LiveDelta): void;
  /** Must see every stored event: the end of a response, and of a run, ends what is kept of it. */
  stored(event: { run: string } & Pick<StoredEvent, "turn" | "kind">): void;
}

/** `send` gets what has streamed so far, for one caller. */
export function createWatchedRuns(send: (push: Push, caller: string) => void): WatchedRuns {
  const watching = new Map<string, ReadonlySet<string>>();
  const texts = new Map<string, Map<number, LiveText>>();
  return {
    watch(caller, runs) {
      const before = watching.get(caller);
      watching.set(caller, new Set(runs));
      for (const run of runs) {
        if (before?.has(run)) continue;
        for (const [turn, text] of texts.get(run) ?? [])
          send({ kind: "live.text", data: { run, turn, ...text } }, caller);
      }
    },
    watches: (caller, run) => watching.get(caller)?.has(run) ?? false,
    forget: (caller) => void watching.delete(caller),
    streamed(run, turn, { channel, text }) {
      const turns = texts.get(run) ?? new Map<number, LiveText>();
      texts.set(run, turns);
      const before = turns.get(turn) ?? { content: "", reasoning: "", call: "" };
      turns.set(turn, { ...before, [channel]: before[channel] + text });
    },
    stored({ run, turn, kind }) {
      if (kind === "run.ended") texts.delete(run);
      else if (kind === "response.finished" && turn !== null) texts.get(run)?.delete(turn);
    },
  };
}
