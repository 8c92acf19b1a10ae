// Makes resources/sample-traces/v1.db, the sample trace of event version 1: one run with every kind of event that this version began with, and a fork of it. The file stays as it
// is for ever and a test of the store opens it; this script only says how it came to be. Run: npx node make-sample-v1.ts FILE
import { rmSync } from "node:fs";
import Database from "better-sqlite3";
import type { Clock } from "../../../src-shared/prelude/clock.ts";
import type { EventInput } from "../../../src-shared/trace/event.ts";
import { openStore } from "../store.ts";
import { openContext, recordTurn, sampleEnd, sampleStart } from "./sample-run.ts";

const file = process.argv[2];
if (!file) throw new Error("usage: npx node make-sample-v1.ts FILE");

let at = Date.UTC(2026, 0, 1);
const now = () => (at += 25);
const clock: Clock = { now, monotonic: now, sleep: () => Promise.resolve() };

const building = `${file}.building`;
rmSync(building, { force: true });
const store = openStore(building, { clock, ownerLabel: "sample" });
const before = JSON.stringify({ files: [{ id: "11", filename: "largest.bin", size: 26_000 }] });

const recorder = store.recorders.create(sampleStart());
const environment = recorder.blob(before);
let context = openContext(recorder);
context = recordTurn(recorder, 1, context);
const call = { call_id: "call_1b", tool: "delete_file" };
const provenance = [{ seq: 9, tool: "search_files" }];
const changes = [{ path: "/files/0", op: "remove" as const, from: { id: "11" }, to: null }];
const write: EventInput[] = [
  {
    kind: "policy.decided",
    turn: 1,
    data: {
      ...call,
      arguments: { file_id: "11" },
      effect: "destructive",
      decision: "ask",
      reason: "destructive_asks_twice",
      attempt: 1,
      operation_key: "op_sample",
      provenance: [9],
    },
  },
  ...([1, 2] as const).flatMap((question): EventInput[] => [
    {
      kind: "approval.requested",
      turn: 1,
      data: {
        approval_id: `ap_${question}`,
        ...call,
        arguments: { file_id: "11" },
        effect: "destructive",
        question,
        why: "Deleting cannot be undone.",
        changes,
        operation_key: "op_sample",
        provenance,
      },
    },
    { kind: "wait.started", turn: 1, data: { why: "approval", detail: "waits for a person", planned_ms: null } },
    { kind: "wait.ended", turn: 1, data: { why: "approval", waited_ms: 900, how: "done" } },
    {
      kind: "approval.decided",
      turn: 1,
      data: {
        approval_id: `ap_${question}`,
        ...call,
        decision: "approve",
        reason: "checked the size",
        by: "tester",
        host: "cli",
        question,
        again: false,
      },
    },
  ]),
  {
    kind: "tool.started",
    turn: 1,
    data: { ...call, attempt: 1, arguments: { file_id: "11" }, operation_key: "op_sample" },
  },
  {
    kind: "environment.changed",
    turn: 1,
    data: { call_id: call.call_id, before: environment, after: recorder.blob('{"files":[]}'), changes },
  },
  {
    kind: "tool.finished",
    turn: 1,
    data: {
      ...call,
      attempt: 1,
      outcome: "transient",
      raw: recorder.blob('{"status":"error"}'),
      shown: recorder.blob('{"status":"error"}'),
      compactor: "none",
      kept: ["/status"],
      error: { status: "error", error_code: "service_unavailable", retryable: true, message: "Try again." },
      latency_ms: 4.5,
      operation_key: "op_sample",
      message: null,
    },
  },
];
recorder.append(...write);
const reminder = recorder.message(context.leaf, { role: "user", content: "Still outstanding: delete the file." });
recorder.append(
  {
    kind: "gate.reminded",
    turn: 1,
    data: {
      outstanding: [
        {
          action: "delete the largest file",
          source: "request",
          kind: "write",
          number: null,
          status: "outstanding",
          evidence: [],
        },
      ],
      count: 1,
      message: reminder,
    },
  },
  { kind: "loop.noticed", turn: 1, data: { tool: "search_files", times: 3, message: null } },
);
const shared = context;
context = recordTurn(recorder, 2, context);
recorder.append(sampleEnd());

const fork = store.recorders.create(
  sampleStart({
    title: "Find the largest file (fork)",
    source: "fork",
    parent: { run: recorder.run, turn: 2 },
    edits: [{ kind: "gate", gate: "remind" }],
    environment,
  }),
);
recordTurn(fork, 2, shared);
fork.append(sampleEnd({ ending: "early_stop", terminal_state: "escalate", early_stop: true, passed: false }));

await store.backup(file);
store.close();
for (const ending of ["", "-wal", "-shm"]) rmSync(`${building}${ending}`, { force: true });
// Small pages: most of the file is empty index pages.
const copy = new Database(file);
copy.pragma("page_size = 512");
copy.exec("VACUUM");
copy.close();
