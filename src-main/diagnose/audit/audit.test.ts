// Good traces of the real loop are clean; each rule broken by hand is caught by the check that holds it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TraceEvent } from "../../../src-shared/trace/event.ts";
import type { ApprovalAnswered } from "../../agent/ports.ts";
import { cleanUp, runTestLoop, testPack, type LoopTest } from "../../agent/testing/harness.ts";
import { scriptedModel } from "../../agent/testing/scripted-model.ts";
import { BlobHash } from "../../../src-shared/prelude/ids.ts";
import type { ToolAttempt } from "../../tools/types.ts";
import { auditRun } from "./audit.ts";
import { applyChanges } from "./environment.ts";
import { diffEnvironment } from "../../tools/environment.ts";
import fc from "fast-check";

const approve: ApprovalAnswered = { decision: "approve", reason: "", by: "ann", host: "desktop", again: false };

/** A write and a destructive call, both approved by a person; the write again, as approved for the run; a read. */
async function approvedRun(): Promise<LoopTest> {
  const pack = testPack(
    [
      {
        name: "add_note",
        effect: "write",
        run: (args, { environment }) => ({
          outcome: "ok",
          value: { ok: true },
          environment: { notes: [...(environment as { notes: string[] }).notes, String(args["text"])] },
        }),
      },
      {
        name: "clear_notes",
        effect: "destructive",
        run: () => ({ outcome: "ok", value: { ok: true }, environment: { notes: [] } }),
      },
      { name: "list_notes", run: (_args, { environment }) => ({ outcome: "ok", value: environment }) },
    ],
    { notes: ["first"] },
  );
  return runTestLoop({
    prompt: "Add the note milk, list the notes and delete all of them.",
    model: scriptedModel([
      { calls: [{ name: "add_note", args: { text: "milk" } }] },
      { calls: [{ name: "add_note", args: { text: "milk" } }] },
      { calls: [{ name: "list_notes", args: {} }] },
      { calls: [{ name: "clear_notes", args: {} }] },
      { says: "Done." },
    ]),
    pack,
    spec: { approve: "ask", interactive: true },
    deps: { approver: { ask: (request) => Promise.resolve({ ...approve, again: request.effect === "write" }) } },
  });
}

/** A read that is rate limited, a write whose response is lost and that is looked up, and one that is denied. */
async function faultyRun(): Promise<LoopTest> {
  const answers: ToolAttempt[] = [
    { outcome: "transient", value: { status: "error" }, retryAfterMs: 2000 },
    { outcome: "ok", value: { options: [] } },
  ];
  const pack = testPack([
    { name: "search", run: () => answers.shift() ?? { outcome: "ok", value: {} } },
    {
      name: "hold",
      effect: "write",
      run: () => ({ outcome: "unknown", value: null }),
      more: { reconcile: () => ({ found: "done", value: { hold: "H-447" } }) },
    },
    { name: "remove", effect: "destructive", run: () => ({ outcome: "ok", value: {} }) },
  ]);
  return runTestLoop({
    prompt: "Search, hold a room and remove the old one.",
    model: scriptedModel([
      { calls: [{ name: "search", args: { q: "x" } }] },
      { calls: [{ name: "hold", args: { room: 7 } }] },
      { calls: [{ name: "remove", args: { room: 3 } }] },
      { says: "The room is held; removing was not allowed." },
    ]),
    pack,
    variant: { approvals: { write: "run", destructive: "deny" } },
  });
}

let runs: Record<"approved" | "faulty", LoopTest>;
beforeAll(async () => {
  runs = { approved: await approvedRun(), faulty: await faultyRun() };
});
afterAll(() => {
  for (const run of Object.values(runs)) run.store.close();
  cleanUp();
});

/** The trace with the end that the caller of the loop records. */
function traceOf(run: LoopTest): TraceEvent[] {
  const { result, events } = run;
  const last = events.at(-1);
  if (!last) throw new Error("An empty trace.");
  const { environment: _environment, lastSeq: _seq, ...end } = result;
  const ended: TraceEvent = {
    ...last,
    seq: last.seq + 1,
    kind: "run.ended",
    turn: null,
    data: { ...end, passed: null, checks: [] },
  };
  return structuredClone([...events, ended]);
}

