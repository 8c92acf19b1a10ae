// Suspected findings of a real early stop: a bisect confirms the one whose cause it takes away, a person judges another, and both stand in the trace.
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { RunId } from "../../src-shared/prelude/ids.ts";
import type { Caller } from "../../src-shared/rpc/contract.ts";
import { AuditQuery } from "../../src-shared/rpc/audit.ts";
import { StartRun } from "../../src-shared/rpc/types.ts";
import { auditApi } from "./audit-api.ts";
import { createCore, type Core } from "./core.ts";
import { diagnoseRun } from "./diagnosis.ts";
import { createAppExperiments } from "./experiments.ts";
import { removeFolders, temporaryFolder } from "./testing/parts.ts";

const caller: Caller = { id: "tab", host: "browser", user: "ann" };
let core: Core;
let run: RunId;

beforeAll(async () => {
  const folder = temporaryFolder();
  core = await createCore({ database: join(folder, "trace.db"), host: "cli", user: "ann", home: join(folder, "home") });
  const what = { kind: "task", suite: "drive", task: "user_task36" } as const;
  const input = StartRun.parse({ what, variant: "completion-check", endpoint: "demo", model: null, approve: "all" });
  const [summary] = await (await core.runs.start(input)).finished;
  run = RunId.parse(summary?.id);
});
afterAll(async () => {
  await core.close();
  removeFolders();
});

const statuses = () =>
  Object.fromEntries(diagnoseRun(core.store, run).findings.map(({ rule, status }) => [rule, status]));

it("a bisect that helps confirms the finding whose cause it takes away, and no other", async () => {
  expect(new Set(Object.values(statuses()))).toEqual(new Set(["suspected"]));
  const experiments = createAppExperiments(core, {
    host: "cli",
    user: "ann",
    onCrash: (id, error) => expect.fail(`${id}: ${String(error)}`),
  });
  const plan = await experiments.planBisect(run, null, {
    samples: 16,
    probes: 0,
    atOnce: 4,
    allow: [],
    endpoint: null,
  });
  const { id } = experiments.startBisect(plan);
  await experiments.finished(id);
  await experiments.close();
  const { findings } = diagnoseRun(core.store, run);
  const confirmed = findings.filter(({ status }) => status === "confirmed_by_experiment");
  expect(confirmed.map(({ rule, settled }) => [rule, settled?.experiment])).toContainEqual([
    "outstanding_obligations",
    id,
  ]);
  expect(confirmed.every(({ settled }) => settled?.by === null && settled.change !== null)).toBe(true);
}, 60_000);

it("a person rejects it with a reason; what they said is on record and can be taken back", () => {
  const api = auditApi(core.store, () => false);
  const [finding] = diagnoseRun(core.store, run).findings;
  const key = finding?.key ?? "";
  const judge = (judgement: "confirmed" | "rejected" | "withdrawn", reason: string) =>
    api["findings.judge"]({ run, key, judgement, reason }, caller);
  expect(() => judge("rejected", " ")).toThrow(/Say why/);
  expect(() => api["findings.judge"]({ run, key: "none", judgement: "confirmed", reason: "x" }, caller)).toThrow(
    /no finding none/,
  );
  expect(() =>
    auditApi(core.store, () => true)["findings.judge"]({ run, key, judgement: "confirmed", reason: "x" }, caller),
  ).toThrow(/still goes on/);
  const before = finding?.status;
  void judge("rejected", "the task wants it so");
  expect(diagnoseRun(core.store, run).findings[0]).toMatchObject({
    status: "rejected_by_person",
    settled: { by: "ann", host: "browser", reason: "the task wants it so" },
  });
  void judge("withdrawn", "");
  expect(diagnoseRun(core.store, run).findings[0]?.status).toBe(before);
  expect(core.store.events(run, { kinds: ["finding.judged"] })).toHaveLength(2);
  expect(core.store.verify().problems).toEqual([]);
  expect(api["runs.audit"]({ run }, caller)).toMatchObject({ ok: true });
});

it("the audit lists the run's decisions, and one in full with its provenance", async () => {
  const api = auditApi(core.store, () => false);
  const { entries, total } = await api["audit.list"](AuditQuery.parse({ run, descending: false }), caller);
  expect([total, entries[0]]).toEqual([
    entries.length,
    expect.objectContaining({ run, kind: "policy.decided", decision: "run", by: "policy", host: "cli", turn: 1 }),
  ]);
  const last = entries.at(-1);
  const detail = await api["audit.get"]({ run, seq: last?.seq ?? 0 }, caller);
  expect(detail.provenance.map(({ tool, turn }) => [tool, turn])).toContainEqual([entries[0]?.tool, 1]);
});
