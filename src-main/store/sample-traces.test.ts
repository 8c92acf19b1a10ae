import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { RunQuery } from "../../src-shared/rpc/types.ts";
import { parseEvent } from "../../src-shared/trace/event.ts";
import { foldTurns } from "../../src-shared/trace/fold-turns.ts";
import { reopen, tempFolder } from "./testing/temporary.ts";

const FOLDER = fileURLToPath(new URL("../../resources/sample-traces/", import.meta.url));

/** A store on a copy: opening may bring the schema up to date. */
function sample(name: string) {
  const file = join(tempFolder(), name);
  copyFileSync(join(FOLDER, name), file);
  return reopen(file);
}

describe("the sample trace of event version 1", () => {
  it("opens, verifies, and reads as it was recorded", () => {
    const store = sample("v1.db");
    expect(store.verify()).toEqual({ ok: true, runs: 2, events: 51, blobs: 12, problems: [] });
    const { runs } = store.listRuns(RunQuery.parse({ descending: false }));
    expect(runs.map((run) => ({ ...run, id: "" }))).toMatchSnapshot("runs");
    const events = runs.flatMap((run) => store.events(store.resolveRunId(run.id)));
    expect(events.map((event) => parseEvent(event)?.kind)).toEqual(events.map((event) => event.kind));
    expect(events.map(({ seq, at, v, kind, turn }) => ({ seq, at, v, kind, turn }))).toMatchSnapshot("events");
    expect(runs.map((run) => foldTurns(store.events(store.resolveRunId(run.id))))).toMatchSnapshot("turns");
  });

  it("is read along the columns and indexes that came after it", () => {
    const store = sample("v1.db");
    expect(store.decisionFacets()).toEqual({
      tools: ["delete_file", "search_files"],
      decisions: ["approve", "ask", "run"],
    });
    expect(store.listRuns(RunQuery.parse({ samples: "hidden" })).total).toBe(2);
    expect(store.listRuns(RunQuery.parse({ samples: "only" })).total).toBe(0);
    expect(store.experiments.list()).toEqual([]);
  });

  it("has every kind of event that version 1 began with", () => {
    const store = sample("v1.db");
    const { runs } = store.listRuns(RunQuery.parse({}));
    const kinds = new Set(runs.flatMap((run) => store.events(store.resolveRunId(run.id)).map((event) => event.kind)));
    expect([...kinds].toSorted()).toEqual([
      "approval.decided",
      "approval.requested",
      "environment.changed",
      "gate.reminded",
      "loop.noticed",
      "policy.decided",
      "request.sent",
      "response.finished",
      "response.started",
      "run.ended",
      "run.started",
      "tool.finished",
      "tool.started",
      "transition",
      "turn.ended",
      "turn.started",
      "wait.ended",
      "wait.started",
      "wire.lines",
    ]);
  });
});

it("every sample trace in the folder verifies", () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".db"));
  expect(names.map((name) => [name, sample(name).verify().problems])).toEqual(names.map((name) => [name, []]));
});
