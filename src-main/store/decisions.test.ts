// Decisions over all runs: filtered by tool, decision and run, in order of time, along their own indexes.
import Database from "better-sqlite3";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { AuditQuery } from "../../src-shared/rpc/audit.ts";
import type { EventInput } from "../../src-shared/trace/event.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import { Variant } from "../../src-shared/trace/variant.ts";
import { handClock } from "../agent/testing/harness.ts";
import { DECISION, DECISION_KINDS, TOOL } from "./migrations/0005-decisions.ts";
import { openStore, type Store } from "./store.ts";

const folder = mkdtempSync(join(tmpdir(), "loopscope-decisions-"));
const file = join(folder, "trace.db");
let store: Store;
let second = "";

const started = (title: string): RunStarted => ({
  title,
  source: "loop",
  source_file: null,
  suite: null,
  task: null,
  prompt: title,
  variant: Variant.parse({ name: "test" }),
  model: "scripted",
  endpoint: { url: "scripted:", label: "scripted", simulated: true },
  packs: [],
  tools: [],
  environment: null,
  parent: null,
  edits: [],
  tenant: "local",
  host: "cli",
  user: "ann",
});
const policy = (tool: string, decision: "run" | "ask" | "refuse", args: JsonValue = {}): EventInput => ({
  kind: "policy.decided",
  turn: 1,
  data: {
    call_id: "c1",
    tool,
    arguments: args,
    effect: "write",
    decision,
    reason: "test",
    attempt: 1,
    operation_key: null,
    provenance: [],
  },
});
const answer = (tool: string, decision: "approve" | "deny"): EventInput => ({
  kind: "approval.decided",
  turn: 1,
  data: {
    approval_id: "a1",
    call_id: "c1",
    tool,
    decision,
    reason: "",
    by: "ann",
    host: "cli",
    question: 1,
    again: false,
  },
});

beforeAll(() => {
  const clock = handClock();
  store = openStore(file, { clock });
  const one = store.recorders.create(started("one"));
  one.append(policy("create_file", "ask"));
  clock.advance(1000);
  one.append(answer("create_file", "approve"));
  const two = store.recorders.create(started("two"));
  second = two.run;
  clock.advance(1000);
  // Large arguments of many short parts: packed, they would have no preview to be found by.
  two.append(policy("invite", "refuse", { to: Array.from({ length: 400 }, (_, i) => `p${i}@x.org`) }));
  clock.advance(1000);
  two.append({ kind: "loop.noticed", turn: 1, data: { tool: "invite", times: 3, message: null } });
  two.append({
    kind: "handover.settled",
    turn: null,
    data: { action: "resolve", reason: "seen", by: "ann", host: "cli", operation_key: null, found: null, value: null },
  });
});
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const list = (query: Partial<AuditQuery>) => {
  const { places, total } = store.decisions(AuditQuery.parse(query));
  return [total, ...places.map(({ title, seq }) => `${title} ${seq}`)];
};

it.each<[string, () => Partial<AuditQuery>, (number | string)[]]>([
  ["all, newest first", () => ({}), [4, "two 4", "two 2", "one 3", "one 2"]],
  ["all, oldest first", () => ({ descending: false }), [4, "one 2", "one 3", "two 2", "two 4"]],
  ["a page", () => ({ offset: 1, limit: 2 }), [4, "two 2", "one 3"]],
  ["by tool", () => ({ tool: "create_file" }), [2, "one 3", "one 2"]],
  ["by tool, whatever the size of the arguments", () => ({ tool: "invite" }), [1, "two 2"]],
  ["by decision", () => ({ decision: "approve" }), [1, "one 3"]],
  ["a settled run", () => ({ decision: "resolve" }), [1, "two 4"]],
  ["by run", () => ({ run: second }), [2, "two 4", "two 2"]],
  ["by all three", () => ({ run: second, tool: "invite", decision: "refuse" }), [1, "two 2"]],
  ["none", () => ({ tool: "create_file", decision: "refuse" }), [0]],
])("lists %s", (_name, query, expected) => expect(list(query())).toEqual(expected));

it("names the tools and the decisions that there are", () => {
  expect(store.decisionFacets()).toEqual({
    tools: ["create_file", "invite"],
    decisions: ["approve", "ask", "refuse", "resolve"],
  });
});

it("reads along the indexes, never through the other events, and the file verifies", () => {
  const db = new Database(file, { readonly: true });
  const plan = (where: string) =>
    db
      .prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT id FROM events WHERE ${DECISION_KINDS}${where} ORDER BY at DESC, id DESC LIMIT 10`,
      )
      .all()
      .map(({ detail }) => detail);
  expect([plan(""), plan(` AND ${TOOL} = 'x'`), plan(` AND ${DECISION} = 'x'`)]).toEqual([
    [expect.stringMatching(/USING (COVERING )?INDEX events_decisions_by_time/)],
    [expect.stringMatching(/USING (COVERING )?INDEX events_decisions_by_tool \(<expr>=\?\)/)],
    [expect.stringMatching(/USING (COVERING )?INDEX events_decisions_by_decision \(<expr>=\?\)/)],
  ]);
  db.close();
  expect(store.verify().problems).toEqual([]);
});
