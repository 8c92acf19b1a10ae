// The core with its real parts: a SQLite file, and the embedded demo model (simulated) over loopback HTTP.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Caller } from "../../src-shared/rpc/contract.ts";
import type { Push, PushData, PushKind } from "../../src-shared/rpc/push.ts";
import { StartFork, StartRun } from "../../src-shared/rpc/types.ts";
import { createCore, type Core } from "./core.ts";

const folders: string[] = [];
const open: Core[] = [];

afterEach(async () => {
  for (const core of open.splice(0)) await core.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), "loopscope-core-"));
  folders.push(folder);
  return join(folder, "trace.db");
}

async function coreOn(database: string, host: "browser" | "cli" = "browser"): Promise<Core> {
  const core = await createCore({ database, host, user: "ann", home: join(database, "..", "home") });
  open.push(core);
  return core;
}

async function close(core: Core): Promise<void> {
  open.splice(open.indexOf(core), 1);
  await core.close();
}

const caller: Caller = { id: "tab", host: "browser", user: "ann" };

/** Resolves with the first push of a kind that fits. */
function next<K extends PushKind>(
  core: Core,
  kind: K,
  fits: (data: PushData<K>) => boolean = () => true,
): Promise<PushData<K>> {
  return new Promise((resolve) => {
    const stop = core.onPush((push: Push) => {
      if (push.kind !== kind || !fits(push.data as PushData<K>)) return;
      stop();
      resolve(push.data as PushData<K>);
    });
  });
}

const task = (id: string, variant: string, more: Partial<StartRun> = {}) =>
  StartRun.parse({
    what: { kind: "task", suite: "drive", task: id },
    variant,
    endpoint: "demo",
    model: null,
    approve: "all",
    ...more,
  });

async function finished(core: Core, input: StartRun) {
  const [summary] = await (await core.runs.start(input)).finished;
  if (!summary) throw new Error("No run came of it.");
  return summary;
}

describe("the drive suite on the demo model (simulated)", () => {
  it.each([
    ["user_task35", "legacy", false],
    ["user_task35", "compact-list", true],
    ["user_task37", "compact-all", false],
    ["user_task37", "completion-check", true],
    ["user_task36", "completion-check", false],
    ["user_task36", "gated", true],
  ])("%s with %s: passed is %s", async (id, variant, passed) => {
    const core = await coreOn(newDatabase(), "cli");
    expect((await finished(core, task(id, variant))).passed).toBe(passed);
  });

  it("leaves it to the model to give up where a compactor hid what its searches brought", async () => {
    const core = await coreOn(newDatabase(), "cli");
    expect(await finished(core, task("user_task37", "compact-all"))).toMatchObject({
      ending: "gave_up",
      early_stop: true,
      terminal_state: "escalate",
    });
  });

  it("stops early on user_task36 right after get_file_by_id, with finish reason stop", async () => {
    const core = await coreOn(newDatabase(), "cli");
    const summary = await finished(core, task("user_task36", "completion-check"));
    expect(summary).toMatchObject({
      ending: "early_stop",
      early_stop: true,
      terminal_state: "escalate",
      simulated: true,
    });
    const turns = core.reads.turns(summary.id);
    expect(turns.at(-2)?.calls.map((call) => [call.name, call.arguments])).toEqual([
      ["get_file_by_id", { file_id: "7" }],
    ]);
    expect(turns.at(-1)?.finish_reason).toBe("stop");
    expect(core.store.verify()).toMatchObject({ ok: true, problems: [] });
  });
});

describe("forks", () => {
  it("sends the exact prefix again, and an edit makes user_task36 go on", async () => {
    const core = await coreOn(newDatabase(), "cli");
    const parent = await finished(core, task("user_task36", "completion-check"));
    const fork = StartFork.parse({
      run: parent.id,
      turn: 3,
      edits: [{ kind: "gate", gate: "remind" }],
      variant: null,
      approve: "all",
    });
    const [child] = await (await core.runs.fork(fork)).finished;
    expect(child).toMatchObject({ source: "fork", parent_run: parent.id, fork_turn: 3, passed: true });
    const sent = (run: string) => core.reads.wire(run, 3, null).request;
    expect(sent(child?.id ?? "")).toEqual(sent(parent.id));
    expect(core.reads.turns(child?.id ?? "").map((turn) => [turn.turn, turn.inherited_from])).toEqual([
      [1, parent.id],
      [2, parent.id],
      [3, null],
      [4, null],
      [5, null],
    ]);
  });
});