function failing(which: keyof typeof runs, change: (events: TraceEvent[]) => TraceEvent[]): string[] {
  const run = runs[which];
  const audit = auditRun(change(traceOf(run)), (hash) => run.store.blobText(BlobHash.parse(hash)).text);
  return audit.checks.flatMap(({ check, verdict }) => (verdict === "fail" ? [check] : []));
}

type Kind = TraceEvent["kind"];
type DataOf<K extends Kind> = Extract<TraceEvent, { kind: K }>["data"];

const without =
  (kind: Kind, nth = 0) =>
  (events: TraceEvent[]) => {
    const gone = events.filter((event) => event.kind === kind)[nth];
    return events.filter((event) => event !== gone);
  };
/** Changes the data of the nth event of a kind. */
const edit =
  <K extends Kind>(kind: K, change: (data: DataOf<K>) => void, nth = 0) =>
  (events: TraceEvent[]) => {
    const event = events.filter((other) => other.kind === kind)[nth];
    if (!event) throw new Error(`No ${kind} ${nth}.`);
    change(event.data as DataOf<K>);
    return events;
  };
/** Puts a copy of an event at the end of the run, or after another. */
const again =
  (kind: Kind, nth = 0, at: "end" | "next" = "end") =>
  (events: TraceEvent[]) => {
    const index = events.findIndex((event) => event === events.filter((other) => other.kind === kind)[nth]);
    const copy = structuredClone(events[index] as TraceEvent);
    copy.seq += 0.5;
    if (at === "next") return events.toSpliced(index + 1, 0, copy);
    copy.seq = (events.at(-1)?.seq ?? 0) + 1;
    return [...events, copy];
  };

