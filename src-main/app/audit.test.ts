// The audit test: real runs of every kind are judged from their traces alone, without a word of what the model said.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { AuditDocument } from "../../src-shared/cli/audit-document.ts";
import { RunId } from "../../src-shared/prelude/ids.ts";
import type { Caller } from "../../src-shared/rpc/contract.ts";
import { StartFork, StartRun } from "../../src-shared/rpc/types.ts";
import { auditStoredRun } from "./audit.ts";
import { createCore, type Core } from "./core.ts";
import { temporaryFolder } from "./testing/parts.ts";

let folder = "";
let cli: Core;
let browser: Core;
const caller: Caller = { id: "tab", host: "browser", user: "ann" };

beforeAll(async () => {
  folder = temporaryFolder();
  vi.stubEnv("LOOPSCOPE_TRAVEL_DATABASE", join(folder, "provider.db"));
  cli = await createCore({ database: join(folder, "cli.db"), host: "cli", user: "ann", home: join(folder, "home") });
  browser = await createCore({
    database: join(folder, "app.db"),
    host: "browser",
    user: "ann",
    home: join(folder, "home"),
  });
});

afterAll(async () => {
  await cli.close();
  await browser.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const startOf = (suite: string, task: string, variant: string, more: Partial<StartRun> = {}) =>
  StartRun.parse({
    what: { kind: "task", suite, task },
    variant,
    endpoint: "demo",
    model: null,
    approve: null,
    ...more,
  });

async function audited(core: Core, input: StartRun): Promise<AuditDocument> {
  const [summary] = await (await core.runs.start(input)).finished;
  return auditStoredRun(core.store, RunId.parse(summary?.id));
}

/** What is broken, and the rules that had something to judge. */
const broken = (audit: AuditDocument) => ({
  ok: audit.ok,
  violations: audit.checks.flatMap(({ check, violations }) => violations.map(({ message }) => `${check}: ${message}`)),
  environment: audit.environment?.same,
});
const clean = { ok: true, violations: [], environment: true };
const judged = (audit: AuditDocument) =>
  audit.checks.filter(({ verdict }) => verdict !== "not_applicable").map(({ check }) => check);

/** Every kind of task, with the terminal state that the suite declares. */
const TRAVEL = [
  ["search", "complete"],
  ["rate-limited-seconds", "complete"],
  ["rate-limited-date", "complete"],
  ["correctable-arguments", "complete"],
  ["access-denied", "escalate"],
  ["hold-response-lost", "complete"],
  ["hold-request-lost", "complete"],
  ["reconciliation-inconclusive", "unknown"],
  ["reconciliation-budget-spent", "unknown"],
  ["search-exhausted", "abstain"],
  ["ambiguous-accessibility", "escalate"],
  ["booking-next", "escalate"],
  ["deadline-passed", "abstain"],
  ["malformed-options", "escalate"],
  ["malformed-mixed", "escalate"],
  ["malformed-timestamp", "escalate"],
] as const;

describe("runs on the demo model (simulated) keep to policy, and their environment is rebuilt", () => {
  it.each(TRAVEL)("travel/%s ends %s", async (task, state) => {
    const audit = await audited(cli, startOf("travel", task, "completion-check"));
    expect({ state: audit.terminal_state, ...broken(audit) }).toEqual({ state, ...clean });
  });
  it.each([
    ["user_task35", "legacy"],
    ["user_task35", "compact-list"],
    ["user_task36", "completion-check"],
    ["user_task36", "gated"],
    ["user_task37", "completion-check"],
  ])("drive/%s with %s", async (task, variant) => {
    expect(broken(await audited(cli, startOf("drive", task, variant)))).toEqual(clean);
  });
  it("every task of reach", async () => {
    const tasks =
      cli
        .catalogue()
        .document()
        .suites.find(({ name }) => name === "reach")?.tasks ?? [];
    expect(tasks.length).toBeGreaterThan(10);
    for (const { id } of tasks) {
      const audit = await audited(cli, startOf("reach", id, "completion-check"));
      expect({ id, ...broken(audit) }).toEqual({ id, ...clean, environment: audit.environment?.same });
    }
  });
});

type Decide = (question: 1 | 2) => "approve" | "deny" | "stop";

describe("approvals in the app", () => {
  /** Answers each question as it comes. */
  function answering(core: Core, decide: Decide, again = false): () => void {
    return core.onPush((push) => {
      if (push.kind !== "approval.requested") return;
      const { approval_id, question } = push.data as { approval_id: string; question: 1 | 2 };
      void core.api["approvals.answer"](
        { approval_id, decision: decide(question), reason: "in a test", again },
        caller,
      );
    });
  }
  it.each<[string, Decide, string, boolean]>([
    ["approved", () => "approve", "complete", true],
    ["denied", () => "deny", "escalate", false],
    ["denied at the second question", (question) => (question === 1 ? "approve" : "deny"), "escalate", false],
    ["stopped", () => "stop", "escalate", false],
  ])("a destructive call, %s", async (_name, decide, state, changed) => {
    const stop = answering(browser, decide);
    const audit = await audited(browser, startOf("drive", "user_task35", "compact-list"));
    stop();
    expect({ state: audit.terminal_state, changed: (audit.environment?.changes ?? 0) > 0, ...broken(audit) }).toEqual({
      state,
      changed,
      ...clean,
    });
    expect(judged(audit).includes("approval_before_run")).toBe(changed);
  });
  it("writes approved, and a fork of such a run", async () => {
    const stop = answering(browser, () => "approve");
    const parent = await browser.runs.start(startOf("drive", "user_task37", "completion-check"));
    const [summary] = await parent.finished;
    const run = RunId.parse(summary?.id);
    expect(broken(auditStoredRun(browser.store, run))).toEqual(clean);
    const fork = StartFork.parse({
      run,
      turn: 2,
      edits: [{ kind: "gate", gate: "remind" }],
      variant: null,
      approve: null,
    });
    const [child] = await (await browser.runs.fork(fork)).finished;
    stop();
    expect(broken(auditStoredRun(browser.store, RunId.parse(child?.id)))).toEqual(clean);
  });
});
