import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { denyingApprover } from "../tools/approvals.ts";
import { diagnoseRun } from "./diagnosis.ts";
import { refineRun } from "./refine-ledger.ts";
import { openParts, removeFolders, temporaryFolder, type Parts } from "./testing/parts.ts";
import { createUnattendedRuns } from "./unattended-runs.ts";

let parts: Parts;
beforeEach(() => {
  parts = openParts(join(temporaryFolder(), "trace.db"));
});
afterEach(() => parts.close());
afterAll(removeFolders);

async function recorded(prompt: string): Promise<RunId> {
  const runs = createUnattendedRuns(parts, {
    approverFor: () => denyingApprover("nobody is there in a test"),
    host: "cli",
    user: "test",
    interactive: false,
    onCrash: (run, error) => expect.fail(`${run}: ${String(error)}`),
  });
  const started = await runs.start({
    what: { kind: "prompt", prompt, packs: ["drive"] },
    variant: "compact-list",
    endpoint: "demo",
    model: null,
    approve: null,
    samples: 1,
    seed: 1,
    paused: false,
  });
  const [run] = await started.finished;
  return parts.store.resolveRunId(run?.id ?? "");
}

it("asks the model, marks the answer as its own and simulated, and leaves trace and diagnosis as they were", async () => {
  const run = await recorded("1. List my files.\n2. Oslo weather, please.");
  const before = [diagnoseRun(parts.store, run), parts.store.eventCount(run)];
  const signal = new AbortController().signal;
  const refinement = await refineRun(parts, run, { endpoint: "demo", model: null, signal });
  expect(refinement).toMatchObject({ simulated: true, rejected: [] });
  expect(refinement.items.at(-1)).toMatchObject({
    action: "Oslo weather, please",
    change: "added",
    refined_by: "model",
    reason: "Oslo weather, please",
  });
  expect(refinement.items.every((item) => (item.change === "kept") === (item.refined_by === undefined))).toBe(true);
  expect([diagnoseRun(parts.store, run), parts.store.eventCount(run)]).toEqual(before);
});

it("says in one line when the server is not there", async () => {
  const run = await recorded("List my files.");
  const signal = new AbortController().signal;
  const request = { endpoint: "http://127.0.0.1:9/v1", model: "m", signal };
  await expect(refineRun(parts, run, request)).rejects.toMatchObject({ code: "endpoint_unreachable" });
});
