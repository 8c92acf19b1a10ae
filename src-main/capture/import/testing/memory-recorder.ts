// A recorder that keeps runs in memory: for measuring and for tests of what only reads traces.
import { createHash } from "node:crypto";
import { BlobHash, MessageId, RunId } from "../../../../src-shared/prelude/ids.ts";
import type { BlobRef } from "../../../../src-shared/trace/blob-ref.ts";
import type { EventInput, StoredEvent, TraceEvent } from "../../../../src-shared/trace/event.ts";
import { EVENT_VERSION, toStored } from "../../../../src-shared/trace/event.ts";
import type { RunStarted } from "../../../../src-shared/trace/events/run-started.ts";
import type { ChatMessage } from "../../../../src-shared/trace/message.ts";
import type { Recorder, RecorderFactory } from "../../../agent/ports.ts";

export interface MemoryRun {
  id: RunId;
  started: RunStarted;
  events: StoredEvent[];
}

export interface MemoryStore extends RecorderFactory {
  readonly runs: MemoryRun[];
  text(hash: string): string;
  messages(leaf: string): ChatMessage[];
}

export function createMemoryStore(): MemoryStore {
  const runs: MemoryRun[] = [];
  const texts = new Map<string, string>();
  const links = new Map<string, { parent: string | null; message: ChatMessage }>();
  const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
  return {
    runs,
    text: (hash) => texts.get(hash) ?? "",
    messages(leaf) {
      const out: ChatMessage[] = [];
      for (let at: string | null = leaf; at !== null;) {
        const link = links.get(at);
        if (!link) break;
        out.unshift(link.message);
        at = link.parent;
      }
      return out;
    },
    create(given): Recorder {
      const run = RunId.parse(`r_${String(runs.length).padStart(16, "0")}`);
      const events: StoredEvent[] = [];
      const append = (...inputs: EventInput[]): TraceEvent[] => {
        const stamped = inputs.map((input, index): TraceEvent => ({
          ...input,
          run,
          seq: events.length + index + 1,
          at: 0,
          v: EVENT_VERSION,
        }));
        events.push(...stamped.map(toStored));
        return stamped;
      };
      const blob = (text: string): BlobRef => {
        const hash = BlobHash.parse(sha(text));
        texts.set(hash, text);
        return { hash, chars: text.length, preview: text.slice(0, 200) };
      };
      const started = typeof given === "function" ? given(blob) : given;
      runs.push({ id: run, started, events });
      append({ kind: "run.started", turn: null, data: started });
      return {
        run,
        append,
        blob,
        message(parent, message) {
          const id = MessageId.parse(sha(`${parent ?? ""}\n${JSON.stringify(message)}`));
          links.set(id, { parent, message });
          return id;
        },
      };
    },
  };
}