const MUTATIONS: [string, keyof typeof runs, (events: TraceEvent[]) => TraceEvent[], string][] = [
  ["the policy decision is missing", "approved", without("policy.decided"), "decided_before_run"],
  [
    "other arguments ran than were decided on",
    "approved",
    edit("tool.started", (data) => {
      data.arguments = { text: "poison" };
    }),
    "decided_before_run",
  ],
  [
    "it ran although policy refused",
    "approved",
    edit("policy.decided", (data) => {
      data.decision = "refuse";
    }),
    "decided_before_run",
  ],
  ["nobody was asked", "approved", without("approval.requested"), "approval_before_run"],
  ["the answer is missing", "approved", without("approval.decided"), "approval_before_run"],
  [
    "the answer was no",
    "approved",
    edit("approval.decided", (data) => {
      data.decision = "deny";
    }),
    "approval_before_run",
  ],
  [
    "no person answered",
    "approved",
    edit("approval.decided", (data) => {
      data.by = "policy";
    }),
    "approval_before_run",
  ],
  [
    "other arguments were approved",
    "approved",
    edit("approval.requested", (data) => {
      data.arguments = { text: "tea" };
    }),
    "approval_before_run",
  ],
  [
    "another tool was approved",
    "approved",
    edit("approval.requested", (data) => {
      data.tool = "list_notes";
    }),
    "approval_before_run",
  ],
  [
    "the second question of a destructive call is missing",
    "approved",
    without("approval.requested", 2),
    "approval_before_run",
  ],
  [
    "the approval came for this call alone",
    "approved",
    edit("approval.decided", (data) => {
      data.again = false;
    }),
    "approval_before_run",
  ],
  [
    "the approval came after the attempt",
    "approved",
    (events) => {
      const decided = events.find((event) => event.kind === "approval.decided") as TraceEvent;
      const started = events.find((event) => event.kind === "tool.started") as TraceEvent;
      decided.seq = started.seq + 0.5;
      return events.toSorted((a, b) => a.seq - b.seq);
    },
    "approval_before_run",
  ],
  [
    "the effect was taken for a read",
    "approved",
    edit("policy.decided", (data) => {
      data.effect = "read";
    }),
    "decision_follows_configuration",
  ],
  [
    "a write ran unasked",
    "approved",
    edit("policy.decided", (data) => {
      data.decision = "run";
      data.reason = "write_runs";
    }),
    "decision_follows_configuration",
  ],
  [
    "an argument names the tenant",
    "approved",
    edit("tool.started", (data) => {
      data.arguments = { text: "milk", tenant: "other" };
    }),
    "no_credentials_in_arguments",
  ],
  [
    "what was denied ran",
    "faulty",
    (events) => {
      const denied = events.findLast((event) => event.kind === "tool.finished");
      if (denied?.kind !== "tool.finished") throw new Error("Nothing was denied.");
      const { call_id, tool, operation_key } = denied.data;
      const started = {
        ...denied,
        seq: denied.seq + 0.5,
        kind: "tool.started" as const,
        data: { call_id: `${call_id}x`, tool, attempt: 1, arguments: { room: 3 }, operation_key },
      };
      return events.toSpliced(events.indexOf(denied) + 1, 0, started);
    },
    "none_after_denial",
  ],
  ["a result without an attempt or a reason", "faulty", without("policy.decided", 3), "refused_with_reason"],
  [
    "a turn too many",
    "faulty",
    edit("run.started", (data) => {
      data.variant.budgets.turns = 3;
    }),
    "turns_within_budget",
  ],
  [
    "an attempt too many",
    "faulty",
    edit("run.started", (data) => {
      data.variant.budgets.attempts = 4;
    }),
    "attempts_within_budget",
  ],
  [
    "a wait that does not fit the time",
    "faulty",
    edit("run.started", (data) => {
      data.variant.budgets.elapsed_ms = 1500;
    }),
    "time_within_budget",
  ],
  [
    "work after the time was spent",
    "faulty",
    edit("tool.finished", (data) => {
      data.latency_ms = 16 * 60_000;
    }),
    "time_within_budget",
  ],
  [
    "a wait shorter than Retry-After",
    "faulty",
    edit("wait.ended", (data) => {
      data.waited_ms = 1999;
    }),
    "waits_long_enough",
  ],
  ["no wait at all", "faulty", (events) => without("wait.ended")(without("wait.started")(events)), "waits_long_enough"],
  [
    "a permanent failure tried again",
    "faulty",
    edit("tool.finished", (data) => {
      data.outcome = "permanent";
    }),
    "retries_by_table",
  ],
  [
    "a lost write tried again without a look-up",
    "faulty",
    edit(
      "policy.decided",
      (data) => {
        data.decision = "run";
      },
      2,
    ),
    "retries_by_table",
  ],
  [
    "an attempt left out",
    "faulty",
    edit(
      "tool.started",
      (data) => {
        data.attempt = 3;
      },
      1,
    ),
    "retries_by_table",
  ],
  [
    "another key for the look-up",
    "faulty",
    edit(
      "tool.started",
      (data) => {
        data.operation_key = `op_${"0".repeat(32)}`;
      },
      3,
    ),
    "operation_keys_bound",
  ],
  [
    "a key of other arguments",
    "approved",
    (events) => {
      const first = events.find((event) => event.kind === "policy.decided");
      const key = first?.kind === "policy.decided" ? first.data.operation_key : null;
      const text = JSON.stringify(events).replaceAll(key ?? "", `op_${"1".repeat(32)}`);
      return JSON.parse(text) as TraceEvent[];
    },
    "operation_keys_bound",
  ],
  [
    "a write without a key",
    "approved",
    edit("tool.started", (data) => {
      data.operation_key = null;
    }),
    "operation_keys_bound",
  ],
  [
    "a read with a key",
    "approved",
    edit(
      "tool.started",
      (data) => {
        data.operation_key = `op_${"2".repeat(32)}`;
      },
      2,
    ),
    "operation_keys_bound",
  ],
  [
    "one key for two calls",
    "approved",
    (events) => {
      const started = events.flatMap((event) => (event.kind === "tool.started" ? [event] : []));
      const [one, two] = started;
      if (one && two) two.data.operation_key = one.data.operation_key;
      return events;
    },
    "one_commit_each",
  ],
  [
    "two commits under one key",
    "faulty",
    edit(
      "tool.finished",
      (data) => {
        data.outcome = "ok";
      },
      2,
    ),
    "one_commit_each",
  ],
  ["an attempt without an outcome", "approved", without("tool.finished"), "attempts_have_outcomes"],
  [
    "an open write said to be done with",
    "faulty",
    edit(
      "tool.finished",
      (data) => {
        data.outcome = "unknown";
      },
      3,
    ),
    "open_writes_end_unknown",
  ],
  ["a transition left out", "approved", without("transition", 1), "transitions_legal"],
  [
    "a move the executor does not have",
    "approved",
    edit("transition", (data) => {
      data.to = "observe";
    }),
    "transitions_legal",
  ],
  [
    "another outcome observed",
    "approved",
    edit(
      "transition",
      (data) => {
        data.outcome = "empty";
      },
      1,
    ),
    "transitions_match_attempts",
  ],
  [
    "no terminal state",
    "approved",
    edit("run.ended", (data) => {
      data.terminal_state = null;
    }),
    "ends_in_declared_state",
  ],
  [
    "no reason",
    "approved",
    edit("run.ended", (data) => {
      data.reason = "";
    }),
    "ends_in_declared_state",
  ],
  [
    "another state than was reached",
    "approved",
    edit("run.ended", (data) => {
      data.terminal_state = "abstain";
    }),
    "ends_in_declared_state",
  ],
  [
    "an ending that does not go with its state",
    "approved",
    edit("run.ended", (data) => {
      data.ending = "early_stop";
    }),
    "ends_in_declared_state",
  ],
  [
    "complete with a write outstanding",
    "approved",
    edit("run.ended", (data) => {
      data.ledger = data.ledger.map((item) => ({ ...item, kind: "write", source: "request", status: "outstanding" }));
    }),
    "ends_in_declared_state",
  ],
  ["an attempt after the end", "approved", again("tool.started"), "nothing_after_end"],
  ["a request after the end", "approved", again("request.sent"), "nothing_after_end"],
  ["a change left out", "approved", without("environment.changed"), "environment_rebuilt"],
  [
    "a change that was not made",
    "approved",
    edit("environment.changed", (data) => {
      data.changes.push({ path: "/test/notes/2", op: "add", from: null, to: "extra" });
    }),
    "environment_rebuilt",
  ],
  [
    "a change of another value",
    "approved",
    edit("environment.changed", (data) => {
      for (const change of data.changes) change.to = "tea";
    }),
    "environment_rebuilt",
  ],
  [
    "a change without an attempt",
    "approved",
    edit("environment.changed", (data) => {
      data.call_id = "none";
    }),
    "changes_come_from_writes",
  ],
  [
    "a change by a tool that only reads",
    "approved",
    edit("run.started", (data) => {
      for (const tool of data.tools) tool.effect = "read";
    }),
    "changes_come_from_writes",
  ],
];

