import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { parseEvent, type StoredEvent } from "../../src-shared/trace/event.ts";
import type { RunEnded } from "../../src-shared/trace/events/run-ended.ts";
import { openContext, recordRun, recordTurn, sampleEnd, sampleStart } from "./testing/sample-run.ts";
import { reopen, steppingClock, tempFolder, tempStore } from "./testing/temporary.ts";

const CHILD = fileURLToPath(new URL("testing/kill-child.ts", import.meta.url));

function endOf(events: readonly StoredEvent[]): RunEnded {
  const last = events.at(-1);
  const event = last && parseEvent(last);
  if (event?.kind !== "run.ended") throw new Error(`Ends in ${last?.kind}`);
  return event.data;
}

describe("a run whose store was closed before it ended", () => {
  it("is interrupted at the next start, with what the model last said", () => {
    const store = tempStore();
    const recorder = store.recorders.create(sampleStart());
    recordTurn(recorder, 1, openContext(recorder));
    const lasted = store.getRun(recorder.run)?.summary.duration_ms;
    store.close();
    const days = 3 * 86_400_000;
    const again = reopen(store.file, { clock: steppingClock(Date.UTC(2026, 0, 1) + days) });
    expect(again.interrupted).toEqual([recorder.run]);
    expect(endOf(again.events(recorder.run))).toEqual({
      ending: "interrupted",
      terminal_state: "escalate",
      reason: "process_ended",
      detail: "The process that ran this ended before the run did.",
      early_stop: false,
      passed: null,
      checks: [],
      ledger: [],
      answer: "Turn 1: I look at the files to find the largest one.",
    });
    expect(again.getRun(recorder.run)?.summary).toMatchObject({ ending: "interrupted", duration_ms: lasted, turns: 1 });
    expect(again.verify()).toMatchObject({ ok: true, problems: [] });
    again.close();
    expect(reopen(store.file).interrupted).toEqual([]);
  });

  it("ends unknown when a write was in flight, and names the tool", () => {
    const store = tempStore();
    const recorder = store.recorders.create(sampleStart());
    const call = { call_id: "c", tool: "share_file", attempt: 1, arguments: {}, operation_key: "op" };
    recorder.append({ kind: "tool.started", turn: 1, data: call });
    store.close();
    const again = reopen(store.file);
    expect(endOf(again.events(recorder.run))).toMatchObject({
      terminal_state: "unknown",
      reason: "process_ended_in_write",
      detail: "The process that ran this ended while share_file was at work; whether it took effect is not known.",
    });
  });

  it("ends unknown when a write's response was lost and it was not looked up yet", () => {
    const store = tempStore();
    const recorder = store.recorders.create(sampleStart());
    const call = { call_id: "c", tool: "share_file", attempt: 1, operation_key: "op" };
    const nothing = recorder.blob("{}");
    recorder.append(
      { kind: "tool.started", turn: 1, data: { ...call, arguments: {} } },
      {
        kind: "tool.finished",
        turn: 1,
        data: {
          ...call,
          outcome: "timeout",
          raw: nothing,
          shown: nothing,
          compactor: "none",
          kept: null,
          error: null,
          latency_ms: 5,
          message: null,
        },
      },
    );
    store.close();
    expect(endOf(reopen(store.file).events(recorder.run)).terminal_state).toBe("unknown");
  });

  it("has no terminal state when it came from elsewhere", () => {
    const store = tempStore();
    const { run } = store.recorders.create(sampleStart({ source: "proxy" }));
    store.close();
    expect(endOf(reopen(store.file).events(run))).toMatchObject({ ending: "interrupted", terminal_state: null });
  });
});