describe("approvals in an app", () => {
  it("names the results that a fork shares as what the action was proposed after", async () => {
    const core = await coreOn(newDatabase());
    const parent = await finished(core, task("user_task36", "completion-check"));
    const asked = next(core, "approval.requested");
    const fork = StartFork.parse({
      run: parent.id,
      turn: 3,
      edits: [{ kind: "gate", gate: "remind" }],
      variant: null,
      approve: "ask",
    });
    const started = await core.runs.fork(fork);
    const approval = await asked;
    expect(approval.provenance.map(({ tool, run }) => [tool, run])).toEqual([
      ["list_files", parent.id],
      ["get_file_by_id", parent.id],
    ]);
    await core.api["approvals.answer"](
      { approval_id: approval.approval_id, decision: "stop", reason: "", again: false },
      caller,
    );
    await started.finished;
  });

  it("asks before a write, tells the model a denial's reason, and records who decided", async () => {
    const core = await coreOn(newDatabase());
    const asked = next(core, "approval.requested");
    const started = await core.runs.start(task("user_task36", "gated", { approve: null }));
    const approval = await asked;
    expect(approval).toMatchObject({ tool: "create_file", effect: "write", question: 1, run: started.started[0] });
    await core.api["approvals.answer"](
      { approval_id: approval.approval_id, decision: "deny", reason: "not today", again: false },
      caller,
    );
    const [summary] = await started.finished;
    expect(summary).toMatchObject({ ending: "escalated", terminal_state: "escalate", passed: false });
    const decided = core.store.events(core.store.resolveRunId(summary?.id ?? ""), { kinds: ["approval.decided"] });
    expect(decided.map((event) => event.data)).toMatchObject([
      { decision: "deny", reason: "not today", by: "ann", host: "browser" },
    ]);
  });

  it("waits again after a restart, and goes on where it was", async () => {
    const database = newDatabase();
    const first = await coreOn(database);
    const asked = next(first, "approval.requested");
    const { started } = await first.runs.start(task("user_task36", "gated", { approve: null }));
    await asked;
    await close(first);
    // A command that opens the database meanwhile is the first to find the run interrupted.
    await close(await coreOn(database, "cli"));

    const second = await coreOn(database);
    const run = started[0] ?? "";
    const ended = next(second, "run.changed", (summary) => summary.id === run && summary.ending !== null);
    const again = second.approvals.pending()[0] ?? (await next(second, "approval.requested"));
    expect(again).toMatchObject({ run, tool: "create_file" });
    await second.api["approvals.answer"](
      { approval_id: again.approval_id, decision: "approve", reason: "", again: false },
      caller,
    );
    expect(await ended).toMatchObject({ ending: "answered", passed: true });
    expect(second.store.verify().problems).toEqual([]);
  });
});

describe("live debugging", () => {
  it("holds a run before its first request, takes an edit, survives a restart held, and goes on", async () => {
    const database = newDatabase();
    const first = await coreOn(database);
    const held = next(first, "debug.held");
    const { started } = await first.runs.start(task("user_task36", "completion-check", { paused: true }));
    expect((await held).pending).toMatchObject({ at: "request", turn: 1 });
    await close(first);

    const second = await coreOn(database);
    const run = started[0] ?? "";
    const pending = (second.debug.held()[0] ?? (await next(second, "debug.held"))).pending;
    if (pending.at !== "request") throw new Error(`Held at ${pending.at}.`);
    const ended = next(second, "run.changed", (summary) => summary.id === run && summary.ending !== null);
    const messages = pending.messages.map((message) =>
      message.role === "user" ? { ...message, content: "List the files, then answer." } : message,
    );
    await second.api["debug.go_on"]({ run, how: "continue", to: "any", edits: { request: { messages } } }, caller);
    expect((await ended).id).toBe(run);
    expect(second.reads.context(run, 2).messages.find((message) => message.role === "user")?.content).toBe(
      "List the files, then answer.",
    );
  });
});

describe("runs that a person lets go on", () => {
  it("names what is outstanding when the person says nothing else, and leaves the queue", async () => {
    const core = await coreOn(newDatabase());
    const summary = await finished(core, task("user_task36", "completion-check"));
    expect((await core.api["handover.list"]({}, caller)).entries.map((entry) => entry.run.id)).toEqual([summary.id]);
    const ended = next(core, "run.changed", (changed) => changed.ending === "answered");
    await core.api["runs.continue"]({ run: summary.id, message: null, reason: "it forgot the file" }, caller);
    expect(await ended).toMatchObject({ id: summary.id, passed: true });
    expect((await core.api["handover.list"]({}, caller)).entries).toEqual([]);
  });
});

describe("bad input", () => {
  const messages = [
    [{ variant: "no-such" }, "no variant named"],
    [{ what: { kind: "task" as const, suite: "drive", task: "user_task99" } }, "no task"],
    [{ endpoint: "http://127.0.0.1:9/v1" }, "127.0.0.1:9"],
    [{ endpoint: "not a url" }, "not a url"],
  ] as const;
  it.each(messages)("%j is refused in one line", async (wrong, message) => {
    const core = await coreOn(newDatabase(), "cli");
    await expect(core.runs.start({ ...task("user_task36", "gated"), ...wrong })).rejects.toThrow(message);
    expect(core.store.listRuns({ ...emptyQuery }).total).toBe(0);
  });
});

const emptyQuery = {
  search: "",
  ending: null,
  task: null,
  variant: null,
  model: null,
  source: null,
  early_stop: null,
  parent_run: null,
  sort: "started_at" as const,
  descending: true,
  offset: 0,
  limit: 10,
};