describe("the audit", () => {
  it.each(["approved", "faulty"] as const)("finds nothing in a %s run of the loop", (which) => {
    expect(failing(which, (events) => events)).toEqual([]);
  });
  it.each(MUTATIONS)("catches: %s", (_name, which, change, check) => {
    expect(failing(which, change)).toContain(check);
  });
  it("reads nothing of what the model said", () => {
    const silent = (events: TraceEvent[]) =>
      events.map((event) =>
        event.kind === "response.finished"
          ? { ...event, data: { ...event.data, content: null, reasoning: null, calls: [], text_calls: [] } }
          : event,
      );
    expect([failing("approved", silent), failing("faulty", silent)]).toEqual([[], []]);
  });
  it("judges neither imports nor proxied runs", () => {
    const imported = edit("run.started", (data) => {
      data.source = "import:agentdojo";
    });
    expect(failing("approved", (events) => without("policy.decided")(imported(events)))).toEqual([]);
  });
});

describe("an environment rebuilt from its changes", () => {
  const value = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { depthSize: "small" },
      fc.integer({ min: 0, max: 3 }),
      fc.array(tie("node"), { maxLength: 4 }),
      fc.array(fc.record({ id: fc.integer({ min: 0, max: 5 }), text: tie("node") }), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom("a", "b/c", "d~e"), tie("node"), { maxKeys: 3 }),
    ),
  })).node;
  it("equals what it was changed to, whatever changed", () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const [from, to] = [before, after] as never[];
        const applied = applyChanges(from as never, diffEnvironment(from as never, to as never));
        expect(applied && diffEnvironment(applied.value, to as never)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