describe("a run that another store writes", () => {
  it("goes on while its process lives, also when that is this very process", () => {
    const store = tempStore();
    const recorder = store.recorders.create(sampleStart());
    expect(reopen(store.file).interrupted).toEqual([]);
    recordRun(recorder, 1);
    expect(store.getRun(recorder.run)?.summary.ending).toBe("answered");
  });

  it("is interrupted when its process id has become another process", () => {
    const store = tempStore();
    const { run } = store.recorders.create(sampleStart());
    const raw = new Database(store.file);
    raw.exec("UPDATE writers SET started = '1' WHERE started <> ''");
    raw.close();
    expect(reopen(store.file).interrupted).toEqual(process.platform === "win32" ? [] : [run]);
  });

  it("is left alone on another machine while it gives signs of life, and interrupted after a long silence", () => {
    const store = tempStore();
    const { run } = store.recorders.create(sampleStart());
    const raw = new Database(store.file);
    raw.exec("UPDATE writers SET machine = 'another', pid = 1");
    raw.close();
    expect(reopen(store.file).interrupted).toEqual([]);
    const muchLater = steppingClock(Date.UTC(2026, 0, 2));
    expect(reopen(store.file, { clock: muchLater }).interrupted).toEqual([run]);
  });
});

describe("processes killed at any moment", () => {
  it("lose no acknowledged event, leave each other alone, and can be forked from their last turn", async () => {
    const file = join(tempFolder(), "trace.db");
    // Each child is killed after its own number of acknowledged events, four at a time on one file.
    const limits = Array.from({ length: 24 }, (_, i) => 1 + ((i * 37) % 120));
    const acknowledged = new Map<RunId, number>();
    for (let i = 0; i < limits.length; i += 4) {
      const batch = await Promise.all(limits.slice(i, i + 4).map((limit) => recordAndKill(file, limit)));
      for (const [run, seq] of batch) acknowledged.set(run, seq);
    }
    expect(acknowledged.size).toBe(24);

    const store = reopen(file, { clock: { ...steppingClock(), now: Date.now } });
    expect(store.listRuns({ ...everything, ending: "interrupted" }).total).toBe(24);
    for (const [run, seq] of acknowledged) {
      const events = store.events(run);
      expect(events.map((event) => event.seq)).toEqual(events.map((_, i) => i + 1));
      expect(events.length).toBeGreaterThan(seq);
      expect(events.filter((event) => event.kind === "run.ended")).toHaveLength(1);
      const beforeEnd = events.at(-2);
      const wasWriting = beforeEnd?.kind === "tool.started" && beforeEnd.turn !== null && beforeEnd.turn % 3 === 0;
      const inFlight = wasWriting && JSON.stringify(beforeEnd.data).includes('"op_');
      expect([run, endOf(events).terminal_state]).toEqual([run, inFlight ? "unknown" : "escalate"]);
      const lastTurn = events.findLast((event) => event.kind === "turn.started");
      const turn = lastTurn && parseEvent(lastTurn);
      if (turn?.kind !== "turn.started") continue;
      expect(store.messages(turn.data.context)).toHaveLength(turn.data.message_count);
      const fork = store.recorders.create(sampleStart({ source: "fork", parent: { run, turn: turn.turn ?? 1 } }));
      recordTurn(fork, 1, {
        leaf: turn.data.context,
        count: turn.data.message_count,
        chars: contextChars(store.messages(turn.data.context)),
      });
      fork.append(sampleEnd());
    }
    expect(store.verify()).toMatchObject({ ok: true, problems: [] });
  }, 60_000);
});

function contextChars(messages: readonly object[]): number {
  return JSON.stringify(messages).length - 2;
}

/** Starts a recording process, kills it once it has acknowledged `limit` events; gives its run and the last it did. */
function recordAndKill(file: string, limit: number): Promise<[RunId, number]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CHILD, file], { stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    let errors = "";
    child.stderr.on("data", (chunk) => (errors += String(chunk)));
    child.stdout.on("data", (chunk) => {
      out += String(chunk);
      if (out.split("\n").length > limit) child.kill("SIGKILL");
    });
    child.on("error", reject);
    child.on("close", () => {
      const last = out.slice(0, out.lastIndexOf("\n")).split("\n").at(-1)?.split(" ");
      if (!last?.[0] || errors.includes("Error")) reject(new Error(`The child failed: ${errors}`));
      else resolve([last[0] as RunId, Number(last[1])]);
    });
  });
}

const everything = {
  search: "",
  ending: null,
  task: null,
  variant: null,
  model: null,
  source: null,
  early_stop: null,
  parent_run: null,
  sort: "started_at",
  descending: true,
  offset: 0,
  limit: 100,
} as const;
